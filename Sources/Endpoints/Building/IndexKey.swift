/// The coding key of an array's element.
struct IndexKey {
    let index: Int

    init(_ index: Int) {
        self.index = index
    }
}

extension IndexKey: CodingKey {
    var stringValue: String { "Index \(index)" }
    var intValue: Int? { index }

    init?(stringValue: String) {
        nil
    }

    init?(intValue: Int) {
        self.init(intValue)
    }
}
