import Endpoints

/// The server in a process of its own, so that its work isn't counted.
///
/// It ends when its standard input does, so it never outlives this process.
final class ServerProcess {
    let url: URL
    /// What kind of server it is.
    let name: String
    private let process = Process()
    private let input = Pipe()

    init() throws {
        let output = Pipe()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["--serve"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var text = ""
        while !text.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        let words = text.split { $0.isWhitespace }
        guard words.count == 2, let url = URL(string: "http://127.0.0.1:\(words[0])") else {
            throw WrongResult("the server says “\(text)”")
        }
        self.url = url
        name = String(words[1])
    }

    /// Ends it.
    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
