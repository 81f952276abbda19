import Endpoints

/// Sends requests of every kind to the httpbin at `HTTPBIN_URL`, and prints a line for each proof.
@main
struct External {
    let session = URLSession.forEndpoints()

    static func main() async {
        let external = External()
        do {
            try await external.environments()
            try await external.endpoints()
            try await external.bodies()
            try await external.authentication()
            try await external.credentials()
            try await external.conventions()
            try await external.waysToSend()
        } catch {
            print("FAILED  \(String(reflecting: error))")
            exit(1)
        }
    }

    func environments() async throws {
        let plain = try await session.response(with: ListPosts(user: "ada"))
        prove("an environment that is a URL", path(of: plain), is: "/anything/users/ada/posts?draft=false")
        let below = Address.httpbin.appending(path: "anything/below")
        let deep = try await session.response(with: ListPosts(user: "ada"), environment: below)
        prove("a base URL with a path", path(of: deep), is: "/anything/below/anything/users/ada/posts?draft=false")

        let local = try await session.response(with: ShowKeyed())
        prove("a typical environment", path(of: local), is: "/anything/local/show")
        prove("its credentials", local.headers["Authorization"], is: "Bearer local key")
        let staging = try await session.response(with: ShowKeyed(), environment: .staging)
        prove("another typical environment", path(of: staging), is: "/anything/staging/show")
        prove("its own credentials", staging.headers["Authorization"], is: "Bearer staging key")
        let missing = await session.result(with: ShowKeyed(), environment: .production)
        prove("an environment without a base URL", missing, failsWith: "endpointError")

        let north = try await session.response(with: ShowRegional())
        prove("an own environment", path(of: north), is: "/anything/north/show")
        let south = await session.result(with: ShowRegional(), environment: .south)
        prove("an own environment without a base URL", south, failsWith: "endpointError")
    }

