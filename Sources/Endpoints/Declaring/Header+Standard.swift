// MARK: - General: standing in requests and responses alike

extension Header {
    /// Which message signatures the sender wants from the other side (RFC 9421 §5.1).
    public static let acceptSignature = Header("Accept-Signature")

    /// Directives that caches along the way must obey (RFC 9111 §5.2).
    public static let cacheControl = Header("Cache-Control")

    /// Whether the stream carries capsules after the header section (RFC 9297 §3.4).
    public static let capsuleProtocol = Header("Capsule-Protocol")

    /// Which fields and options hold for this one connection only (RFC 9110 §7.6.1).
    public static let connection = Header("Connection")

    /// When the message was originated (RFC 9110 §6.6.1).
    public static let date = Header("Date")

    /// Which WebDAV compliance classes the resource or the client supports (RFC 4918 §10.1).
    public static let dav = Header("DAV")

    /// How long an idle HTTP/1 connection is to stay open (RFC 2068 §19.7.1.1).
    public static let keepAlive = Header("Keep-Alive")

    /// Typed links from the message's resource to others, such as the next page (RFC 8288 §3).
    public static let link = Header("Link")

    /// The WebDAV lock that is to be removed, or that has been created (RFC 4918 §10.5).
    public static let lockToken = Header("Lock-Token")

    /// Which version of MIME the message follows (RFC 9112 §B.1).
    public static let mimeVersion = Header("MIME-Version")

    /// Which version of OData the message follows (OData Version 4.01, Protocol).
    public static let odataVersion = Header("OData-Version")

    /// How urgent the response is, and whether it is useful in part (RFC 9218 §5).
    public static let priority = Header("Priority")

    /// WebSocket extensions that are offered or agreed on (RFC 6455 §11.3.2).
    public static let secWebSocketExtensions = Header("Sec-WebSocket-Extensions")

    /// WebSocket subprotocols that are offered or agreed on (RFC 6455 §11.3.4).
    public static let secWebSocketProtocol = Header("Sec-WebSocket-Protocol")

    /// The WebSocket version that is used, or those that the server takes (RFC 6455 §11.3.5).
    public static let secWebSocketVersion = Header("Sec-WebSocket-Version")

    /// The message's signatures, by label (RFC 9421 §4.2).
    public static let signature = Header("Signature")

    /// Which parts of the message each signature covers, and how it was made (RFC 9421 §4.1).
    public static let signatureInput = Header("Signature-Input")

    /// Which fields are to follow the content as trailers (RFC 9110 §6.6.2).
    public static let trailer = Header("Trailer")

    /// Codings that were applied to the content for this one hop (RFC 9112 §6.1).
    public static let transferEncoding = Header("Transfer-Encoding")

    /// For how many seconds a push message is kept for an absent receiver (RFC 8030 §5.2).
    public static let ttl = Header("TTL")

    /// Protocols that the connection could switch to, or is switching to (RFC 9110 §7.8).
    public static let upgrade = Header("Upgrade")

    /// The proxies and gateways that the message has passed (RFC 9110 §7.6.3).
    public static let via = Header("Via")

    /// Which algorithms the sender prefers for `Content-Digest` (RFC 9530 §4).
    public static let wantContentDigest = Header("Want-Content-Digest")

    /// Which algorithms the sender prefers for `Repr-Digest` (RFC 9530 §4).
    public static let wantReprDigest = Header("Want-Repr-Digest")

    static let generalHeaders: [Header] = [
        .acceptSignature, .cacheControl, .capsuleProtocol, .connection, .date, .dav, .keepAlive, .link, .lockToken,
        .mimeVersion, .odataVersion, .priority, .secWebSocketExtensions, .secWebSocketProtocol, .secWebSocketVersion,
        .signature, .signatureInput, .trailer, .transferEncoding, .ttl, .upgrade, .via, .wantContentDigest,
        .wantReprDigest,
    ]
}

// MARK: - Request: about the request or the client that makes it

