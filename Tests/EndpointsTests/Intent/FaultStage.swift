import TestSupport
import Testing

@testable import Endpoints

/// A refresh of A1 with a file store in which something goes wrong.
final class FaultStage: Sendable {
    let auth: JWTAuth
    let store: FaultyFile
    private let row: FaultRow
    private let place: String
    private let url: URL
    private let clock = ManualClock()
    private let presented = Locked<[String]>([])
    private let leave = Signal()
    private let holder = Locked<Task<Void, any Error>?>(nil)

    init(_ row: FaultRow, in folder: TemporaryFolder) throws {
        let (presented, place) = (presented, "\(folder.path)/own")
        let url = URL(fileURLWithPath: "\(place)/tokens.json")
        let store = FaultyFile(FileTokenStorage(url: url, lockTimeout: .zero, clock: clock))
        auth = JWTAuth(initialTokens: nil, storage: store, configuration: .init(), clock: clock) { token in
            let number = presented.withLock { presented in
                presented.append(token)
                return presented.count
            }
            if row.moment == .presenting, number == 1 { try await Self.plant(row.fault, in: store, at: place) }
            return token == "r1" ? .rule(2) : .rule(3)
        }
        (self.row, self.place, self.url, self.store) = (row, place, url, store)
    }

    /// How often a refresh token was presented.
    func count(_ token: String) -> Int { presented.withLock { $0.count { $0 == token } } }

    /// Refreshes with the fault; what came of it.
    func run() async throws -> FaultRow.Outcome {
        try await store.file.save(.rule(1))
        #expect(try await auth.accessToken() == "A1")
        switch row.moment {
        case .beforeNote: try await plant()
        case .presenting: break
        case .beforeSave: store.after(.prepare) { [self] in try await plant() }
        case .afterSave: store.after(.save) { [self] in try await plant() }
        }
        let caller = Task { [auth] in try await auth.newAccessToken() }
        if row.fault == .lockTaken { try await passTime() }
        let fault = await ruleFault(of: caller)
        let result = if fault == "none" { try await caller.value } else { fault }
        return FaultRow.Outcome(result: result, presented: count("r1"), stored: await stored)
    }

    /// Takes back what is wrong; a file that was lost stays so.
    func mend() async throws {
        store.recover()
        leave.send()
        _ = await holder.withLock { $0 }?.result
        let manager = FileManager.default
        switch row.fault {
        case .symlink:
            try manager.removeItem(at: url)
            try manager.moveItem(atPath: "\(place)/../elsewhere.json", toPath: url.path)
        case .rubbish:
            if try text(at: url.path) == Self.rubbish { try manager.removeItem(at: url) }
        case .folderReplaced: try manager.removeItem(atPath: place)
        default: break
        }
    }

    /// Refreshes once more; what came of it.
    func renew() async -> String {
        do { return try await auth.newAccessToken() } catch {
            return (error as? AuthenticationError)?.code.name ?? "\(error)"
        }
    }

    private var stored: String {
        get async {
            do { return try await store.file.load()?.accessToken ?? "nothing" } catch { return "error" }
        }
    }

    private func plant() async throws {
        guard row.fault == .lockTaken else { return try await Self.plant(row.fault, in: store, at: place) }
        let (other, entered) = (FileTokenStorage(url: url, lockTimeout: .zero, clock: clock), Signal())
        let task = Task { [leave] in
            try await other.withExclusiveAccess {
                entered.send()
                await leave.wait()
            }
        }
        holder.withLock { $0 = task }
        await entered.wait()
    }

    /// Lets the time pass for which the lock is waited for.
    private func passTime() async throws {
        try await clock.sleepers(1)
        clock.advance(by: .seconds(1000))
    }

    private static let rubbish = "no tokens"

    private static func plant(_ fault: FaultRow.Fault, in store: FaultyFile, at place: String) async throws {
        let (file, manager) = ("\(place)/tokens.json", FileManager.default)
        switch fault {
        case .prepareFails: store.fail(.prepare)
        case .loadFails: store.fail(.load)
        case .saveFailsOnce: store.fail(.save, times: 1)
        case .saveFails: store.fail(.save)
        case .clearFails: store.fail(.clear)
        case .finishFails: store.fail(.finish)
        case .lockFails: store.fail(.lock)
        case .lockTaken: break
        case .pairDeleted: try manager.removeItem(atPath: file)
        case .rubbish: try write(rubbish, to: file)
        case .symlink:
            try manager.moveItem(atPath: file, toPath: "\(place)/../elsewhere.json")
            try manager.createSymbolicLink(atPath: file, withDestinationPath: "\(place)/../elsewhere.json")
        case .folderMissing: try manager.removeItem(atPath: place)
        case .folderReplaced:
            try manager.removeItem(atPath: place)
            try write("no folder", to: place)
        }
    }
}
