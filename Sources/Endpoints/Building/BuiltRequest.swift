/// A request as an endpoint declares it, before anything is added to it.
struct BuiltRequest: Sendable {
    let urlRequest: URLRequest
    /// Whether the server's credentials may be attached: an absolute URL of another origin doesn't get them.
    let mayCarryCredentials: Bool
}

extension Endpoint {
    /// Builds the request for an environment without sending it.
    ///
    /// - Parameter environment: the environment whose base URL is used; the server's default unless given.
    /// - Returns: the request without credentials: those are attached when it is sent.
    /// - Throws: ``EndpointError``, which says what is wrong, where, and how to mend it. Nothing has been sent then.
    public func urlRequest(
        in environment: Server.Environments = Server.defaultEnvironment
    ) throws(EndpointError) -> URLRequest {
        try built(in: environment).urlRequest
    }

    func built(in environment: Server.Environments) throws(EndpointError) -> BuiltRequest {
        let plan = Self.definition.plan
        let url: URL
        let mayCarryCredentials: Bool
        switch plan.address {
        case .path(let path):
            guard let baseURL = plan.server.baseURL(for: environment) else {
                throw .missingBaseURL(
                    server: String(describing: Server.self), environment: name(of: environment))
            }
            var text = try URLText(base: baseURL)
            try text.append(path, of: self)
            try text.append(query: plan.query, of: self)
            url = try text.url()
            mayCarryCredentials = true
        case .url(let read):
            let base = plan.server.baseURL(for: environment).flatMap(Origin.init)
            url = try Self.absoluteURL(read(self), besides: base)
            mayCarryCredentials = base == Origin(url)
        }
        var request = URLRequest(url: url)
        // Setting a value costs a good part of building, also when it is the one that is there.
        if !plan.isGet { request.httpMethod = plan.method.rawValue }
        var fields = try RequestFields(of: self, by: plan)
        let body = try RequestBody.make(of: self, by: plan, contentType: fields.declaredType)
        if let body { request.httpBody = body.data }
        try fields.setContentType(of: body)
        request.allHTTPHeaderFields = fields.all
        if fields.areValid, plan.isMethodValid, body == nil || !plan.forbidsBody, plan.processing.isDefault {
            return BuiltRequest(urlRequest: request, mayCarryCredentials: mayCarryCredentials)
        }
        plan.processing.process(&request, by: plan.server)
        try request.validate(exceptFields: fields.areValid ? fields.all : nil)
        if let processed = request.url, processed != url, Origin(processed) != Origin(url) {
            throw .foreignURL(Redaction.address(processed.absoluteString))
        }
        return BuiltRequest(urlRequest: request, mayCarryCredentials: mayCarryCredentials)
    }

    /// An address from outside, which leads to no socket of this machine but the server's own.
    private static func absoluteURL(_ url: URL, besides base: Origin?) throws(EndpointError) -> URL {
        guard let origin = Origin(url), origin.isHTTP, !origin.hasUserInfo, !origin.isUnixSocket || origin == base
        else {
            throw .invalidURL(Redaction.address(url.absoluteString))
        }
        return url.absoluteURL.withLowercaseScheme
    }

    /// The environment's own name after that of its type, as in `TypicalEnvironments.staging`.
    private func name(of environment: Server.Environments) -> String {
        if let url = environment as? URL { return Redaction.address(url.absoluteString) }
        let (type, name) = ("\(Server.Environments.self)", "\(environment)")
        return name.hasPrefix("\(type)(") ? name : "\(type).\(name)"
    }
}
