extension FieldGroup {
    /// Appends the texts and files of this group and of the groups inside it, each with its full name.
    ///
    /// - Parameters:
    ///   - name: The name of this group; nil for the body itself.
    ///   - arrays: How an array of texts is written.
    ///   - fields: Where the fields go.
    func appendFields(named name: String?, arrays: ParameterStyle.Arrays, to fields: inout [FormField]) {
        guard let name, shape == .list else {
            return appendMembers(named: name, arrays: arrays, to: &fields)
        }
        if case .joined(let separator) = arrays {
            appendJoinedTexts(named: name, separator: separator, to: &fields)
        }
        let elementName = arrays == .brackets ? name + "[]" : name
        for (slot, entry) in entries.enumerated() {
            switch (entry.field, arrays) {
            case (.empty, _), (.text, .joined): continue
            case (.text(let text), _): fields.append(field(elementName, .text(text), slot))
            case (.file(let file), _): fields.append(field(elementName, .file(file), slot))
            // Numbered, since a server cannot tell where the next of several repeated objects begins.
            case (.group(let group), _): group.appendFields(named: "\(name)[\(slot)]", arrays: arrays, to: &fields)
            }
        }
    }

    private func appendMembers(named name: String?, arrays: ParameterStyle.Arrays, to fields: inout [FormField]) {
        for slot in orderedSlots {
            let key = entries[slot].key?.stringValue ?? ""
            let memberName = if let name { name + "[" + key + "]" } else { key }
            switch entries[slot].field {
            case .empty: continue
            case .text(let text): fields.append(field(memberName, .text(text), slot))
            case .file(let file): fields.append(field(memberName, .file(file), slot))
            case .group(let group): group.appendFields(named: memberName, arrays: arrays, to: &fields)
            }
        }
    }

    private func appendJoinedTexts(named name: String, separator: String, to fields: inout [FormField]) {
        let texts = entries.compactMap { entry in
            if case .text(let text) = entry.field { text } else { nil }
        }
        if !texts.isEmpty {
            fields.append(field(name, .joined(texts, separator: separator), 0))
        }
    }

    private func field(_ name: String, _ content: FormField.Content, _ slot: Int) -> FormField {
        FormField(name: name, content: content, group: self, slot: slot)
    }

    /// Declared members in their order, then those of a dictionary sorted, as theirs is random in every process: whole
    /// numbers by value, then other keys by their Unicode scalars.
    private var orderedSlots: [Int] {
        let declared = entries.indices.filter { !entries[$0].isDictionaryEntry }
        guard declared.count < entries.count else { return declared }
        let sorted = entries.indices.filter { entries[$0].isDictionaryEntry }
            .map { (number: entries[$0].key?.intValue, text: entries[$0].key?.stringValue ?? "", slot: $0) }
            .sorted { first, second in
                switch (first.number, second.number) {
                case (let first?, let second?) where first != second: first < second
                case (.some, nil): true
                case (nil, .some): false
                default: first.text < second.text
                }
            }
        return declared + sorted.map(\.slot)
    }
}
