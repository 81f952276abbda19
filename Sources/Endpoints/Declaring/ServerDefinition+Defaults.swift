extension ServerAddress {
    /// No base URL; declare this property or ``baseURL(for:)``.
    public var baseURLs: [Environments: URL] { [:] }

    /// The entry of ``baseURLs``.
    public func baseURL(for environment: Environments) -> URL? { baseURLs[environment] }

    /// Changes nothing.
    public func process(_ request: inout URLRequest) { RequestProcessing.note(Self.self) }

    /// A fresh encoder that writes dates as parameters do: RFC 3339 in UTC, with milliseconds when there are any.
    ///
    /// A date outside of the years 0 to 9999 has no such text and is an `EncodingError`.
    public static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom(ISO8601Dates.encode)
        return encoder
    }

    /// A fresh decoder that reads ISO 8601 dates with or without a fraction of a second.
    public static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom(ISO8601Dates.date(from:))
        return decoder
    }

    /// No options.
    public static var options: RequestOptions { RequestOptions() }
}

extension ServerAddress where Environments == TypicalEnvironments {
    /// The production environment.
    public static var defaultEnvironment: Environments { .production }
}

extension ServerAddress {
    /// Stands for the environment that a server with environments of its own forgot to name; its message is the
    /// compiler's.
    @available(
        *,
        unavailable,
        message: """
            A server with environments of its own declares the default one: \
            “static var defaultEnvironment: Environments { … }”, with “typealias Environments = …” if the compiler \
            doesn't infer it.
            """
    )
    public static var defaultEnvironment: Environments {
        // There is no value to return, and no type that compiles is witnessed by this.
        preconditionFailure()
    }
}

extension ServerAddress where Environments == URL {
    /// The environment itself, for services whose address is known only at run time.
    public func baseURL(for environment: Environments) -> URL? { environment }
}

extension ServerAddress where ErrorResponse: Decodable {
    /// Decodes the error body by its type: ``EmptyResponse`` accepts anything, `String` and `Data` are taken as they
    /// are, everything else is JSON read with ``decoder``.
    public static func decodeError(_ data: Data, from response: HTTPURLResponse) throws -> ErrorResponse {
        try BodyDecoding.value(ErrorResponse.self, in: data, from: response, decoder: decoder)
    }
}
