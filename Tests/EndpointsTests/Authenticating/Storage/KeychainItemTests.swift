import Endpoints
import Testing

@Suite(.timeLimit(.minutes(5)))
struct KeychainItemTests {
    private let keychain = FakeKeychain()
    private let old = TokenPair(accessToken: "s3cr3t-A1", refreshToken: "s3cr3t-r1")
    private let new = TokenPair(
        accessToken: "s3cr3t-A2",
        refreshToken: "s3cr3t-r2",
        expiresAt: Date(timeIntervalSince1970: 1_800_000_000.125),
        refreshExpiresAt: Date(timeIntervalSince1970: 1_900_000_000.75)
    )

    private var item: KeychainItem { .sample(in: keychain) }

    private var content: Data? {
        keychain.state.withLock { $0.item?.lazy.compactMap(\.data).first }
    }

    @Test("S0-12 a saved pair is loaded with every field, and with the time it was received")
    func roundTrip() throws {
        let received = Date(timeIntervalSince1970: 1_700_000_000.5)
        try item.save(new.received(at: received))
        #expect(try item.load() == new)
        #expect(try item.load()?.receivedAt == received)
    }

    @Test("S0-12 with no item there are no tokens, and no error")
    func nothing() throws {
        #expect(try item.load() == nil)
        try item.clear()
    }

    @Test("F-02 the first save adds after an update that found nothing")
    func firstSave() throws {
        try item.save(old)
        #expect(keychain.calls == [.update, .add])
    }

    @Test("F-02 a save of an existing item is one update, and never a moment without it")
    func update() throws {
        try item.save(old)
        keychain.set { $0.calls = [] }
        try item.save(new)
        #expect(keychain.calls == [.update])
        #expect(keychain.state.withLock { !$0.wasMissing })
        #expect(try item.load() == new)
    }

    @Test("F-02 an item that another process adds in between is updated")
    func race() throws {
        let data = try JSONEncoder().encode(old)
        keychain.set { $0.interference[.add] = { $0.item = [.value(Redacted(data))] } }
        try item.save(new)
        #expect(keychain.calls == [.update, .add, .update])
        #expect(try item.load() == new)
    }

    @Test("F-02 others that add and delete without end don't hold a save for ever")
    func endlessRace() {
        keychain.set {
            $0.always[.update] = -25300
            $0.always[.add] = -25299
        }
        #expect(throws: KeychainError(operation: .save, code: .duplicateItem)) { try item.save(new) }
        #expect(keychain.calls == [.update, .add, .update, .add, .update, .add])
    }

    @Test("F-02 S3-15 only clear deletes")
    func clear() throws {
        try item.save(old)
        keychain.set { $0.calls = [] }
        try item.clear()
        #expect(keychain.calls == [.delete])
        #expect(try item.load() == nil)
    }

    @Test(
        "S3-15 every way to keep the item is written with it, also by an update",
        arguments: KeychainAccessibility.allCases)
    func accessibility(_ accessibility: KeychainAccessibility) throws {
        try KeychainItem.sample(in: keychain, accessibility: .whenUnlockedThisDeviceOnly).save(old)
        let item = KeychainItem.sample(in: keychain, accessibility: accessibility)
        try item.save(new)
        let kept = keychain.state.withLock { $0.item }
        #expect(kept?.filter { if case .accessible = $0 { true } else { false } } == [.accessible(accessibility)])
        try item.clear()
        try item.save(new)
        #expect(keychain.state.withLock { $0.item?.contains(.accessible(accessibility)) } == true)
    }

    @Test("S3-15 an item is looked for by its names alone", arguments: [nil, "TEAM.com.example.group"])
    func queries(group: String?) throws {
        let item = KeychainItem.sample(in: keychain, accessGroup: group)
        _ = try item.load()
        try item.save(old)
        try item.save(new)
        try item.clear()
        let names: Set<KeychainAttribute> = Set(
            [.genericPassword, .dataProtectionKeychain, .service("com.example.app"), .account("tokens")]
                + (group.map { [.accessGroup($0)] } ?? [])
        )
        let asked = keychain.state.withLock { zip($0.calls, $0.queries).map { ($0, $1) } }
        #expect(asked.map(\.0) == [.copy, .update, .add, .update, .delete])
        for (call, query) in asked {
            #expect(Set(query).count == query.count)
            #expect(names.isSubset(of: query))
            switch call {
            case .copy: #expect(Set(query) == names.union([.returnsData, .matchesOne]))
            case .update, .delete: #expect(Set(query) == names)
            case .add: #expect(query.count == names.count + 2)
            }
        }
    }

    @Test(
        "R-19 content that is not a pair is an error and stays where it is",
        arguments: [#"{"accessToken":"S3CR3T"#, "", "null", #"{"refreshToken":"S3CR3T"}"#, #"{"accessToken":7}"#]
    )
    func corrupt(argument: String) throws {
        // The log shows arguments.
        let text = argument.replacingOccurrences(of: "S3CR3T", with: "s3cr3t")
        keychain.set { $0.item = [.value(Redacted(Data(text.utf8)))] }
        let error = #expect(throws: KeychainError.self) { try item.load() }
        #expect(error == KeychainError(operation: .load, code: .unreadableContent))
        #expect(error?.description.contains("s3cr3t") == false)
        #expect(keychain.calls == [.copy])
        #expect(content == Data(text.utf8))
    }

    @Test("R-19 success without data is an error")
    func noData() {
        keychain.set { $0.item = [.genericPassword] }
        #expect(throws: KeychainError(operation: .load, code: .unreadableContent)) { try item.load() }
    }

    @Test("R-19 a pair that JSON can't hold leaves the one before", arguments: [Double.infinity, -.infinity])
    func unwritable(seconds: Double) throws {
        try item.save(old)
        let pair = TokenPair(accessToken: "s3cr3t", expiresAt: Date(timeIntervalSinceReferenceDate: seconds))
        #expect(throws: KeychainError(operation: .save, code: .unwritableContent)) { try item.save(pair) }
        #expect(try item.load() == old)
    }

    @Test("S0-12 no description shows the tokens")
    func redaction() throws {
        try item.save(new)
        var text = String(reflecting: item) + "\(keychain.state.withLock { $0.queries })"
        dump(item, to: &text)
        #expect(!text.contains("s3cr3t"))
    }
}
