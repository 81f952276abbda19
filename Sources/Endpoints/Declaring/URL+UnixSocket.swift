extension URL {
    /// The address of a server that listens at a Unix-domain socket, such as Docker's, on Linux.
    ///
    /// ```swift
    /// struct Docker: ServerDefinition {
    ///     func baseURL(for environment: TypicalEnvironments) -> URL? { URL(unixSocket: "/var/run/docker.sock") }
    /// }
    /// ```
    ///
    /// It has the scheme `http+unix` and the path of the socket as its host, as in
    /// `http+unix://%2Fvar%2Frun%2Fdocker.sock`; the server sees `localhost` as its name. Calls over what can't reach such
    /// a socket end with ``TransportFailure/Code/unsupportedSession``: see ``TransferEngine``.
    ///
    /// - Parameter path: the path of the socket in the file system; nil is returned for an empty one.
    public init?(unixSocket path: String) {
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        guard !path.isEmpty, let host = path.addingPercentEncoding(withAllowedCharacters: unreserved) else {
            return nil
        }
        self.init(string: "http+unix://\(host)")
    }
}
