package import Endpoints

/// The folder that the package's products are built into.
package enum ProductsFolder {
    /// Returns the folder of the test bundle, or of the program, that the caller is part of.
    package static func url(image: UnsafeRawPointer = #dsohandle) throws(CallFailure) -> URL {
        let file = try file(of: image)
        var bundle = file
        while bundle.pathExtension != "xctest", bundle.path != "/" { bundle.deleteLastPathComponent() }
        return (bundle.path == "/" ? file : bundle).deletingLastPathComponent()
    }

    /// The file that an image was loaded from.
    private static func file(of image: UnsafeRawPointer) throws(CallFailure) -> URL {
        #if canImport(Darwin)
        // The program that runs is the testing tool there, and the tests are a bundle that it has loaded.
        var information = Dl_info()
        let path = dladdr(image, &information) != 0 ? information.dli_fname.map { String(cString: $0) } : nil
        #else
        let path = Bundle.main.executablePath
        #endif
        guard let path else { throw CallFailure(call: "dladdr", code: ENOENT) }
        return URL(fileURLWithPath: path)
    }
}
