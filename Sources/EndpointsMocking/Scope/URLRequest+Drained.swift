extension URLRequest {
    /// The request with its body as bytes; a stream is read to its end, as sending it would.
    var drained: URLRequest {
        guard httpBody == nil, let stream = httpBodyStream else { return self }
        var body = Data()
        var buffer = [UInt8](repeating: 0, count: 16_384)
        stream.open()
        defer { stream.close() }
        while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 {
            body.append(contentsOf: buffer[..<count])
        }
        var drained = self
        drained.httpBody = body
        return drained
    }
}
