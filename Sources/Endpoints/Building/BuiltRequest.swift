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
        let definition = Self.definition
        let baseURL = definition.server.baseURL(for: environment)
        let url: URL
        let mayCarryCredentials: Bool
        switch definition.address {
        case .path(let path):
            guard let baseURL else {
                throw .missingBaseURL(server: String(describing: Server.self), environment: "\(environment)")
            }
            url = try self.url(base: baseURL, path: path, parameters: definition.parameters)
            mayCarryCredentials = true
        case .url(let read):
            url = try Self.absoluteURL(read(self))
            mayCarryCredentials = baseURL.flatMap(Origin.init) == Origin(url)
        }
        var request = URLRequest(url: url)
        request.httpMethod = definition.method.rawValue
        let body = try RequestBody(of: self, definition: definition)
        request.httpBody = body?.data
        request.allHTTPHeaderFields = try headers(of: definition, body: body)
        definition.server.process(&request)
        try request.validate()
        guard Origin(request.url ?? url) == Origin(url) else {
            throw .foreignURL(Redaction.address(request.url?.absoluteString ?? ""))
        }
        return BuiltRequest(urlRequest: request, mayCarryCredentials: mayCarryCredentials)
    }

    private func url(
        base: URL,
        path: PathTemplate<Self>,
        parameters: [EndpointParameter<Self>]
    ) throws(EndpointError) -> URL {
        var text = try URLText(base: base)
        try text.append(path, of: self)
        for parameter in parameters where parameter.place == .query {
            do throws(ParameterValueError) {
                try text.append(parameter.value(self), named: parameter.name, style: parameter.style)
            } catch {
                throw .invalidParameter(parameter.name, reason: error.reason)
            }
        }
        return try text.url()
    }

    private static func absoluteURL(_ url: URL) throws(EndpointError) -> URL {
        guard let origin = Origin(url), origin.isHTTP, !origin.hasUserInfo else {
            throw .invalidURL(Redaction.address(url.absoluteString))
        }
        return url.absoluteURL.withLowercaseScheme
    }

    private func headers(
        of definition: EndpointDefinition<Self>,
        body: RequestBody?
    ) throws(EndpointError) -> [String: String] {
        if let duplicate = definition.headers.duplicate { throw .duplicateHeader(duplicate.name) }
        var headers: [String: String] = [:]
        headers.reserveCapacity(definition.headers.fields.count + 1)
        var declaredContentType: String?
        for (header, value) in definition.headers.fields {
            do throws(ParameterValueError) {
                guard let text = try value.value(self).headerText() else { continue }
                if header == .contentType, body != nil {
                    declaredContentType = text
                } else {
                    headers[header.name] = text
                }
            } catch {
                throw .invalidHeader(header.name, reason: error.reason)
            }
        }
        if let body { headers[Header.contentType.name] = try body.contentType(declared: declaredContentType) }
        return headers
    }
}
