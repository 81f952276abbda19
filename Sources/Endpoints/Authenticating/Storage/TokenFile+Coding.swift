extension TokenFile {
    /// The tokens as the file holds them: JSON, with dates as numbers, which lose nothing.
    static func data(of tokens: TokenPair) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity,
            negativeInfinity: "-\(infinity)",
            nan: notANumber
        )
        return try encoder.encode(tokens)
    }

    /// The tokens in the data; nil when there are none that can be read.
    static func tokens(in data: Data) -> TokenPair? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity,
            negativeInfinity: "-\(infinity)",
            nan: notANumber
        )
        return try? decoder.decode(TokenPair.self, from: data)
    }

    /// A date that never comes; JSON has no number for it.
    private static let infinity = "inf"
    private static let notANumber = "nan"
}
