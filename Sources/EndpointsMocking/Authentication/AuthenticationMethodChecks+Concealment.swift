extension AuthenticationMethodChecks {
    /// Checks that no description, dump or mirror of the method shows what it adds to a request.
    ///
    /// It looks for values of six characters and more, for the password in Basic credentials, and for the values of
    /// cookies. Let `makeMethod` use credentials that are no words.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled.
    public func concealsCredentials() async throws {
        let method = try await makeMethod()
        let credentials = try await authenticate(RequestSample.full, by: method, .attachment).credentials
        let texts = try await step(.concealment, "a description of the method") {
            var dumped = ""
            dump(method, to: &dumped)
            var walk = MirrorWalk()
            walk.visit(method)
            return [
                ("String(describing:)", String(describing: method)),
                ("String(reflecting:)", String(reflecting: method)),
                ("dump(_:)", dumped), ("Mirror(reflecting:)", walk.text),
            ]
        }
        for (name, text) in texts {
            guard let secret = credentials.secrets.first(where: { text.contains($0.text) }) else { continue }
            let found = "\(name) of the method shows what it puts into \(secret.place)"
            throw ConformanceViolation(.concealment, found: found)
        }
    }
}

/// Collects the text of everything that mirrors reach.
private struct MirrorWalk {
    private(set) var text = ""
    private var seen: Set<ObjectIdentifier> = []
    private var left = 10_000

    mutating func visit(_ value: Any, depth: Int = 0) {
        guard left > 0, depth < 32 else { return }
        left -= 1
        if type(of: value) is AnyClass, !seen.insert(ObjectIdentifier(value as AnyObject)).inserted { return }
        switch value {
        case let data as Data: text += String(decoding: data, as: UTF8.self)
        case let bytes as [UInt8]: text += String(decoding: bytes, as: UTF8.self)
        default: text += "\(String(describing: value)) \(String(reflecting: value))"
        }
        text += "\n"
        guard !(value is Data), !(value is [UInt8]) else { return }
        var mirror: Mirror? = Mirror(reflecting: value)
        while let level = mirror {
            for child in level.children { visit(child.value, depth: depth + 1) }
            mirror = level.superclassMirror
        }
    }
}
