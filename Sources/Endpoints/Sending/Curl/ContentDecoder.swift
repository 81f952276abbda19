#if canImport(CEndpointsCurl)
/// Undoes the content codings of a body, piece by piece (RFC 9110 §8.4).
///
/// It is used by one task at a time.
final class ContentDecoder {
    /// The most codings that one body may have; more are an attack.
    private static let most = 2

    private let inflaters: [Inflater]
    private var isEmpty = true

    /// Whether the body has no codings.
    var isIdentity: Bool { inflaters.isEmpty }

    /// Creates a decoder for a `Content-Encoding` field.
    ///
    /// - Throws: a failure with the code `invalidResponse` for a coding that can't be undone.
    init(_ field: String?) throws(TransportFailure) {
        var inflaters: [Inflater] = []
        for name in (field ?? "").split(separator: ",") {
            let name = name.trimmingCharacters(in: .whitespaces).lowercased()
            guard name != "identity", !name.isEmpty else { continue }
            guard let coding = Inflater.Coding(name), inflaters.count < Self.most, let inflater = Inflater(coding)
            else {
                throw TransportFailure(
                    platform: .cannotDecodeContentData, "The content coding “\(name)” can't be undone")
            }
            inflaters.insert(inflater, at: 0)
        }
        self.inflaters = inflaters
    }

    /// Undoes the codings of a piece, whose content comes in pieces of a bounded size.
    func decode(
        _ piece: Data, to receive: (Data) throws(TransportFailure) -> Void
    ) throws(TransportFailure) {
        isEmpty = isEmpty && piece.isEmpty
        try decode(piece, from: 0, to: receive)
    }

    private func decode(
        _ piece: Data, from index: Int, to receive: (Data) throws(TransportFailure) -> Void
    ) throws(TransportFailure) {
        guard index < inflaters.count else { return try receive(piece) }
        try inflaters[index].inflate(piece) { output throws(TransportFailure) in
            try decode(output, from: index + 1, to: receive)
        }
    }

    /// Notes the end of the body.
    ///
    /// - Throws: a failure with the code `connectionLost` when it came too early.
    func finish() throws(TransportFailure) {
        guard isEmpty || inflaters.allSatisfy(\.isComplete) else {
            throw TransportFailure(platform: .networkConnectionLost, "The encoded body is cut off")
        }
    }
}
#endif
