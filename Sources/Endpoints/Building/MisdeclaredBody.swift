/// A stored `body` that the compiler doesn't take for the protocol's, because it is `lazy` or implicitly unwrapped.
///
/// It compiles, and the endpoint would send nothing, so it is looked for when the first request is built.
struct MisdeclaredBody: LocalizedError {
    var errorDescription: String? {
        "its body is lazy or implicitly unwrapped (“!”), which the compiler doesn't take for the endpoint's body. "
            + "Declare it without, as an optional if it may be nil."
    }

    /// Whether an endpoint that has no body by its type has one by its properties.
    static func isIn<T: Endpoint>(_ endpoint: T) -> Bool {
        Mirror(reflecting: endpoint).children.contains { $0.label == "body" || $0.label == "$__lazy_storage_$_body" }
    }
}
