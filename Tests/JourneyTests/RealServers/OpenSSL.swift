#if canImport(FoundationNetworking)
import Endpoints
import TestSupport
import Testing

/// What the program openssl makes of certificates: independent of the code that is tested.
enum OpenSSL {
    /// The hash of a certificate's public key.
    static func pin(of pem: Data) throws -> String {
        let key = try run("openssl x509 -pubkey -noout", pem)
        let information = try run("openssl pkey -pubin -outform der", key)
        return try run("openssl dgst -sha256 -binary", information).base64EncodedString()
    }

    /// A PKCS#12 file of the certificate and the key in two files.
    static func pkcs12(of certificate: URL, key: URL, password: String) throws -> Data {
        try run("openssl pkcs12 -export -passout pass:\(password) -in \(certificate.path) -inkey \(key.path)", Data())
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
