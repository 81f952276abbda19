import EndpointsMocking
import Testing

@Suite("Secrets in recordings", .timeLimit(.minutes(5)))
struct RedactionTests {
    private let place = RecordingPlace()

    /// What a call leaves in the folder when the server answers with a reply.
    private func recorded<T: Endpoint>(
        _ endpoint: T, auth: any AuthenticationMethod = anybody, reply: WireReply
    ) async throws -> String where T.Server == RecordingSite {
        try await withMock {
            $0.respond(to: T.self, with: reply)
        } test: {
            try await withRecording(to: place.url) {
                _ = await URLSession.shared.result(with: endpoint, environment: recordedAddress, auth: auth)
            }
        }
        #expect(place.files.count == 1)
        return try place.everything
    }

    @Test(
        "members of JSON, by their names, at any depth, on both sides",
        arguments: [
            "access_token", "refreshToken", "id-token", "token", "Password", "passwd", "secret", "client_secret",
            "code",
            "codeVerifier", "assertion", "API_KEY", "apikey", "session", "otp", "pin", "access", "X-Auth-Token",
        ])
    func json(name: String) async throws {
        let text = try await recorded(
            Send(body: ["kept": [name: "s3cr3t-a"]]),
            reply: .text(#"{"list":[{"\#(name)":{"in":"s3cr3t-b"},"kept":"k"}]}"#))
        #expect(!text.contains("s3cr3t") && text.contains("<redacted>") && text.contains(name))
    }

    @Test("numbers keep their type, booleans and null their value")
    func types() async throws {
        let text = try await recorded(
            Send(body: ["a": "b"]), reply: .text(#"{"pin":987654,"password":true,"token":null,"price":0.1}"#))
        #expect(!text.contains("987654") && text.contains("\"pin\" : 0"))
        #expect(text.contains("\"password\" : true") && text.contains("\"price\" : 0.1"))
    }

    @Test("queries, forms, and the URLs in header fields")
    func items() async throws {
        let reply = WireReply.status(
            200,
            headers: [
                "Content-Type": "application/x-www-form-urlencoded",
                "Link": "<https://x.example/?page=2&access_token=s3cr3t-l>; rel=next", "X-Session-Token": "s3cr3t-h",
                "Set-Cookie": "id=s3cr3t-c",
            ],
            body: Data("a=b&access_token=s3cr3t-f&echo=s3cr3t-c".utf8))
        let text = try await recorded(ListNotes(page: 7, key: "s3cr3t-q"), reply: reply)
        #expect(!text.contains("s3cr3t") && text.contains("page=7") && text.contains("page=2") && text.contains("a=b"))
    }

    @Test(
        "what authentication added, wherever it is repeated",
        arguments: [
            HeaderKeyAuth(key: "s3cr3t", header: "X-Own"), HeaderKeyAuth(key: "s3cr3t"),
            QueryKeyAuth(key: "s3cr3t", name: "own"), BasicAuth(username: "user", password: "s3cr3t"),
            CookieAuth(name: "own", value: "s3cr3t"),
        ] as [any AuthenticationMethod])
    func credentials(auth: any AuthenticationMethod) async throws {
        let reply = WireReply.text(
            #"{"you":"sent s3cr3t"} and s3cr3t"#, headers: ["Location": "/a/s3cr3t", "X-Echo": "s3cr3t"])
        let text = try await recorded(ListNotes(), auth: auth, reply: reply)
        #expect(!text.contains("s3cr3t") && text.contains("you"))
        #expect(!text.contains(Data("user:s3cr3t".utf8).base64EncodedString()))
    }

    @Test("the user information of a URL, and a secret among bytes")
    func places() async throws {
        let bytes = Data([0, 255]) + Data("s3cr3t".utf8) + Data([255])
        let reply = WireReply.status(200, headers: ["Link": "<https://user:pw@api.example.com/next>"], body: bytes)
        let text = try await recorded(ListNotes(), auth: HeaderKeyAuth(key: "s3cr3t"), reply: reply)
        #expect(!text.contains("s3cr3t") && !text.contains("user:") && text.contains("@api.example.com/next"))
        #expect(!text.contains(bytes.base64EncodedString()))
    }
}
