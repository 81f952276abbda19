import AllocationCounter
import Endpoints

/// What a variant took in one round; times and allocations are those of one operation.
struct Sample: Sendable, Codable {
    /// Seconds of user and system time of this process; the server is another one.
    var cpu: Double
    var wall: Double
    var allocations: Double
    /// Refreshes for every group of calls that should share one.
    var refreshes: Double = 0
    /// The most memory there ever was over what the process began with, in megabytes.
    var peakMemory: Double = 0
    /// What memory grew by, in megabytes.
    var memoryGrowth: Double = 0

    /// Does the work and measures it.
    init(of variant: Variant, operations: Int, callsPerRefresh: Int?) async throws {
        let refreshesBefore = Refreshes.count.withLock { $0 }
        let memoryBefore = ResourceUsage.memory
        let allocationsBefore = allocation_count()
        let cpuBefore = ResourceUsage.cpu
        let elapsed = try await ContinuousClock().measure { try await variant.run(operations) }
        let number = Double(operations)
        cpu = (ResourceUsage.cpu - cpuBefore) / number
        wall = (elapsed / .seconds(1)) / number
        allocations = Double(allocation_count() - allocationsBefore) / number
        memoryGrowth = ResourceUsage.memory - memoryBefore
        if let callsPerRefresh {
            let refreshed = Refreshes.count.withLock { $0 } - refreshesBefore
            refreshes = Double(refreshed) / (number / Double(callsPerRefresh))
        }
    }

    /// A figure that was computed.
    init(cpu: Double, wall: Double) {
        self.cpu = cpu
        self.wall = wall
        allocations = 0
    }

    var json: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }
}

/// How many refreshes there were in this process.
enum Refreshes {
    static let count = Locked(0)
}
