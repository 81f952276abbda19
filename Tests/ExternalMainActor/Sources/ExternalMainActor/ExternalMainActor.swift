import Endpoints

/// Builds requests of the samples' endpoints, and prints their URLs.
@main
struct ExternalMainActor {
    static func main() throws {
        try show(ListPosts(userID: 7, tags: ["swift", "http"]).urlRequest(in: .staging))
        try show(Comment(pathComponents: .init(post: 1), body: .init(text: "Hello")).urlRequest())
        try show(Page<Post>(cursor: "abc").urlRequest())
    }

    static func show(_ request: URLRequest) {
        print(request.httpMethod ?? "", request.url?.absoluteString ?? "no URL")
    }
}