extension Header {
    /// Which media types the client takes, by preference (RFC 9110 §12.5.1).
    public static let accept = Header("Accept")

    /// Which charsets the client takes; deprecated, UTF-8 is assumed (RFC 9110 §12.5.2).
    public static let acceptCharset = Header("Accept-Charset")

    /// The moment of which the client wants an archived state (RFC 7089 §2.1.1).
    public static let acceptDatetime = Header("Accept-Datetime")

    /// Which content codings, such as gzip, the client takes (RFC 9110 §12.5.3).
    public static let acceptEncoding = Header("Accept-Encoding")

    /// Which natural languages the user prefers (RFC 9110 §12.5.4).
    public static let acceptLanguage = Header("Accept-Language")

    /// In a preflight, the fields that the request would carry (Fetch Standard, CORS protocol).
    public static let accessControlRequestHeaders = Header("Access-Control-Request-Headers")

    /// In a preflight, the method that the request would use (Fetch Standard, CORS protocol).
    public static let accessControlRequestMethod = Header("Access-Control-Request-Method")

    /// Which instance manipulations, such as deltas, the client takes (RFC 3229 §10.5.3).
    public static let aIM = Header("A-IM")

    /// Which alternative service the client is using (RFC 7838 §5).
    public static let altUsed = Header("Alt-Used")

    /// The client's credentials for the server (RFC 9110 §11.6.2).
    public static let authorization = Header("Authorization")

    /// The hash of the compression dictionary that the client holds (RFC 9842 §2.2).
    public static let availableDictionary = Header("Available-Dictionary")

    /// Properties of the caller that travel along with a distributed trace (W3C Baggage).
    public static let baggage = Header("baggage")

    /// The client's TLS certificate, told by the proxy that ended the connection (RFC 9440 §2.2).
    public static let clientCert = Header("Client-Cert")

    /// The chain of the client's TLS certificate, told by a proxy (RFC 9440 §2.3).
    public static let clientCertChain = Header("Client-Cert-Chain")

    /// Names and values of the cookies that the server has set before (RFC 6265 §4.2).
    public static let cookie = Header("Cookie")

    /// How far below the resource a WebDAV method reaches (RFC 4918 §10.2).
    public static let depth = Header("Depth")

    /// The URL that a WebDAV `COPY` or `MOVE` writes to (RFC 4918 §10.3).
    public static let destination = Header("Destination")

    /// The server's own identifier of the client's compression dictionary (RFC 9842 §2.3).
    public static let dictionaryID = Header("Dictionary-ID")

    /// Proof that the client holds the key that its access token is bound to (RFC 9449 §4.1).
    public static let dpop = Header("DPoP")

    /// That the request was sent as TLS early data and may be a replay (RFC 8470 §5.1).
    public static let earlyData = Header("Early-Data")

    /// What the server has to support before the client sends the content (RFC 9110 §10.1.1).
    public static let expect = Header("Expect")

    /// What proxies would otherwise hide, such as the client's address (RFC 7239 §4).
    public static let forwarded = Header("Forwarded")

    /// The mail address of the person who is responsible for the client (RFC 9110 §10.1.2).
    public static let from = Header("From")

    /// The host and port of the target URL (RFC 9110 §7.2).
    public static let host = Header("Host")

    /// A key by which the server knows a repeated request (draft-ietf-httpapi-idempotency-key-header).
    public static let idempotencyKey = Header("Idempotency-Key")

    /// WebDAV state tokens and entity tags that must hold (RFC 4918 §10.4).
    public static let `if` = Header("If")

    /// Proceed only if the resource still has one of these entity tags (RFC 9110 §13.1.1).
    public static let ifMatch = Header("If-Match")

    /// Send the content only if it has changed after this date (RFC 9110 §13.1.3).
    public static let ifModifiedSince = Header("If-Modified-Since")

    /// Proceed only if the resource has none of these entity tags (RFC 9110 §13.1.2).
    public static let ifNoneMatch = Header("If-None-Match")

