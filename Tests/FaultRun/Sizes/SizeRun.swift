import Endpoints
import LoopbackServer
import TestSupport

/// What a call came to.
enum SizeOutcome: Sendable, Hashable {
    case success
    case transport(TransportFailure.Code)
    case response(ResponseFailure.Code)
    case other(String)

    init(_ result: Result<EndpointResponse<Data>, EndpointTaskError<EmptyResponse>>) {
        switch result {
        case .success: self = .success
        case .failure(.transportError(let failure)): self = .transport(failure.code)
        case .failure(.unreadableResponse(let failure)): self = .response(failure.code)
        case .failure(let error): self = .other("\(error)")
        }
    }
}

/// Fetches what the server sends.
struct Fetch: Endpoint {
    typealias Server = Site
    typealias Response = Data

    static let definition = Definition(path: "\(\.name)")

    var name: String
}

/// One case, in a process that does nothing else.
struct SizeRun: Sendable {
    let size: SizeCase
    let report: Report

    /// Whether the platform's engine carries the calls, whose faults the cases know.
    private static let isPlatforms = (try? URLSession.forEndpoints().transferEngine.name) == "URLSession"

    /// Makes the call, and one after it, and prints a summary.
    func run() async throws {
        let reply = size.reply
        let server = try LoopbackServer.immediate(recording: false) { request in
            request.path == "/case" ? reply : Reply(body: "neighbour")
        }
        let clock = ContinuousClock()
        let (told, before) = await call(server)
        let end = clock.now
        let kept = Self.isPlatforms ? size.keptConnections : 0
        let closed = await ProcessState.reaches(within: .seconds(100)) { server.openConnections <= kept }
        report.expect(closed, "\(size.rawValue): \(server.openConnections) connections are still open")
        // Only now, so that what the platform still read in the background counts too.
        let rise = PeakMemory.bytes - before
        let most = (Self.isPlatforms ? 128 : 4) << 20
        report.expect(before > 0 && rise < most, "\(size.rawValue): the memory rose by \(rise >> 20) MB")
        report.line(
            "\(told), closed \((clock.now - end).seconds) s later, memory +\(rise >> 20) MB, "
                + "\(report.violationCount) violations")
    }

    /// Makes the calls, through a session that is over afterwards: the platform keeps the connections of an invalidated
    /// one as long as somebody holds it.
    private func call(_ server: LoopbackServer) async -> (told: String, before: Int) {
        let session = URLSession.forEndpoints(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        await expectNeighbour(session, server)
        let before = PeakMemory.bytes
        let clock = ContinuousClock()
        let start = clock.now
        let options = RequestOptions(timeout: size.timeout, maxResponseSize: SizeCase.limit)
        let result = await session.endpointResult(of: Fetch(name: "case"), environment: server.url, options: options)
        let time = clock.now - start
        let outcome = SizeOutcome(result)
        report.expect(outcome == size.expected, "\(size.rawValue) came to \(outcome), expected \(size.expected)")
        report.expect(time < size.latest, "\(size.rawValue) took \(time)")
        if case .success(let response) = result { checkHeaders(response.httpResponse) }
        if size == .largeGzipBomb { await expectTimeLimit(session, server) }
        let waiting = clock.now
        await expectNeighbour(session, server)
        let neighbour = (clock.now - waiting).seconds
        return ("\(size.rawValue): \(outcome) after \(time.seconds) s, neighbour \(neighbour) s", before)
    }

    private func expectNeighbour(_ session: URLSession, _ server: LoopbackServer) async {
        // It waits inside the platform as long as that unpacks a bomb.
        let options = RequestOptions(timeout: .seconds(120))
        let result = await session.result(with: Fetch(name: "neighbour"), environment: server.url, options: options)
        report.expect((try? result.get()) == Data("neighbour".utf8), "\(size.rawValue): the neighbour got \(result)")
    }

    /// The time limit of a call holds while the platform does nothing but unpack, which takes it ten seconds; libcurl
    /// unpacks nothing, so nobody waits.
    private func expectTimeLimit(_ session: URLSession, _ server: LoopbackServer) async {
        let clock = ContinuousClock()
        let start = clock.now
        let options = RequestOptions(timeout: .milliseconds(300))
        let result = await session.endpointResult(
            of: Fetch(name: "neighbour"), environment: server.url, options: options)
        let outcome = SizeOutcome(result)
        let expected = Self.isPlatforms ? SizeOutcome.transport(.timedOut) : .success
        report.expect(outcome == expected, "\(size.rawValue): the hasty neighbour came to \(outcome)")
        report.expect(clock.now - start < size.latest, "\(size.rawValue): its limit came after \(clock.now - start)")
    }

    private func checkHeaders(_ response: HTTPURLResponse) {
        let count = (0..<10_000).count { response.value(forHTTPHeaderField: "X-Many-\($0)") != nil }
        report.expect(count == 10_000, "\(size.rawValue): \(count) header fields came")
    }
}

extension URLSession {
    /// The response of a call together with its answer, or its error.
    fileprivate func endpointResult<T: Endpoint>(
        of endpoint: T, environment: T.Server.Environments, options: RequestOptions
    ) async -> Result<EndpointResponse<T.Response>, T.TaskError> {
        do throws(T.TaskError) {
            return .success(try await endpointResponse(with: endpoint, environment: environment, options: options))
        } catch {
            return .failure(error)
        }
    }
}
