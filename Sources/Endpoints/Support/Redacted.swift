/// A secret that no description, dump, mirror or log of its owner can show.
package struct Redacted<Value: Sendable>: Sendable {
    /// What every description shows instead of a secret.
    package static var placeholder: String { "<redacted>" }

    package let value: Value

    package init(_ value: Value) {
        self.value = value
    }
}

extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { Self.placeholder }
    package var debugDescription: String { Self.placeholder }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
