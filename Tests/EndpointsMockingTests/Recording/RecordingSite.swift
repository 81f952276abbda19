import EndpointsMocking
import LoopbackServer
import Testing

/// A server whose environment is its address.
struct RecordingSite: ServerDefinition {
    typealias Environments = URL
    static let auth = CallerAuth()
    static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
}

struct ListNotes: Endpoint {
    typealias Server = RecordingSite
    typealias Response = [String]
    static let definition = Definition(path: "notes", parameters: [.query("page", \.page), .query("api_key", \.key)])
    var page: Int?
    var key: String?
}

struct RenewPair: Endpoint {
    typealias Server = RecordingSite
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(method: .post, path: "token", parameters: [.form("refresh_token", \.token)])
    var token: String

    struct Response: Decodable, Sendable {
        /// Its name tells nobody that it is a token.
        var ticket: String
        var refresh_token: String
    }
}

/// Sends anything and takes anything.
struct Send<Content: Encodable & Sendable>: Endpoint {
    typealias Server = RecordingSite
    typealias Response = Data
    static var auth: NoAuth { NoAuth() }
    static var definition: Definition { Definition(method: .post, path: "send") }
    static var bodyEncoder: any BodyEncoder {
        Content.self == Upload.self ? MultipartFormEncoder() : JSONBodyEncoder()
    }
    var body: Content

    private struct JSONBodyEncoder: BodyEncoder {
        func encodedBody<Value: Encodable>(for value: Value) throws -> EncodedBody {
            EncodedBody(data: try JSONEncoder().encode(value), contentType: "application/json")
        }
    }
}

struct Upload: Encodable, Sendable {
    var title = "Title"
    var password = "s3cr3t-part"
    var file = MultipartFile(data: Data([0, 255, 1, 254]), filename: "a.bin")
}

struct RecordForm: Endpoint {
    typealias Server = RecordingSite
    typealias Response = String
    static let definition = Definition(
        method: .post, path: "form", parameters: [.form("name", \.name), .form("clientSecret", \.secret)])
    var name = "n"
    var secret = "s3cr3t&form"
}

/// A folder of one test.
final class RecordingPlace: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("recordings-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

    func text(_ file: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(file), encoding: .utf8)
    }

    /// All files as one text, and what their base64 stands for.
    var everything: String {
        get throws {
            let texts = try files.map { try "\($0)\n" + text($0) }
            let binaries = texts.flatMap { text in
                text.split(separator: "\"").compactMap { $0.count >= 12 ? Data(base64Encoded: String($0)) : nil }
            }
            return texts.joined() + binaries.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        }
    }

    func replace(_ old: String, by new: String, in file: String) throws {
        let text = try text(file)
        #expect(text.contains(old))
        let changed = text.replacingOccurrences(of: old, with: new)
        try changed.write(to: url.appendingPathComponent(file), atomically: true, encoding: .utf8)
    }
}

extension URLSession {
    /// Sends to a server of the test.
    func send<T: Endpoint>(
        _ endpoint: T, to url: URL, auth: (any AuthenticationMethod)? = nil
    ) async throws -> T.Response where T.Server == RecordingSite {
        try await response(with: endpoint, environment: url, auth: auth)
    }

    /// The detail of a replayed call that has to fail because it drifted.
    func drift<T: Endpoint>(
        of endpoint: T, at url: URL, auth: (any AuthenticationMethod)? = anybody,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> String where T.Server == RecordingSite {
        guard case .failure(.transportError(let failure)) = await result(with: endpoint, environment: url, auth: auth),
            failure.code == .recordingDrifted, let detail = failure.detail, detail.hasSuffix(remedy)
        else {
            Issue.record("did not drift", sourceLocation: sourceLocation)
            return ""
        }
        return String(detail.dropLast(remedy.count))
    }
}

private let remedy = "; record again if that is meant"

let recordedAddress = URL(string: "https://api.example.com") ?? URL(fileURLWithPath: "/")
