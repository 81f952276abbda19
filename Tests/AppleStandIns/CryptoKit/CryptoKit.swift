// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

public struct SHA256Digest: Sequence, Sendable {
    public func makeIterator() -> IndexingIterator<[UInt8]> { [UInt8]().makeIterator() }
}

public struct SHA256: Sendable {
    public static func hash<Bytes: DataProtocol>(data: Bytes) -> SHA256Digest { SHA256Digest() }
}
