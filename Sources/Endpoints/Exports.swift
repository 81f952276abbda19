// The one place that imports Foundation: every file of the package, and every user's file that names a `URLRequest`,
// sees it from here on all platforms. Hidden from documentation, or the symbol graph would hold all of Foundation.
@_documentation(visibility: internal) @_exported public import Foundation

#if canImport(FoundationNetworking)
@_documentation(visibility: internal) @_exported public import FoundationNetworking
#endif
