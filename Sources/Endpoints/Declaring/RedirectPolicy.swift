/// Which redirects a call follows (RFC 9110 §15.4).
///
/// Whatever is followed, credentials stay at their origin, and nothing leads from `https` to `http`.
public struct RedirectPolicy: Sendable, Hashable {
    enum Reach: Sendable {
        case everywhere
        case origin
        case nowhere
    }

    let reach: Reach

    /// Follows up to ten redirects, wherever they lead.
    public static let follow = RedirectPolicy(reach: .everywhere)

    /// Follows redirects to the same scheme, host and port; another one ends the call with
    /// ``TransportFailure/Code/foreignRedirect``.
    public static let sameOrigin = RedirectPolicy(reach: .origin)

    /// Follows none: the redirect is the answer, with its status and its `Location`.
    public static let never = RedirectPolicy(reach: .nowhere)
}
