/// What a parameter's value comes to, before the parameter's style turns it into text.
public enum ParameterValue: Sendable, Hashable {
    /// No value: the parameter is left out.
    case omitted
    /// Text, not yet escaped.
    case text(String)
    /// A truth value; written as `true` or `1` by the parameter's style.
    case boolean(Bool)
    /// A point in time; written by the parameter's style.
    case date(Date)
    /// Several values; repeated, bracketed or joined by the parameter's style.
    case list([ParameterValue])
    /// A value that has no text, such as a number that is not finite; the text says why.
    ///
    /// The request is refused.
    case unrepresentable(String)
}

extension ParameterValue {
    /// The text of a single value; nil when it is omitted.
    func text(style: ParameterStyle) throws(ParameterValueError) -> String? {
        switch self {
        case .omitted: nil
        case .text(let text): text
        case .boolean(let flag):
            switch style.booleans {
            case .words: flag ? "true" : "false"
            case .digits: flag ? "1" : "0"
            }
        case .date(let date):
            switch style.dates {
            case .dateTime: try Self.written(ISO8601Dates.string(from: date))
            case .dateOnly: try Self.written(ISO8601Dates.dayString(from: date))
            }
        case .list: throw ParameterValueError(reason: "it is a list where a single value is needed")
        case .unrepresentable(let reason): throw ParameterValueError(reason: reason)
        }
    }

    /// The text of a date, if it has one.
    private static func written(_ date: String?) throws(ParameterValueError) -> String {
        guard let date else { throw ParameterValueError(reason: ISO8601Dates.unwritable) }
        return date
    }

    /// The texts of all values in it, in their order.
    func texts(style: ParameterStyle) throws(ParameterValueError) -> [String] {
        guard case .list(let values) = self else { return try text(style: style).map { [$0] } ?? [] }
        var texts: [String] = []
        for value in values { texts += try value.texts(style: style) }
        return texts
    }
}

/// Why a value has no text; whoever knows the parameter's name adds it.
struct ParameterValueError: Error {
    let reason: String
}
