// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

@MainActor open class UIWindow: NSObject {}
