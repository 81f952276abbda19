/// A field of a form: its full name, such as `user[address][city]`, and its content.
struct FormField {
    /// What is sent under the name.
    enum Content {
        case text(String)
        /// The texts of an array that is one field.
        case joined([String], separator: String)
        indirect case file(MultipartFile)
    }

    let name: String
    let content: Content
    private let group: FieldGroup
    private let slot: Int

    init(name: String, content: Content, group: FieldGroup, slot: Int) {
        self.name = name
        self.content = content
        self.group = group
        self.slot = slot
    }

    /// Where the field is in the value.
    ///
    /// Made only for an error, so it isn't kept.
    var codingPath: [any CodingKey] {
        group.codingPath(of: slot)
    }
}

extension FormField {
    /// About the bytes that a part with this field takes.
    var approximateSize: Int {
        let headers = 250
        return switch content {
        case .text(let text): headers + name.utf8.count + text.utf8.count
        case .joined(let texts, let separator):
            headers + name.utf8.count + texts.reduce(0) { $0 + $1.utf8.count + separator.utf8.count }
        case .file(let file): headers + name.utf8.count + file.content.size
        }
    }
}
