import Endpoints

nonisolated struct API: ServerDefinition {}
