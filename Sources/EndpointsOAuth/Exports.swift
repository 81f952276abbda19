@_documentation(visibility: internal) @_exported public import Endpoints