    /// Send the range if the content is unchanged, else all of it (RFC 9110 §13.1.5).
    public static let ifRange = Header("If-Range")

    /// Proceed only if the calendar object has this schedule tag (RFC 6638 §8.3).
    public static let ifScheduleTagMatch = Header("If-Schedule-Tag-Match")

    /// Proceed only if the resource has not changed after this date (RFC 9110 §13.1.4).
    public static let ifUnmodifiedSince = Header("If-Unmodified-Since")

    /// The last server-sent event that the client saw before it reconnects (HTML Standard).
    public static let lastEventID = Header("Last-Event-ID")

    /// How many more times a `TRACE` or `OPTIONS` may be forwarded (RFC 9110 §7.6.2).
    public static let maxForwards = Header("Max-Forwards")

    /// The highest version of OData that the client takes (OData Version 4.01, Protocol).
    public static let odataMaxVersion = Header("OData-MaxVersion")

    /// The origin that caused the request (RFC 6454 §7).
    public static let origin = Header("Origin")

    /// Whether a WebDAV `COPY` or `MOVE` may replace what is there (RFC 4918 §10.6).
    public static let overwrite = Header("Overwrite")

    /// A request to HTTP/1.0 caches to fetch afresh; deprecated (RFC 9111 §5.4).
    public static let pragma = Header("Pragma")

    /// Optional behaviour that the client would like of the server (RFC 7240 §2).
    public static let prefer = Header("Prefer")

    /// The client's credentials for the proxy (RFC 9110 §11.7.2).
    public static let proxyAuthorization = Header("Proxy-Authorization")

    /// Which parts of the content the client wants (RFC 9110 §14.2).
    public static let range = Header("Range")

    /// The URL of the page that the request's URL was found on (RFC 9110 §10.1.3).
    public static let referer = Header("Referer")

    /// That the user wants to use little data (W3C Save Data API).
    public static let saveData = Header("Save-Data")

    /// Whether deleting a calendar object tells its organizer (RFC 6638 §8.1).
    public static let scheduleReply = Header("Schedule-Reply")

    /// What the browser will use the response for (W3C Fetch Metadata).
    public static let secFetchDest = Header("Sec-Fetch-Dest")

    /// In which mode, such as CORS, the browser makes the request (W3C Fetch Metadata).
    public static let secFetchMode = Header("Sec-Fetch-Mode")

    /// How the origins of the request and of its target relate (W3C Fetch Metadata).
    public static let secFetchSite = Header("Sec-Fetch-Site")

    /// That a navigation was started by the user (W3C Fetch Metadata).
    public static let secFetchUser = Header("Sec-Fetch-User")

    /// That the user objects to the sale or sharing of personal data (W3C Global Privacy Control).
    public static let secGPC = Header("Sec-GPC")

    /// That the request is a prefetch and not an immediate use (Fetch Standard).
    public static let secPurpose = Header("Sec-Purpose")

    /// The nonce by which the server proves that it speaks WebSocket (RFC 6455 §11.3.1).
    public static let secWebSocketKey = Header("Sec-WebSocket-Key")

    /// The name that the client suggests for the resource it creates (RFC 5023 §9.7).
    public static let slug = Header("Slug")

    /// The intent of a SOAP 1.1 request (SOAP 1.1 §6.1.1).
    public static let soapAction = Header("SOAPAction")

    /// Which transfer codings the client takes, and whether it takes trailers (RFC 9110 §10.1.4).
    public static let te = Header("TE")

    /// How long the client wants to hold a WebDAV lock (RFC 4918 §10.7).
    public static let timeout = Header("Timeout")

    /// Which undelivered push message this one replaces (RFC 8030 §5.4).
    public static let topic = Header("Topic")

    /// The position of the request in a distributed trace (W3C Trace Context).
    public static let traceparent = Header("traceparent")

    /// What each tracing system adds to the position in the trace (W3C Trace Context).
    public static let tracestate = Header("tracestate")

