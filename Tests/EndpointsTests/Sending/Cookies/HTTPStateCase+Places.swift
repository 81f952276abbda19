extension HTTPStateCase {
    /// Where a cookie is sent, and in which order.
    static let places: [HTTPStateCase] = [
        .init(
            "DISABLED_PATH0029", ["foo=bar; path=/cookie-parser-result/foo/bar"], to: "/cookie-parser-result/f%6Fo/bar",
            sends: "foo=bar", but: "", by: "§5.1.4: paths are compared as they are escaped"),
        .init(
            "DOMAIN0001", ["foo=bar; domain=home.example.org"], to: "http://home.example.org:8888/cookie-parser-result",
            sends: "foo=bar"),
        .init(
            "DOMAIN0002", ["foo=bar; domain=home.example.org"],
            to: "http://sibling.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0003", ["foo=bar; domain=.home.example.org"],
            to: "http://home.example.org:8888/cookie-parser-result", sends: "foo=bar"),
        .init(
            "DOMAIN0004", ["foo=bar; domain=home.example.org"],
            to: "http://subdomain.home.example.org:8888/cookie-parser-result", sends: "foo=bar"),
        .init(
            "DOMAIN0005", ["foo=bar; domain=.home.example.org"],
            to: "http://subdomain.home.example.org:8888/cookie-parser-result", sends: "foo=bar"),
        .init(
            "DOMAIN0006", ["foo=bar; domain=.home.example.org"],
            to: "http://sibling.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0007", ["foo=bar; domain=sibling.example.org"],
            to: "http://sibling.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0008", ["foo=bar; domain=.example.org"], to: "http://home.example.org:8888/cookie-parser-result",
            sends: "foo=bar"),
        .init(
            "DOMAIN0009", ["foo=bar; domain=example.org"], to: "http://home.example.org:8888/cookie-parser-result",
            sends: "foo=bar"),
        .init(
            "DOMAIN0010", ["foo=bar; domain=..home.example.org"],
            to: "http://home.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0011", ["foo=bar; domain=home..example.org"], to: "http://home.example.org:8888/cookie-parser-result"
        ),
        .init(
            "DOMAIN0012", ["foo=bar; domain=  .home.example.org"],
            to: "http://home.example.org:8888/cookie-parser-result", sends: "foo=bar"),
        .init(
            "DOMAIN0013", ["foo=bar; domain=  .  home.example.org"],
            to: "http://home.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0014", ["foo=bar; domain=home.example.org."], to: "http://home.example.org:8888/cookie-parser-result"
        ),
        .init(
            "DOMAIN0015", ["foo=bar; domain=home.example.org.."],
            to: "http://home.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0016", ["foo=bar; domain=home.example.org ."],
            to: "http://home.example.org:8888/cookie-parser-result"),
        .init("DOMAIN0017", ["foo=bar; domain=.org"], to: "http://home.example.org:8888/cookie-parser-result"),
        .init("DOMAIN0018", ["foo=bar; domain=.org."], to: "http://home.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0019", ["foo=bar; domain=home.example.org", "foo2=bar2; domain=.home.example.org"],
            to: "http://home.example.org:8888/cookie-parser-result", sends: "foo=bar; foo2=bar2"),
        .init(
            "DOMAIN0020", ["foo2=bar2; domain=.home.example.org", "foo=bar; domain=home.example.org"],
            to: "http://home.example.org:8888/cookie-parser-result", sends: "foo2=bar2; foo=bar"),
        .init(
            "DOMAIN0021", [#"foo=bar; domain="home.example.org""#],
            to: "http://home.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0022", ["foo=bar; domain=home.example.org", "foo2=bar2; domain=.example.org"],
            to: "http://home.example.org:8888/cookie-parser-result", sends: "foo=bar; foo2=bar2"),
        .init(
            "DOMAIN0023", ["foo2=bar2; domain=.example.org", "foo=bar; domain=home.example.org"],
            to: "http://home.example.org:8888/cookie-parser-result", sends: "foo2=bar2; foo=bar"),
        .init(
            "DOMAIN0024", ["foo=bar; domain=.example.org; domain=home.example.org"],
            to: "http://sibling.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0025", ["foo=bar; domain=home.example.org; domain=.example.org"],
            to: "http://sibling.example.org:8888/cookie-parser-result", sends: "foo=bar"),
        .init(
            "DOMAIN0026", ["foo=bar; domain=home.eXaMpLe.org"], to: "http://home.example.org:8888/cookie-parser-result",
            sends: "foo=bar"),
        .init(
            "DOMAIN0027", ["foo=bar; domain=home.example.org:8888"],
            to: "http://home.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0028", ["foo=bar; domain=subdomain.home.example.org"],
            to: "http://subdomain.home.example.org:8888/cookie-parser-result"),
        .init("DOMAIN0029", ["foo=bar"], to: "http://subdomain.home.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0031", ["foo=bar; domain=home.example.org; domain=.example.org"],
            to: "http://sibling.example.org:8888/cookie-parser-result", sends: "foo=bar"),
        .init(
            "DOMAIN0033", ["foo=bar; domain=home.example.org"], to: "http://hoMe.eXaMplE.org:8888/cookie-parser-result",
            sends: "foo=bar"),
        .init(
            "DOMAIN0034", ["foo=bar; domain=home.example.org; domain=home.example.com"],
            to: "http://home.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0035", ["foo=bar; domain=home.example.com; domain=home.example.org"],
            to: "http://home.example.org:8888/cookie-parser-result", sends: "foo=bar"),
        .init(
            "DOMAIN0036", ["foo=bar; domain=home.example.org; domain=home.example.com; domain=home.example.org"],
            to: "http://home.example.org:8888/cookie-parser-result", sends: "foo=bar"),
        .init(
            "DOMAIN0037", ["foo=bar; domain=home.example.com; domain=home.example.org; domain=home.example.com"],
            to: "http://home.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0038", ["foo=bar; domain=home.example.org; domain=home.example.org"],
            to: "http://home.example.org:8888/cookie-parser-result", sends: "foo=bar"),
        .init(
            "DOMAIN0039", ["foo=bar; domain=home.example.org; domain=example.org"],
            to: "http://home.example.org:8888/cookie-parser-result", sends: "foo=bar"),
        .init(
            "DOMAIN0040", ["foo=bar; domain=example.org; domain=home.example.org"],
            to: "http://home.example.org:8888/cookie-parser-result", sends: "foo=bar"),
        .init(
            "DOMAIN0041", ["foo=bar; domain=.sibling.example.org"],
            to: "http://sibling.example.org:8888/cookie-parser-result"),
        .init(
            "DOMAIN0042", ["foo=bar; domain=.sibling.home.example.org"],
            to: "http://sibling.home.example.org:8888/cookie-parser-result"),
        .init(
            "OPTIONAL_DOMAIN0030", ["foo=bar; domain="], to: "http://home.example.org:8888/cookie-parser-result",
            sends: "foo=bar"),
        .init(
            "OPTIONAL_DOMAIN0041", ["foo=bar; domain=example.org; domain="],
            to: "http://home.example.org:8888/cookie-parser-result", sends: "foo=bar"),
        .init(
            "OPTIONAL_DOMAIN0042", ["foo=bar; domain=foo.example.org; domain="],
            to: "http://home.example.org:8888/cookie-parser-result", but: "foo=bar",
            by: "§5.7 step 7: the last Domain counts, and an empty one is none"),
        .init(
            "OPTIONAL_DOMAIN0043", ["foo=bar; domain=foo.example.org; domain="],
            to: "http://subdomain.home.example.org:8888/cookie-parser-result"),
        .init(
            "ORDERING0001",
            [
                "key=val0;", "key=val1; path=/cookie-parser-result", "key=val2; path=/", "key=val3; path=/bar",
                "key=val4; domain=.example.org", "key=val5; domain=.example.org; path=/cookie-parser-result/foo",
            ], to: "/cookie-parser-result/foo/baz", sends: "key=val1; key=val2; key=val4; key=val5",
            but: "key=val5; key=val1; key=val2; key=val4", by: "§5.8.3: longer paths first"),
        .init("PATH0001", ["a=b; path=/", "x=y; path=/cookie-parser-result"], sends: "x=y; a=b"),
        .init("PATH0002", ["a=b; path=/cookie-parser-result", "x=y; path=/"], sends: "a=b; x=y"),
        .init("PATH0003", ["x=y; path=/", "a=b; path=/cookie-parser-result"], sends: "a=b; x=y"),
        .init("PATH0004", ["x=y; path=/cookie-parser-result", "a=b; path=/"], sends: "x=y; a=b"),
        .init("PATH0005", ["foo=bar; path=/cookie-parser-result/foo"]),
        .init("PATH0006", ["foo=bar", "foo=qux; path=/cookie-parser-result/foo"], sends: "foo=bar"),
        .init(
            "PATH0007", ["foo=bar; path=/cookie-parser-result/foo"], to: "/cookie-parser-result/foo", sends: "foo=bar"),
        .init("PATH0008", ["foo=bar; path=/cookie-parser-result/foo"], to: "/cookie-parser-result/bar"),
        .init("PATH0009", ["foo=bar; path=/cookie-parser-result/foo/qux"], to: "/cookie-parser-result/foo"),
        .init(
            "PATH0010", ["foo=bar; path=/cookie-parser-result/foo/qux"], to: "/cookie-parser-result/foo/qux",
            sends: "foo=bar"),
        .init("PATH0011", ["foo=bar; path=/cookie-parser-result/foo/qux"], to: "/cookie-parser-result/bar/qux"),
        .init("PATH0012", ["foo=bar; path=/cookie-parser-result/foo/qux"], to: "/cookie-parser-result/foo/baz"),
        .init("PATH0013", ["foo=bar; path=/cookie-parser-result/foo/qux/"], to: "/cookie-parser-result/foo/baz"),
        .init("PATH0014", ["foo=bar; path=/cookie-parser-result/foo/qux/"], to: "/cookie-parser-result/foo/qux"),
        .init(
            "PATH0015", ["foo=bar; path=/cookie-parser-result/foo/qux/"], to: "/cookie-parser-result/foo/qux/",
            sends: "foo=bar"),
        .init(
            "PATH0016", ["foo=bar; path=/cookie-parser-result/foo/"], to: "/cookie-parser-result/foo/qux",
            sends: "foo=bar"),
        .init(
            "PATH0017", ["foo=bar; path=/cookie-parser-result/foo/"], to: "/cookie-parser-result/foo//qux",
            sends: "foo=bar"),
        .init("PATH0018", ["foo=bar; path=/cookie-parser-result/foo/"], to: "/cookie-parser-result/fooqux"),
        .init("PATH0019", ["foo=bar; path"], sends: "foo=bar"),
        .init("PATH0020", ["foo=bar; path="], sends: "foo=bar"),
        .init("PATH0021", ["foo=bar; path=/"], sends: "foo=bar"),
        .init("PATH0022", ["foo=bar; path= /"], sends: "foo=bar"),
        .init("PATH0023", ["foo=bar; Path=/cookie-PARSER-result"]),
        .init("PATH0024", ["foo=bar; path=/cookie-parser-result/foo/qux?"], to: "/cookie-parser-result/foo/qux"),
        .init("PATH0025", ["foo=bar; path=/cookie-parser-result/foo/qux#"], to: "/cookie-parser-result/foo/qux"),
        .init(
            "PATH0026", ["foo=bar; path=/cookie-parser-result/foo/qux;"], to: "/cookie-parser-result/foo/qux",
            sends: "foo=bar"),
        .init(
            "PATH0027", [#"foo=bar; path="/cookie-parser-result/foo/qux;""#], to: "/cookie-parser-result/foo/qux",
            sends: "foo=bar"),
        .init("PATH0028", ["foo=bar; path=/cookie-parser-result/f%6Fo/bar"], to: "/cookie-parser-result/foo/bar"),
        .init(
            "PATH0029", ["a=b;       path    =       /cookie-parser-result   ", "x=y;       path    =       /book   "],
            sends: "a=b"),
        .init("PATH0030", ["foo=bar; path=/dog; path="], sends: "foo=bar"),
        .init("PATH0031", ["foo=bar; path=; path=/dog"]),
        .init(
            "PATH0032", ["foo=bar; path=/cookie-parser-result", "foo=qux; path=/cookie-parser-result/"],
            to: "/cookie-parser-result/dog", sends: "foo=qux; foo=bar"),
    ]
}
