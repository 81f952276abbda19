/// A folder of recordings, a file each.
struct RecordingFolder {
    let url: URL

    /// Whether there are files that a recording made.
    var holdsRecordings: Bool { !((try? files) ?? []).filter(Self.isNumbered).isEmpty }

    /// Writes recordings in the place of those that are there.
    func write(_ recordings: [Recording]) throws(RecordingError) {
        try writing(url.path) {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            for file in try files where Self.isNumbered(file) {
                try FileManager.default.removeItem(at: url.appendingPathComponent(file))
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        for (index, recording) in recordings.enumerated() {
            let file = Self.name(of: recording, number: index + 1)
            try writing(file) {
                let text = try encoder.encode(recording) + Data("\n".utf8)
                // Another recording into the same folder at the same time is found out by this.
                try text.write(to: url.appendingPathComponent(file), options: .withoutOverwriting)
            }
        }
    }

    /// Reads all recordings, in the order of their numbers.
    func read() throws(RecordingError) -> [(file: String, recording: Recording)] {
        let names: [String]
        do {
            names = try files
        } catch {
            throw .notRead(file: url.path, reason: error.localizedDescription)
        }
        var recordings: [(file: String, recording: Recording)] = []
        for file in names { recordings.append((file, try read(file))) }
        return recordings
    }

    private func read(_ file: String) throws(RecordingError) -> Recording {
        do {
            let data = try Data(contentsOf: url.appendingPathComponent(file))
            return try JSONDecoder().decode(Recording.self, from: data)
        } catch let error as DecodingError {
            throw .malformed(file: file, reason: Self.text(of: error))
        } catch {
            throw .notRead(file: file, reason: error.localizedDescription)
        }
    }

    private var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: url.path).filter { $0.hasSuffix(".json") }.sorted {
                $0.compare($1, options: .numeric) == .orderedAscending
            }
        }
    }

    private func writing(_ file: String, _ step: () throws -> Void) throws(RecordingError) {
        do { try step() } catch { throw .notWritten(file: file, reason: error.localizedDescription) }
    }

    private static func isNumbered(_ file: String) -> Bool {
        let digits = file.prefix { $0.isASCII && $0.isNumber }
        return digits.count >= 4 && file.dropFirst(digits.count).hasPrefix("-")
    }

    /// The number, and the endpoint's name in characters that every file system takes.
    static func name(of recording: Recording, number: Int) -> String {
        let digits = String(number)
        let words = recording.endpoint.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
        let name = words.joined(separator: "-").prefix(100)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-" + name + ".json"
    }

    private static func text(of error: DecodingError) -> String {
        func place(_ context: DecodingError.Context, _ last: String? = nil) -> String {
            (context.codingPath.map(\.stringValue) + (last.map { [$0] } ?? [])).joined(separator: ".")
        }
        return switch error {
        case .keyNotFound(let key, let context): "\(place(context, key.stringValue)) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(place(context)) is of another type"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty: "\(place(context)) can't be read"
        default: "it is not JSON"
        }
    }
}
