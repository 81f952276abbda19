import Endpoints
import EndpointsMocking
import LoopbackServer
import Security
import Testing

/// What the storage asks of the keychain.
@Suite("Keychain", .timeLimit(.minutes(1)))
struct KeychainStorageTests {
    /// The keychain belongs to the process, so each test has a service of its own.
    private let service = UUID().uuidString
    private let old = TokenPair(accessToken: "A1", refreshToken: "r1")
    private let new = TokenPair(
        accessToken: "A2", refreshToken: "r2", expiresAt: Date(timeIntervalSince1970: 1_800_000_000.125))

    private var storage: KeychainTokenStorage { KeychainTokenStorage(service: service) }
    private var attributes: [String: Any]? { StandInKeychain.attributes(ofService: service) }

    @Test("S0-12 a saved pair is loaded, by another storage too, and cleared")
    func roundTrip() async throws {
        #expect(try await storage.load() == nil)
        try await storage.save(new)
        #expect(try await KeychainTokenStorage(service: service).load() == new)
        #expect(try await KeychainTokenStorage(service: service, account: "other").load() == nil)
        try await storage.clear()
        #expect(try await storage.load() == nil)
        try await storage.clear()
    }

    @Test("R-23 of many owners that refresh at once one adds the note, as an item beside the tokens")
    func refreshNotes() async throws {
        try await TokenStorageChecks { [service] in KeychainTokenStorage(service: service) }.refreshNotes()
    }

    @Test("S0-13 an item can be read after the first unlock, and stays on the device")
    func accessibility() async throws {
        try await storage.save(new)
        let expected = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as String
        #expect(attributes?[kSecAttrAccessible as String] as? String == expected)
    }

    /// An accessibility, and the framework's constant for it.
    enum Row: CaseIterable, Sendable {
        case firstUnlock, unlocked, passcode

        var accessibility: KeychainTokenStorage.Accessibility {
            switch self {
            case .firstUnlock: .afterFirstUnlockThisDeviceOnly
            case .unlocked: .whenUnlockedThisDeviceOnly
            case .passcode: .whenPasscodeSetThisDeviceOnly
            }
        }

        var constant: String {
            switch self {
            case .firstUnlock: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as String
            case .unlocked: kSecAttrAccessibleWhenUnlockedThisDeviceOnly as String
            case .passcode: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly as String
            }
        }
    }

    @Test("S0-14 the accessibility can be chosen, and a save changes that of an item", arguments: Row.allCases)
    func chosenAccessibility(row: Row) async throws {
        try await KeychainTokenStorage(service: service, accessibility: .whenUnlockedThisDeviceOnly).save(old)
        try await KeychainTokenStorage(service: service, accessibility: row.accessibility).save(new)
        #expect(attributes?[kSecAttrAccessible as String] as? String == row.constant)
        #expect(try await storage.load() == new)
    }

    @Test("an access group is named in every call, and by default none is")
    func accessGroup() async throws {
        try await storage.save(old)
        #expect(attributes?[kSecAttrAccessGroup as String] == nil)
        try await storage.clear()
        let shared = KeychainTokenStorage(service: service, accessGroup: "TEAM.shared")
        try await shared.save(old)
        #expect(attributes?[kSecAttrAccessGroup as String] as? String == "TEAM.shared")
        let other = KeychainTokenStorage(service: service, accessGroup: "TEAM.other")
        #expect(try await other.load() == nil)
        try await other.clear()
        #expect(try await shared.load() == old)
    }

    @Test("F-02 a save of an existing item is one update in place")
    func update() async throws {
        try await storage.save(old)
        #expect(StandInKeychain.calls(ofService: service) == ["update", "add"])
        try await storage.save(new)
        #expect(StandInKeychain.calls(ofService: service) == ["update", "add", "update"])
        #expect(try await storage.load() == new)
    }

    @Test(
        "R-19 a status is an error, nothing is deleted, and later the pair is there",
        arguments: [
            (-25308, KeychainError.Code.interactionNotAllowed), (-34018, .missingEntitlement), (-25291, .notAvailable),
            (-128, .userCanceled), (-1, KeychainError.Code(status: -1)),
        ] as [(Int32, KeychainError.Code)])
    func statuses(status: Int32, code: KeychainError.Code) async throws {
        try await storage.save(old)
        StandInKeychain.answer(service: service, with: status)
        await #expect(throws: KeychainError(operation: .load, code: code)) { try await storage.load() }
        await #expect(throws: KeychainError(operation: .save, code: code)) { try await storage.save(new) }
        await #expect(throws: KeychainError(operation: .clear, code: code)) { try await storage.clear() }
        StandInKeychain.answer(service: service, with: nil)
        #expect(try await storage.load() == old)
    }

    @Test("R-19 while the device is locked nothing is sent and nobody is signed out")
    func locked() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "in")])
        try await storage.save(old)
        StandInKeychain.answer(service: service, with: KeychainError.Code.interactionNotAllowed.status)
        let auth = JWTAuth(storage: storage) { _ in throw RefreshRejection() }
        let result = await URLSession.shared.result(with: Item(), environment: server.url, auth: auth)
        guard case .failure(.authenticationError(.storageFailed)) = result else {
            Issue.record("ended with \(result)")
            return
        }
        #expect(server.requestCount == 0)
        StandInKeychain.answer(service: service, with: nil)
        #expect(try await URLSession.shared.response(with: Item(), environment: server.url, auth: auth) == "in")
        #expect(server.authorizations == ["Bearer A1"])
        #expect(!StandInKeychain.calls(ofService: service).contains("delete"))
    }

    @Test("the keychain, which may keep its caller waiting, is never called from a task's thread")
    func threads() async throws {
        try await storage.save(old)
        try await storage.save(new)
        _ = try await storage.load()
        try await storage.clear()
        #expect(StandInKeychain.calls(ofService: service).count == 5)
        #expect(StandInKeychain.callsInTasks(ofService: service) == 0)
    }
}
