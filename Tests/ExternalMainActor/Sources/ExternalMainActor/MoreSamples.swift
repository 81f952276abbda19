import Endpoints

// What an app declares beside the README's samples, with `nonisolated` where this isolation asks for it and nowhere else.

/// A server whose address is known only at run time, with an error type of its own.
struct RuntimeAPI: ServerDefinition {
    typealias Environments = URL
    static let defaultEnvironment = URL(filePath: "/")
    static let auth = CallerAuth()

    nonisolated struct ErrorResponse: Decodable, Sendable {
        let code: String
    }
}

/// A nested endpoint, for signed-in users and others.
struct Comment: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let auth = API.auth.ifAvailable
    static let definition = Definition(method: .post, path: "posts/\(\.pathComponents.post)/comments")

    nonisolated struct PathComponents: Sendable {
        var post: Int
    }

    nonisolated struct Text: Encodable, Sendable {
        var text: String
    }

    var pathComponents: PathComponents
    var body: Text
}

/// A generic endpoint in the convention of the README's refined protocol.
struct Page<Item: Decodable & Sendable>: EnvelopedEndpoint {
    typealias Server = API
    typealias Payload = [Item]
    static var definition: Definition { Definition(path: "pages", parameters: [.query("after", \.cursor)]) }
    var cursor: String?
}

/// An error inside a 200.
struct Balance: Endpoint {
    typealias Server = API
    static let definition = Definition(path: "balance")

    nonisolated struct Response: Decodable, Sendable {
        let amount: Int
    }

    nonisolated struct ErrorResponse: Decodable, Sendable {
        let error: String
    }

    static func accepts(_ response: HTTPURLResponse, body: Data) -> Bool {
        response.statusCode == 200 && (try? Server.decoder.decode(ErrorResponse.self, from: body)) == nil
    }
}

/// The link to the next page, as the server gave it.
struct NextPage: Endpoint {
    typealias Server = API
    typealias Response = [Post]
    static let definition = Definition(url: { $0.link })
    var link: URL
}

/// A screen's state: it lives on the main actor and sends from there.
final class PostsModel {
    private(set) var posts: [Post] = []
    private(set) var message: String?
    private let client: Client

    init(client: Client) {
        self.client = client
    }

    func load() async {
        do throws(ListPosts.TaskError) {
            posts = try await client.send(ListPosts(userID: 7))
        } catch {
            switch error {
            case .cancelled: break
            case .authenticationError: message = "Sign in again."
            case .errorResponse, .endpointError, .transportError, .unreadableResponse:
                message = error.localizedDescription
            }
        }
    }

    func comment(_ text: String) async {
        let comment = Comment(pathComponents: .init(post: 1), body: .init(text: text))
        if case .failure(let error) = await client.session.result(with: comment, environment: client.environment) {
            message = error.localizedDescription
        }
    }
}
