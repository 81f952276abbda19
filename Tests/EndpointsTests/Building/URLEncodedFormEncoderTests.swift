import Endpoints
import Testing

@Suite("URL-encoded form bodies", .timeLimit(.minutes(5)))
struct URLEncodedFormEncoderTests {
    private func form(_ value: some Encodable, _ style: ParameterStyle = .standard) throws -> String {
        let body = try URLEncodedFormEncoder(style: style).encodedBody(for: value)
        #expect(body.contentType == "application/x-www-form-urlencoded")
        return String(decoding: body.data, as: UTF8.self)
    }

    // MARK: Text

    @Test(
        "U-01 U-02 Text is encoded exactly once, with a plus for a space",
        arguments: [
            ("a+b c", "a%2Bb+c"),
            ("r+/=", "r%2B%2F%3D"),
            ("a+b c&d=e;f#g%h/é", "a%2Bb+c%26d%3De%3Bf%23g%25h%2F%C3%A9"),
            ("50%26", "50%2526"),
            ("*-._~", "*-._%7E"),
            ("\r\n\0", "%0D%0A%00"),
            ("天狗", "%E5%A4%A9%E7%8B%97"),
            ("", ""),
        ])
    func text(value: String, encoded: String) throws {
        #expect(try form(["q": value]) == "q=" + encoded)
        #expect(try form([value: "v"]) == encoded + "=v")
    }

    @Test("U-02 1,000 random Unicode forms come back from an independent decoder, byte for byte")
    func randomRoundTrips() throws {
        var generator = SplitMix64(state: 20_240_229)
        for _ in 0..<1_000 {
            let count = Int.random(in: 0...4, using: &generator)
            let pairs = (0..<count).map { _ in (randomText(using: &generator), randomText(using: &generator)) }
            let sent = Dictionary(pairs) { first, _ in first }
            let received = FormDecoder.decode(try URLEncodedFormEncoder().encode(sent))
            #expect(received.count == sent.count)
            for (name, value) in received {
                #expect(sent[name].map { Array($0.utf8) } == Array(value.utf8))
            }
        }
    }

    // MARK: Scalars

    private enum Size: String, Encodable { case large = "L" }
    private enum Level: Int, Encodable { case high = 3 }

    private struct Scalars: Encodable {
        var int = -1
        var int8 = Int8.min
        var int16 = Int16.min
        var int32 = Int32.min
        var int64 = Int64.min
        var uint = UInt.max
        var uint8 = UInt8.max
        var uint16 = UInt16.max
        var uint32 = UInt32.max
        var uint64 = UInt64.max
        var double = 0.1
        var float = Float(0.1)
        var huge = 1e20
        var decimal = Decimal(string: "12345678901234567890.125")
        var yes = true
        var no = false
        var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        var url = URL(string: "https://example.com/?a=b")
        var data = Data([0xFB, 0xFF, 0xFE])
        var size = Size.large
        var level = Level.high
        var none: Int?
        var some: String? = "s"
        var empty = ""
    }

    @Test("U-07 Every kind of scalar has its text; nil is absent, an empty text is not")
    func scalars() throws {
        let expected = """
            int=-1&int8=-128&int16=-32768&int32=-2147483648&int64=-9223372036854775808\
            &uint=18446744073709551615&uint8=255&uint16=65535&uint32=4294967295&uint64=18446744073709551615\
            &double=0.1&float=0.1&huge=1e%2B20&decimal=12345678901234567890.125&yes=true&no=false\
            &uuid=01020304-0506-0708-090A-0B0C0D0E0F10&url=https%3A%2F%2Fexample.com%2F%3Fa%3Db\
            &data=%2B%2F%2F%2B&size=L&level=3&some=s&empty=
            """
        #expect(try form(Scalars()) == expected)
    }

