/// What the server answers a simple request with: a few values, most of it text.
struct Note: Codable, Sendable, Equatable {
    let id: Int
    let title: String
    let body: String
    let tags: [String]
    let score: Double
}

extension Note {
    /// About 950 bytes.
    static let json = """
        {"id":7,"title":"On kettles that fold","body":"\(String(repeating: text, count: 4))","tags":["kitchen",\
        "travel","electric"],"score":4.75}
        """

    private static let text = """
        A kettle that folds flat boils half a litre of water in four minutes, at any voltage, and goes around the world \
        with whoever likes their tea as it is at home. The handle gets warm when it is filled to the brim, which it says \
        of itself. \

        """
}
