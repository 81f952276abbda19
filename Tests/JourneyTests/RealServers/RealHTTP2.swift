import Endpoints
import Testing

extension RealServersOverTLS {
    /// What only a server of our own sends over HTTP/2.
    @Suite("HTTP/2", .enabled(if: RealServerAddress.isSet("HTTP2_URL"), "Set HTTP2_URL; see .scripts/http2-server."))
    struct HTTP2 {
        private static let url = RealServerAddress.url("HTTP2_URL")

        /// Any of the server's answers.
        private struct Answer: Endpoint {
            typealias Server = RealServers.HTTPBin
            typealias Response = String
            static let definition = Definition(path: "\(\.name)")
            var name: String
        }

        @Test("S-01 trailers of HTTP/2 are passed over, and the connection goes on", .onCurl)
        func trailers() async throws {
            let session = URLSession.fresh()
            let number = try await session.response(with: Answer(name: "number"), environment: Self.url)
            for _ in 0..<3 {
                let answer = try await session.endpointResponse(with: Answer(name: "trailers"), environment: Self.url)
                #expect(answer.value == "ok")
                #expect(answer.httpResponse.value(forHTTPHeaderField: "X-Sum") == nil)
            }
            #expect(try await session.response(with: Answer(name: "number"), environment: Self.url) == number)
        }

        @Test("C-02 a stream that is broken off in its body is an error, and others go on", .onCurl)
        func reset() async throws {
            let session = URLSession.fresh()
            let error = try await session.failure(of: Answer(name: "reset"), environment: Self.url)
            #expect(error.transportCode == .connectionLost)
            #expect(try await session.response(with: Answer(name: "trailers"), environment: Self.url) == "ok")
        }

        @Test("T-01 metrics tell the version and the handshake, and many calls that share the latter", .onCurl)
        func metrics() async throws {
            let session = URLSession.fresh()
            for isReused in [false, true] {
                let answer = try await session.endpointResponse(with: Answer(name: "number"), environment: Self.url)
                let metrics = try #require(answer.metrics)
                #expect(metrics.httpVersion == .http2)
                #expect(metrics.isReusedConnection == isReused)
                #expect((metrics.tlsHandshake == nil) == isReused)
                #expect((metrics.connect == nil) == isReused)
                let phases = (metrics.connect ?? .zero) + (metrics.tlsHandshake ?? .zero)
                #expect(phases <= metrics.firstByte ?? .zero)
            }
        }

        @Test("C-03 many calls share a connection", .onCurl)
        func multiplexing() async throws {
            let session = URLSession.fresh(connections: 2)
            _ = try await session.response(with: Answer(name: "number"), environment: Self.url)
            let numbers = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<200 {
                    group.addTask {
                        try? await session.response(with: Answer(name: "number"), environment: Self.url)
                    }
                }
                return await group.reduce(into: [String?: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(numbers[nil] == nil)
            #expect(numbers.count == 1)
            #expect(numbers.values.reduce(0, +) == 200)
        }
    }
}
