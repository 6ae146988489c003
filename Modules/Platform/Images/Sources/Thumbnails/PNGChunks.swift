/// The chunks of a PNG (third edition, section 5) that its pixels need, found by walking the file to its end.
///
/// libpng is handed these alone: it allocates what a text, a profile or an unknown chunk claims to hold, up to 2 GB, before
/// it sees that the bytes are not there.
struct PNGChunks: Sendable {
    /// The signature and each chunk needed, in the order of the file; chunks that follow each other are one range.
    private let parts: [Range<Int>]
    /// The bytes that the data must inflate to: rows with their filter bytes.
    let dataSize: Int

    /// The most pixels of a picture that is decoded, which take 16 MiB (F16).
    static let mostPixels = 4 << 20

    /// Bytes around a chunk's content: length, type, checksum.
    private static let frame = 12
    private static let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    private enum Kind: Int {
        case palette = 0x504C_5445  // PLTE
        case transparency = 0x7452_4E53  // tRNS
        case gamma = 0x6741_4D41  // gAMA
        case sRGB = 0x7352_4742
        case data = 0x4944_4154  // IDAT
        case end = 0x4945_4E44  // IEND

        /// The most bytes of content; nil for any number.
        var longest: Int? {
            switch self {
            case .palette: 768
            case .transparency: 256
            case .gamma: 4
            case .sRGB: 1
            case .data, .end: nil
            }
        }
    }

    /// - Parameter bytes: of a PNG whose `ImageHeader` was read.
    /// - Returns: nil when a chunk reaches over the end, one that every reader must know is unknown or stands twice, or the
    ///   data or the end are missing.
    init?(_ bytes: [UInt8]) {
        let view = ByteView(bytes: bytes)
        guard let dataSize = Self.dataSize(view) else { return nil }
        self.dataSize = dataSize
        // The signature and IHDR, whose length `ImageHeader` has seen.
        var parts = [0..<33]
        var seen: Set<Kind> = []
        var isDataOver = false
        var offset = 33
        while let length = view.bigEndian32(at: offset), let type = view.bigEndian32(at: offset + 4) {
            guard length <= bytes.count - offset - Self.frame else { return nil }
            let chunk = offset..<offset + Self.frame + length
            offset = chunk.upperBound
            guard let kind = Kind(rawValue: type) else {
                // The fifth bit of the first letter: decoders may go on without the chunk.
                guard type & 0x2000_0000 != 0 else { return nil }
                isDataOver = seen.contains(.data)
                continue
            }
            switch kind {
            case .end:
                guard seen.contains(.data) else { return nil }
                self.parts = parts
                return
            case .data:
                // What stands between two of them ends the data.
                guard !isDataOver else { return nil }
                seen.insert(.data)
            case .palette, .transparency, .gamma, .sRGB:
                isDataOver = seen.contains(.data)
                guard !isDataOver, seen.insert(kind).inserted, length <= kind.longest ?? length else {
                    if kind == .palette { return nil }
                    continue
                }
            }
            if parts[parts.count - 1].upperBound == chunk.lowerBound {
                parts[parts.count - 1] = parts[parts.count - 1].lowerBound..<chunk.upperBound
            } else {
                parts.append(chunk)
            }
        }
        return nil
    }

    /// Sections 7.2, 8 and 11.2.1: rows of each pass, each with a filter byte.
    private static func dataSize(_ bytes: ByteView) -> Int? {
        guard let width = bytes.bigEndian32(at: 16), let height = bytes.bigEndian32(at: 20),
            width <= ImageHeader.longestSide, height <= ImageHeader.longestSide, let depth = bytes.byte(at: 24),
            let color = bytes.byte(at: 25), let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][color],
            let interlace = bytes.byte(at: 28)
        else { return nil }
        let bits = Int(depth) * samples
        let passes = interlace == 0 ? [(0, 0, 1, 1)] : adam7
        return passes.reduce(0) { sum, pass in
            let columns = (width - pass.0 + pass.2 - 1) / pass.2
            let rows = (height - pass.1 + pass.3 - 1) / pass.3
            return columns > 0 && rows > 0 ? sum + ((columns * bits + 7) / 8 + 1) * rows : sum
        }
    }

    /// The first column and row of each pass, and the steps to the next.
    private static let adam7 = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    /// The bytes of `picture(from:)`.
    var count: Int { parts.reduce(Self.end.count) { $0 + $1.count } }

    /// A PNG of the chunks needed and no others.
    /// - Parameter bytes: those that were walked.
    func picture(from bytes: [UInt8]) -> [UInt8] {
        var picture: [UInt8] = []
        picture.reserveCapacity(count)
        for part in parts { picture += bytes[part] }
        picture += Self.end
        return picture
    }
}
