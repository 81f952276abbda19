/// A type whose values can be parameters of a request.
///
/// Strings, numbers, `Bool`, `UUID`, `URL`, `Date`, enums with such raw values, optionals and arrays conform. Give a type
/// of your own one line: `var parameterValue: ParameterValue { .text(code) }`.
public protocol ParameterRepresentable: SendableMetatype {
    /// The value as a parameter carries it, not yet escaped.
    var parameterValue: ParameterValue { get }
}

/// A type whose values can fill the hole of a path: always exactly one text, never a list or nothing.
public protocol PathRepresentable: ParameterRepresentable {}

extension ParameterRepresentable where Self: RawRepresentable, RawValue: ParameterRepresentable {
    /// The raw value's own.
    public var parameterValue: ParameterValue { rawValue.parameterValue }
}

extension ParameterRepresentable where Self: BinaryInteger {
    /// The decimal digits.
    public var parameterValue: ParameterValue {
        .text(Int(exactly: self)?.decimalDigits ?? String(self))
    }
}

extension ParameterRepresentable where Self: BinaryFloatingPoint & CustomStringConvertible {
    /// The shortest decimal text that reads back as the same number; a number that is not finite is refused.
    public var parameterValue: ParameterValue {
        isFinite ? .text(description) : .unrepresentable("\(description) is not a finite number")
    }
}

extension Optional: ParameterRepresentable where Wrapped: ParameterRepresentable {
    /// The wrapped value's own, or nothing.
    public var parameterValue: ParameterValue { self?.parameterValue ?? .omitted }
}

extension Array: ParameterRepresentable where Element: ParameterRepresentable {
    /// The elements' values.
    public var parameterValue: ParameterValue { .list(map(\.parameterValue)) }
}
