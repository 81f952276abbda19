import Testing

@testable import Endpoints

@Suite("Idempotency keys")
struct IdempotencyKeyTests {
    private func request(_ method: String, _ headers: [String: String] = [:]) -> URLRequest {
        var request = URLRequest(url: url("https://api.example.com"))
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        return request
    }

    private func field(_ request: URLRequest, _ name: String = "Idempotency-Key") -> String? {
        request.value(forHTTPHeaderField: name)
    }

    @Test("T-02 a generated key is a new UUID, and safe methods go without")
    func generated() throws {
        let first = try #require(field(try request("POST").keyed(by: .generated)))
        #expect(UUID(uuidString: first) != nil)
        #expect(field(try request("POST").keyed(by: .generated)) != first)
        for method in ["PUT", "PATCH", "DELETE", "PROPPATCH"] {
            #expect(field(try request(method).keyed(by: .generated)) != nil, "\(method)")
        }
        for method in ["GET", "HEAD", "OPTIONS", "TRACE"] {
            #expect(field(try request(method).keyed(by: .generated)) == nil, "\(method)")
            #expect(field(try request(method).keyed(by: .key("k"))) == "k", "\(method)")
        }
    }

    @Test("T-02 the caller's own key wins, and so does a declared field")
    func own() throws {
        #expect(field(try request("POST").keyed(by: .key("order-7"))) == "order-7")
        let declared = request("POST", ["idempotency-key": "mine"])
        #expect(field(try declared.keyed(by: .generated)) == "mine")
        #expect(field(try declared.keyed(by: .key("other"))) == "mine")
    }

    @Test("T-02 the field's name can be another one, which a call's key inherits")
    func header() throws {
        let declared = RequestOptions(idempotencyKey: .generated(header: "X-Request-Key"))
        let merged = RequestOptions(idempotencyKey: .key("k")).merged(over: declared)
        let sent = try request("POST").keyed(by: try #require(merged.idempotencyKey))
        #expect(field(sent, "X-Request-Key") == "k")
        #expect(field(sent) == nil)
        #expect(RequestOptions().merged(over: declared).idempotencyKey == declared.idempotencyKey)
    }

    @Test("a key that can't be sent is an error of the declaration", arguments: ["", " ", "\t", "a\r\nb", "a\u{0}"])
    func bad(key: String) {
        #expect(throws: EndpointError.self) { try request("POST").keyed(by: .key(key)) }
        #expect(throws: EndpointError.self) { try request("POST").keyed(by: .key("k", header: "X Y")) }
    }

    @Test("T-01 what may be repeated: idempotent methods, keys, an opt-in; never a stream")
    func repeatable() throws {
        func isRepeatable(_ request: URLRequest, _ options: RequestOptions = RequestOptions()) throws -> Bool {
            let keyed = try options.idempotencyKey.map { try request.keyed(by: $0) } ?? request
            return keyed.isRepeatable(by: options)
        }
        for method in ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"] {
            #expect(try isRepeatable(request(method)), "\(method)")
        }
        let optIn = RequestOptions(retryPolicy: RetryPolicy(maxRetries: 1, retriesNonIdempotentRequests: true))
        for method in ["POST", "PATCH", "PROPPATCH"] {
            #expect(try !isRepeatable(request(method)), "\(method)")
            #expect(try isRepeatable(request(method), RequestOptions(idempotencyKey: .generated)), "\(method)")
            #expect(try isRepeatable(request(method), optIn), "\(method)")
            #expect(try isRepeatable(request(method, ["Idempotency-Key": "mine"])), "\(method)")
            #expect(try !isRepeatable(request(method, ["Idempotency-Key": " "])), "\(method)")
            var streamed = request(method)
            streamed.httpBodyStream = InputStream(data: Data("x".utf8))
            #expect(try !isRepeatable(streamed, optIn), "\(method)")
        }
    }

    @Test("a key shows in no description of the options")
    func concealed() {
        let options = RequestOptions(idempotencyKey: .key("s3cr3t"))
        #expect(SecretWalk(secret: "s3cr3t").leaks(in: options).isEmpty)
    }
}
