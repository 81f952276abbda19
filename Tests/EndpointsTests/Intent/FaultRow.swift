import Testing

/// A row of the table of R-23: what is wrong with the store, from which moment of a refresh on.
struct FaultRow: Sendable, CustomTestStringConvertible {
    enum Fault: String, CaseIterable, Sendable {
        case prepareFails, loadFails, saveFailsOnce, saveFails, clearFails, finishFails, lockFails
        case lockTaken, pairDeleted, rubbish, symlink, folderMissing, folderReplaced
    }

    enum Moment: String, CaseIterable, Sendable {
        case beforeNote, presenting, beforeSave, afterSave
    }

    /// What the caller gets, how often the first token is presented, and what the file holds then.
    struct Outcome: Equatable, Sendable {
        var result: String
        var presented: Int
        var stored: String

        static let success = Outcome(result: "A2", presented: 1, stored: "A2")
        static let unasked = Outcome(result: "storageFailed", presented: 0, stored: "A1")
        static let unsaved = Outcome(result: "storageFailed", presented: 1, stored: "A1")
    }

    let fault: Fault
    let moment: Moment

    var testDescription: String { "\(fault), \(moment)" }

    static let all = Moment.allCases.flatMap { moment in
        Fault.allCases.map { FaultRow(fault: $0, moment: moment) }
    }
    .filter(\.isPossible)

    /// A lock that the refresh holds can't be taken by another owner.
    private var isPossible: Bool { fault != .lockTaken || moment == .beforeNote }

    var outcome: Outcome {
        switch moment {
        case .beforeNote: early
        case .presenting, .beforeSave: late
        case .afterSave: Outcome(result: "A2", presented: 1, stored: storedAfterwards)
        }
    }

    /// Nothing is asked with a store that can't be read and written.
    private var early: Outcome {
        switch fault {
        case .prepareFails, .loadFails, .lockFails, .lockTaken: .unasked
        case .saveFailsOnce, .saveFails: .unsaved
        case .clearFails, .finishFails: .success
        // Nobody is signed in there any more.
        case .pairDeleted, .folderMissing: Outcome(result: "notAuthenticated", presented: 0, stored: "nothing")
        case .rubbish, .symlink, .folderReplaced: Outcome(result: "storageFailed", presented: 0, stored: "error")
        }
    }

    /// The server has the token: what it returns is saved wherever that is possible.
    private var late: Outcome {
        switch fault {
        case .saveFailsOnce, .saveFails: .unsaved
        case .symlink, .folderReplaced: Outcome(result: "storageFailed", presented: 1, stored: "error")
        default: .success
        }
    }

    private var storedAfterwards: String {
        switch fault {
        case .pairDeleted, .folderMissing: "nothing"
        case .rubbish, .symlink, .folderReplaced: "error"
        default: "A2"
        }
    }

    /// What the next refresh comes to when the fault is gone.
    var renewed: String {
        // A store that is found empty says that another owner has signed out, also to a pair that was never saved.
        if fault == .folderReplaced { return "notAuthenticated" }
        let isLost = [.pairDeleted, .rubbish, .folderMissing].contains(fault)
        if isLost, moment == .beforeNote || moment == .afterSave { return "notAuthenticated" }
        return outcome.presented == 0 ? "A2" : "A3"
    }
}
