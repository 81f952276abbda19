// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

#if os(macOS)
public import AppKit
public typealias ASPresentationAnchor = NSWindow
#elseif os(iOS) || os(visionOS)
public import UIKit
public typealias ASPresentationAnchor = UIWindow
#endif

#if os(macOS) || os(iOS) || os(visionOS)
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

extension ASWebAuthenticationSession {
    @MainActor public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)? {
        get { nil }
        set {}
    }
}
#endif

open class ASWebAuthenticationSession: NSObject {
    /// Sendable here and not in the framework, which calls it on a queue of its own: a handler that is the main actor's
    /// traps there, and only here is it an error.
    public typealias CompletionHandler = @Sendable (URL?, (any Error)?) -> Void

    public final class Callback: NSObject {
        public static func customScheme(_ customScheme: String) -> Callback { Callback() }
        public static func https(host: String, path: String) -> Callback { Callback() }
    }

    public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {}

    @available(macOS 14.4, iOS 17.4, watchOS 10.4, tvOS 17.4, visionOS 1.1, *)
    public init(url: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {}

    #if !os(tvOS)
    open var prefersEphemeralWebBrowserSession: Bool {
        get { false }
        set {}
    }
    #endif

    @discardableResult open func start() -> Bool { false }
    open func cancel() {}
}

public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

public struct ASWebAuthenticationSessionError: Error {
    public enum Code: Int, Sendable {
        case canceledLogin = 1
        case presentationContextNotProvided = 2
        case presentationContextInvalid = 3
    }

    public let code: Code
    public static var canceledLogin: Code { .canceledLogin }
    public static var presentationContextNotProvided: Code { .presentationContextNotProvided }
    public static var presentationContextInvalid: Code { .presentationContextInvalid }
}