    @Test("U-07 128-bit integers")
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    func wideIntegers() throws {
        #expect(try form(["n": Int128.min]) == "n=-170141183460469231731687303715884105728")
        #expect(try form(["n": UInt128.max]) == "n=340282366920938463463374607431768211455")
        struct Wide: Encodable {
            enum CodingKeys: CodingKey { case signed, unsigned, list }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(-1 as Int128, forKey: .signed)
                try container.encode(1 as UInt128, forKey: .unsigned)
                var list = container.nestedUnkeyedContainer(forKey: .list)
                try list.encode(-2 as Int128)
                try list.encode(2 as UInt128)
            }
        }
        #expect(try form(Wide()) == "signed=-1&unsigned=1&list=-2&list=2")
    }

    @Test("U-07 Booleans by style", arguments: [(ParameterStyle.Booleans.words, "b=true"), (.digits, "b=1")])
    func booleans(style: ParameterStyle.Booleans, expected: String) throws {
        #expect(try form(["b": true], ParameterStyle(booleans: style)) == expected)
    }

    @Test("U-07 Dates by style")
    func dates() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(try form(["d": date]) == "d=2023-11-14T22%3A13%3A20Z")
        #expect(try form(["d": date.addingTimeInterval(0.25)]) == "d=2023-11-14T22%3A13%3A20.250Z")
        #expect(try form(["d": date], ParameterStyle(dates: .dateOnly)) == "d=2023-11-14")
    }

    @Test(
        "U-07 A number that is not finite is an error that names its place",
        arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(number: Double) throws {
        #expect(try invalidPath(["a": [["b": number]]]) == ["a", "Index 0", "b"])
        #expect(try invalidPath(["a": Float(number)]) == ["a"])
        #expect(try invalidPath(["a": Decimal.nan]) == ["a"])
        #expect(try invalidPath(["a": Date(timeIntervalSinceReferenceDate: number)]) == ["a"])
    }

    // MARK: Arrays

    @Test(
        "U-07 Arrays by style",
        arguments: [
            (ParameterStyle.Arrays.repeated, "k=1&k=2"),
            (.brackets, "k%5B%5D=1&k%5B%5D=2"),
            (.comma, "k=1,2"),
            (.joined(separator: " "), "k=1+2"),
        ])
    func arrays(style: ParameterStyle.Arrays, expected: String) throws {
        #expect(try form(["k": [1, 2]], ParameterStyle(arrays: style)) == expected)
        #expect(try form(["k": [1, nil, 2]], ParameterStyle(arrays: style)) == expected)
        #expect(try form(["k": [Int]()], ParameterStyle(arrays: style)) == "")
        #expect(try form(["k": [Int?.none]], ParameterStyle(arrays: style)) == "")
    }

    @Test(
        "U-07 An array inside an array keeps its group",
        arguments: [
            (ParameterStyle.Arrays.repeated, "k%5B0%5D=1&k%5B0%5D=2&k%5B1%5D=3"),
            (.brackets, "k%5B0%5D%5B%5D=1&k%5B0%5D%5B%5D=2&k%5B1%5D%5B%5D=3"),
            (.comma, "k%5B0%5D=1,2&k%5B1%5D=3"),
        ])
    func nestedArrays(style: ParameterStyle.Arrays, expected: String) throws {
        #expect(try form(["k": [[1, 2], [3]]], ParameterStyle(arrays: style)) == expected)
    }

    @Test("U-07 Data in a joined array is joined as base64")
    func joinedData() throws {
        #expect(try form(["k": [Data([0]), Data([1])]], ParameterStyle(arrays: .comma)) == "k=AA%3D%3D,AQ%3D%3D")
    }

    // MARK: Top level

    @Test("U-07 A top level without names is an error")
    func topLevel() throws {
        #expect(try invalidPath(1) == [])
        #expect(try invalidPath("text") == [])
        #expect(try invalidPath(Date()) == [])
        #expect(try invalidPath([1, 2]) == [])
        #expect(try invalidPath([["a": 1]]) == [])
        #expect(try form(["a": 1] as [String: Int]?) == "a=1")
        #expect(try form(nil as [String: Int]?) == "")
    }

    @Test("M-01 A file in a form is an error that names its place")
    func fileInForm() throws {
        #expect(try invalidPath(["a": MultipartFile(data: Data(), filename: nil)]) == ["a"])
        #expect(try invalidPath(["a": [MultipartFile(data: Data(), filename: nil)]]) == ["a", "Index 0"])
    }

    @Test("U-07 100,000 elements take a time in proportion")
    func manyElements() throws {
        let bytes = try URLEncodedFormEncoder().encode(["k": [Int](repeating: 1, count: 100_000)])
        #expect(bytes.count == 4 * 100_000 - 1)
        let numbers = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ($0, 1) })
        let received = FormDecoder.decode(try URLEncodedFormEncoder().encode(numbers))
        // Compared outside of `#expect`, which would look for the difference for minutes.
        let isSorted = received.map(\.0) == (0..<100_000).map(String.init)
        #expect(isSorted)
    }

    /// The coding path of the `invalidValue` that encoding throws; nil when it throws nothing.
    private func invalidPath(_ value: some Encodable) throws -> [String]? {
        do {
            _ = try URLEncodedFormEncoder().encode(value)
            return nil
        } catch EncodingError.invalidValue(_, let context) {
            #expect(!context.debugDescription.isEmpty)
            return context.codingPath.map(\.stringValue)
        }
    }
}

private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Up to 20 scalars, half of them ASCII, controls and reserved characters included.
private func randomText(using generator: inout SplitMix64) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...20, using: &generator) {
        let limit: UInt32 = Bool.random(using: &generator) ? 0x7F : 0x10FFFF
        if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &generator)) {
            text.append(scalar)
        }
    }
    return String(text)
}