    /// That the client prefers an encrypted response (W3C Upgrade Insecure Requests).
    public static let upgradeInsecureRequests = Header("Upgrade-Insecure-Requests")

    /// How important a push message is to the user (RFC 8030 §5.3).
    public static let urgency = Header("Urgency")

    /// The software that makes the request (RFC 9110 §10.1.5).
    public static let userAgent = Header("User-Agent")

    static let requestHeaders: [Header] = [
        .accept, .acceptCharset, .acceptDatetime, .acceptEncoding, .acceptLanguage, .accessControlRequestHeaders,
        .accessControlRequestMethod, .aIM, .altUsed, .authorization, .availableDictionary, .baggage, .clientCert,
        .clientCertChain, .cookie, .depth, .destination, .dictionaryID, .dpop, .earlyData, .expect, .forwarded, .from,
        .host, .idempotencyKey, .if, .ifMatch, .ifModifiedSince, .ifNoneMatch, .ifRange, .ifScheduleTagMatch,
        .ifUnmodifiedSince, .lastEventID, .maxForwards, .odataMaxVersion, .origin, .overwrite, .pragma, .prefer,
        .proxyAuthorization, .range, .referer, .saveData, .scheduleReply, .secFetchDest, .secFetchMode, .secFetchSite,
        .secFetchUser, .secGPC, .secPurpose, .secWebSocketKey, .slug, .soapAction, .te, .timeout, .topic, .traceparent,
        .tracestate, .upgradeInsecureRequests, .urgency, .userAgent,
    ]
}

// MARK: - Response: about the response or the server that gives it

extension Header {
    /// Which client hints the server wants to receive (RFC 8942 §3.1).
    public static let acceptCH = Header("Accept-CH")

    /// Which media types the resource takes in a `PATCH` (RFC 5789 §3.1).
    public static let acceptPatch = Header("Accept-Patch")

    /// Which media types the resource takes in a `POST` (W3C Linked Data Platform §7.1).
    public static let acceptPost = Header("Accept-Post")

    /// In which units the server answers range requests (RFC 9110 §14.3).
    public static let acceptRanges = Header("Accept-Ranges")

    /// Whether a page may use a response to a request with credentials (Fetch Standard, CORS protocol).
    public static let accessControlAllowCredentials = Header("Access-Control-Allow-Credentials")

    /// Which fields a page may send (Fetch Standard, CORS protocol).
    public static let accessControlAllowHeaders = Header("Access-Control-Allow-Headers")

    /// Which methods a page may use (Fetch Standard, CORS protocol).
    public static let accessControlAllowMethods = Header("Access-Control-Allow-Methods")

    /// Which origin's pages may read the response (Fetch Standard, CORS protocol).
    public static let accessControlAllowOrigin = Header("Access-Control-Allow-Origin")

    /// Which fields of the response a page may read (Fetch Standard, CORS protocol).
    public static let accessControlExposeHeaders = Header("Access-Control-Expose-Headers")

    /// For how many seconds a preflight's answer holds (Fetch Standard, CORS protocol).
    public static let accessControlMaxAge = Header("Access-Control-Max-Age")

    /// How many seconds ago the response left or was validated by its origin (RFC 9111 §5.1).
    public static let age = Header("Age")

    /// Which methods the resource supports (RFC 9110 §10.2.1).
    public static let allow = Header("Allow")

    /// Where else, or by which protocol, the same origin is served (RFC 7838 §3).
    public static let altSvc = Header("Alt-Svc")

    /// What the server adds after it has accepted the credentials (RFC 9110 §11.6.3).
    public static let authenticationInfo = Header("Authentication-Info")

    /// How each cache on the way has handled the request (RFC 9211 §2).
    public static let cacheStatus = Header("Cache-Status")

    /// Directives that only the caches of a CDN obey (RFC 9213 §3).
    public static let cdnCacheControl = Header("CDN-Cache-Control")

