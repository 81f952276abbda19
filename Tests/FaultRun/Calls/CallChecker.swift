import Endpoints
import TestSupport

/// Looks at what came of the calls.
struct CallChecker: Sendable {
    let records: [CallRun.Record]
    let sightings: Sightings
    let count: Int
    let report: Report

    /// Looks at everything.
    func check() {
        report.expect(records.count == count, "\(records.count) of \(count) calls ended")
        report.expect(Set(records.map(\.call.id)).count == records.count, "a call ended twice")
        report.expect(sightings.strays.isEmpty, "the server saw what nobody sent: \(sightings.strays.prefix(3))")
        for record in records {
            checkOutcome(record)
            checkStory(record)
            checkSighting(record)
        }
        checkIdentity()
        checkNumbers()
    }

    private func violation(_ record: CallRun.Record, _ text: String) {
        let call = record.call
        report.violation(
            "call \(call.id), \(call.shape.rawValue) with \(call.fault.rawValue) x\(call.strikes)"
                + "\(call.isNarrow ? ", narrow" : ""): \(text); it came to \(record.outcome), "
                + "attempts \(record.story.attempts), seen \(sightings[call].methods)")
    }

    private func checkOutcome(_ record: CallRun.Record) {
        // An answer may take longer than the short limit of these calls when the machine is busy; not often, see below.
        if isLate(record) { return }
        if record.outcome != record.call.expected { violation(record, "expected \(record.call.expected)") }
    }

    private func isLate(_ record: CallRun.Record) -> Bool {
        record.call.fault == .stall && record.call.shape.recovers && record.outcome == .transport(.timedOut)
    }

    private func checkStory(_ record: CallRun.Record) {
        let (call, story) = (record.call, record.story)
        let ending: RequestEvent.Kind = record.outcome == .success ? .succeeded : .failed
        if story.endings != [ending] { violation(record, "its observer heard the endings \(story.endings)") }
        if story.eventsAfterEnd > 0 { violation(record, "its observer heard something after the end") }
        if story.ids.count != 1 { violation(record, "its events have \(story.ids.count) numbers") }
        if !call.shape.recovers, story.attempts != 1 { violation(record, "it was tried again") }
        if call.shape.recovers, call.fault.isCounted, story.attempts != call.strikes + 1 {
            violation(record, "expected \(call.strikes + 1) attempts")
        }
        let longest = call.fault == .tooManyNow ? Duration.zero : Call.longestDelay
        if story.delays.contains(where: { $0 < .zero || $0 > longest }) {
            violation(record, "it waited \(story.delays)")
        }
    }

    private func checkSighting(_ record: CallRun.Record) {
        let (call, seen) = (record.call, sightings[record.call])
        let isUnreachable = call.fault == .refused && !call.shape.recovers
        if call.shape.mustBeSeenOnce, seen.count > 1 { violation(record, "A POST WITHOUT A KEY WAS SEEN TWICE") }
        if isUnreachable != (seen.count == 0) { violation(record, "seen \(seen.count) times") }
        if record.outcome == .success,
            call.fault == .stall ? seen.count <= call.strikes : seen.count != call.strikes + 1
        {
            violation(record, "expected to be seen \(call.strikes + 1) times")
        }
        if seen.methods.contains(where: { $0 != call.shape.method }) { violation(record, "the method changed") }
        let body = call.shape.hasBody ? call.body : Data()
        if seen.bodies.contains(where: { $0 != body }) { violation(record, "the body changed") }
        let keys = Set(seen.keys)
        let areRight = call.shape == .postKeyed ? keys.count == 1 && !keys.contains(nil) : keys.isSubset(of: [nil])
        if !areRight, !isUnreachable { violation(record, "its idempotency keys are \(seen.keys)") }
    }

    private func checkIdentity() {
        let keyed = records.filter { $0.call.shape == .postKeyed }
        let keys = Set(keyed.compactMap { sightings[$0.call].keys.first })
        report.expect(keys.count == keyed.count, "\(keyed.count) calls had \(keys.count) idempotency keys")
        let ids = Set(records.flatMap(\.story.ids))
        report.expect(ids.count == records.count, "\(records.count) calls had \(ids.count) numbers")
    }

    private func checkNumbers() {
        for shape in Shape.allCases where shape.recovers {
            let all = records.filter { $0.call.shape == shape }
            let well = all.count { $0.outcome == .success }
            report.expect(well * 100 > all.count * 99 || all.isEmpty, "\(well) of \(all.count) \(shape) recovered")
        }
        guard count >= 2_000 else { return }
        for (fault, number) in numbers { report.expect(number >= 100, "only \(number) calls met \(fault)") }
    }

    private var numbers: [(fault: Fault, number: Int)] {
        Fault.allCases.map { fault in (fault, records.count { $0.call.fault == fault }) }
    }

    /// How many calls met each fault, and how many of those that can get over one did.
    var summary: String {
        let faults = numbers.map { "\($0.fault.rawValue) \($0.number)" }
        let shapes = Shape.allCases.filter(\.recovers).map { shape in
            let all = records.filter { $0.call.shape == shape }
            return "\(shape.rawValue) \(all.count { $0.outcome == .success }) of \(all.count)"
        }
        return "faults: \(faults.joined(separator: " ")), recovered: \(shapes.joined(separator: " "))"
    }
}
