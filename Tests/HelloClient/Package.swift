// swift-tools-version: 6.1
import PackageDescription

// The smallest client twice, by hand and with the package, for `.scripts/check-weight`.
let package = Package(
    name: "HelloClient",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Endpoints", path: "../..")],
    targets: [
        .executableTarget(name: "Bare"),
        .executableTarget(name: "Typed", dependencies: [.product(name: "Endpoints", package: "Endpoints")]),
    ],
    swiftLanguageModes: [.v6]
)
