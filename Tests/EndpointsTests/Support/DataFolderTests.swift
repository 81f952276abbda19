import Testing

@testable import Endpoints

@Suite struct DataFolderTests {
    @Test(
        "the data folder follows the XDG specification, which ignores what is not absolute",
        arguments: [
            (["XDG_DATA_HOME": "/x/data", "HOME": "/home/a"], "/x/data"),
            (["XDG_DATA_HOME": "/x", "HOME": ""], "/x"),
            (["XDG_DATA_HOME": "", "HOME": "/home/a"], "/home/a/.local/share"),
            (["XDG_DATA_HOME": "data", "HOME": "/home/a"], "/home/a/.local/share"),
            (["XDG_DATA_HOME": "./data", "HOME": "/home/a"], "/home/a/.local/share"),
            (["XDG_DATA_HOME": "~/data", "HOME": "/home/a"], "/home/a/.local/share"),
            (["HOME": "/home/a"], "/home/a/.local/share"),
            (["HOME": "home/a"], "/account/.local/share"),
            (["HOME": ""], "/account/.local/share"),
            ([:], "/account/.local/share"),
        ] as [([String: String], String)]
    )
    func xdg(environment: [String: String], expected: String) {
        #expect(DataFolder.xdg(environment: environment, home: "/account") == expected)
    }

    @Test("a store with a name is in the data folder")
    func name() {
        #expect(DataFolder.path.hasPrefix("/"))
        #expect(FileTokenStorage(name: "acme").url.path == "\(DataFolder.path)/acme/tokens.json")
    }
}
