/// The formats whose size stands at a fixed place.
extension ImageHeader {
    /// PNG, third edition, section 11.2.1: the first chunk is IHDR, with the size and a valid kind of pixel.
    static func png(_ bytes: ByteView) -> Found? {
        guard bytes.bigEndian32(at: 8) == 13, bytes.has(Array("IHDR".utf8), at: 12), bytes.count >= 33,
            let width = bytes.bigEndian32(at: 16), let height = bytes.bigEndian32(at: 20),
            let depth = bytes.byte(at: 24), let color = bytes.byte(at: 25),
            bytes.byte(at: 26) == 0, bytes.byte(at: 27) == 0, let interlace = bytes.byte(at: 28), interlace <= 1
        else { return nil }
        let depths: [UInt8]? =
            switch color {
            case 0: [1, 2, 4, 8, 16]
            case 3: [1, 2, 4, 8]
            case 2, 4, 6: [8, 16]
            default: nil
            }
        guard depths?.contains(depth) ?? false else { return nil }
        return Found(width: width, height: height)
    }

    /// GIF 89a, section 18: the logical screen.
    static func gif(_ bytes: ByteView) -> Found? {
        guard bytes.count >= 13, let width = bytes.littleEndian16(at: 6), let height = bytes.littleEndian16(at: 8)
        else { return nil }
        return Found(width: width, height: height)
    }

    /// A bitmap file header, then a core header (12 bytes) or an information header (40 and more). A negative height
    /// means that the rows begin at the top.
    static func bmp(_ bytes: ByteView) -> Found? {
        guard let size = bytes.littleEndian32(at: 14) else { return nil }
        if size == 12 {
            guard let width = bytes.littleEndian16(at: 18), let height = bytes.littleEndian16(at: 20) else {
                return nil
            }
            return Found(width: width, height: height)
        }
        guard (40...1024).contains(size), let width = bytes.signedLittleEndian32(at: 18),
            let height = bytes.signedLittleEndian32(at: 22)
        else { return nil }
        return Found(width: width, height: abs(height))
    }

    /// RFC 9649, section 2: the first chunk is lossy, lossless or extended.
    static func webp(_ bytes: ByteView) -> Found? {
        if bytes.has(Array("VP8 ".utf8), at: 12) {
            // RFC 6386, 9.1: bit 0 of the frame's tag is clear for a key frame, then a start code, then the size.
            guard let tag = bytes.byte(at: 20), tag & 1 == 0, bytes.has([0x9D, 0x01, 0x2A], at: 23),
                let width = bytes.littleEndian16(at: 26), let height = bytes.littleEndian16(at: 28)
            else { return nil }
            return Found(width: width & 0x3FFF, height: height & 0x3FFF)
        }
        if bytes.has(Array("VP8L".utf8), at: 12) {
            guard bytes.byte(at: 20) == 0x2F, let bits = bytes.littleEndian32(at: 21) else { return nil }
            return Found(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
        }
        if bytes.has(Array("VP8X".utf8), at: 12) {
            guard let width = bytes.littleEndian24(at: 24), let height = bytes.littleEndian24(at: 27) else {
                return nil
            }
            return Found(width: width + 1, height: height + 1)
        }
        return nil
    }
}
