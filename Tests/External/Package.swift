// swift-tools-version: 6.1
import PackageDescription

// What somebody else's package sees: the product alone, through its public API.
let package = Package(
    name: "External",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Endpoints", path: "../..")],
    targets: [
        .executableTarget(
            name: "External",
            dependencies: [.product(name: "Endpoints", package: "Endpoints")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
