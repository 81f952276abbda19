import EndpointsMocking
import LoopbackServer
import Testing

@Suite("Recording and replaying", .timeLimit(.minutes(5)))
struct RecordingTests {
    private let session = URLSession.shared
    private let place = RecordingPlace()

    private func account(_ url: URL) -> JWTAuth {
        JWTAuth(initialTokens: TokenPair(accessToken: "s3cr3t-old", refreshToken: "s3cr3t-refresh")) { token in
            let pair = try await URLSession.shared.send(RenewPair(token: token), to: url)
            return TokenPair(accessToken: pair.ticket, refreshToken: pair.refresh_token)
        }
    }

    @Test("a refresh is recorded over a socket and replayed without a server, with every attempt and no secret")
    func refresh() async throws {
        let server = try LoopbackServer { request in
            if request.path == "/token" {
                return .json(#"{"ticket":"s3cr3t-new","refresh_token":"s3cr3t-next"}"#)
            }
            guard request.header("Authorization") == "Bearer s3cr3t-new" else { return .empty(401) }
            return .json(#"["one","two"]"#, headers: [("Set-Cookie", "id=s3cr3t-cookie; Path=/")])
        }
        let url = server.url
        let recorded = try await withRecording(to: place.url) {
            try await session.send(ListNotes(page: 2), to: url, auth: account(url))
        }
        server.stop()
        #expect(place.files == ["0001-ListNotes.json", "0002-RenewPair.json", "0003-ListNotes.json"])
        #expect(try !place.everything.contains("s3cr3t"))
        #expect(try place.everything.contains("<redacted>"))
        let replayed = try await withReplay(from: place.url) {
            let auth = account(url)
            let notes = try await session.send(ListNotes(page: 2), to: url, auth: auth)
            #expect(try await auth.accessToken() == "<redacted>")
            return notes
        }
        #expect(recorded == ["one", "two"] && replayed == recorded)
        #expect(server.requestCount == 3)
    }

    @Test("the files are readable JSON: pretty, with sorted keys and JSON bodies as JSON")
    func readable() async throws {
        try await record { try await session.send(Send(body: ["b": 1.5, "a": 2]), to: recordedAddress) }
        let text = try place.text("0001-Send-Dictionary-String-Double.json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let request = try #require(object["request"] as? [String: Any])
        #expect(object["endpoint"] as? String == "Send<Dictionary<String, Double>>")
        #expect(request["method"] as? String == "POST")
        #expect(request["url"] as? String == "https://api.example.com/send")
        #expect(((request["body"] as? [String: Any])?["json"] as? [String: Double]) == ["a": 2, "b": 1.5])
        let endpoint = try #require(text.range(of: "\"endpoint\""))
        let response = try #require(text.range(of: "\"response\""))
        #expect(text.split(separator: "\n").count > 10 && endpoint.lowerBound < response.lowerBound)
    }

    @Test("JSON, form, multipart and binary bodies are recorded without secrets and found again")
    func bodies() async throws {
        let calls: @Sendable () async throws -> [Data] = {
            let (json, binary) = (["password": "s3cr3t-json", "name": "n"], Data([0, 255, 3]))
            return [
                try await session.send(Send(body: json), to: recordedAddress),
                Data(try await session.send(RecordForm(), to: recordedAddress, auth: anybody).utf8),
                try await session.send(Send(body: Upload()), to: recordedAddress),
                try await session.send(Send(body: binary), to: recordedAddress),
            ]
        }
        let recorded = try await record(calls)
        #expect(place.files.count == 4)
        #expect(try !place.everything.contains("s3cr3t"))
        #expect(try place.text("0004-Send-Data.json").contains("\"base64\" : \"AP8D\""))
        #expect(try await withReplay(from: place.url, calls) == recorded)
    }

    @Test("concurrent calls get a number each, and are replayed in any order")
    func concurrent() async throws {
        let calls: @Sendable () async throws -> Int = {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for page in 0..<50 {
                    group.addTask {
                        let notes = try await session.send(ListNotes(page: page), to: recordedAddress, auth: anybody)
                        #expect(notes == ["page=\(page)"])
                    }
                }
                return try await group.reduce(into: 0) { count, _ in count += 1 }
            }
        }
        #expect(try await record(calls) == 50)
        #expect(place.files.map { String($0.prefix(4)) } == (10_001...10_050).map { String("\($0)".suffix(4)) })
        #expect(try await withReplay(from: place.url, calls) == 50)
    }

    @Test("a folder with recordings is refused before anything is sent, unless they may be overwritten")
    func overwriting() async throws {
        let call: @Sendable () async throws -> Void = {
            _ = try await session.send(ListNotes(), to: recordedAddress, auth: anybody)
        }
        try await record {
            try await call()
            try await call()
        }
        await #expect(throws: RecordingError.folderInUse(place.url)) {
            try await withRecording(to: place.url) { Issue.record("It ran.") }
        }
        #expect(place.files.count == 2)
        try await record(overwriting: true) { try await call() }
        #expect(place.files == ["0001-ListNotes.json"])
    }

    @Test(
        "typed answers of an outer scope are passed on and not recorded, and an inner scope's other calls are recorded")
    func scopes() async throws {
        let notes = try await withMock { mocks in
            mocks.register(ListNotes.self, action: .return(["typed"]))
            mocks.respond(to: RecordForm.self) { _ in .text("done") }
        } test: {
            try await withRecording(to: place.url) {
                try await withMock(RenewPair.self, action: .none) {
                    _ = try await session.send(RecordForm(), to: recordedAddress, auth: anybody)
                    return try await session.send(ListNotes(), to: recordedAddress)
                }
            }
        }
        #expect(notes == ["typed"])
        #expect(place.files == ["0001-RecordForm.json"])
    }

    @Test("what a mock lets through goes where every other call goes: to the recording")
    func letThrough() async throws {
        try await record { _ = try await session.send(ListNotes(), to: recordedAddress, auth: anybody) }
        let notes = try await withReplay(from: place.url) {
            try await withMock(ListNotes.self, action: .none) {
                try await session.send(ListNotes(), to: recordedAddress, auth: anybody)
            }
        }
        #expect(!notes.isEmpty)
    }

    @Test("a handler of an outer scope is waited for, and what it lets through goes to the recording")
    func handlers() async throws {
        try await record { _ = try await session.send(ListNotes(), to: recordedAddress, auth: anybody) }
        try await withMock(ListNotes.self) {
            $0.resume(with: $0.endpoint.page == 1 ? .return(["said"]) : .none)
        } test: {
            try await withReplay(from: place.url) {
                let said = try await session.send(ListNotes(page: 1), to: recordedAddress, auth: anybody)
                #expect(said == ["said"])
                let replayed = try await session.send(ListNotes(), to: recordedAddress, auth: anybody)
                #expect(replayed != ["said"])
            }
        }
    }

    @Test("a redirect is an attempt of its own, and is followed in the replay, too")
    func redirect() async throws {
        let call: @Sendable () async throws -> [String] = {
            try await session.send(ListNotes(), to: recordedAddress, auth: HeaderKeyAuth(key: "s3cr3t-key"))
        }
        let recorded = try await withMock {
            $0.respond(
                to: ListNotes.self, with: .status(302, headers: ["Location": "/moved?page=3&code=s3cr3t-code"]),
                .text(#"["moved"]"#))
        } test: {
            try await withRecording(to: place.url, call)
        }
        #expect(place.files == ["0001-ListNotes.json", "0002-ListNotes.json"])
        #expect(try !place.everything.contains("s3cr3t"))
        #expect(try await withReplay(from: place.url, call) == recorded)
    }

    @Test("endpointTask is recorded and replayed as every other call")
    func endpointTask() async throws {
        let call: @Sendable () async -> Data? = {
            await withCheckedContinuation { continuation in
                do {
                    try session.endpointTask(with: Send(body: ["a": "b"]), environment: recordedAddress) {
                        continuation.resume(returning: try? $0.get())
                    }.resume()
                } catch {
                    continuation.resume(returning: nil)
                }
            }
        }
        let recorded = try await record { await call() }
        #expect(recorded == Data("[1]".utf8))
        #expect(try await withReplay(from: place.url) { await call() } == recorded)
    }

    @Test("a failure of the transport is recorded and replayed")
    func failures() async throws {
        let call: @Sendable () async -> TransportFailure.Code? = {
            let result = await session.result(with: ListNotes(), environment: recordedAddress, auth: anybody)
            guard case .failure(.transportError(let failure)) = result else { return nil }
            return failure.code
        }
        let recorded = try await withMock {
            $0.respond(to: ListNotes.self, with: .failure(.connectionLost))
        } test: {
            try await withRecording(to: place.url) { await call() }
        }
        #expect(recorded == .connectionLost)
        #expect(try await withReplay(from: place.url) { await call() } == .connectionLost)
    }

    /// Records calls that mocks answer: notes with their query, everything else with its body.
    @discardableResult
    private func record<Value: Sendable>(
        overwriting: Bool = false, _ operation: @Sendable () async throws -> Value
    ) async throws -> Value {
        let folder = place.url
        return try await withMock { mocks in
            mocks.respond(to: ListNotes.self) { try .json([$0.url?.query ?? ""]) }
            mocks.respond(to: RecordForm.self) { _ in .text("done") }
            mocks.respond(to: Send<[String: Double]>.self, body: Data("{}".utf8))
            mocks.respond(to: Send<[String: String]>.self, body: Data("[1]".utf8))
            mocks.respond(to: Send<Upload>.self, status: 201)
            mocks.respond(to: Send<Data>.self, body: Data([9, 254]))
        } test: {
            try await withRecording(to: folder, overwriting: overwriting, operation)
        }
    }
}
