#if os(Linux)
import Testing

@testable import Endpoints

/// What a request's body is read from, for one sending after the other.
@Suite("Sources of request bodies", .timeLimit(.minutes(5)))
struct RequestBodySourceTests {
    /// Gives other bytes than it declares.
    private final class Liar: RequestBodySource {
        let size: Int64?
        private let actual: Int
        private let given = Locked(0)

        init(declaring size: Int64?, giving actual: Int) {
            self.size = size
            self.actual = actual
        }

        func begin(whenMore: @escaping @Sendable () -> Void) {}

        func read(into buffer: UnsafeMutableRawBufferPointer) -> RequestBodyStep {
            given.withLock { given in
                let count = min(buffer.count, actual - given)
                given += count
                return count > 0 ? .bytes(count) : .end
            }
        }

        func rewind() -> Bool { false }
    }

    /// The number of bytes that a reader gives through a buffer of a size, and whether it fails then.
    private static func total(of reader: RequestBodyReader, by size: Int) -> (count: Int, isBroken: Bool) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { buffer.deallocate() }
        var total = 0
        while true {
            switch reader.read(into: buffer) {
            case .bytes(let count): total += count
            case .end, .later: return (total, false)
            case .broken: return (total, true)
            }
        }
    }

    @Test("never more leaves than was declared, and less is a failure", arguments: [1, 7, 64])
    func lengths(size: Int) {
        let more = Self.total(of: RequestBodyReader(Liar(declaring: 10, giving: 100)), by: size)
        #expect(more == (10, false))
        let less = Self.total(of: RequestBodyReader(Liar(declaring: 10, giving: 9)), by: size)
        #expect(less == (9, true))
        let unknown = Self.total(of: RequestBodyReader(Liar(declaring: nil, giving: 100)), by: size)
        #expect(unknown == (100, false))
    }

    @Test("a body in memory is given again from its start, and one that can't be is refused")
    func rewinding() {
        let reader = RequestBodyReader(DataBody(Data("parcel".utf8)))
        for _ in 0..<3 {
            #expect(Self.total(of: reader, by: 4) == (6, false))
            #expect(reader.rewind(to: 0))
        }
        #expect(!reader.rewind(to: 3))
        let once = RequestBodyReader(Liar(declaring: 10, giving: 10))
        #expect(once.rewind(to: 0))
        _ = Self.total(of: once, by: 4)
        #expect(!once.rewind(to: 0))
    }
}
#endif
