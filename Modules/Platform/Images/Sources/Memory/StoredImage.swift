/// A picture with all that is known of it, as the caches keep it.
struct StoredImage: Sendable, Equatable {
    let bytes: [UInt8]
    let format: ImageFormat
    let width: Int
    let height: Int
    var freshness: Freshness

    /// Bytes of a place in a cache besides the content: the entry's own fields.
    static let overhead = 256

    var cost: Int { bytes.count + Self.overhead }
}
