import Foundation

/// Looks for a secret in every text that a value can be made into, and in everything that can be reached from it.
struct SecretWalk {
    /// The secret of these tests.
    static let secret = "s3cr3t"

    /// The places where the secret shows.
    static func leaks(in value: Any, at path: String = "value", depth: Int = 0) -> [String] {
        var found = texts(of: value).filter { $0.text.contains(secret) }.map { "\(path): \($0.kind)" }
        guard depth < 10 else { return found }
        var mirror: Mirror? = Mirror(reflecting: value)
        while let current = mirror {
            for (index, child) in current.children.enumerated() {
                let step = child.label ?? "[\(index)]"
                if step.contains(secret) { found.append("\(path): label") }
                found += leaks(in: child.value, at: "\(path).\(step)", depth: depth + 1)
            }
            mirror = current.superclassMirror
        }
        return found
    }

    private static func texts(of value: Any) -> [(kind: String, text: String)] {
        var dumped = ""
        dump(value, to: &dumped)
        var texts = [
            ("description", String(describing: value)), ("debugDescription", String(reflecting: value)),
            ("dump", dumped),
        ]
        if let error = value as? any Error {
            texts.append(("localizedDescription", error.localizedDescription))
            texts.append(("NSError", "\(error as NSError) \((error as NSError).userInfo)"))
        }
        return texts
    }
}
