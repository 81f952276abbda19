// swift-tools-version: 6.1
import PackageDescription

// A build of its own on Linux, of what only Apple platforms have: see Tests/AppleStandIns/README.md.
let hasStandIns = Context.environment["ENDPOINTS_APPLE_STANDINS"] == "1"
let standIns: [Target.Dependency] = hasStandIns ? ["Combine", "Security"] : []

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Apple's stores read it; on Linux a resource would cost every program a bundle.
#if canImport(Darwin)
let privacyManifest = (exclude: [String](), resources: [Resource.copy("PrivacyInfo.xcprivacy")])
#else
let privacyManifest = (exclude: ["PrivacyInfo.xcprivacy"], resources: [Resource]())
#endif

// Its library is looked up where FoundationNetworking has loaded it.
let hasLibcurl = TargetDependencyCondition.when(platforms: [.linux, .android])

// Devices start no processes.
let startsProcesses = TargetDependencyCondition.when(platforms: [.macOS, .linux])

// What it measures is the engine of Linux, by what that kernel tells.
#if os(Linux)
let engineRun: [Target] = [
    .executableTarget(
        name: "EngineRun",
        dependencies: ["Endpoints", "LoopbackServer", "TestSupport"],
        path: "Tests/EngineRun",
        swiftSettings: settings
    )
]
#else
let engineRun: [Target] = []
#endif

let package = Package(
    name: "Endpoints",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Endpoints", targets: ["Endpoints"]),
        .library(name: "EndpointsMocking", targets: ["EndpointsMocking"]),
        .library(name: "EndpointsTesting", targets: ["EndpointsTesting"]),
        .library(name: "EndpointsOAuth", targets: ["EndpointsOAuth"]),
    ],
    targets: [
        .target(name: "CEndpointsCurl"),
        .target(
            name: "Endpoints",
            dependencies: standIns + [.target(name: "CEndpointsCurl", condition: hasLibcurl)],
            exclude: privacyManifest.exclude,
            resources: privacyManifest.resources,
            swiftSettings: settings
        ),
        .target(name: "EndpointsMocking", dependencies: ["Endpoints"], swiftSettings: settings),
        .target(name: "EndpointsTesting", dependencies: ["EndpointsMocking"], swiftSettings: settings),
        .target(
            name: "EndpointsOAuth",
            dependencies: ["Endpoints", "LoopbackServer"],
            swiftSettings: settings
        ),
        .target(name: "LoopbackServer", swiftSettings: settings),
        .executableTarget(
            name: "Quickstart",
            dependencies: ["Endpoints", "EndpointsMocking", "EndpointsOAuth", "LoopbackServer"],
            swiftSettings: settings
        ),
        .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["AllocationCounter", "Endpoints", "EndpointsMocking", "LoopbackServer"],
            path: "Benchmarks",
            exclude: ["AllocationCounter", "Baselines", "README.md"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "TokenStoreProbe",
            dependencies: ["Endpoints"],
            path: "Tests/TokenStoreProbe",
            swiftSettings: settings
        ),
        .target(name: "TestSupport", dependencies: ["Endpoints"], path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "EndpointsTests",
            dependencies: [
                "Endpoints", "EndpointsMocking", "TestSupport", .target(name: "CEndpointsCurl", condition: hasLibcurl),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointsMockingTests",
            dependencies: ["Endpoints", "EndpointsMocking", "EndpointsTesting", "LoopbackServer", "TestSupport"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "RefreshStress",
            dependencies: ["Endpoints", "LoopbackServer", "TestSupport"],
            path: "Tests/RefreshStress",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FaultRun",
            dependencies: ["Endpoints", "LoopbackServer", "TestSupport"],
            path: "Tests/FaultRun",
            swiftSettings: settings
        ),
        .testTarget(
            name: "JourneyTests",
            dependencies: [
                "Endpoints", "LoopbackServer", "TestSupport",
                .target(name: "TokenStoreProbe", condition: startsProcesses),
                .target(name: "RefreshStress", condition: startsProcesses),
                .target(name: "FaultRun", condition: startsProcesses),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointsOAuthTests",
            dependencies: ["Endpoints", "EndpointsMocking", "EndpointsOAuth", "LoopbackServer", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "LoopbackServerTests",
            dependencies: ["LoopbackServer", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["Endpoints", "EndpointsMocking", "EndpointsOAuth", "EndpointsTesting", "LoopbackServer"],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)

package.targets += engineRun

if hasStandIns {
    // Nothing else: the tests of one package are one program, and building all of them takes minutes.
    package.products = []
    let kept = ["CEndpointsCurl", "Endpoints", "EndpointsMocking", "LoopbackServer"]
    package.targets.removeAll { !kept.contains($0.name) }
    package.targets += [
        .target(name: "Combine", path: "Tests/AppleStandIns/Combine", swiftSettings: settings),
        .target(name: "Security", path: "Tests/AppleStandIns/Security", swiftSettings: settings),
        .testTarget(
            name: "AppleTests",
            dependencies: ["Combine", "Security", "Endpoints", "EndpointsMocking", "LoopbackServer"],
            swiftSettings: settings
        ),
    ]
}
