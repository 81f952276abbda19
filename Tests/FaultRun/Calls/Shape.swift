import Endpoints

/// The method of a call, and whether it may be repeated.
enum Shape: String, Sendable, CaseIterable {
    case get, getOnce, post, postBare, postKeyed, put, delete

    /// Whether the call gets over a fault that passes.
    var recovers: Bool {
        switch self {
        case .get, .postKeyed, .put, .delete: true
        case .getOnce, .post, .postBare: false
        }
    }

    /// Whether the server must not see the call twice.
    var mustBeSeenOnce: Bool { self == .post || self == .postBare }

    /// Whether the call has a body.
    var hasBody: Bool { self == .post || self == .postKeyed || self == .put }

    /// The method on the wire.
    var method: String {
        switch self {
        case .get, .getOnce: "GET"
        case .post, .postBare, .postKeyed: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        }
    }
}
