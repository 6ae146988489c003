package import HTTP

/// Why there is no picture. Carries facts that may be shown: hosts and limits, never a whole URL.
package enum ImageFailure: Error, Sendable, Hashable {
    /// The text is no absolute http or https URL.
    case notAnAddress(HTTPEndpointFault)
    /// The host is neither a configured endpoint nor an allowed one.
    case notAllowed(host: String)
    /// The request for it failed.
    case request(HTTPFailure)
    /// The server answered with another status than 200.
    case status(Int)
    /// The sample data has no row with this picture.
    case notInSamples
    /// The bytes begin like no format that is known here.
    case notAnImage
    /// They begin like `format`, but its header is damaged.
    case damaged(ImageFormat)
    /// More than `limit` bytes.
    case tooManyBytes(limit: Int)
    /// More pixels than `ImageHeader` allows.
    case tooManyPixels(width: Int, height: Int)
    /// So many pictures are being fetched already.
    case busy(limit: Int)
    /// A system library can't be loaded.
    case libraryMissing(ImageLibrary, detail: String)
    case cancelled
}
