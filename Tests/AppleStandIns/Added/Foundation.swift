// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What Foundation has on Apple platforms and corelibs declares unavailable, or the other way round. The check adds this
// file to each module, because a module's own declarations come before all imported ones.
import Foundation
import FoundationNetworking

let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"
let NSURLAuthenticationMethodClientCertificate = "NSURLAuthenticationMethodClientCertificate"

extension URLSessionConfiguration {
    class func background(withIdentifier identifier: String) -> URLSessionConfiguration { .default }
}

extension URLSessionTaskTransactionMetrics {
    var remotePort: Int? { nil }
}

#if !os(macOS)
@available(*, unavailable, message: "devices start no processes") typealias Process = Foundation.Process
#endif
