/// The bytes of a URL or a form while they are put together.
///
/// It is memory of its own, because an array asks at every append whether it is shared.
struct TextBuffer: ~Copyable {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    /// Creates an empty buffer; the usual URL fits into it without growth.
    init(capacity: Int = 256) {
        self.capacity = capacity
        bytes = .allocate(capacity: capacity)
    }

    deinit {
        bytes.deallocate()
    }

    /// The bytes as text.
    var text: String { String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self) }

    /// The bytes without the first ones.
    func data(droppingFirst dropped: Int = 0) -> Data {
        count > dropped ? Data(bytes: bytes + dropped, count: count - dropped) : Data()
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        bytes[count] = byte
        count += 1
    }

    mutating func append(_ array: [UInt8]) {
        array.withUnsafeBufferPointer { append($0) }
    }

    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        guard let start = source.baseAddress else { return }
        reserve(source.count)
        (bytes + count).update(from: start, count: source.count)
        count += source.count
    }

    /// Appends what `write` writes, at most `limit` bytes; it returns how many these are.
    @inline(__always)
    mutating func append(atMost limit: Int, write: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(limit)
        count += write(bytes + count)
    }

    /// Sets a byte that is there already.
    mutating func replace(at index: Int, with byte: UInt8) {
        precondition(index < count)
        bytes[index] = byte
    }

    /// Removes every `byte` that stands at the end.
    mutating func removeTrailing(_ byte: UInt8) {
        while count > 0, bytes[count - 1] == byte { count -= 1 }
    }

    @inline(__always)
    private mutating func reserve(_ room: Int) {
        if capacity - count < room { grow(by: room) }
    }

    @inline(never)
    private mutating func grow(by room: Int) {
        capacity = max(2 * capacity, count + room)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = larger
    }
}
