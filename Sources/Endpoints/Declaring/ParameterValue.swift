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
    /// Calls `write` for every item that a parameter of this value comes to, with a name and a text that are not yet
    /// escaped.
    ///
    /// Queries and forms have this in common.
    func writeItems(
        named name: String,
        style: ParameterStyle,
        to write: (_ name: String, _ text: String) -> Void
    ) throws(ParameterValueError) {
        guard case .list(let values) = self else {
            if let text = try text(style: style) { write(name, text) }
            return
        }
        switch style.arrays {
        case .repeated:
            for value in values { try value.writeItems(named: name, style: style, to: write) }
        case .brackets:
            for value in values { try value.writeItems(named: name + "[]", style: style, to: write) }
        case .joined(let separator):
            var texts: [String] = []
            for value in values { try value.writeItems(named: name, style: style) { _, text in texts.append(text) } }
            if !texts.isEmpty { write(name, texts.joined(separator: separator)) }
        }
    }

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
            case .dateTime: ISO8601Dates.string(from: date)
            case .dateOnly: ISO8601Dates.dayString(from: date)
            }
        case .list: throw ParameterValueError(reason: "it is a list where a single value is needed")
        case .unrepresentable(let reason): throw ParameterValueError(reason: reason)
        }
    }
}

/// Why a value has no text; whoever knows the parameter's name adds it.
struct ParameterValueError: Error {
    let reason: String
}
