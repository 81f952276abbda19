import Endpoints
import Testing

/// What carries the calls of this run: `ENDPOINTS_TRANSPORT` chooses, and `.ci/run` runs the suites on both.
enum Engine {
    static let isCurl = (try? URLSession.shared.transferEngine.name.hasPrefix("libcurl")) == true

    /// Whether it is a libcurl that asks before a request leaves.
    static let asksBeforeSending: Bool = {
        guard let name = try? URLSession.shared.transferEngine.name else { return false }
        return isCurl && name.compare("libcurl 7.80", options: .numeric) != .orderedAscending
    }()
}

extension Trait where Self == ConditionTrait {
    /// For what FoundationNetworking can't do; what happens there stands in the README's known limits.
    static var onCurl: Self { .enabled("FoundationNetworking can't do it") { Engine.isCurl } }
}
