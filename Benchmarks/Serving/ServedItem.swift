/// What the server answers with.
struct Item: Codable, Sendable, Equatable {
    struct Size: Codable, Sendable, Equatable {
        let width: Double
        let height: Double
        let depth: Double
    }

    struct Review: Codable, Sendable, Equatable {
        let id: Int
        let author: String
        let rating: Int
        let text: String
    }

    let id: Int
    let name: String
    let description: String
    let price: Double
    let isAvailable: Bool
    let tags: [String]
    let size: Size
    let reviews: [Review]
}

extension Item {
    /// About 950 bytes.
    static let json = """
        {"id":7,"name":"Travelling kettle","description":"A kettle that folds flat and boils half a litre of water in \
        four minutes, at any voltage.","price":39.95,"isAvailable":true,"tags":["kitchen","travel","electric",\
        "folding","silicone"],"size":{"width":12.5,"height":18.25,"depth":4.75},"reviews":[{"id":101,"author":"Ada",\
        "rating":5,"text":"It went around the world with me, and came back as it was."},{"id":102,"author":"Grace",\
        "rating":4,"text":"Boils quickly; the handle gets warm when it is filled to the brim."},{"id":103,"author":\
        "Edsger","rating":2,"text":"Simplicity is a prerequisite for reliability, and it has too many buttons."},\
        {"id":104,"author":"Barbara","rating":5,"text":"Does what it says, and nothing that it does not say. I bought \
        a second one for the office."},{"id":105,"author":"Donald","rating":3,"text":"Beware of leaks in the lid; I \
        have only proved it correct, not tried it."}]}
        """

    /// The value that the text describes, cut from the same cloth for stubs and mocks.
    static let sample = Item(
        id: 7,
        name: "Travelling kettle",
        description: "Folds flat and boils half a litre of water in four minutes.",
        price: 39.95,
        isAvailable: true,
        tags: ["kitchen", "travel", "electric"],
        size: Size(width: 12.5, height: 18.25, depth: 4.75),
        reviews: [Review(id: 101, author: "Ada", rating: 5, text: "Came back as it was")]
    )
}
