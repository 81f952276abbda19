#if canImport(FoundationNetworking)
import Endpoints
import TestSupport
import Testing

/// The hash of a certificate's public key, as openssl has it: independent of the code that is tested.
enum PublicKeyHash {
    static func of(_ pem: Data) throws -> String {
        let key = try run("openssl x509 -pubkey -noout", pem)
        let information = try run("openssl pkey -pubin -outform der", key)
        return try run("openssl dgst -sha256 -binary", information).base64EncodedString()
    }

    private static func run(_ command: String, _ input: Data) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command.split(separator: " ").map(String.init)
        let (stdin, stdout) = (Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        try process.run()
        stdin.fileHandleForWriting.write(input)
        try stdin.fileHandleForWriting.close()
        let output = stdout.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return output
    }
}
#endif