    /// Which stored data of the origin the client should delete (W3C Clear Site Data).
    public static let clearSiteData = Header("Clear-Site-Data")

    /// Whether to show or to save the content, and under which file name (RFC 6266 §4).
    public static let contentDisposition = Header("Content-Disposition")

    /// From where a page may load what, and what it may run (W3C Content Security Policy §3.1).
    public static let contentSecurityPolicy = Header("Content-Security-Policy")

    /// A content security policy that is monitored, not enforced (W3C Content Security Policy §3.2).
    public static let contentSecurityPolicyReportOnly = Header("Content-Security-Policy-Report-Only")

    /// Whether a page embeds only what consents to it (HTML Standard).
    public static let crossOriginEmbedderPolicy = Header("Cross-Origin-Embedder-Policy")

    /// An embedder policy that is monitored, not enforced (HTML Standard).
    public static let crossOriginEmbedderPolicyReportOnly = Header("Cross-Origin-Embedder-Policy-Report-Only")

    /// Whether a page shares its browsing context group with other origins (HTML Standard).
    public static let crossOriginOpenerPolicy = Header("Cross-Origin-Opener-Policy")

    /// An opener policy that is monitored, not enforced (HTML Standard).
    public static let crossOriginOpenerPolicyReportOnly = Header("Cross-Origin-Opener-Policy-Report-Only")

    /// Which sites may load the resource without CORS (Fetch Standard).
    public static let crossOriginResourcePolicy = Header("Cross-Origin-Resource-Policy")

    /// Since when, or from when, the resource is deprecated (RFC 9745 §2).
    public static let deprecation = Header("Deprecation")

    /// The nonce that the client's next proof of possession must contain (RFC 9449 §8.1).
    public static let dpopNonce = Header("DPoP-Nonce")

    /// From when on the response is stale (RFC 9111 §5.3).
    public static let expires = Header("Expires")

    /// Which instance manipulations were applied to the response (RFC 3229 §10.5.2).
    public static let im = Header("IM")

    /// Where to go on, or the URL of what has been created (RFC 9110 §10.2.2).
    public static let location = Header("Location")

    /// The moment of which the response is the archived state (RFC 7089 §2.1.1).
    public static let mementoDatetime = Header("Memento-Datetime")

    /// Which failures of requests to the origin the client should report (W3C Network Error Logging).
    public static let nel = Header("NEL")

    /// The identifier of an entity that was created without being sent back (OData Version 4.01, Protocol).
    public static let odataEntityID = Header("OData-EntityId")

    /// Whether the origin's pages want an agent cluster of their own (HTML Standard).
    public static let originAgentCluster = Header("Origin-Agent-Cluster")

    /// Which features of the browser the page and its frames may use (W3C Permissions Policy).
    public static let permissionsPolicy = Header("Permissions-Policy")

    /// Which of the client's preferences the server has honoured (RFC 7240 §3).
    public static let preferenceApplied = Header("Preference-Applied")

    /// How the client can authenticate to the proxy (RFC 9110 §11.7.1).
    public static let proxyAuthenticate = Header("Proxy-Authenticate")

    /// What the proxy adds after it has accepted the credentials (RFC 9110 §11.7.3).
    public static let proxyAuthenticationInfo = Header("Proxy-Authentication-Info")

    /// How each proxy on the way has handled the response, and its errors (RFC 9209 §2).
    public static let proxyStatus = Header("Proxy-Status")

    /// How much of its URL a page tells in `Referer` (W3C Referrer Policy).
    public static let referrerPolicy = Header("Referrer-Policy")

    /// After how many seconds to load the page, or another, anew (HTML Standard).
    public static let refresh = Header("Refresh")

    /// The nonce that the client's next signed ACME request must contain (RFC 8555 §6.5.1).
    public static let replayNonce = Header("Replay-Nonce")

    /// Groups of endpoints that take reports; superseded by `Reporting-Endpoints` (W3C Reporting API).
    public static let reportTo = Header("Report-To")

