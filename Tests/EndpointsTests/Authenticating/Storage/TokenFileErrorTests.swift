import Testing

@testable import Endpoints

@Suite struct TokenFileErrorTests {
    private let place = URL(fileURLWithPath: "/data/acme/tokens.json")

    @Test(
        "G7 the sentence names the file, the system's reason and what to do",
        arguments: [
            (.unreadable, "Check"), (.unwritable, "Check"), (.corrupt, "sign in again"), (.lockTimedOut, "try again"),
            (.invalidName, "Pass a name"), (.folderNotPrivate, "choose another folder"),
        ] as [(TokenFileError.Code, String)]
    )
    func sentence(code: TokenFileError.Code, remedy: String) {
        let error = TokenFileError(code, at: place, reason: .EACCES)
        #expect(error.description.contains("“/data/acme/tokens.json”") && error.description.contains(remedy))
        #expect(error.localizedDescription == error.description)
        let isOurs = [.lockTimedOut, .invalidName].contains(code)
        #expect(error.description.contains("Permission denied") == !isOurs)
    }

    @Test("S0-27 a corrupt file's sentence says where the copy is, or that there is none")
    func copies() {
        let copy = URL(fileURLWithPath: "/data/acme/tokens.json.corrupt-2")
        #expect(TokenFileError(.corrupt, at: place, copy: copy).description.contains("“\(copy.path)”"))
        #expect(TokenFileError(.corrupt, at: place).description.contains("not been copied"))
    }

    @Test("a sentence stays one line and holds no credential of a URL")
    func oneLine() {
        let name = TokenFileError(.unreadable, at: URL(fileURLWithPath: "/a\nb/tokens.json"))
        #expect(!name.description.contains("\n"))
        let web = TokenFileError(.invalidName, at: url("https://user:s3cr3t@example.com/?key=s3cr3t"))
        #expect(!web.description.contains("s3cr3t"))
    }

    @Test("G7 it arrives in the sentence of the authentication error")
    func underlying() {
        let error = AuthenticationError.storageFailed(underlying: TokenFileError(.unreadable, at: place, reason: .EIO))
        #expect(error.description.contains("/data/acme/tokens.json"))
    }
}
