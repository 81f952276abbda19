import Testing

@testable import Endpoints

/// Proves that the search of the tests' output for secrets finds one.
@Suite struct PlantedLeakTests {
    /// Shows what it is told without leaving anything out, as an observer might.
    private struct CarelessObserver: RequestObserver {
        func observe(_ event: RequestEvent) {
            let command = event.request?.curlCommand(showingSecrets: true) ?? ""
            try? FileHandle.standardError.write(contentsOf: Data("\(command)\n".utf8))
        }
    }

    @Test(
        "S2-29 an observer that shows a credential is found",
        .enabled(if: ProcessInfo.processInfo.environment["ENDPOINTS_PLANT_LEAK"] == "1", "no leak is to be planted"))
    func leak() async {
        let transport = FakeTransport(statuses: 200)
        await transport.run {
            _ = await URLSession.shared.result(
                with: SampleItem(), auth: .bearer("s3cr3t"), options: RequestOptions(observers: [CarelessObserver()]))
        }
    }
}
