extension OAuthConfiguration {
    /// What identifies the client in the body of a request.
    var identification: [(name: String, value: String)] {
        switch clientAuthentication.way {
        case .none: [("client_id", clientID)]
        case .post(let secret): [("client_id", clientID), ("client_secret", secret.value)]
        case .basic, .basicRaw: []
        }
    }

    /// What identifies the client in the head of a request.
    var authentication: any AuthenticationMethod {
        switch clientAuthentication.way {
        case .none, .post: NoAuth()
        case .basic(let secret): Self.basic(FormText.encoded(clientID), FormText.encoded(secret.value))
        case .basicRaw(let secret): Self.basic(clientID, secret.value)
        }
    }

    private static func basic(_ user: String, _ password: String) -> HeaderKeyAuth {
        HeaderKeyAuth(key: Data("\(user):\(password)".utf8).base64EncodedString(), prefix: "Basic")
    }
}
