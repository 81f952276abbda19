/// Why the keychain could not be read or written.
///
/// Nothing has been deleted, and it doesn't mean that nobody is signed in. It holds no token and no name of an account.
public struct KeychainError: Error, Hashable, Sendable {
    /// What was to be done.
    public enum Operation: String, Sendable, CaseIterable {
        /// ``TokenStorage/load()``.
        case load
        /// ``TokenStorage/save(_:)``.
        case save
        /// ``TokenStorage/clear()``.
        case clear
    }

    /// What is wrong: a status of the Security framework, or what it can't know about the item's content.
    ///
    /// The set is open: any status makes a code.
    public struct Code: Hashable, Sendable {
        private enum Cause: Hashable, Sendable {
            case status(Int32), unreadableContent, unwritableContent
        }

        private let cause: Cause

        private init(_ cause: Cause) {
            self.cause = cause
        }

        /// Creates the code of an `OSStatus`.
        public init(status: Int32) {
            self.init(.status(status))
        }

        /// The `OSStatus`; nil when the keychain did its part and the content is at fault.
        public var status: Int32? {
            if case .status(let status) = cause { status } else { nil }
        }

        /// An item was found whose content is not a token pair.
        public static let unreadableContent = Code(.unreadableContent)
        /// The token pair can't be written as JSON: one of its dates is not finite.
        public static let unwritableContent = Code(.unwritableContent)

        fileprivate var text: String {
            switch cause {
            case .status(let status): name.map { "\($0) (\(status))" } ?? "OSStatus \(status)"
            case .unreadableContent: "the item's content is not a token pair"
            case .unwritableContent: "the pair can't be written as JSON"
            }
        }
    }

    /// What was to be done.
    public let operation: Operation
    /// What is wrong.
    public let code: Code

    /// Creates an error, for tests and stores of one's own.
    public init(operation: Operation, code: Code) {
        self.operation = operation
        self.code = code
    }
}

extension KeychainError.Code: CustomStringConvertible {
    /// The constant's name and number, as in `errSecInteractionNotAllowed (-25308)`; or what is wrong with the content.
    public var description: String { text }
}

extension KeychainError: LocalizedError, CustomStringConvertible {
    /// What happened, and what to do about it.
    public var errorDescription: String? { description }

    /// What happened, and what to do about it.
    public var description: String {
        let failure =
            switch operation {
            case .load: "The tokens could not be read from the keychain"
            case .save: "The tokens could not be saved in the keychain"
            case .clear: "The tokens could not be deleted from the keychain"
            }
        return "\(failure): \(code). \(code.remedy)"
    }
}
