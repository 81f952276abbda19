import Testing

@testable import Endpoints

@Suite("Challenges")
struct ChallengeResponderTests {
    @Test(
        "a connection's challenge goes to the session's delegate first, then to the task's, then to the platform",
        arguments: [.serverTrust, .clientCertificate] as [ChallengeResponder.Kind])
    func connection(kind: ChallengeResponder.Kind) {
        #expect(
            ChallengeResponder.order(for: kind, isProxy: false) == [.sessionDelegate, .taskDelegate, .platform])
    }

    @Test("the answer that asks for a password is the call's")
    func password() {
        #expect(ChallengeResponder.order(for: .password, isProxy: false) == [.response])
    }

    @Test("a proxy's challenges are the platform's", arguments: ChallengeResponder.Kind.allCases)
    func proxy(kind: ChallengeResponder.Kind) {
        #expect(ChallengeResponder.order(for: kind, isProxy: true) == [.platform])
    }

    @Test("whoever is asked, somebody answers in the end", arguments: ChallengeResponder.Kind.allCases, [true, false])
    func ends(kind: ChallengeResponder.Kind, isProxy: Bool) {
        let last = ChallengeResponder.order(for: kind, isProxy: isProxy).last
        #expect(last == .platform || last == .response)
    }
}
