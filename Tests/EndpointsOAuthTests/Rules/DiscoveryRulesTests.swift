import EndpointsOAuth
import Foundation
import LoopbackServer
import TestSupport
import Testing

/// What a server says of itself (RFC 8414, OpenID Connect Discovery).
@Suite(.timeLimit(.minutes(5)))
struct DiscoveryRulesTests {
    private static let rfc = "/.well-known/oauth-authorization-server"
    private static let openID = "/.well-known/openid-configuration"

    @Test("S0-31 The place of RFC 8414 is asked first, between host and path", arguments: ["", "/tenant", "/a/b"])
    func firstPlace(path: String) async throws {
        let server = try site(path: path, at: Self.rfc + path)
        let metadata = try await OAuthMetadata.discover(
            issuer: url(server.url.absoluteString + path), session: .fresh())
        #expect(metadata.tokenEndpoint?.absoluteString == "https://e.com/token")
        #expect(server.requests.map(\.target) == [Self.rfc + path])
        #expect(server.requests.first?.method == "GET")
        #expect(server.requests.first?.header("Accept") == "application/json")
    }

    @Test(
        "S0-31 The places of OpenID are asked next",
        arguments: [("", openID), ("/tenant", "/tenant" + openID), ("/tenant", openID + "/tenant")]
    )
    func openIDPlaces(path: String, place: String) async throws {
        let server = try site(path: path, at: place)
        let metadata = try await OAuthMetadata.discover(
            issuer: url(server.url.absoluteString + path), session: .fresh())
        #expect(metadata.issuer == server.url.absoluteString + path)
        let targets = server.requests.map(\.target)
        #expect(targets.first == Self.rfc + path && targets.last == place && Set(targets).count == targets.count)
    }

    @Test("S0-31 A slash at the issuer's end makes no double slash")
    func trailingSlash() async throws {
        let server = try site(path: "/tenant/", at: Self.rfc + "/tenant")
        let issuer = try url(server.url.absoluteString + "/tenant/")
        #expect(try await OAuthMetadata.discover(issuer: issuer, session: .fresh()).tokenEndpoint != nil)
        #expect(!server.requests.contains { $0.target.contains("//") })
    }

