/// Source of a picture's bytes.
package enum ImageSource: String, Sendable, CaseIterable {
    case memory, disk, network, sample
}

/// Result of the request for a smaller picture.
package enum ImageScaling: Sendable, Equatable {
    /// The picture as the server gave it; it is no larger than asked, or nothing was asked.
    case asIs
    /// Made smaller here.
    case scaled
    /// Larger than asked: its format or its size is one that is not scaled here.
    case notScaled
}

/// A picture, encoded.
package struct ImageAnswer: Sendable, Equatable {
    /// By the picture's own bytes, whatever the server called it.
    package let mimeType: String
    /// Pixels, as stored: an orientation in the metadata is not applied.
    package let width: Int
    package let height: Int
    package let bytes: [UInt8]
    package let source: ImageSource
    package let scaling: ImageScaling
}
