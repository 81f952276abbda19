import EndpointsMocking
import Testing

/// The samples of the article “Resilience” do what it says.
@Suite(.timeLimit(.minutes(5)))
struct ResilienceTests {
    @Test("an order that meets a busy server is placed under one key, without a wait")
    func busy() async throws {
        try await busyAtFirst()
    }

    @Test("the policy of one's own retries what it names, and nothing else", arguments: [(409, 6), (503, 1)])
    func own(status: Int, attempts: Int) async {
        let mocks = Mocks()
        mocks.respond(to: PlaceOrder.self, status: status)
        await withMock(mocks) {
            let order = PlaceOrder(body: .init(id: UUID(), article: "chair"))
            let result = await URLSession.shared.result(
                with: order, auth: .bearer("key"), options: RequestOptions(retryPolicy: patient))
            #expect(throws: PlaceOrder.TaskError.self) { try result.get() }
        }
        #expect(mocks.requests(to: PlaceOrder.self).count == attempts)
    }
}
