import Endpoints

/// Holds only for two types that the compiler knows to be one.
enum Same<Left, Right> {}

extension Same where Left == Right {
    static func hold() {}
}

/// Says whether a form's types are what they should be: to the compiler, and in the conformances that generic code reads
/// at run time, which another file's compilation may have seen differently.
@main
struct Proof {
    static func main() {
        Same<API.Auth, Declared>.hold()
        Same<RefreshTokens.Auth, NoAuth>.hold()
        Same<ListPosts.Auth, Declared>.hold()
        Same<Search.Auth, IfAvailable<Declared>>.hold()

        expect(RefreshTokens.self, has: NoAuth.self)
        expect(ListPosts.self, has: Declared.self)
        expect(Search.self, has: IfAvailable<Declared>.self)
    }

    static func expect<T: Endpoint>(_ endpoint: T.Type, has wanted: Any.Type) where T.Server == API {
        expect("\(T.self).Server.Auth", serverAuth(of: T.Server.self), is: Declared.self)
        expect("\(T.self).Auth", T.Auth.self, is: wanted)
        expect("\(T.self).auth", type(of: T.auth), is: wanted)
        for environment in TypicalEnvironments.allCases {
            expect("\(T.self).auth(for: .\(environment))", type(of: T.auth(for: environment)), is: wanted)
        }
    }

    static func serverAuth<Server: ServerDefinition>(of server: Server.Type) -> Any.Type {
        Server.Auth.self
    }

    static func expect(_ what: String, _ found: Any.Type, is wanted: Any.Type) {
        guard found != wanted else { return }
        print("\(what) is \(found) instead of \(wanted)")
        exit(1)
    }
}
