// swift-tools-version: 6.2
import PackageDescription

// A module that is isolated to the main actor by default, as new app projects are. It compiles the README's samples.
let package = Package(
    name: "ExternalMainActor",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Endpoints", path: "../..")],
    targets: [
        .executableTarget(
            name: "ExternalMainActor",
            dependencies: [
                .product(name: "Endpoints", package: "Endpoints"),
                .product(name: "EndpointsMocking", package: "Endpoints"),
                .product(name: "EndpointsOAuth", package: "Endpoints"),
            ],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        )
    ],
    swiftLanguageModes: [.v6]
)
