extension String {
    /// Calls `body` with the text's bytes in one piece.
    ///
    /// Native text is read where it is: `withUTF8` is mutating, and would need a copy, whose reference is counted.
    @inline(__always)
    func withContiguousUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}
