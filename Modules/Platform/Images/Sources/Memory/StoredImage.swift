/// A picture with all that is known of it, as the caches keep it.
struct StoredImage: Sendable, Equatable {
    let bytes: [UInt8]
    let format: ImageFormat
    let width: Int
    let height: Int
    var freshness: Freshness

    /// What a place in a cache costs besides the bytes: the entry's own fields.
    static let overhead = 256

    var cost: Int { bytes.count + Self.overhead }
}
