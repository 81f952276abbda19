extension String: PathRepresentable {
    /// The text itself.
    public var parameterValue: ParameterValue { .text(self) }
}

extension Substring: PathRepresentable {
    /// The text itself.
    public var parameterValue: ParameterValue { .text(String(self)) }
}

extension Bool: PathRepresentable {
    /// The truth value.
    public var parameterValue: ParameterValue { .boolean(self) }
}

extension UUID: PathRepresentable {
    /// The canonical form with hyphens.
    public var parameterValue: ParameterValue { .text(uuidString) }
}

extension URL: PathRepresentable {
    /// The absolute URL.
    public var parameterValue: ParameterValue { .text(absoluteString) }
}

extension Date: PathRepresentable {
    /// The point in time.
    public var parameterValue: ParameterValue { .date(self) }
}

extension Decimal: PathRepresentable {
    /// The plain decimal digits, with a point in every locale; a value that is not a number is refused.
    public var parameterValue: ParameterValue {
        isNaN ? .unrepresentable("it is not a number") : .text(description)
    }
}

extension Int: PathRepresentable {}
extension Int8: PathRepresentable {}
extension Int16: PathRepresentable {}
extension Int32: PathRepresentable {}
extension Int64: PathRepresentable {}
extension UInt: PathRepresentable {}
extension UInt8: PathRepresentable {}
extension UInt16: PathRepresentable {}
extension UInt32: PathRepresentable {}
extension UInt64: PathRepresentable {}
extension Double: PathRepresentable {}
extension Float: PathRepresentable {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: PathRepresentable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: PathRepresentable {}
