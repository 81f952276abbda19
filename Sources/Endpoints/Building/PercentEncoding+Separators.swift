extension PercentEncoding {
    /// The separator of a list that is one item of a query or a form, as it stands between the values.
    ///
    /// What a query may hold (RFC 3986 §3.4) and no parser splits items or pairs on stands bare. Values hold it escaped, so
    /// the server can tell a comma in a value from one between two. Everything else is written as in a value.
    static func separator(_ text: String, in place: ParameterItem.Place) -> [UInt8] {
        var bytes = TextBuffer()
        for scalar in text.unicodeScalars {
            if standsBare(scalar) {
                bytes.append(UInt8(ascii: scalar))
            } else {
                place.append(String(scalar), to: &bytes)
            }
        }
        return Array(bytes.text.utf8)
    }

    /// Not `&` and `;`, which separate items, nor `=` and `+`, which mean something in forms.
    private static func standsBare(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ",", ":", "/", "?", "@", "!", "$", "'", "(", ")", "*": true
        default: false
        }
    }
}
