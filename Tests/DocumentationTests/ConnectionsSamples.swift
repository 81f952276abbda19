import Endpoints

// The examples of the article "Certificates, proxies and failures", word for word.

func companySession(root: Data, badge: Data, password: String) throws -> URLSession {
    let security = try TransportSecurity(
        authorities: CertificateAuthorities(pem: root),
        clientCertificate: ClientCertificate(pkcs12: badge, password: password),
        minimumVersion: .v1_2
    )
    return URLSession.forEndpoints(security: security)
}

struct Docker: ServerDefinition {
    static var defaultEnvironment: TypicalEnvironments { .local }

    func baseURL(for environment: TypicalEnvironments) -> URL? { URL(unixSocket: "/var/run/docker.sock") }
}
