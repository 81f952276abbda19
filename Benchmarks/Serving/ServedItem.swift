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
    /// About 950 bytes, without a character that nginx's configuration would take for its own.
    static let json = """
        {"id":7,"name":"Travelling kettle","description":"Folds flat and boils half a litre of water in four\
         minutes.",\
        "price":39.95,"isAvailable":true,"tags":["kitchen","travel","electric","folding","silicone"],"size":\
        {"width":12.5,"height":18.25,"depth":4.75},"reviews":[\
        {"id":101,"author":"Ada","rating":5,"text":"Came back as it was"},\
        {"id":102,"author":"Grace","rating":4,"text":"The handle gets warm"},\
        {"id":103,"author":"Edsger","rating":2,"text":"Too many buttons"},\
        {"id":104,"author":"Barbara","rating":5,"text":"Does what it says"},\
        {"id":105,"author":"Donald","rating":3,"text":"Proved, not tried"},\
        {"id":106,"author":"Alan","rating":4,"text":"It stops, I believe"},\
        {"id":107,"author":"Tony","rating":1,"text":"A costly mistake"},\
        {"id":108,"author":"Radia","rating":5,"text":"Folds like a tree"},\
        {"id":109,"author":"Leslie","rating":4,"text":"On time, mostly"},\
        {"id":110,"author":"Margaret","rating":5,"text":"It landed with me"}]}
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
