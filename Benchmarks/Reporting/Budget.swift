import Endpoints

/// A promise about a figure.
struct Budget: Sendable {
    let subject: Subject
    let quantity: Quantity
    /// What the figure is divided by; in the same case by round, else median by median.
    var reference: Subject?
    let limit: Double

    init(_ subject: Subject, _ quantity: Quantity, of reference: Subject? = nil, atMost limit: Double) {
        self.subject = subject
        self.quantity = quantity
        self.reference = reference
        self.limit = limit
    }

    /// The cases that it is about.
    var benchmarks: Set<String> { Set([subject.benchmark, reference?.benchmark].compactMap { $0 }) }

    /// How it came out; nil when it wasn't measured.
    func verdict(on measurements: [String: Measurement]) -> Verdict? {
        guard let measurement = measurements[subject.benchmark] else { return nil }
        guard let reference else {
            return measurement.spread(of: subject.variant, quantity).map { verdict($0.median) }
        }
        if reference.benchmark == subject.benchmark {
            return measurement.ratio(of: subject.variant, to: reference.variant, quantity).map { verdict($0.median) }
        }
        guard let dividend = measurement.spread(of: subject.variant, quantity),
            let divisor = measurements[reference.benchmark]?.spread(of: reference.variant, quantity)
        else { return nil }
        return verdict(dividend.median / divisor.median)
    }

    private func verdict(_ value: Double) -> Verdict {
        Verdict(budget: name, value: value, limit: limit, holds: value <= limit)
    }

    private var name: String {
        guard let reference else { return "\(subject) \(quantity.rawValue)" }
        let other = reference.benchmark == subject.benchmark ? reference.variant : "\(reference)"
        return "\(subject) \(quantity.rawValue) / \(other)"
    }
}

/// How a budget came out.
struct Verdict: Sendable, Codable {
    let budget: String
    let value: Double
    let limit: Double
    let holds: Bool

    /// Broken by so little that it may be noise.
    var isDoubtful: Bool { !holds && value < limit * 1.5 }
}

extension Verdict: CustomStringConvertible {
    var description: String {
        String(format: "%@ %.3g (budget %g)  ", holds ? "holds  " : "BROKEN ", value, limit) + budget
    }
}
