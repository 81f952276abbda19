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
        case .basic(let secret):
            BasicAuth(username: FormText.encoded(clientID), password: FormText.encoded(secret.value))
        case .basicRaw(let secret): BasicAuth(username: clientID, password: secret.value)
        }
    }
}
