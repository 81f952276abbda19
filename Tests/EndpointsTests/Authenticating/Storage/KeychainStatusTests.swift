import Endpoints
import Testing

/// Every status from each of the four calls.
@Suite(.timeLimit(.minutes(5)))
struct KeychainStatusTests {
    /// The table's, and some that are not in it.
    static let statuses = KeychainError.Code.names.keys.sorted() + [-1, 1, .min, .max, -99_999]

    private let keychain = FakeKeychain()
    private let pair = TokenPair(accessToken: "s3cr3t-A1", refreshToken: "s3cr3t-r1")

    private var item: KeychainItem { .sample(in: keychain) }

    @Test("R-19 load: only “not found” is nil, everything else is thrown and nothing is deleted", arguments: statuses)
    func load(status: Int32) throws {
        try item.save(pair)
        keychain.set {
            $0.calls = []
            $0.scripted[.copy] = [status]
        }
        switch status {
        case -25300:
            #expect(try item.load() == nil)
        case 0:
            #expect(throws: KeychainError(operation: .load, code: .unreadableContent)) { try item.load() }
        default:
            let error = #expect(throws: KeychainError.self) { try item.load() }
            #expect(error == KeychainError(operation: .load, code: .init(status: status)))
            #expect(error?.code.status == status)
        }
        #expect(keychain.calls == [.copy])
        #expect(try item.load() == pair)
    }

    @Test("F-02 save: what the update says decides", arguments: statuses)
    func update(status: Int32) {
        keychain.set { $0.scripted[.update] = [status] }
        switch status {
        case 0:
            #expect(throws: Never.self) { try item.save(pair) }
            #expect(keychain.calls == [.update])
        case -25300:
            #expect(throws: Never.self) { try item.save(pair) }
            #expect(keychain.calls == [.update, .add])
        default:
            #expect(throws: KeychainError(operation: .save, code: .init(status: status))) { try item.save(pair) }
            #expect(keychain.calls == [.update])
        }
    }

    @Test("F-02 save: what the addition says decides", arguments: statuses)
    func add(status: Int32) {
        keychain.set { $0.scripted[.add] = [status] }
        switch status {
        case 0:
            #expect(throws: Never.self) { try item.save(pair) }
            #expect(keychain.calls == [.update, .add])
        case -25299:
            #expect(throws: Never.self) { try item.save(pair) }
            #expect(keychain.calls == [.update, .add, .update, .add])
        default:
            #expect(throws: KeychainError(operation: .save, code: .init(status: status))) { try item.save(pair) }
            #expect(keychain.calls == [.update, .add])
        }
    }

    @Test("F-02 clear: “not found” is no error", arguments: statuses)
    func delete(status: Int32) {
        keychain.set { $0.scripted[.delete] = [status] }
        switch status {
        case 0, -25300:
            #expect(throws: Never.self) { try item.clear() }
        default:
            #expect(throws: KeychainError(operation: .clear, code: .init(status: status))) { try item.clear() }
        }
        #expect(keychain.calls == [.delete])
    }

    @Test("R-19 the text has the number, the name and a remedy", arguments: statuses)
    func text(status: Int32) throws {
        let code = KeychainError.Code(status: status)
        for operation in KeychainError.Operation.allCases {
            let text = try #require(KeychainError(operation: operation, code: code).errorDescription)
            #expect(text.contains("\(status)"))
            #expect(code.name.map(text.contains) ?? text.contains("OSStatus \(status)"))
            #expect(text.hasPrefix("The tokens could not be ") && text.hasSuffix(".") && !text.contains("\n"))
            #expect(text.count > code.description.count + 80)
        }
    }

    @Test("R-19 a locked device says that nothing is lost and when to try again")
    func locked() {
        #expect(
            KeychainError(operation: .load, code: .interactionNotAllowed).description == """
                The tokens could not be read from the keychain: errSecInteractionNotAllowed (-25308). Nothing is lost. \
                The device is locked, or has not been unlocked since it was started: try again once it is. For work in \
                the background, keep the tokens with the accessibility afterFirstUnlockThisDeviceOnly.
                """
        )
    }

    @Test(
        "R-19 every code of the table has the number and name of SecBase.h",
        arguments: [
            (KeychainError.Code.itemNotFound, -25300, "errSecItemNotFound"),
            (.duplicateItem, -25299, "errSecDuplicateItem"),
            (.interactionNotAllowed, -25308, "errSecInteractionNotAllowed"),
            (.interactionRequired, -25315, "errSecInteractionRequired"),
            (.missingEntitlement, -34018, "errSecMissingEntitlement"), (.notAvailable, -25291, "errSecNotAvailable"),
            (.authFailed, -25293, "errSecAuthFailed"), (.decode, -26275, "errSecDecode"),
            (.userCanceled, -128, "errSecUserCanceled"), (.param, -50, "errSecParam"),
            (.allocate, -108, "errSecAllocate"), (.diskFull, -34, "errSecDiskFull"), (.inputOutput, -36, "errSecIO"),
        ] as [(KeychainError.Code, Int32, String)])
    func names(code: KeychainError.Code, status: Int32, name: String) {
        #expect(code.status == status)
        #expect(code.name == name)
        #expect(code == KeychainError.Code(status: status))
        #expect("\(code)" == "\(name) (\(status))")
    }

    @Test("R-19 the content's codes have no status and are told apart")
    func contentCodes() {
        #expect(KeychainError.Code.unreadableContent.status == nil && KeychainError.Code.unreadableContent.name == nil)
        #expect(KeychainError.Code.unreadableContent != .unwritableContent)
        #expect(KeychainError.Code.unreadableContent != .decode)
        #expect("\(KeychainError(operation: .load, code: .unreadableContent))".contains("sign in again"))
        #expect("\(KeychainError(operation: .save, code: .unwritableContent))".contains("finite"))
    }
}
