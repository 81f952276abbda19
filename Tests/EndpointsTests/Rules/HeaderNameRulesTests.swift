import Endpoints
import Testing

@Suite("Names of headers and methods", .timeLimit(.minutes(5)))
struct HeaderNameRulesTests {
    @Test("H-03 names are equal in any case and keep their spelling")
    func equality() {
        let spelled: Header = "x-RATE-limit"
        #expect(spelled == Header("X-Rate-Limit"))
        #expect(spelled.hashValue == Header("X-Rate-Limit").hashValue)
        #expect(spelled.name == "x-RATE-limit")
        #expect(Header.contentType == "content-TYPE")
        #expect(Header("a") != Header("b"))
        #expect(["A": 1, "b": 2][Header("a")] == 1)
        #expect(Set<Header>(["etag", .etag, "ETAG", "Etag"]).count == 1)
    }

    @Test(
        "S4-58 standard names have their categories",
        arguments: [
            (Header.cookie, "Cookie", Header.Category.request), (.setCookie, "Set-Cookie", .response),
            (.authorization, "Authorization", .request), (.contentType, "Content-Type", .representation),
            (.acceptLanguage, "Accept-Language", .request), (.retryAfter, "Retry-After", .response),
            (.cacheControl, "Cache-Control", .general), (.wwwAuthenticate, "WWW-Authenticate", .response),
            (.etag, "ETag", .representation), (.userAgent, "User-Agent", .request), (.location, "Location", .response),
            (.xAPIKey, "X-API-Key", .custom), (.proxyAuthorization, "Proxy-Authorization", .request),
            (.idempotencyKey, "Idempotency-Key", .request), (.lastEventID, "Last-Event-ID", .request),
        ])
    func categories(header: Header, name: String, category: Header.Category) {
        #expect(header.name == name)
        #expect(header.category == category)
        #expect(Header(name.lowercased()).category == category)
        #expect(Header(name.uppercased()).category == category)
    }

    @Test("S4-58 an unknown name is custom", arguments: ["X-Own", "", "Cookie2", "Set-Cookie "])
    func custom(name: String) {
        #expect(Header(name).category == .custom)
    }

    @Test("S2-1 methods are an open set of spelled names")
    func methods() {
        let purge: HTTPMethod = "PURGE"
        #expect(purge.rawValue == "PURGE")
        #expect(HTTPMethod.get != HTTPMethod(rawValue: "get"))
        #expect(
            [HTTPMethod.get, .head, .post, .put, .patch, .delete, .options, .trace].map(\.rawValue)
                == ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
    }

    @Test("T-01 safe and idempotent methods by RFC 9110 §9.2")
    func properties() {
        let all = [HTTPMethod.get, .head, .post, .put, .patch, .delete, .options, .trace, "PURGE"]
        #expect(all.filter(\.isSafe) == [.get, .head, .options, .trace])
        #expect(all.filter(\.isIdempotent) == [.get, .head, .put, .delete, .options, .trace])
    }
}
