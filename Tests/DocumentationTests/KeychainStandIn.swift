// The samples show the Keychain, which Linux doesn't have. They compile there against this declaration, and READMETests
// compares it with that of the storage itself.
#if !canImport(Security)
import Endpoints

nonisolated struct KeychainTokenStorage: TokenStorage {
    nonisolated enum Accessibility: Sendable {
        case afterFirstUnlockThisDeviceOnly
        case whenUnlockedThisDeviceOnly
        case whenPasscodeSetThisDeviceOnly
    }

    init(
        service: String,
        account: String = "tokens",
        accessibility: Accessibility = .afterFirstUnlockThisDeviceOnly,
        accessGroup: String? = nil
    ) {}

    func load() async throws -> TokenPair? { nil }
    func save(_ tokens: TokenPair) async throws {}
    func clear() async throws {}
}
#endif
