/// Where a parameter goes, and how it is written there.
final class ParameterItem: Sendable {
    enum Place: Sendable {
        case query
        case form
    }

    let place: Place
    let name: String
    let style: ParameterStyle
    /// `&name=`, escaped: what an item of this parameter begins with.
    private let start: [UInt8]
    /// What stands between the values of a joined list, escaped where it needs to be.
    private let separator: [UInt8]

    init(in place: Place, named name: String, style: ParameterStyle) {
        self.place = place
        self.name = name
        self.style = style
        var start = TextBuffer()
        start.append(UInt8(ascii: "&"))
        place.append(name, to: &start)
        start.append(UInt8(ascii: "="))
        self.start = Array(start.text.utf8)
        separator =
            if case .joined(let separator) = style.arrays {
                PercentEncoding.separator(separator, in: place)
            } else { [] }
    }
}

extension ParameterItem {
    /// Appends `&name=text`, escaped, for every item that a parameter of this value comes to.
    func append(_ value: ParameterValue, to bytes: inout TextBuffer) throws(ParameterValueError) {
        try append(value, after: start, to: &bytes)
    }

    private func append(
        _ value: ParameterValue,
        after start: [UInt8],
        to bytes: inout TextBuffer
    ) throws(ParameterValueError) {
        switch value {
        case .text(let text): append(text, after: start, to: &bytes)
        case .list(let values): try append(values, after: start, to: &bytes)
        default:
            if let text = try value.text(style: style) { append(text, after: start, to: &bytes) }
        }
    }

    private func append(
        _ values: [ParameterValue],
        after start: [UInt8],
        to bytes: inout TextBuffer
    ) throws(ParameterValueError) {
        switch style.arrays {
        case .repeated:
            for value in values { try append(value, after: start, to: &bytes) }
        case .brackets:
            let bracketed = start.dropLast() + Array("%5B%5D=".utf8)
            for value in values { try append(value, after: bracketed, to: &bytes) }
        case .joined:
            var prefix = start
            for text in try ParameterValue.list(values).texts(style: style) {
                append(text, after: prefix, to: &bytes)
                prefix = separator
            }
        }
    }

    private func append(_ text: String, after start: [UInt8], to bytes: inout TextBuffer) {
        bytes.append(start)
        place.append(text, to: &bytes)
    }
}

extension ParameterItem.Place {
    /// Appends a name or value, escaped by the rules of the place.
    func append(_ text: String, to bytes: inout TextBuffer) {
        switch self {
        case .query: PercentEncoding.append(text, to: &bytes)
        case .form: PercentEncoding.appendForm(text, to: &bytes)
        }
    }
}
