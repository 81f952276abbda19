#if canImport(Security)
import Security

/// Keeps the tokens as one item of the keychain, on this device only.
///
/// ```swift
/// static let auth: JWTAuth = .init(storage: KeychainTokenStorage(service: "com.example.app")) { refreshToken in … }
/// ```
///
/// A locked device is an error, never an absence: what can't be read throws ``KeychainError`` and nothing is deleted.
///
/// The keychain has no lock, so ``withExclusiveAccess(_:)`` is the protocol's own, without one. An app and its
/// extension that share an item through `accessGroup` are kept from presenting the same refresh token by a note, which
/// only one of them can add; the other one waits for the new pair. See ``prepareRefresh(_:)``.
public struct KeychainTokenStorage: Sendable {
    /// When the tokens can be read; in no case do they leave the device, also not in a backup.
    ///
    /// A pair that was restored on a second device would be renewed by both, and the server ends the sign-in when a
    /// refresh token comes twice. The set is open.
    public struct Accessibility: Hashable, Sendable {
        fileprivate let value: KeychainAccessibility

        /// From the first unlocking after a start on, also while the device is locked; for work in the background.
        public static let afterFirstUnlockThisDeviceOnly = Accessibility(value: .afterFirstUnlockThisDeviceOnly)
        /// While the device is unlocked; a refresh in the background fails when it isn't.
        public static let whenUnlockedThisDeviceOnly = Accessibility(value: .whenUnlockedThisDeviceOnly)
        /// While the device is unlocked; removing the passcode deletes the tokens, and without one none are saved.
        public static let whenPasscodeSetThisDeviceOnly = Accessibility(value: .whenPasscodeSetThisDeviceOnly)
    }

    private let item: KeychainItem
    private let queue = BlockingQueue(label: "KeychainTokenStorage")

    /// Creates the storage; nothing is read yet.
    ///
    /// - Parameters:
    ///   - service: whose tokens they are, in the keychain's terms; the app's bundle identifier is a good one.
    ///   - account: tells several sign-ins of one service apart.
    ///   - accessibility: when the tokens can be read; each save sets it, so that it can be changed later.
    ///   - accessGroup: the group through which apps of one team share the item, with the team's prefix. With nil it is
    ///     added to the app's first group, and looked for in all of them.
    public init(
        service: String,
        account: String = "tokens",
        accessibility: Accessibility = .afterFirstUnlockThisDeviceOnly,
        accessGroup: String? = nil
    ) {
        item = KeychainItem(
            service: service,
            account: account,
            accessibility: accessibility.value,
            accessGroup: accessGroup,
            access: SystemKeychain()
        )
    }
}

extension KeychainTokenStorage: TokenStorage {
    /// Returns the tokens; nil only when the keychain says that there are none.
    ///
    /// - Throws: ``KeychainError``, also for an item whose content is not a token pair.
    public func load() async throws -> TokenPair? { try await queue.run { [item] in try item.load() } }

    /// Stores the tokens in place of those before, in one step.
    ///
    /// - Throws: ``KeychainError``; those before are then still there.
    public func save(_ tokens: TokenPair) async throws {
        try await queue.run { [item] in try item.save(tokens) }
    }

    /// Notes that a refresh token is going to be presented, as an item of its own: its service is that of the tokens and
    /// `.refresh-note`.
    ///
    /// Of two apps that come at once, one adds the item and the other one finds it. The keychain can't make room for the
    /// next pair; it shares the device's.
    ///
    /// - Throws: ``KeychainError``.
    public func prepareRefresh(_ note: RefreshNote) async throws -> RefreshNote? {
        try await queue.run { [item] in try item.prepareRefresh(note) }
    }

    /// Deletes the note of a presentation.
    ///
    /// - Throws: ``KeychainError``.
    public func finishRefresh(_ note: RefreshNote, _ outcome: RefreshOutcome) async throws {
        try await queue.run { [item] in try item.finishRefresh(note) }
    }

    /// Deletes the tokens, if there are any.
    ///
    /// - Throws: ``KeychainError``.
    public func clear() async throws { try await queue.run { [item] in try item.clear() } }
}

/// The keychain of the platform.
private struct SystemKeychain: KeychainAccess {
    func copyMatching(_ query: [KeychainAttribute]) -> (status: Int32, data: Data?) {
        var result: CFTypeRef?
        let status = SecItemCopyMatching(dictionary(query), &result)
        return (status, result as? Data)
    }

    func add(_ attributes: [KeychainAttribute]) -> Int32 {
        SecItemAdd(dictionary(attributes), nil)
    }

    func update(_ query: [KeychainAttribute], to attributes: [KeychainAttribute]) -> Int32 {
        SecItemUpdate(dictionary(query), dictionary(attributes))
    }

    func delete(_ query: [KeychainAttribute]) -> Int32 {
        SecItemDelete(dictionary(query))
    }

    private func dictionary(_ attributes: [KeychainAttribute]) -> CFDictionary {
        var entries: [String: Any] = [:]
        for attribute in attributes {
            switch attribute {
            case .genericPassword: entries[kSecClass as String] = kSecClassGenericPassword
            case .dataProtectionKeychain: entries[kSecUseDataProtectionKeychain as String] = true
            case .service(let name): entries[kSecAttrService as String] = name
            case .account(let name): entries[kSecAttrAccount as String] = name
            case .generic(let data): entries[kSecAttrGeneric as String] = data
            case .accessGroup(let name): entries[kSecAttrAccessGroup as String] = name
            case .accessible(let value): entries[kSecAttrAccessible as String] = constant(value)
            case .value(let data): entries[kSecValueData as String] = data.value
            case .returnsData: entries[kSecReturnData as String] = true
            case .matchesOne: entries[kSecMatchLimit as String] = kSecMatchLimitOne
            }
        }
        return entries as CFDictionary
    }

    private func constant(_ accessibility: KeychainAccessibility) -> CFString {
        switch accessibility {
        case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
        }
    }
}
#endif
