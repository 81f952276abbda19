import Endpoints

/// What the program is asked to do.
struct Arguments: Sendable {
    enum JSONOutput: Sendable {
        case standardOutput
        case file(String)
    }

    /// Only cases whose name contains it are run.
    var filter: String?
    var json: JSONOutput?
    /// Exit with 1 when a budget is broken.
    var checks = false
    /// Fewer rounds.
    var isQuick = false
    /// Write the baseline instead of comparing with it.
    var updatesBaseline = false
    /// Be the server.
    var serves = false
    /// The server to use; one is started unless given.
    var server: URL?
    /// Measure one variant, as the process that has nothing else in its memory.
    var alone: Subject?
    /// Do one variant's work and nothing else, for programs that count instructions.
    var only: Subject?
    var iterations = 1

    /// Reads the words of the command line.
    init(_ words: [String]) throws {
        var words = words[...]
        func value(of option: String) throws -> String {
            guard let value = words.popFirst() else { throw Misuse("\(option) needs a value") }
            return value
        }
        func subject(of option: String) throws -> Subject {
            let text = try value(of: option)
            guard let subject = Subject(text) else { throw Misuse("\(text) is not CASE/VARIANT") }
            return subject
        }
        while let word = words.popFirst() {
            switch word {
            case "--check": checks = true
            case "--quick": isQuick = true
            case "--update-baseline": updatesBaseline = true
            case "--serve": serves = true
            case "--server": server = URL(string: try value(of: word))
            case "--alone": alone = try subject(of: word)
            case "--only": only = try subject(of: word)
            case "--iterations":
                let text = try value(of: word)
                guard let number = Int(text), number > 0 else { throw Misuse("\(text) is no number of iterations") }
                iterations = number
            case "--json":
                json = .standardOutput
                if let file = words.first, file.hasSuffix(".json") {
                    json = .file(file)
                    words.removeFirst()
                }
            default:
                guard !word.hasPrefix("-"), filter == nil else { throw Misuse("\(word) is not known") }
                filter = word
            }
        }
    }
}

/// The words make no sense.
struct Misuse: Error, CustomStringConvertible {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    var description: String {
        "\(reason)\nusage: Benchmarks [filter] [--json [FILE.json]] [--check] [--quick] [--update-baseline]\n"
            + "       Benchmarks --iterations N --only CASE/VARIANT [--server URL]\n       Benchmarks --serve"
    }
}
