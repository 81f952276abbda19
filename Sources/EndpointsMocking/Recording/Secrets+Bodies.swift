// What a body holds, by its format.
extension Secrets {
    /// A body in its readable form, without secrets; nil when there is none.
    mutating func redacted(body: Data, type: String?, isResponse: Bool) -> RecordedBody? {
        guard !body.isEmpty else { return nil }
        let type = MediaType(type ?? "")
        if let value = JSONValue(body), value.isContainer || type.essence.hasSuffix("json") {
            return .json(redacted(value, isSecret: false, isResponse: isResponse))
        }
        if type.essence == "application/x-www-form-urlencoded", let form = String(data: body, encoding: .utf8) {
            return .text(redacted(form: form))
        }
        if type.essence.hasPrefix("multipart/"), let boundary = type.boundary {
            return RecordedBody(hidden(in: redacted(multipart: body, boundary: boundary)))
        }
        return RecordedBody(hidden(in: body))
    }

    /// The media type with a boundary that is the same for every recording.
    static func unbounded(_ type: String) -> String {
        guard let boundary = MediaType(type).boundary else { return type }
        return type.replacingOccurrences(of: boundary, with: commonBoundary)
    }

    /// A value of the same shape: texts are replaced, numbers are 0, and the rest says nothing.
    private mutating func redacted(_ value: JSONValue, isSecret: Bool, isResponse: Bool) -> JSONValue {
        switch value {
        case .object(let members):
            var result: [String: JSONValue] = [:]
            for (name, member) in members {
                // Names that others use for harmless things are hidden in answers, but not looked for elsewhere.
                if case .string(let text) = member, SecretNames.contain(name) {
                    if !isResponse || SecretNames.areCertain(name) { learn(text) }
                }
                let isHidden = isSecret || SecretNames.contain(name)
                result[hidden(in: name)] = redacted(member, isSecret: isHidden, isResponse: isResponse)
            }
            return .object(result)
        case .array(let elements):
            return .array(elements.map { redacted($0, isSecret: isSecret, isResponse: isResponse) })
        case .string(let text):
            return .string(isSecret ? Self.placeholder : redacted(url: text))
        case .number where isSecret, .double where isSecret:
            return .number(0)
        case .number(let number):
            return hidden(in: "\(number)") == "\(number)" ? value : .number(0)
        case .null, .bool, .double:
            return value
        }
    }

    private mutating func redacted(multipart body: Data, boundary: String) -> Data {
        let delimiter = Data("--\(boundary)".utf8)
        var parts: [Data] = []
        var rest = body[...]
        while let range = rest.range(of: delimiter) {
            parts.append(redacted(part: Data(rest[..<range.lowerBound])))
            rest = rest[range.upperBound...]
        }
        parts.append(Data(rest))
        return Data(parts.joined(separator: Data("--\(Self.commonBoundary)".utf8)))
    }

    private mutating func redacted(part: Data) -> Data {
        let separator = Data("\r\n\r\n".utf8)
        guard let end = part.range(of: separator) else { return part }
        let head = String(decoding: part[..<end.lowerBound], as: UTF8.self)
        guard let start = head.range(of: " name=\"")?.upperBound,
            SecretNames.contain(head[start...].prefix { $0 != "\"" })
        else { return part }
        learn(String(decoding: part[end.upperBound...].dropLast(2), as: UTF8.self))
        return part[..<end.upperBound] + Data("\(Self.placeholder)\r\n".utf8)
    }

    private static let commonBoundary = "boundary"
}
