import Testing

@testable import Endpoints

@Suite("Cookies of a declared field and of a method")
struct CookieFieldTests {
    @Test(
        "all go into one field, and of two with one name the declared one counts (RFC 6265 §5.4)",
        arguments: [
            ("theme=dark", "sid=1", "theme=dark; sid=1", true),
            ("theme=dark", "theme=dark; sid=1", "theme=dark; sid=1", true),
            ("theme=dark", "sid=1; theme=dark", "theme=dark; sid=1", true),
            ("sid=mine", "sid=1", "sid=mine", false),
            ("sid=mine; a=b", "c=d; sid=1", "sid=mine; a=b; c=d", false),
            (" a=b ;; c=d;", "e=f=g", "a=b; c=d; e=f=g", true),
            ("", "sid=1", "sid=1", true),
            ("a=b", "", "a=b", true),
            ("bare", "sid=1", "bare; sid=1", true),
        ])
    func joins(declared: String, added: String, text: String, isWhole: Bool) {
        let joined = CookieField(declared).joined(with: CookieField(added))
        #expect(joined.text == text)
        #expect(joined.isWhole == isWhole)
    }
}