    /// Named endpoints that take a page's reports (W3C Reporting API).
    public static let reportingEndpoints = Header("Reporting-Endpoints")

    /// How long to wait, or until when, before asking again (RFC 9110 §10.2.3).
    public static let retryAfter = Header("Retry-After")

    /// A tag that changes when a calendar object does in a way that matters (RFC 6638 §8.2).
    public static let scheduleTag = Header("Schedule-Tag")

    /// The server's proof that it speaks WebSocket (RFC 6455 §11.3.3).
    public static let secWebSocketAccept = Header("Sec-WebSocket-Accept")

    /// The software that answers the request (RFC 9110 §10.2.4).
    public static let server = Header("Server")

    /// How long the server took for which part of its work (W3C Server Timing).
    public static let serverTiming = Header("Server-Timing")

    /// A cookie to keep and send back, with its scope and lifetime (RFC 6265 §4.1).
    public static let setCookie = Header("Set-Cookie")

    /// Where the source map of a script or style sheet is found (ECMA-426).
    public static let sourceMap = Header("SourceMap")

    /// For how long the host is to be reached by HTTPS only (RFC 6797 §6.1).
    public static let strictTransportSecurity = Header("Strict-Transport-Security")

    /// When the resource is expected to become unavailable (RFC 8594 §3).
    public static let sunset = Header("Sunset")

    /// Which origins' pages may read the resource's timing (W3C Resource Timing).
    public static let timingAllowOrigin = Header("Timing-Allow-Origin")

    /// For which URLs the response serves as a compression dictionary (RFC 9842 §2.1).
    public static let useAsDictionary = Header("Use-As-Dictionary")

    /// Which fields of the request have influenced the response (RFC 9110 §12.5.5).
    public static let vary = Header("Vary")

    /// How the client can authenticate to the server (RFC 9110 §11.6.1).
    public static let wwwAuthenticate = Header("WWW-Authenticate")

    /// That the client must not guess another media type (Fetch Standard).
    public static let xContentTypeOptions = Header("X-Content-Type-Options")

    /// Whether a page may be shown in a frame (RFC 7034 §2).
    public static let xFrameOptions = Header("X-Frame-Options")

    static let responseHeaders: [Header] = [
        .acceptCH, .acceptPatch, .acceptPost, .acceptRanges, .accessControlAllowCredentials, .accessControlAllowHeaders,
        .accessControlAllowMethods, .accessControlAllowOrigin, .accessControlExposeHeaders, .accessControlMaxAge, .age,
        .allow, .altSvc, .authenticationInfo, .cacheStatus, .cdnCacheControl, .clearSiteData, .contentDisposition,
        .contentSecurityPolicy, .contentSecurityPolicyReportOnly, .crossOriginEmbedderPolicy,
        .crossOriginEmbedderPolicyReportOnly, .crossOriginOpenerPolicy, .crossOriginOpenerPolicyReportOnly,
        .crossOriginResourcePolicy, .deprecation, .dpopNonce, .expires, .im, .location, .mementoDatetime, .nel,
        .odataEntityID, .originAgentCluster, .permissionsPolicy, .preferenceApplied, .proxyAuthenticate,
        .proxyAuthenticationInfo, .proxyStatus, .referrerPolicy, .refresh, .replayNonce, .reportTo, .reportingEndpoints,
        .retryAfter, .scheduleTag, .secWebSocketAccept, .server, .serverTiming, .setCookie, .sourceMap,
        .strictTransportSecurity, .sunset, .timingAllowOrigin, .useAsDictionary, .vary, .wwwAuthenticate,
        .xContentTypeOptions, .xFrameOptions,
    ]
}

// MARK: - Representation: about the content that the message carries

extension Header {
    /// Digests of the content as it is sent in this message (RFC 9530 §2).
    public static let contentDigest = Header("Content-Digest")

    /// Codings, such as gzip, to undo before the content has its media type (RFC 9110 §8.4).
    public static let contentEncoding = Header("Content-Encoding")

