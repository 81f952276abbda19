import Testing

@testable import Endpoints

@Suite("The line for connections")
struct ConnectionLineTests {
    private var line = ConnectionLine<String>()

    /// A line whose only connection is taken, and in which some wait.
    private static func line(of tickets: Range<Int>) -> ConnectionLine<String> {
        var line = ConnectionLine<String>()
        _ = line.pass(within: 1)
        for ticket in tickets { line.join("\(ticket)", as: ticket) }
        return line
    }

    @Test("as many pass as there are connections, and a connection that is given up can be taken again")
    mutating func passing() {
        let first = [line.pass(within: 2), line.pass(within: 2), line.pass(within: 2)]
        #expect(first == [true, true, false])
        let given = line.next()
        #expect(given == nil)
        let second = [line.pass(within: 2), line.pass(within: 2)]
        #expect(second == [true, false])
        let rest = [line.next(), line.next()]
        #expect(rest == [nil, nil])
        #expect(line.isIdle)
    }

    @Test("a connection goes to the first who waits, whoever has left, and nobody can take it from them")
    func order() {
        var line = Self.line(of: 0..<4)
        let left = [line.dismiss(1), line.dismiss(1)]
        #expect(left == ["1", nil])
        let first = line.next()
        #expect(first == "0")
        let taken = line.pass(within: 1)
        #expect(!taken)
        let late = line.dismiss(0)
        #expect(late == nil)
        let others = [line.next(), line.next()]
        #expect(others == ["2", "3"])
        #expect(line.waitingCount == 0)
        #expect(!line.isIdle)
        let none = line.next()
        #expect(none == nil)
        #expect(line.isIdle)
    }

    @Test("the order is that of joining, whatever the tickets are")
    func joining() {
        var line = Self.line(of: 0..<0)
        for ticket in [7, 3, 5] { line.join("\(ticket)", as: ticket) }
        let turns = [line.next(), line.next(), line.next(), line.next()]
        #expect(turns == ["7", "3", "5", nil])
    }

    @Test("a line that never empties keeps its order", arguments: [1, 31, 32, 100])
    func busy(length: Int) {
        var line = Self.line(of: 0..<length)
        var turns: [String?] = []
        for ticket in length..<1000 {
            line.join("\(ticket)", as: ticket)
            turns.append(line.next())
        }
        #expect(line.waitingCount == length)
        for _ in 0...length { turns.append(line.next()) }
        #expect(turns == (0..<1000).map { "\($0)" } + [nil])
    }

    @Test("who comes after all have left waits behind nobody")
    func dismissal() {
        var line = Self.line(of: 0..<100)
        let left = (0..<100).map { line.dismiss($0) }
        #expect(left == (0..<100).map { "\($0)" })
        line.join("last", as: 100)
        let turns = [line.next(), line.next()]
        #expect(turns == ["last", nil])
        #expect(line.isIdle)
    }
}
