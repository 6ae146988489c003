internal import CMalloc
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

    /// From 4 MiB on, memory that is freed is the system's again. Left alone, glibc takes a large picture for a sign of more
    /// and keeps 32 MiB for each thread: sixteen PNG of 4 million pixels at once then took 76 MB, and now 44.
    private static let largeMemoryIsReturned: Bool =
        mallopt(M_MMAP_THRESHOLD, 4 << 20) == 1 && mallopt(M_TRIM_THRESHOLD, 8 << 20) == 1

    /// Loads the library.
    /// - Throws: `.libraryMissing`
    package func load() throws(ImageFailure) {
        if self != .libcrypto { _ = Self.largeMemoryIsReturned }
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
