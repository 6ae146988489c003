import Glibc

/// The frame and the scans of a JPEG (ITU-T T.81, annex B), and the memory and work that libjpeg-turbo needs for them.
///
/// A picture whose first scan has all components is decoded in strips. Any other has all its coefficients in memory until
/// the last scan is read, whatever size comes out, and each scan goes over them again.
struct JPEGScans: Sendable {
    let width: Int
    let height: Int
    /// One byte a pixel when decoded, otherwise three.
    let isGray: Bool
    /// Bytes that libjpeg-turbo allocates besides the pixels.
    let memory: Int

    /// The most blocks of 8 × 8 that all scans of a picture go over: 18 times those of a photograph with 4 million pixels
    /// in the usual ten scans.
    static let mostBlocks = 16 << 20
    /// The most scans, as libjpeg-turbo's own fuzzers have it.
    static let mostScans = 500
    /// The most bytes of coefficients that are kept: of 4 million pixels with whole colours, 8 million with halved ones.
    static let mostCoefficientMemory = 24 << 20
    /// The most pixels of a picture that is decoded in strips: what today's cameras make.
    static let mostPixels = 24_000_000

    private struct Component {
        let id: UInt8
        /// Padded to whole units of the interleaved scan (A.2.4).
        let blocks: Int
    }

    /// - Parameter bytes: of a JPEG whose `ImageHeader` was read.
    /// - Returns: nil when the JPEG is damaged, is in four colours or more, has other samples than those of 8 bits in
    ///   Huffman coding, sequential or progressive, or has too many pixels or scans.
    init?(_ bytes: [UInt8]) {
        let view = ByteView(bytes: bytes)
        var frame: Frame?
        var (scans, blocks) = (0, 0)
        var offset = 2
        while let marker = JPEGMarker.next(view, &offset) {
            if JPEGMarker.hasNoLength(marker) { continue }
            if marker == JPEGMarker.endOfPicture { break }
            guard marker != JPEGMarker.startOfPicture, let length = view.bigEndian16(at: offset), length >= 2,
                offset + length <= bytes.count
            else { return nil }
            let segment = offset
            offset += length
            if JPEGMarker.isFrame(marker) {
                guard frame == nil, let found = Frame(view, at: segment, length: length, marker: marker) else {
                    return nil
                }
                frame = found
            } else if marker == JPEGMarker.startOfScan {
                guard let frame, let scanned = frame.blocks(ofScanAt: segment, view, length: length) else { return nil }
                if scans == 0, !frame.isProgressive, scanned.components == frame.components.count {
                    guard frame.width * frame.height <= Self.mostPixels else { return nil }
                    self.init(frame, memory: frame.stripMemory)
                    return
                }
                scans += 1
                blocks += scanned.blocks
                guard scans <= Self.mostScans, blocks <= Self.mostBlocks,
                    let next = Self.endOfScan(bytes, from: offset)
                else { return nil }
                offset = next
            }
        }
        guard let frame, scans > 0, frame.coefficientMemory <= Self.mostCoefficientMemory else { return nil }
        self.init(frame, memory: frame.coefficientMemory + frame.stripMemory)
    }

    private init(_ frame: Frame, memory: Int) {
        width = frame.width
        height = frame.height
        isGray = frame.components.count == 1
        self.memory = memory
    }

    /// Offset of the next marker that ends entropy-coded data (F.1.2.3): neither a stuffed zero nor a restart.
    private static func endOfScan(_ bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { buffer in
            var offset = start
            while offset < buffer.count - 1, let base = buffer.baseAddress,
                let found = memchr(base + offset, 0xFF, buffer.count - 1 - offset)
            {
                offset = base.distance(to: UnsafeRawPointer(found))
                switch buffer[offset + 1] {
                case 0, 0xD0...0xD7: offset += 2
                case 0xFF: offset += 1
                default: return offset
                }
            }
            return nil
        }
    }
}

extension JPEGScans {
    /// A frame header (B.2.2).
    private struct Frame {
        let width: Int
        let height: Int
        let isProgressive: Bool
        let components: [Component]
        let stripMemory: Int

        /// Bytes of all coefficients: 64 of two bytes a block.
        var coefficientMemory: Int { components.reduce(0) { $0 + $1.blocks * 128 } }

        init?(_ bytes: ByteView, at offset: Int, length: Int, marker: UInt8) {
            guard marker <= 0xC2, bytes.byte(at: offset + 2) == 8, let height = bytes.bigEndian16(at: offset + 3),
                let width = bytes.bigEndian16(at: offset + 5), let count = bytes.byte(at: offset + 7),
                width > 0, height > 0, (1...3).contains(count), length == 8 + 3 * Int(count)
            else { return nil }
            var factors: [(id: UInt8, across: Int, down: Int)] = []
            for place in 0..<Int(count) {
                guard let id = bytes.byte(at: offset + 8 + 3 * place),
                    let sampling = bytes.byte(at: offset + 9 + 3 * place)
                else { return nil }
                let (across, down) = (Int(sampling >> 4), Int(sampling & 15))
                guard (1...4).contains(across), (1...4).contains(down) else { return nil }
                factors.append((id, across, down))
            }
            let across = factors.reduce(1) { max($0, $1.across) }
            let down = factors.reduce(1) { max($0, $1.down) }
            let units = (across: Self.parts(width, of: 8 * across), down: Self.parts(height, of: 8 * down))
            components = factors.map {
                Component(id: $0.id, blocks: units.across * $0.across * units.down * $0.down)
            }
            // A strip: rows of one unit, and the context of its neighbours, in each component before and after scaling up.
            stripMemory = units.across * 8 * across * 8 * down * Int(count) * 3
            isProgressive = marker == 0xC2
            self.width = width
            self.height = height
        }

        /// The components of a scan (B.2.3) and their blocks; nil when it is damaged.
        func blocks(
            ofScanAt offset: Int, _ bytes: ByteView, length: Int
        ) -> (components: Int, blocks: Int)? {
            guard let count = bytes.byte(at: offset + 2), (1...4).contains(count), length == 6 + 2 * Int(count) else {
                return nil
            }
            var blocks = 0
            for place in 0..<Int(count) {
                let id = bytes.byte(at: offset + 3 + 2 * place)
                guard let component = components.first(where: { $0.id == id }) else { return nil }
                blocks += component.blocks
            }
            return (Int(count), blocks)
        }

        private static func parts(_ whole: Int, of size: Int) -> Int { (whole + size - 1) / size }
    }
}