    /// The natural languages of the content's audience (RFC 9110 §8.5).
    public static let contentLanguage = Header("Content-Language")

    /// How many bytes the content has (RFC 9110 §8.6).
    public static let contentLength = Header("Content-Length")

    /// The URL of the very representation that is sent (RFC 9110 §8.7).
    public static let contentLocation = Header("Content-Location")

    /// The content's MD5 digest; obsolete, still asked for by object stores (RFC 2616 §14.15).
    public static let contentMD5 = Header("Content-MD5")

    /// Which part of the whole is sent (RFC 9110 §14.4).
    public static let contentRange = Header("Content-Range")

    /// The content's media type, with its charset or boundary (RFC 9110 §8.3).
    public static let contentType = Header("Content-Type")

    /// The entity tag of the instance that the delta applies to (RFC 3229 §10.5.1).
    public static let deltaBase = Header("Delta-Base")

    /// A tag that tells this state of the resource from others (RFC 9110 §8.8.3).
    public static let etag = Header("ETag")

    /// When the resource was last changed (RFC 9110 §8.8.2).
    public static let lastModified = Header("Last-Modified")

    /// Digests of the whole representation, even if only a part of it is sent (RFC 9530 §3).
    public static let reprDigest = Header("Repr-Digest")

    static let representationHeaders: [Header] = [
        .contentDigest, .contentEncoding, .contentLanguage, .contentLength, .contentLocation, .contentMD5,
        .contentRange, .contentType, .deltaBase, .etag, .lastModified, .reprDigest,
    ]
}

// MARK: - Custom: common names that no standard defines

extension Header {
    /// The key by which many services know their client; defined by no standard.
    public static let xAPIKey = Header("X-API-Key")

    /// An identifier that ties together the messages of one operation; defined by no standard.
    public static let xCorrelationID = Header("X-Correlation-ID")

    /// A secret that shows that the request was not forged by another site; defined by no standard.
    public static let xCSRFToken = Header("X-CSRF-Token")

    /// The addresses of the client and of the proxies passed; `Forwarded` is the standard (RFC 7239 §5.2).
    public static let xForwardedFor = Header("X-Forwarded-For")

    /// The host that the client asked for; `Forwarded` is the standard (RFC 7239 §5.3).
    public static let xForwardedHost = Header("X-Forwarded-Host")

    /// The port that the client connected to; defined by no standard.
    public static let xForwardedPort = Header("X-Forwarded-Port")

    /// The scheme that the client used; `Forwarded` is the standard (RFC 7239 §5.4).
    public static let xForwardedProto = Header("X-Forwarded-Proto")

    /// The method that is meant where only `POST` gets through; defined by no standard.
    public static let xHTTPMethodOverride = Header("X-HTTP-Method-Override")

    /// How many requests the client may make in the current window; defined by no standard.
    public static let xRateLimitLimit = Header("X-RateLimit-Limit")

    /// How many requests are left in the current window; defined by no standard.
    public static let xRateLimitRemaining = Header("X-RateLimit-Remaining")

    /// When the current window ends, in a unit that differs by service; defined by no standard.
    public static let xRateLimitReset = Header("X-RateLimit-Reset")

    /// The client's address as the first proxy saw it; defined by no standard.
    public static let xRealIP = Header("X-Real-IP")

    /// An identifier by which one request is found in the logs; defined by no standard.
    public static let xRequestID = Header("X-Request-ID")

    /// That a script made the request, as `XMLHttpRequest`; defined by no standard.
    public static let xRequestedWith = Header("X-Requested-With")

    static let customHeaders: [Header] = [
        .xAPIKey, .xCorrelationID, .xCSRFToken, .xForwardedFor, .xForwardedHost, .xForwardedPort, .xForwardedProto,
        .xHTTPMethodOverride, .xRateLimitLimit, .xRateLimitRemaining, .xRateLimitReset, .xRealIP, .xRequestID,
        .xRequestedWith,
    ]
}
