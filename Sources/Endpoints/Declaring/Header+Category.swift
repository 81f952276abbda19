extension Header {
    /// In which messages a header field stands, and what it speaks about.
    public enum Category: Sendable, Hashable {
        /// About the message or its connection, in requests and responses alike, as `Cache-Control` or `Date`.
        case general

        /// About the request or the client that makes it, as `Accept` or `Cookie`.
        case request

        /// About the response or the server that gives it, as `Retry-After` or `Set-Cookie`.
        case response

        /// About the content that a message carries (RFC 9110 §8), as `Content-Type` or `Last-Modified`.
        case representation

        /// Not defined by a standard that this library knows, as `X-Request-ID` or a name of your own.
        case custom
    }

    /// Where the field belongs, looked up by name, so that a header made from text has the category of its constant.
    ///
    /// A name that isn't among the standard ones is ``Category-swift.enum/custom``.
    public var category: Category {
        Self.categories[key] ?? .custom
    }

    /// The headers that have a constant, by category: the one table that every category is read from.
    package static let standard: [Category: [Header]] = [
        .general: generalHeaders,
        .request: requestHeaders,
        .response: responseHeaders,
        .representation: representationHeaders,
        .custom: customHeaders,
    ]

    private static let categories: [String: Category] = standard.reduce(into: [:]) { categories, group in
        for header in group.value {
            categories[header.key] = group.key
        }
    }
}
