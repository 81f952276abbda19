import Endpoints
import Testing

extension RealServers {
    /// The sessions that people send with.
    enum SessionKind: CaseIterable, Sendable {
        case shared
        case standard
        case forEndpoints

        var session: URLSession {
            switch self {
            case .shared: .shared
            case .standard: URLSession(configuration: .default)
            case .forEndpoints: .forEndpoints()
            }
        }
    }
}

extension RealServers.SessionKind: CustomTestStringConvertible {
    var testDescription: String {
        switch self {
        case .shared: "URLSession.shared"
        case .standard: "URLSession(configuration: .default)"
        case .forEndpoints: "URLSession.forEndpoints()"
        }
    }
}
