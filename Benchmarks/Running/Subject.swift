/// A variant of a case, written `CASE/VARIANT`.
struct Subject: Sendable, Hashable, Codable {
    let benchmark: String
    let variant: String

    init(_ benchmark: String, _ variant: String) {
        self.benchmark = benchmark
        self.variant = variant
    }

    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        self.init(String(parts[0]), String(parts[1]))
    }
}

extension Subject: CustomStringConvertible {
    var description: String { "\(benchmark)/\(variant)" }
}
