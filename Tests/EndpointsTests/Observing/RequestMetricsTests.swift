import Testing

@testable import Endpoints

/// What a platform's dates mean, and how metrics are written.
@Suite("Request metrics")
struct RequestMetricsTests {
    private static let start = Date(timeIntervalSinceReferenceDate: 700_000_000)

    private func date(_ milliseconds: Double) -> Date { Self.start.addingTimeInterval(milliseconds / 1000) }

    /// In whole milliseconds, since dates hold no more.
    private func milliseconds(_ duration: Duration?) -> Int? {
        duration.map { Int(($0.timeInterval * 1000).rounded()) }
    }

    @Test("each phase has its own length, and the connection's doesn't hold that of TLS")
    func phases() {
        let metrics = RequestMetrics(
            RequestMetrics.Values(
                TransferDates(
                    start: date(0), lookupStart: date(1), lookupEnd: date(13), connectStart: date(14),
                    connectEnd: date(50), tlsStart: date(20), tlsEnd: date(49), responseStart: date(80), end: date(95)))
        )
        #expect(milliseconds(metrics.nameLookup) == 12)
        #expect(milliseconds(metrics.connect) == 6)
        #expect(milliseconds(metrics.tlsHandshake) == 29)
        #expect(milliseconds(metrics.firstByte) == 80)
        #expect(milliseconds(metrics.total) == 95)
    }

    @Test("a phase that wasn't, or that didn't end, is nil, and a clock that was set back makes no length negative")
    func missing() {
        let reused = RequestMetrics.Values(TransferDates(start: date(0), responseStart: date(3), end: date(4)))
        #expect(reused.nameLookup == nil && reused.connect == nil && reused.tlsHandshake == nil)
        #expect(milliseconds(reused.firstByte) == 3)
        let failed = RequestMetrics.Values(TransferDates(start: date(0), connectStart: date(1), end: date(7)))
        #expect(failed.connect == nil && failed.firstByte == nil)
        #expect(milliseconds(failed.total) == 7)
        let plain = RequestMetrics.Values(TransferDates(start: date(9), connectStart: date(1), connectEnd: date(3)))
        #expect(milliseconds(plain.connect) == 2)
        #expect(RequestMetrics.Values(TransferDates(start: date(9), end: date(3))).total == .zero)
    }

    @Test(
        "a version of HTTP goes by its own name",
        arguments: [
            ("http/1.0", "HTTP/1.0"), ("http/1.1", "HTTP/1.1"), ("h2", "HTTP/2"), ("h3", "HTTP/3"), ("spdy", "spdy"),
        ])
    func versions(alpn: String, name: String) {
        #expect("\(RequestMetrics.HTTPVersion(alpn: alpn))" == name)
    }

    @Test("a log names the phases that took a millisecond, and the description all that is known")
    func description() {
        var values = RequestMetrics.Values()
        #expect(RequestMetrics(values).description.isEmpty)
        values.nameLookup = .milliseconds(12)
        values.connect = .microseconds(999)
        values.tlsHandshake = .milliseconds(20)
        values.firstByte = .milliseconds(80)
        values.total = .milliseconds(90)
        #expect(RequestMetrics(values).phases == ["dns 12 ms", "tls 20 ms", "first byte 80 ms"])
        values.requestBytes = 131
        values.responseBytes = 204
        values.httpVersion = .http2
        values.isReusedConnection = true
        values.remoteHost = "::1"
        values.remotePort = 443
        let text = "131 bytes sent, 204 bytes received, HTTP/2, [::1]:443, connection reused"
        #expect(RequestMetrics(values).description == "dns 12 ms, tls 20 ms, first byte 80 ms, 90 ms in all, \(text)")
    }

    @Test("a call that no network carried has none")
    func mocked() async throws {
        let transport = FakeTransport(statuses: 200, body: #"{"id": 1}"#)
        try await transport.run {
            let response = try await URLSession.shared.endpointResponse(with: SampleItem(), auth: .bearer("k"))
            #expect(response.metrics == nil)
        }
    }
}
