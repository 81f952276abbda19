import Testing

@testable import Endpoints

@Suite("Dates of cookies")
struct CookieDateTests {
    @Test(
        "every form that servers write is read (RFC 6265bis §5.1.1)",
        arguments: [
            // The forms of HTTP: IMF-fixdate, RFC 850, asctime.
            ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"),
            // Netscape's, with dashes; and no zone, which is GMT as every other.
            ("Mon, 10-Dec-2007 17:02:24 GMT", "2007-12-10T17:02:24Z"),
            ("Wed, 09 Dec 2009 16:27:23", "2009-12-09T16:27:23Z"),
            ("Sat, 15-Apr-17 21:01:22", "2017-04-15T21:01:22Z"),
            ("Sat, 15-Apr-17 21:01:22 -0400", "2017-04-15T21:01:22Z"),
            ("Sat, 15-Apr-17 21:01:22 GMT-0400 (EDT)", "2017-04-15T21:01:22Z"),
            // Years of two digits.
            ("Mon, 18-Apr-70 22:50:13 GMT", "1970-04-18T22:50:13Z"),
            ("Mon, 18-Apr-69 22:50:13 GMT", "2069-04-18T22:50:13Z"),
            ("Mon, 18-Apr-99 22:50:13 GMT", "1999-04-18T22:50:13Z"),
            // Every order, few digits, many letters, odd separators.
            ("Thu, 31 Dec 23:55:55 2037 GMT", "2037-12-31T23:55:55Z"),
            ("22:50:12 Thu Apr 18 2007 GMT", "2007-04-18T22:50:12Z"),
            ("2017 April 15 21:01:22", "2017-04-15T21:01:22Z"),
            ("15 17 apr 21:01:22", "2017-04-15T21:01:22Z"),
            ("Wednesday, 01-Jan-10 0:0:00 GMT", "2010-01-01T00:00:00Z"),
            ("Thu, 10 Dec 2009 13:57:2 GMT", "2009-12-10T13:57:02Z"),
            ("Partyday, 18 - Apri-07 22:50:12", "2007-04-18T22:50:12Z"),
            (#"Thu, 19/Apr\2007 16:00:00 GMT"#, "2007-04-19T16:00:00Z"),
            ("15-Sat, Apr 21:01:22 GMT 2017", "2017-04-15T21:01:22Z"),
            ("Sat, 15-Apr-17 boink:z 21:01:22 11:22:33", "2017-04-15T21:01:22Z"),
            ("Tue, 29 Feb 2000 23:59:59 GMT", "2000-02-29T23:59:59Z"),
        ])
    func reads(text: String, date: String) throws {
        #expect(CookieDate.date(from: text) == (try Date(date, strategy: .iso8601)))
    }

    @Test(
        "what is no date is none",
        arguments: [
            "", "tomorrow", "Thu, 012-Aug-2008 20:49:07 GMT", "Thu, 12-Aug-31841 20:49:07 GMT", "98 April 17 21:01:22",
            "Thu, 999999999999-Aug-2007 20:49:07 GMT", "Thu, 12-Aug-2007 20:61:99999999999 GMT",
            "Sat, 15-Apr-17 91:22:33 21:01:22", "Thu, 12-Aug-2007 24:00:00", "Thu, 12-Aug-2007 20:60:00",
            "Thu, 12-Aug-2007 20:00:60", "Thu, 29 Feb 2001 00:00:00", "Thu, 31 Apr 2001 00:00:00",
            "Thu, 12-Aug-1600 20:49:07", "Mon, 01-Jan-2011 00: 00:00 GMT", "12 Aug 2007", "Aug 2007 20:00:00",
        ])
    func refuses(text: String) {
        #expect(CookieDate.date(from: text) == nil)
    }
}