    func endpoints() async throws {
        let flat = try await session.response(
            with: ListPosts(user: "a/b c", page: 2, tags: ["swift", "é+"], language: "sv")
        )
        prove(
            "a flat endpoint's path and query",
            path(of: try ListPosts(user: "a/b c", page: 2, tags: ["swift", "é+"]).urlRequest().url?.absoluteString),
            is: "/anything/users/a%2Fb%20c/posts?page=2&tag=swift&tag=%C3%A9%2B&draft=false"
        )
        prove("a header from a property", flat.headers["X-Language"], is: "sv")
        prove("a fixed header", flat.headers["X-Client"], is: "external")

        let post = UUID()
        let nested = try await session.response(
            with: AddPost(pathComponents: .init(user: 7, post: post), body: .init(title: "Åland"))
        )
        prove("a nested endpoint's path", path(of: nested), is: "/anything/users/7/posts/\(post.uuidString)")
        prove("a nested endpoint's body", nested.data, is: #"{"title":"Åland"}"#)

        prove("a generic endpoint", try await session.response(with: Answer<[Int]>(json: "[1, 2]")), is: [1, 2])
        let ages = try await session.response(with: Answer<[String: Int]>(json: #"{"ada": 36}"#))
        prove("a generic endpoint of another type", ages, is: ["ada": 36])
        let unreadable = await session.result(with: Answer<[Int]>(json: #"["one"]"#))
        prove("an answer that can't be read", unreadable, failsWith: "unreadableResponse.undecodableBody", status: 200)
    }

    func bodies() async throws {
        let fields = try await session.response(with: PostFields(name: "Ada & Grace = 100 %"))
        prove("form fields", fields.form, is: ["name": "Ada & Grace = 100 %", "grant_type": "password"])
        let form = try await session.response(
            with: PostForm(body: .init(item: "tea + milk", address: .init(city: "Malmö")))
        )
        prove("a form body", form.form, is: ["item": "tea + milk", "address[city]": "Malmö"])

        let file = MultipartFile(data: Data("häst".utf8), filename: "horse.txt", contentType: "text/plain")
        let upload = try await session.response(with: Upload(body: .init(caption: "a horse", file: file)))
        prove("a multipart body's text", upload.form, is: ["caption": "a horse"])
        prove("a multipart body's file", upload.files, is: ["file": "häst"])
    }

    func authentication() async throws {
        let signed = try await session.response(with: Signed())
        prove("an own authentication method", signed.headers["X-Signature"], is: "secret /anything/signed")
        let other = try await session.response(with: Signed(), auth: SignatureAuth(secret: "other"))
        prove("an account given to a call", other.headers["X-Signature"], is: "other /anything/signed")
        let broken = await session.result(with: Signed(), auth: BrokenAuth())
        prove("an own method that fails", broken, failsWith: "authenticationError")
        if case .failure(.authenticationError(let error)) = broken {
            prove("its code", error.code, is: .custom)
            prove("its error is kept", error.underlying is BrokenAuth.KeyIsGone, is: true)
        }

        async let first = session.response(with: MemberToken()).token
        async let second = session.response(with: MemberToken()).token
        prove("a renewed token", try await [first, second], is: Array(repeating: "new-by-renewal-alone", count: 2))
        prove("one refresh for two calls", await MemberBin.refreshes.count, is: 1)
    }

    func credentials() async throws {
        let account = Client(session: session, environment: Address.httpbin, auth: .bearer("token"))
        prove("a bearer token", try await account.send(Bearer()).token, is: "token")
        let asked = try await session.response(with: Bearer(), auth: BearerAuth { "asked for" })
        prove("a bearer token from a closure", asked.token, is: "asked for")
        let anonymous = await session.result(with: Bearer())
        prove("no bearer token", anonymous, failsWith: "errorResponse", status: 401)

        let login = BasicLogin(user: "ada", password: "hörse")
        let user = try await session.response(with: login, auth: .basic(username: "ada", password: "hörse")).user
        prove("a user name and password", user, is: "ada")
        let wrong = await session.result(with: login, auth: .basic(username: "ada", password: "wrong"))
        prove("a wrong password", wrong, failsWith: "errorResponse", status: 401)
        if case .failure(let error) = wrong { prove("it says that it is unauthorized", error.isUnauthorized, is: true) }
    }

    func conventions() async throws {
        let names = try await session.response(with: EnvelopedNames(json: #"{"data": ["ada", "grace"]}"#))
        prove("an envelope", names, is: ["ada", "grace"])
        let page = try await session.response(with: EnvelopedPage<Int>(json: #"{"data": [1, 2]}"#))
        prove("an envelope of a generic endpoint", page, is: [1, 2])
        let bare = await session.result(with: EnvelopedNames(json: #"["ada"]"#))
        prove("a missing envelope", bare, failsWith: "unreadableResponse.undecodableBody", status: 200)

        for (status, wanted) in [(422, Order.ErrorResponse.invalid), (409, .other(409)), (503, .other(503))] {
            do throws(Order.TaskError) {
                try await session.response(with: Order(status: status))
            } catch {
                guard case .errorResponse(let refusal, let received) = error else { throw error }
                prove("the error of status \(received.statusCode)", refusal, is: wanted)
                continue
            }
            prove("status \(status) is an error", false, is: true)
        }
        let teapot = await session.result(with: Order(status: 418))
        prove("an error that reads the body", teapot, failsWith: "errorResponse", status: 418)
        if case .failure(.errorResponse(let refusal, _)) = teapot {
            prove("what it has read", refusal.drawing?.contains("-=[ teapot ]=-"), is: true)
        }

        let balance = try await session.response(with: Balance(json: #"{"amount": 3}"#))
        prove("a 200 that is a success", balance, is: Balance.Response(amount: 3))
        let refused = await session.result(with: Balance(json: #"{"error": "quota"}"#))
        prove("an error inside a 200", refused, failsWith: "errorResponse", status: 200)
        if case .failure(.errorResponse(let refusal, _)) = refused {
            prove("its typed error", refusal, is: Balance.ErrorResponse(error: "quota"))
        }
    }

    func waysToSend() async throws {
        prove("a generic function that sends", try await send(Answer<Int?>(json: "null")), is: nil)
        do throws(Order.TaskError) {
            try await send(Order(status: 422))
        } catch {
            prove("its typed error", Stage(of: error), is: Stage(name: "errorResponse", status: 422))
        }

        async let good = session.result(with: Answer<Int>(json: "1"))
        async let bad = session.result(with: Order(status: 422))
        prove("a result in async let", try await good.get(), is: 1)
        prove("a typed failure in async let", await bad, failsWith: "errorResponse", status: 422)

        let detailed = try await session.endpointResponse(with: Answer<Int>(json: "1"))
        prove("a response with its answer", [detailed.httpResponse.statusCode, detailed.attempts], is: [200, 1])

        let task: Result<Int, Answer<Int>.TaskError> = await withCheckedContinuation { continuation in
            do throws(Answer<Int>.TaskError) {
                let endpoint = Answer<Int>(json: "5")
                try session.endpointTask(with: endpoint) { continuation.resume(returning: $0) }.resume()
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        prove("a task", try task.get(), is: 5)

        let start = ContinuousClock.now
        let late = await session.result(with: Delay(seconds: 3), options: RequestOptions(timeout: .milliseconds(300)))
        prove("a time limit", late, failsWith: "transportError.timedOut")
        prove("it holds", ContinuousClock.now - start < .seconds(2), is: true)
    }

    /// Path and query of an echoed or built URL.
    private func path(of echo: Echo) -> String {
        path(of: echo.url)
    }

    private func path(of url: String?) -> String {
        guard let url, let components = URLComponents(string: url) else { return "" }
        return components.percentEncodedPath + (components.percentEncodedQuery.map { "?\($0)" } ?? "")
    }
}
