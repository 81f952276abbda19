/// How the values of a parameter are written where there is more than one way.
public struct ParameterStyle: Hashable, Sendable {
    /// How several values of one name are written.
    public enum Arrays: Hashable, Sendable {
        /// The name repeated, `k=1&k=2`.
        case repeated
        /// The name with brackets, `k[]=1&k[]=2`.
        case brackets
        /// One item whose values are joined by a separator.
        ///
        /// In queries and URL-encoded forms the characters `,` `:` `/` `?` `@` `!` `$` `'` `(` and `)` of a separator, in
        /// queries also `*`, stand as they are, and are escaped in the values. So `["a,b", "c"]`, joined by a comma, is `k=a%2Cb,c`, and the
        /// server can tell its two values from three.
        ///
        /// The other characters look the same in a separator and in a value: letters, digits and `-._~` (in forms also
        /// `*`) stand as they are, the rest is escaped. Choose a separator that no value holds then. The same goes for
        /// multipart bodies, where nothing is escaped, and for header fields, which are always joined by a comma and a space.
        case joined(separator: String)

        /// Joined by a comma, `k=1,2`; a comma in a value is `%2C`.
        public static var comma: Arrays { .joined(separator: ",") }
        /// Joined by a space, the form of OAuth scopes (RFC 6749 §3.3): `k=a%20b` in a query, `k=a+b` in a form.
        public static var space: Arrays { .joined(separator: " ") }
    }

    /// How a truth value is written.
    public enum Booleans: Hashable, Sendable {
        /// As `true` and `false`.
        case words
        /// As `1` and `0`.
        case digits
    }

    /// How a date is written, always in UTC; one outside of the years 0 to 9999 is refused.
    public enum Dates: Hashable, Sendable {
        /// RFC 3339 with the time, `2026-01-02T03:04:05Z`; milliseconds are written when there are any, as three
        /// digits.
        case dateTime
        /// The day alone, `2026-01-02`.
        case dateOnly
    }

    /// How several values of one name are written; repeated by default.
    public var arrays: Arrays
    /// How a truth value is written; words by default.
    public var booleans: Booleans
    /// How a date is written; with its time by default.
    public var dates: Dates

    /// Creates a style; what is not named has its default.
    public init(arrays: Arrays = .repeated, booleans: Booleans = .words, dates: Dates = .dateTime) {
        self.arrays = arrays
        self.booleans = booleans
        self.dates = dates
    }

    /// Repeated names, `true` and `false`, dates with their time.
    public static let standard = ParameterStyle()
    /// Arrays as `k[]=1&k[]=2`.
    public static let brackets = ParameterStyle(arrays: .brackets)
    /// Arrays as one item, joined by a comma.
    public static let comma = ParameterStyle(arrays: .comma)
    /// Arrays as one item, joined by a space.
    public static let space = ParameterStyle(arrays: .space)
    /// Truth values as `1` and `0`.
    public static let numeric = ParameterStyle(booleans: .digits)
    /// Dates as `2026-01-02`.
    public static let dateOnly = ParameterStyle(dates: .dateOnly)
}
