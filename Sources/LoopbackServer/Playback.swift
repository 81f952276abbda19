/// A reply that is being played for one request.
struct Playback {
    private let method: String
    private let version: String
    private let endsAnyway: Bool
    private var steps: ArraySlice<Reply.Step>
    private var omitsBody = false

    /// Whether the connection ends with the reply.
    private(set) var closes: Bool

    /// Begins a reply; without a request it answers what could not be read.
    init(_ reply: Reply, to request: Request?) {
        method = request?.method ?? ""
        version = request?.version ?? "HTTP/1.1"
        steps = reply.steps[...]
        closes = !(request?.keepsConnection ?? false)
        // A script that ends the connection by itself does so unannounced, as a surprise for the client.
        endsAnyway = reply.steps.contains { step in
            switch step {
            case .close, .reset, .awaitClientClose: true
            default: false
            }
        }
    }

    /// Writes all bytes up to the next step that is something else, and returns that step.
    mutating func advance(into output: inout OutputBuffer) -> Reply.Step? {
        while let step = steps.popFirst() {
            switch step {
            case .head(let head):
                if !head.isInterim, head.asksToClose { closes = true }
                head.write(to: &output, connection: word)
                omitsBody = head.omitsBody(method: method)
            case .body(let data):
                if !omitsBody { output.append(data) }
            case .send(let data):
                output.append(data)
            case .stream(_, times: ...0):
                continue
            case .stream(let data, let times):
                output.append(data)
                steps = [.stream(data, times: times - 1)] + steps
                return step
            default:
                return step
            }
        }
        return nil
    }

    private var word: String? {
        if endsAnyway { return nil }
        if closes { return "close" }
        return version == "HTTP/1.0" ? "keep-alive" : nil
    }
}
