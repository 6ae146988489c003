/// JPEG (ITU-T T.81): segments up to the frame header, which holds the size; on the way the orientation of EXIF.
extension ImageHeader {
    static func jpeg(_ bytes: ByteView) -> Found? {
        var orientation = 1
        var offset = 2
        while let marker = JPEGMarker.next(bytes, &offset) {
            if JPEGMarker.hasNoLength(marker) { continue }
            switch marker {
            case JPEGMarker.startOfPicture, JPEGMarker.endOfPicture, JPEGMarker.startOfScan: return nil
            default: break
            }
            guard let length = bytes.bigEndian16(at: offset), length >= 2, offset + length <= bytes.count else {
                return nil
            }
            if JPEGMarker.isFrame(marker) {
                guard length >= 8, let height = bytes.bigEndian16(at: offset + 3),
                    let width = bytes.bigEndian16(at: offset + 5)
                else { return nil }
                return Found(width: width, height: height, orientation: orientation)
            }
            if marker == 0xE1, let found = exifOrientation(bytes, in: offset + 2..<offset + length) {
                orientation = found
            }
            offset += length
        }
        return nil
    }

    /// EXIF 2.3, 4.6: tag 0x0112 of the first directory.
    private static func exifOrientation(_ bytes: ByteView, in segment: Range<Int>) -> Int? {
        guard bytes.has(Array("Exif".utf8) + [0, 0], at: segment.lowerBound) else { return nil }
        let start = segment.lowerBound + 6
        let isBig = bytes.has(Array("MM".utf8) + [0, 42], at: start)
        guard isBig || bytes.has(Array("II".utf8) + [42, 0], at: start) else { return nil }
        func short(_ offset: Int) -> Int? {
            guard offset + 2 <= segment.upperBound else { return nil }
            return isBig ? bytes.bigEndian16(at: offset) : bytes.littleEndian16(at: offset)
        }
        guard let distance = isBig ? bytes.bigEndian32(at: start + 4) : bytes.littleEndian32(at: start + 4),
            let entries = short(start + distance)
        else { return nil }
        for entry in 0..<entries {
            let place = start + distance + 2 + 12 * entry
            guard let tag = short(place) else { return nil }
            if tag == 0x0112 {
                return short(place + 8).flatMap { (1...8).contains($0) ? $0 : nil }
            }
        }
        return nil
    }
}
