import EndpointsMocking
import Testing

@Suite("Replays that drifted", .timeLimit(.minutes(5)))
struct DriftTests {
    private let session = URLSession.shared
    private let place = RecordingPlace()

    init() async throws {
        try await withMock { mocks in
            mocks.respond(to: ListNotes.self, json: ["one"])
            mocks.respond(to: Send<[String: String]>.self, body: Data([1]))
        } test: { [session, place] in
            try await withRecording(to: place.url) {
                _ = try await session.send(ListNotes(page: 1, key: "s3cr3t"), to: recordedAddress, auth: anybody)
                _ = try await session.send(Send(body: ["a": "b"]), to: recordedAddress)
            }
        }
    }

    @Test("another query, path, server, body or method is named, without secrets")
    func requests() async throws {
        let sent: [(String, String, String)] = [
            ("page=1", "page=5", "page"), ("/notes", "/posts", "/posts"), ("api.example", "old.example", "old.example"),
            ("\"GET\"", "\"PUT\"", "PUT"),
        ]
        for (old, new, told) in sent {
            try place.replace(old, by: new, in: "0001-ListNotes.json")
            await #expect(throws: UnusedRecordings(files: ["0002-Send-Dictionary-String-String.json"])) {
                try await withReplay(from: place.url) {
                    let detail = await session.drift(of: ListNotes(page: 1, key: "s3cr3t"), at: recordedAddress)
                    #expect(detail.hasPrefix("0001-ListNotes.json: ") && detail.contains(told))
                    #expect(!detail.contains("s3cr3t"))
                }
            }
            try place.replace(new, by: old, in: "0001-ListNotes.json")
        }
        await #expect(throws: UnusedRecordings(files: ["0001-ListNotes.json"])) {
            try await withReplay(from: place.url) {
                let detail = await session.drift(
                    of: Send(body: ["a": "s3cr3t", "b": ""]), at: recordedAddress, auth: nil)
                #expect(detail == "0002-Send-Dictionary-String-String.json: the body differs in a, b")
            }
        }
    }

    @Test("a response that no longer decodes, and a call without a recording")
    func responses() async throws {
        try place.replace("\"one\"", by: "1", in: "0001-ListNotes.json")
        await #expect(throws: UnusedRecordings(files: ["0002-Send-Dictionary-String-String.json"])) {
            try await withReplay(from: place.url) {
                let call = ListNotes(page: 1, key: "another")
                let unreadable = await session.drift(of: call, at: recordedAddress)
                #expect(unreadable.hasPrefix("0001-ListNotes.json: ") && unreadable.contains("Array<String>"))
                #expect(await session.drift(of: call, at: recordedAddress) == "no recording of ListNotes is left")
            }
        }
    }

    @Test("files that are no recordings, and a folder that isn't there")
    func files() async throws {
        let file = "0001-ListNotes.json"
        try place.replace("\"status\"", by: "\"state\"", in: file)
        await #expect(throws: RecordingError.malformed(file: file, reason: "response.status is missing")) {
            try await withReplay(from: place.url) { Issue.record("It ran.") }
        }
        try Data("{".utf8).write(to: place.url.appendingPathComponent(file))
        await #expect(throws: RecordingError.malformed(file: file, reason: "it is not JSON")) {
            try await withReplay(from: place.url) { Issue.record("It ran.") }
        }
        await #expect(throws: RecordingError.self) {
            try await withReplay(from: place.url.appendingPathComponent("none")) { Issue.record("It ran.") }
        }
    }
}
