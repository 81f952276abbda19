/// The token pair that is kept as one item of the keychain.
///
/// A save changes the item in place. There is no moment at which another process finds none, which deleting the item
/// and adding it again would have.
package struct KeychainItem: Sendable {
    /// How often a save goes round when others add and delete the item at the same time.
    static let maxRounds = 3

    let access: any KeychainAccess
    private let query: [KeychainAttribute]
    /// The item of the note that a refresh token is being presented.
    let noteQuery: [KeychainAttribute]
    let accessibility: KeychainAccessibility

    /// Creates the item's description; nothing is read or written.
    package init(
        service: String,
        account: String,
        accessibility: KeychainAccessibility,
        accessGroup: String?,
        access: any KeychainAccess
    ) {
        self.access = access
        self.accessibility = accessibility
        // The accessibility isn't part of it: an item that was saved with another one must be found, too.
        let kind: [KeychainAttribute] = [.genericPassword, .dataProtectionKeychain]
        let place: [KeychainAttribute] = [.account(account)] + (accessGroup.map { [.accessGroup($0)] } ?? [])
        query = kind + [.service(service)] + place
        // Not the account's name, of which an app may have any.
        noteQuery = kind + [.service("\(service).refresh-note")] + place
    }

    /// Returns the pair; nil only when the keychain says that there is no item.
    package func load() throws(KeychainError) -> TokenPair? {
        let (status, data) = access.copyMatching(query + [.returnsData, .matchesOne])
        switch KeychainError.Code(status: status) {
        case .itemNotFound:
            return nil
        case .success:
            guard let data, let tokens = try? JSONDecoder().decode(TokenPair.self, from: data) else {
                throw KeychainError(operation: .load, code: .unreadableContent)
            }
            return tokens
        case let code:
            throw KeychainError(operation: .load, code: code)
        }
    }

    /// Stores the pair in place of the one before, and with it the accessibility.
    package func save(_ tokens: TokenPair) throws(KeychainError) {
        guard let data = try? JSONEncoder().encode(tokens) else {
            throw KeychainError(operation: .save, code: .unwritableContent)
        }
        let content: [KeychainAttribute] = [.value(Redacted(data)), .accessible(accessibility)]
        for _ in 0..<Self.maxRounds {
            switch KeychainError.Code(status: access.update(query, to: content)) {
            case .success: return
            case .itemNotFound: break
            case let code: throw KeychainError(operation: .save, code: code)
            }
            switch KeychainError.Code(status: access.add(query + content)) {
            case .success: return
            case .duplicateItem: continue  // Another process added it in between.
            case let code: throw KeychainError(operation: .save, code: code)
            }
        }
        throw KeychainError(operation: .save, code: .duplicateItem)
    }

    /// Deletes the item, if there is one.
    package func clear() throws(KeychainError) {
        try delete(query)
    }
}
