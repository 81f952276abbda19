import Testing

@testable import Endpoints

@Suite struct SharedInstanceCheckTests {
    private func jwt() -> JWTAuth { JWTAuth { _ in TokenPair(accessToken: "A") } }

    @Test("G13 S4-51 two instances are found, one instance is fine, also inside ifAvailable")
    func references() {
        let shared = jwt()
        #expect(SharedInstanceCheck.isShared(shared, shared))
        #expect(!SharedInstanceCheck.isShared(shared, jwt()))
        #expect(SharedInstanceCheck.isShared(shared.ifAvailable, shared.ifAvailable))
        #expect(!SharedInstanceCheck.isShared(jwt().ifAvailable, jwt().ifAvailable))
        #expect(!SharedInstanceCheck.isShared(jwt().ifAvailable.ifAvailable, jwt().ifAvailable.ifAvailable))
    }

    @Test("G13 S4-52 value types are skipped")
    func values() {
        #expect(SharedInstanceCheck.isShared(HeaderKeyAuth(key: "a"), HeaderKeyAuth(key: "b")))
        #expect(SharedInstanceCheck.isShared(NoAuth(), NoAuth()))
    }

    @Test("G13 an endpoint type is looked at once")
    func once() {
        enum Unique {}
        #expect(SharedInstanceCheck.isFirst(Unique.self))
        #expect(!SharedInstanceCheck.isFirst(Unique.self))
    }

    @Test("G13 the message names the type and the fix")
    func message() {
        let text = SharedInstanceCheck.message(endpoint: SampleItem.self, method: jwt())
        #expect(text.contains("SampleItem") && text.contains("static let auth: JWTAuth"))
    }

    #if DEBUG && os(Linux) && compiler(>=6.2)
    @Test("G13 a debug build stops on an auth that every read makes anew")
    func stops() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Forgetful: Endpoint {
                typealias Server = SampleServer
                typealias Response = Data
                static var auth: JWTAuth { JWTAuth { _ in TokenPair(accessToken: "A") } }
                static let definition = Definition(path: "x")
            }
            _ = await URLSession.shared.result(with: Forgetful())
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Forgetful") && text.contains("static let auth"))
    }
    #endif
}
