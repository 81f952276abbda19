/// A pair that thousands get at once, each as one reference.
final class SharedTokens: Sendable {
    let pair: TokenPair

    init(_ pair: TokenPair) { self.pair = pair }
}

extension SharedTokens: CustomReflectable {
    /// Nothing.
    var customMirror: Mirror { Mirror(self, children: []) }
}
