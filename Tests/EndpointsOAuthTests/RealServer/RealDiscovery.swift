import Testing

@testable import EndpointsOAuth

extension RealAuthorizationServer {
    @Suite("Discovery")
    struct Discovery {
        private let program = Program()

        @Test("The server's own metadata say what a client needs")
        func metadata() async throws {
            let metadata = try await OAuthMetadata.discover(issuer: program.server, session: program.session)
            #expect(metadata.issuer == program.server.absoluteString)
            #expect(metadata.authorizationEndpoint?.path.hasPrefix("/authorize") == true)
            #expect(metadata.tokenEndpoint?.path.hasPrefix("/token") == true)
            #expect(metadata.revocationEndpoint?.path.hasPrefix("/revoke_token") == true)
            #expect(metadata.introspectionEndpoint?.path.hasPrefix("/introspect") == true)
            #expect(metadata.codeChallengeMethods == ["S256"])
            #expect(metadata.redirectsNameIssuer)
            #expect(try await program.log(1) == ["GET /.well-known/oauth-authorization-server 200": 1])
        }

        @Test("The metadata of OpenID are read as well")
        func openID() async throws {
            let place = try #require(try WellKnown.places(of: program.server).last)
            let reply = try await program.session.response(with: FetchMetadata(url: place), environment: place)
            let metadata = try OAuthMetadata(reply, issuer: program.server)
            #expect(metadata.tokenEndpoint?.path.hasPrefix("/token") == true)
            #expect(metadata.codeChallengeMethods == ["S256"])
            #expect(try await program.log(1) == ["GET /.well-known/openid-configuration 200": 1])
        }

        @Test("The metadata of another issuer are refused")
        func otherIssuer() async throws {
            var parts = try #require(URLComponents(url: program.server, resolvingAgainstBaseURL: false))
            parts.host = parts.host == "localhost" ? "127.0.0.1" : "localhost"
            let other = try #require(parts.url)
            await #expect(
                performing: { try await OAuthMetadata.discover(issuer: other, session: program.session) },
                throws: {
                    if case .invalidMetadata? = $0 as? OAuthError { true } else { false }
                })
        }
    }
}
