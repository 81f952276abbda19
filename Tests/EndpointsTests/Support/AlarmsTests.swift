import TestSupport
import Testing

@testable import Endpoints

@Suite("Alarms")
struct AlarmsTests {
    private var alarms = Alarms<Int, String>()

    private static func alarms(at instants: [Int]) -> Alarms<Int, String> {
        var alarms = Alarms<Int, String>()
        for instant in instants { alarms.add("\(instant)", as: alarms.ticket(), at: instant) }
        return alarms
    }

    @Test("those whose time it is are woken, the earliest first, and nobody else")
    func order() {
        var alarms = Self.alarms(at: [5, 3, 9, 3, 7])
        let early = alarms.ring(wound: 0, now: 2)
        let due = alarms.ring(wound: 5, now: 7)
        let rest = alarms.ring(wound: 9, now: 9)
        #expect(early == [] && due == ["3", "3", "5", "7"] && rest == ["9"])
        #expect(alarms.count == 0 && alarms.places == 0)
    }

    @Test("who has left is not woken, and leaves once")
    func leaving() {
        var alarms = Self.alarms(at: [1, 2, 3])
        let left = [alarms.remove(1), alarms.remove(1)]
        #expect(left == ["2", nil])
        let due = alarms.ring(wound: 1, now: 3)
        #expect(due == ["1", "3"])
        let late = alarms.remove(0)
        #expect(late == nil)
    }

    @Test("a wake-up is ordered only for an alarm before those that are ordered")
    mutating func winding() {
        var orders: [Int?] = [alarms.wind()]
        for instant in [20, 60, 20, 30, 10] {
            alarms.add("\(instant)", as: alarms.ticket(), at: instant)
            orders.append(alarms.wind())
        }
        #expect(orders == [nil, 20, nil, nil, nil, 10])
        _ = alarms.ring(wound: 10, now: 10)
        // The one for 20 is still to come.
        let next = alarms.wind()
        #expect(next == nil)
        _ = alarms.ring(wound: 20, now: 20)
        let last = alarms.wind()
        #expect(last == 30)
    }

    @Test("a wake-up that comes too early is ordered again")
    func early() {
        var alarms = Self.alarms(at: [10])
        let first = alarms.wind()
        let due = alarms.ring(wound: 10, now: 9)
        let second = alarms.wind()
        #expect(first == 10 && due == [] && second == 10)
    }

    @Test("many who come and leave long before their time take no places")
    mutating func litter() {
        for instant in 0..<24_000 {
            let (deadline, timeout) = (alarms.ticket(), alarms.ticket())
            alarms.add("deadline", as: deadline, at: instant + 60_000_000)
            _ = alarms.wind()
            alarms.add("timeout", as: timeout, at: instant + 20_000_000)
            _ = alarms.wind()
            _ = (alarms.remove(timeout), alarms.remove(deadline))
        }
        #expect(alarms.count == 0)
        #expect(alarms.places < 100)
    }

    @Test("whatever comes and leaves, the same are woken as from a list", arguments: 1...20 as ClosedRange<UInt64>)
    mutating func model(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var list: [Int: Int] = [:]
        for _ in 0..<1_000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let (ticket, instant) = (alarms.ticket(), Int.random(in: 0..<100, using: &random))
                list[ticket] = instant
                alarms.add("\(ticket)", as: ticket, at: instant)
            case 5..<9:
                guard let ticket = list.keys.sorted().randomElement(using: &random) else { continue }
                list[ticket] = nil
                let waiter = alarms.remove(ticket)
                #expect(waiter == "\(ticket)")
            default:
                let now = Int.random(in: 0..<30, using: &random)
                let due = list.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
                for ticket in due { list[ticket] = nil }
                let woken = alarms.ring(wound: now, now: now)
                #expect(woken == due.map { "\($0)" })
            }
            #expect(alarms.count == list.count)
        }
    }
}
