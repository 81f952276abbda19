// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation

/// A keychain of generic passwords in memory, which the functions of this module read and change.
///
/// Items are told apart by service, account and access group, as in the real one. It belongs to the process, so tests use
/// services of their own.
public enum StandInKeychain {
    private struct Entry {
        var key: [String]
        var attributes: [String: Any]
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var entries: [Entry] = []  // Safe because the lock guards it.
    nonisolated(unsafe) private static var statuses: [String: OSStatus] = [:]  // Safe because the lock guards it.
    nonisolated(unsafe) private static var callLog: [String: [String]] = [:]  // Safe because the lock guards it.
    nonisolated(unsafe) private static var taskCalls: [String: Int] = [:]  // Safe because the lock guards it.

    /// The attributes of a service's first item, the secret included; nil when there is none.
    public static func attributes(ofService service: String) -> [String: Any]? {
        lock.withLock { entries.first { $0.attributes[kSecAttrService] as? String == service }?.attributes }
    }

    /// Makes every call for a service end with a status.
    public static func answer(service: String, with status: OSStatus?) {
        lock.withLock { statuses[service] = status }
    }

    /// The names of the calls for a service so far.
    public static func calls(ofService service: String) -> [String] {
        lock.withLock { callLog[service] ?? [] }
    }

    /// How many calls for a service came from a thread that a task was running on.
    public static func callsInTasks(ofService service: String) -> Int {
        lock.withLock { taskCalls[service] ?? 0 }
    }

    static func copyMatching(_ query: CFDictionary) -> (OSStatus, Data?) {
        access("copyMatching", query) {
            guard let entry = entries.first(where: { matches($0, query) }) else { return (-25300, nil) }
            return (0, query[kSecReturnData] as? Bool == true ? entry.attributes[kSecValueData] as? Data : nil)
        }
    }

    static func add(_ attributes: CFDictionary) -> OSStatus {
        access("add", attributes) {
            guard !entries.contains(where: { $0.key == key(attributes) }) else { return (-25299, nil) }
            entries.append(Entry(key: key(attributes), attributes: attributes))
            return (0, nil)
        }.0
    }

    static func update(_ query: CFDictionary, _ changes: CFDictionary) -> OSStatus {
        access("update", query) {
            guard let index = entries.firstIndex(where: { matches($0, query) }) else { return (-25300, nil) }
            entries[index].attributes.merge(changes) { $1 }
            return (0, nil)
        }.0
    }

    static func delete(_ query: CFDictionary) -> OSStatus {
        access("delete", query) {
            guard entries.contains(where: { matches($0, query) }) else { return (-25300, nil) }
            entries.removeAll { matches($0, query) }
            return (0, nil)
        }.0
    }

    private static func access(
        _ name: String, _ query: CFDictionary, _ work: () -> (OSStatus, Data?)
    ) -> (OSStatus, Data?) {
        lock.withLock {
            // The real one takes such a query for another keychain, or for another kind of item.
            guard query[kSecClass] as? String == kSecClassGenericPassword,
                query[kSecUseDataProtectionKeychain] as? Bool == true,
                let service = query[kSecAttrService] as? String
            else { return (-50, nil) }
            callLog[service, default: []].append(name)
            if withUnsafeCurrentTask(body: { $0 != nil }) { taskCalls[service, default: 0] += 1 }
            if let status = statuses[service] { return (status, nil) }
            return work()
        }
    }

    private static func matches(_ entry: Entry, _ query: CFDictionary) -> Bool {
        [kSecAttrService, kSecAttrAccount, kSecAttrAccessGroup].allSatisfy { name in
            query[name].map { $0 as? String == entry.attributes[name] as? String } ?? true
        } && query[kSecAttrGeneric].map { $0 as? Data == entry.attributes[kSecAttrGeneric] as? Data } ?? true
    }

    private static func key(_ attributes: CFDictionary) -> [String] {
        [kSecAttrService, kSecAttrAccount, kSecAttrAccessGroup].map { attributes[$0] as? String ?? "" }
    }
}
