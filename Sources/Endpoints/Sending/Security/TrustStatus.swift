/// What Apple's evaluation of a certificate chain says, as a code of ours.
enum TrustStatus {
    /// The code for a status of Security's (SecBase.h); the chain is untrusted when there is no better word.
    static func code(_ status: Int?) -> TransportFailure.Code {
        switch status {
        case -67818, -67819: .certificateExpired  // errSecCertificateExpired, errSecCertificateNotValidYet
        case -67602: .certificateHostMismatch  // errSecHostNameMismatch
        default: .certificateUntrusted
        }
    }
}
