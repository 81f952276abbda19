/// What a definition says, prepared once for all requests that are built by it.
///
/// It is an object because a definition is read for every request: a copy of it is a reference, whatever it holds.
final class RequestPlan<T: Endpoint>: Sendable {
    enum Address: Sendable {
        case path(PathParts<T>)
        case url(@Sendable (T) -> URL)
    }

    let method: HTTPMethod
    // Worked out once: they compare texts, which takes longer than all else that a method needs.
    let isGet: Bool
    let isMethodValid: Bool
    let forbidsBody: Bool
    let address: Address
    let query: ParameterList<T>
    let form: ParameterList<T>
    let headers: HeaderFields<T>
    let hasBody: Bool
    private let hasMisdeclaredBody = Locked<Bool?>(nil)
    let processing: RequestProcessing
    // Last, because its size is not known here, and nor are the places of what follows.
    let server: T.Server

    init(
        server: T.Server,
        method: HTTPMethod,
        address: Address,
        parameters: [EndpointParameter<T>],
        headers: HeaderFields<T>
    ) {
        self.method = method
        isGet = method == .get
        isMethodValid = method.isValid
        forbidsBody = method.forbidsBody
        self.address = address
        query = ParameterList(parameters, in: .query)
        form = ParameterList(parameters, in: .form)
        self.headers = headers
        hasBody = T.Body.self != NoBody.self
        processing = .of(T.Server.self)
        self.server = server
    }

    /// Refuses an endpoint whose `body` would silently not be sent.
    func checkBody(of endpoint: T) throws(EndpointError) {
        guard !hasBody else { return }
        let known = hasMisdeclaredBody.withLock { $0 }
        let isMisdeclared = known ?? MisdeclaredBody.isIn(endpoint)
        if known == nil { hasMisdeclaredBody.withLock { $0 = isMisdeclared } }
        guard !isMisdeclared else {
            throw .bodyNotEncodable(endpoint: String(describing: T.self), underlying: MisdeclaredBody())
        }
    }
}
