// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The Darwin of a Linux machine: Glibc, and what only Darwin has. Added/Darwin.swift holds what the two declare
// differently.
@_exported public import Glibc

public let SO_NOSIGPIPE: Int32 = 0x1022
public let F_FULLFSYNC: Int32 = 51
public let POSIX_SPAWN_CLOEXEC_DEFAULT: Int32 = 0x4000
