extension RequestMetrics: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// One line with everything that is known, such as
    /// `connect 3 ms, first byte 80 ms, 92 ms in all, 131 bytes sent, 204 bytes received, HTTP/1.1, 192.0.2.7:80`.
    public var description: String {
        var words = phases
        if let total { words.append("\(total.milliseconds) in all") }
        if let requestBytes { words.append("\(requestBytes) bytes sent") }
        if let responseBytes { words.append("\(responseBytes) bytes received") }
        if let httpVersion { words.append("\(httpVersion)") }
        if let remoteAddress { words.append(remoteAddress) }
        if isReusedConnection == true { words.append("connection reused") }
        return words.joined(separator: ", ")
    }

    /// One line with everything that is known.
    public var debugDescription: String { description }

    /// What the description shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    /// The phases that took a millisecond or longer, each in a few words.
    var phases: [String] {
        let phases = [
            ("dns", nameLookup), ("connect", connect), ("tls", tlsHandshake), ("first byte", firstByte),
        ]
        return phases.compactMap { name, duration in
            guard let duration, duration >= .milliseconds(1) else { return nil }
            return "\(name) \(duration.milliseconds)"
        }
    }
}
