/// The four calls of the keychain, so that what is decided about them can be tested where there is none.
///
/// Each does what the function of the Security framework with its name does, and returns that function's status.
package protocol KeychainAccess: Sendable {
    /// `SecItemCopyMatching`.
    func copyMatching(_ query: [KeychainAttribute]) -> (status: Int32, data: Data?)

    /// `SecItemAdd`.
    func add(_ attributes: [KeychainAttribute]) -> Int32

    /// `SecItemUpdate`.
    func update(_ query: [KeychainAttribute], to attributes: [KeychainAttribute]) -> Int32

    /// `SecItemDelete`.
    func delete(_ query: [KeychainAttribute]) -> Int32
}

/// One entry of the dictionaries that the keychain's calls take.
package enum KeychainAttribute: Hashable, Sendable {
    /// `kSecClass`: a generic password.
    case genericPassword
    /// `kSecUseDataProtectionKeychain`: on macOS not the older keychain of files, which knows no accessibility and asks
    /// the user; the other platforms have no other and ignore it.
    case dataProtectionKeychain
    /// `kSecAttrService`.
    case service(String)
    /// `kSecAttrAccount`.
    case account(String)
    /// `kSecAttrGeneric`.
    case generic(Data)
    /// `kSecAttrAccessGroup`.
    case accessGroup(String)
    /// `kSecAttrAccessible`.
    case accessible(KeychainAccessibility)
    /// `kSecValueData`.
    case value(Redacted<Data>)
    /// `kSecReturnData`.
    case returnsData
    /// `kSecMatchLimit`: one.
    case matchesOne
}

/// When an item can be read; none of these leaves the device.
package enum KeychainAccessibility: Hashable, Sendable, CaseIterable {
    case afterFirstUnlockThisDeviceOnly
    case whenUnlockedThisDeviceOnly
    case whenPasscodeSetThisDeviceOnly
}
