/// The formats that are told apart, by their first bytes.
package enum ImageFormat: UInt8, Sendable, CaseIterable {
    case png = 1
    case jpeg, gif, webp, bmp

    package var mimeType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .bmp: "image/bmp"
        }
    }

    /// As people write it.
    package var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .gif: "GIF"
        case .webp: "WebP"
        case .bmp: "BMP"
        }
    }

    /// The format that the bytes begin like; nil for none.
    init?(signatureOf bytes: ByteView) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.has(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else if bytes.starts(with: Array("BM".utf8)) {
            self = .bmp
        } else {
            return nil
        }
    }
}
