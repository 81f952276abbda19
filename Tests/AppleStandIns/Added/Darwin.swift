// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What Darwin declares differently from Glibc. The check adds this file to each module, because a module's own
// declarations come before all imported ones, and imported ones of Darwin and Glibc would be ambiguous.
import Foundation

let SOCK_STREAM: Int32 = 1
let SOCK_DGRAM: Int32 = 2
let RLIMIT_NOFILE: Int32 = 8
let RLIMIT_FSIZE: Int32 = 1
let RLIMIT_CORE: Int32 = 4
let RUSAGE_SELF: Int32 = 0
let SHUT_RD: Int32 = 0
let SHUT_WR: Int32 = 1
let SHUT_RDWR: Int32 = 2
let POSIX_SPAWN_SETSIGMASK: Int32 = 8

@available(*, unavailable, message: "Linux only") let MSG_NOSIGNAL: Int32 = 0
@available(*, unavailable, message: "Linux only") let SOCK_CLOEXEC: Int32 = 0
@available(*, unavailable, message: "Linux only") let SOCK_NONBLOCK: Int32 = 0
@available(*, unavailable, message: "Linux only") let PR_SET_PDEATHSIG: Int32 = 1
@available(*, unavailable, message: "Linux only") let SYS_gettid: Int32 = 1
@available(*, unavailable, message: "Linux only")
func pipe2(_ ends: UnsafeMutablePointer<Int32>, _: Int32) -> Int32 { -1 }
@available(*, unavailable, message: "Linux only") func gettid() -> Int32 { -1 }
@available(*, unavailable, message: "Linux only") func epoll_create1(_: Int32) -> Int32 { -1 }
@available(*, unavailable, message: "use posix_spawn") func fork() -> pid_t { -1 }

struct sockaddr_in {
    var sin_len: UInt8 = 0
    var sin_family: sa_family_t = 0
    var sin_port: in_port_t = 0
    var sin_addr = in_addr()
}

struct sockaddr_in6 {
    var sin6_len: UInt8 = 0
    var sin6_family: sa_family_t = 0
    var sin6_port: in_port_t = 0
    var sin6_addr = in6_addr()
}

struct sockaddr_un {
    var sun_len: UInt8 = 0
    var sun_family: sa_family_t = 0
    var sun_path = (Int8(0), Int8(0), Int8(0), Int8(0))
}

typealias sa_family_t = UInt8

func socket(_ domain: Int32, _ type: Int32, _ protocol: Int32) -> Int32 { -1 }
func socketpair(_: Int32, _: Int32, _: Int32, _ ends: UnsafeMutablePointer<Int32>) -> Int32 { -1 }
func shutdown(_ descriptor: Int32, _ how: Int32) -> Int32 { -1 }
func getrlimit(_ resource: Int32, _ limit: UnsafeMutablePointer<rlimit>) -> Int32 { -1 }
func setrlimit(_ resource: Int32, _ limit: UnsafePointer<rlimit>) -> Int32 { -1 }
@discardableResult func getrusage(_ who: Int32, _ usage: UnsafeMutablePointer<rusage>) -> Int32 { -1 }
func pthread_self() -> OpaquePointer? { nil }

struct Dl_info {
    var dli_fname: UnsafePointer<CChar>?
}

func dladdr(_ address: UnsafeRawPointer?, _ information: UnsafeMutablePointer<Dl_info>) -> Int32 { 0 }

// Pointers on Darwin, structures on Linux.
typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
typealias posix_spawnattr_t = UnsafeMutableRawPointer

#if os(macOS) || os(iOS)
@discardableResult
func posix_spawn_file_actions_init(_: UnsafeMutablePointer<posix_spawn_file_actions_t?>) -> Int32 { -1 }
@discardableResult
func posix_spawn_file_actions_destroy(_: UnsafeMutablePointer<posix_spawn_file_actions_t?>) -> Int32 { -1 }
@discardableResult
func posix_spawn_file_actions_adddup2(
    _: UnsafeMutablePointer<posix_spawn_file_actions_t?>, _: Int32, _: Int32
) -> Int32 { -1 }
@discardableResult
func posix_spawn_file_actions_addclose(_: UnsafeMutablePointer<posix_spawn_file_actions_t?>, _: Int32) -> Int32 { -1 }
@discardableResult
func posix_spawn_file_actions_addopen(
    _: UnsafeMutablePointer<posix_spawn_file_actions_t?>, _: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32,
    _ rights: mode_t
) -> Int32 { -1 }
@discardableResult
func posix_spawn_file_actions_addinherit_np(
    _: UnsafeMutablePointer<posix_spawn_file_actions_t?>, _: Int32
) -> Int32 { -1 }
@discardableResult func posix_spawnattr_init(_: UnsafeMutablePointer<posix_spawnattr_t?>) -> Int32 { -1 }
@discardableResult func posix_spawnattr_destroy(_: UnsafeMutablePointer<posix_spawnattr_t?>) -> Int32 { -1 }
@discardableResult
func posix_spawnattr_setsigmask(_: UnsafeMutablePointer<posix_spawnattr_t?>, _: UnsafePointer<sigset_t>) -> Int32 { -1 }
@discardableResult
func posix_spawnattr_setflags(_: UnsafeMutablePointer<posix_spawnattr_t?>, _: Int16) -> Int32 { -1 }
func posix_spawn(
    _: UnsafeMutablePointer<pid_t>, _ path: UnsafePointer<CChar>,
    _ actions: UnsafePointer<posix_spawn_file_actions_t?>?, _ attributes: UnsafePointer<posix_spawnattr_t?>?,
    _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>, _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 { -1 }
#endif
