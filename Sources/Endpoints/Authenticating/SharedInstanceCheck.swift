/// Finds a reference-type `auth` that is made anew by every read, which would give every request a refresh of its own.
enum SharedInstanceCheck {
    private static let checked = Locked<Set<ObjectIdentifier>>([])

    /// Whether this is the first time that the endpoint type is seen.
    static func isFirst(_ endpoint: Any.Type) -> Bool {
        let identity = ObjectIdentifier(endpoint)
        return checked.withLock { $0.insert(identity).inserted }
    }

    /// Whether two reads of `auth` gave the same instance; value types are always fine.
    static func isShared(_ first: any AuthenticationMethod, _ second: any AuthenticationMethod) -> Bool {
        guard let first = reference(in: first), let second = reference(in: second) else { return true }
        return first === second
    }

    /// What a debug build says when it stops.
    static func message(endpoint: Any.Type, method: any AuthenticationMethod) -> String {
        """
        \(endpoint) gets a new \(type(of: method)) from every read of its auth, so requests can't share a refresh. \
        Store it once: “static let auth: \(type(of: method)) = …”.
        """
    }

    private static func reference(in method: any AuthenticationMethod) -> AnyObject? {
        if let wrapper = method as? any AuthenticationWrapper { return reference(in: wrapper.wrapped) }
        return type(of: method) is AnyClass ? method as AnyObject : nil
    }
}

/// A method that only passes on to another one.
protocol AuthenticationWrapper {
    var wrapped: any AuthenticationMethod { get }
}

extension IfAvailable: AuthenticationWrapper {
    var wrapped: any AuthenticationMethod { base }
}