    @Test(
        "S0-31 Metadata of another issuer are refused",
        arguments: ["/x", ".evil.org", "0", "@evil.org", "/tenant2", "?x=1"])
    func otherIssuer(more: String) async throws {
        let server = try LoopbackServer { request in
            .json(
                #"{"issuer":"http://\#(request.header("Host") ?? "")\#(more)","token_endpoint":"https://e.com/token"}"#)
        }
        #expect(await refused(server.url)?.kind == "invalidMetadata")
    }

    @Test(
        "S0-31 Metadata without an issuer, or of another scheme or case, are refused", arguments: ["", "https", "path"])
    func noIssuer(variant: String) async throws {
        let server = try LoopbackServer { request in
            let host = request.header("Host") ?? ""
            let issuer =
                switch variant {
                case "https": #""issuer":"https://\#(host)/Tenant","#
                case "path": #""issuer":"http://\#(host)/tenant","#
                default: ""
                }
            return .json(#"{\#(issuer)"token_endpoint":"https://e.com/token"}"#)
        }
        #expect(await refused(server.url.appendingPathComponent("Tenant"))?.kind == "invalidMetadata")
    }

    @Test("S0-31 Where no place has any, that is told", arguments: [404, 500, 403, 204])
    func nowhere(status: Int) async throws {
        let server = try LoopbackServer(replies: [Reply(status: status, body: "")])
        let issuer = server.url.appendingPathComponent("t")
        #expect(await refused(issuer)?.kind == "invalidMetadata")
        #expect(Set(server.requests.map(\.target)) == [Self.rfc + "/t", "/t" + Self.openID, Self.openID + "/t"])
    }

    @Test(
        "S0-31 Garbage is no metadata",
        arguments: ["", "<html>", "[]", "null", "{", #""text""#, "issuer=x&token_endpoint=y"])
    func garbage(text: String) async throws {
        let server = try LoopbackServer(replies: [.json(text)])
        #expect(await refused(server.url)?.kind == "invalidMetadata")
    }

    @Test("S0-31 A page for everything doesn't hide the place that has metadata", arguments: ["<html>", "", "[]"])
    func catchAll(text: String) async throws {
        let server = try LoopbackServer { request in
            guard request.target == Self.openID else { return Reply(body: text) }
            return .json(
                #"{"issuer":"http://\#(request.header("Host") ?? "")","token_endpoint":"https://e.com/token"}"#)
        }
        let metadata = try await OAuthMetadata.discover(issuer: server.url, session: .fresh())
        #expect(metadata.tokenEndpoint?.absoluteString == "https://e.com/token")
    }

    @Test("S0-31 An issuer that is none is refused unasked", arguments: ["/x?y=1", "/x#y", "?"])
    func badIssuer(more: String) async throws {
        let server = try LoopbackServer(replies: [.json("{}")])
        #expect(await refused(try url(server.url.absoluteString + more))?.kind == "invalidMetadata")
        #expect(server.requestCount == 0)
        #expect(await refused(try url("mailto:a@e.com"))?.kind == "invalidMetadata")
    }

    @Test("S0-31 A server that can't be reached is a failed request")
    func unreachable() async throws {
        let port = try ClosedPort()
        #expect(await refused(port.url)?.kind == "requestFailed")
    }

    @Test("S0-31 A configuration has all that the server says")
    func configuration() async throws {
        let more = """
            ,"authorization_endpoint":"https://e.com/a?t=1","device_authorization_endpoint":"https://e.com/d",\
            "revocation_endpoint":"https://e.com/r","introspection_endpoint":"https://e.com/i",\
            "authorization_response_iss_parameter_supported":true,"code_challenge_methods_supported":["plain","S256"],"x":[1]
            """
        let server = try site(path: "", at: Self.rfc, more: more)
        let metadata = try await OAuthMetadata.discover(issuer: server.url, session: .fresh())
        let made = try metadata.configuration(clientID: "c", redirectURI: "myapp://cb", scopes: ["s"])
        #expect(made.authorizationEndpoint?.absoluteString == "https://e.com/a?t=1")
        #expect(made.tokenEndpoint.absoluteString == "https://e.com/token")
        #expect(made.deviceAuthorizationEndpoint?.absoluteString == "https://e.com/d")
        #expect(made.revocationEndpoint?.absoluteString == "https://e.com/r")
        #expect(made.introspectionEndpoint?.absoluteString == "https://e.com/i")
        #expect(made.issuer == metadata.issuer && made.requiresIssuer)
        #expect(made.clientID == "c" && made.redirectURI == "myapp://cb" && made.scopes == ["s"])
        #expect(metadata.codeChallengeMethods == ["plain", "S256"])
    }

    @Test("S0-31 A server without S256 or without a token endpoint gives no configuration")
    func noConfiguration() async throws {
        let plain = try site(path: "", at: Self.rfc, more: #","code_challenge_methods_supported":["plain"]"#)
        let first = try await OAuthMetadata.discover(issuer: plain.url, session: .fresh())
        #expect(await failure { try first.configuration(clientID: "c") }?.kind == "invalidMetadata")
        let bare = try LoopbackServer { .json(#"{"issuer":"http://\#($0.header("Host") ?? "")"}"#) }
        let second = try await OAuthMetadata.discover(issuer: bare.url, session: .fresh())
        #expect(second.codeChallengeMethods == nil && !second.redirectsNameIssuer)
        #expect(await failure { try second.configuration(clientID: "c") }?.kind == "invalidMetadata")
    }

    private func refused(_ issuer: URL) async -> OAuthError? {
        await failure { try await OAuthMetadata.discover(issuer: issuer, session: .fresh()) }
    }

    private func site(path: String, at place: String, more: String = "") throws -> LoopbackServer {
        try LoopbackServer { request in
            guard request.target == place else { return Reply(status: 404, body: "<html>no</html>") }
            let issuer = "http://\(request.header("Host") ?? "")\(path)"
            return .json(#"{"issuer":"\#(issuer)","token_endpoint":"https://e.com/token"\#(more)}"#)
        }
    }
}
