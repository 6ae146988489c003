internal import CPNG
internal import CTurboJPEG
import DiskCache

/// The system libraries that pictures need, each loaded at its first use.
package enum ImageLibrary: String, Sendable, CaseIterable {
    case libpng, libturbojpeg, libcrypto

    /// The package of Debian and Ubuntu that brings the library.
    package var debianPackage: String {
        switch self {
        case .libpng: "libpng16-16"
        case .libturbojpeg: "libturbojpeg0"
        case .libcrypto: "libssl3"
        }
    }

    /// Loads the library.
    /// - Throws: `.libraryMissing`
    package func load() throws(ImageFailure) {
        let fault: String? =
            switch self {
            case .libpng: cpng_load().map { String(cString: $0) }
            case .libturbojpeg: cturbojpeg_load().map { String(cString: $0) }
            case .libcrypto: SHA256.digest([]) == nil ? "libcrypto.so.3 has no usable SHA-256" : nil
            }
        if let fault { throw .libraryMissing(self, detail: fault) }
    }

    /// The library's version, where it tells one. Loads the library.
    /// - Throws: `.libraryMissing`
    package func version() throws(ImageFailure) -> String? {
        try load()
        return self == .libpng ? cpng_version().map { String(cString: $0) } : nil
    }
}
