/// An optional whose wrapped type is not known where it is looked at.
protocol OptionalValue {
    /// Whether there is no value.
    var isNil: Bool { get }
    /// The absence of a value.
    static var none: Self { get }
}

extension Optional: OptionalValue {
    var isNil: Bool { self == nil }
}
