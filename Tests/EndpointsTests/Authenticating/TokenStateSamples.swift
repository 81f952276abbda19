@testable import Endpoints

/// States of the token state machine by name, and texts of what it decides.
extension TokenState {
    static let sampleNow = Date(timeIntervalSince1970: 1_000_000)
    static let sampleID = WorkID.make()
    static let pair = TokenPair(accessToken: "A1", refreshToken: "r1")
    static let old = TokenPair(accessToken: "A0", refreshToken: "r0")
    static let newer = TokenPair(accessToken: "A2", refreshToken: "r2")

    static let note = RefreshNote(
        id: UUID(), tokenHash: RefreshNote.hash(of: "r1"), notedAt: sampleNow, until: sampleNow + 75)

    struct Disk: Error {}

    static func sample(_ phase: Phase, stored: Bool = true, initial: TokenPair? = nil) -> TokenState {
        var state = TokenState(initialTokens: initial, isStored: stored, leeway: .seconds(30))
        state.move(to: phase)
        return state
    }

    static func signedIn(_ pair: TokenPair = pair, stored: Bool = false) -> TokenState {
        sample(.signedIn(pair), stored: stored)
    }

    /// Every phase and every activity.
    static let samples: [(name: String, phase: Phase)] = [
        ("unread", .unread(hasFailed: false)), ("unread, failed", .unread(hasFailed: true)),
        ("signed out", .signedOut(isCleared: true)), ("signed out, not cleared", .signedOut(isCleared: false)),
        ("signed in", .signedIn(pair)), ("unsaved initial", .unsaved(pair, .initial)),
        ("unsaved given", .unsaved(pair, .given)), ("unsaved sign-in", .unsaved(pair, .signIn)),
        ("unsaved refresh", .unsaved(pair, .refresh(of: old))), ("reading", working(.reading(shown: .loading))),
        ("reading again", working(.reading(shown: .storageFailed))),
        ("reading, signed out", working(.reading(shown: .unauthenticated))),
        ("saving initial", working(.saving(pair, .initial, shown: .loading))),
        ("saving given", working(.saving(pair, .given, shown: .authenticating))),
        ("saving sign-in", working(.saving(pair, .signIn, shown: .authenticating))),
        ("saving refresh", working(.saving(pair, .refresh(of: old), shown: .refreshing))),
        ("saving given again", working(.saving(pair, .given, shown: .storageFailed))),
        ("saving refresh again", working(.saving(pair, .refresh(of: old), shown: .storageFailed))),
        ("rereading before save initial", working(.rereadingBeforeSave(pair, .initial, shown: .storageFailed))),
        ("rereading before save sign-in", working(.rereadingBeforeSave(pair, .signIn, shown: .storageFailed))),
        (
            "rereading before save refresh",
            working(.rereadingBeforeSave(pair, .refresh(of: old), shown: .storageFailed))
        ),
        ("clearing for sign-in", working(.clearingForSignIn)), ("signing in", working(.signingIn)),
        ("rereading", working(.rereading(pair))), ("preparing", working(.preparing(pair))),
        ("pausing", working(.pausing(pair))), ("asking", working(.asking(pair))),
        ("rereading, rejected", working(.rereadingAfterRejection(pair, RefreshRejection()))),
        ("clearing, rejected", working(.clearingAfterRejection(RefreshRejection()))),
    ]

    private static func working(_ activity: Activity) -> Phase { .working(sampleID, activity) }

    /// What a step of the running work may come to.
    static let events: [(name: String, event: Event)] = [
        ("loaded nothing", .loaded(.success(nil))), ("loaded old", .loaded(.success(old))),
        ("loaded same", .loaded(.success(pair))),
        ("loaded newer", .loaded(.success(newer))), ("loaded empty", .loaded(.success(TokenPair(accessToken: "")))),
        ("load failed", .loaded(.failure(Disk()))), ("answered", .answered(.success(newer))),
        ("answered empty", .answered(.success(TokenPair(accessToken: "")))),
        ("refused", .answered(.failure(RefreshRejection()))), ("failed", .answered(.failure(URLError(.timedOut)))),
        ("too late", .answered(.failure(AuthenticationError.refreshTimedOut))),
        ("prepared", .prepared(.success(nil))), ("noted by another", .prepared(.success(note))),
        ("not prepared", .prepared(.failure(Disk()))), ("paused", .paused), ("held up", .heldUp),
        ("written", .written(.success(()))), ("not written", .written(.failure(Disk()))), ("blocked", .blocked(Disk())),
    ]

    /// The phase by its name among the samples, and its pair.
    var summary: String {
        let name =
            switch phase {
            case .unread(let hasFailed): hasFailed ? "unread, failed" : "unread"
            case .signedOut(let isCleared): isCleared ? "signed out" : "signed out, not cleared"
            case .signedIn: "signed in"
            case .unsaved(_, let origin): "unsaved \(origin.name)"
            case .working(_, .reading(.loading)): "reading"
            case .working(_, .reading(.storageFailed)): "reading again"
            case .working(_, .reading): "reading, signed out"
            case .working(_, .saving(_, let origin, let shown)):
                "saving \(origin.name)\(shown == .storageFailed ? " again" : "")"
            case .working(_, .rereadingBeforeSave(_, let origin, _)): "rereading before save \(origin.name)"
            case .working(_, .clearingForSignIn): "clearing for sign-in"
            case .working(_, .signingIn): "signing in"
            case .working(_, .rereading): "rereading"
            case .working(_, .preparing): "preparing"
            case .working(_, .pausing): "pausing"
            case .working(_, .asking): "asking"
            case .working(_, .rereadingAfterRejection): "rereading, rejected"
            case .working(_, .clearingAfterRejection): "clearing, rejected"
            }
        return tokens.map { "\(name) \($0.accessToken)" } ?? name
    }
}

extension TokenState.Origin {
    var name: String {
        switch self {
        case .initial: "initial"
        case .given: "given"
        case .update: "update"
        case .signIn: "sign-in"
        case .refresh: "refresh"
        }
    }
}

extension TokenState.Decision {
    var summary: String {
        switch self {
        case .use(let pair): "use \(pair.accessToken)"
        case .begin(_, let step): "begin \(step.summary)"
        case .wait: "wait"
        case .fail(let error): error.summary
        }
    }
}

extension TokenState.Step {
    var summary: String {
        switch self {
        case .load: "load"
        case .prepare(let token): "prepare \(token.value)"
        case .pause: "pause"
        case .ask(let token): "ask \(token.value)"
        case .signIn: "sign in"
        case .save(let pair): "save \(pair.accessToken)"
        case .clear: "clear"
        case .stop: "stop"
        case .end(let ending): "end \(ending.summary)"
        }
    }
}

extension TokenState.Ending {
    var summary: String {
        let text: String
        switch result {
        case .success(let pair): text = pair.map(\.accessToken) ?? "again"
        case .failure(let error): text = error.summary
        }
        let told = commandError.map { ", tells \(($0 as? AuthenticationError)?.summary ?? "\(type(of: $0))")" } ?? ""
        switch signal {
        case .updated(let pair)?: return "\(text)\(told), updated \(pair.accessToken)"
        case .rejected?: return "\(text)\(told), signs out"
        case nil: return text + told
        }
    }
}

extension AuthenticationError {
    /// The name of the case.
    var summary: String {
        code.name
    }
}
