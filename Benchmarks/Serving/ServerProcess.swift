import Endpoints

/// The server in a process of its own, so that its work isn't counted.
///
/// It ends when its standard input does, so it never outlives this process.
final class ServerProcess {
    let url: URL
    /// What kind of server it is.
    let name: String
    private let process: OwnProcess

    init() throws {
        process = try OwnProcess(["--serve"])
        var text = ""
        while !text.hasSuffix("\n") {
            let data = process.nextOutput()
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
        process.finish()
    }
}
