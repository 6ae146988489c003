/// The markers of JPEG (ITU-T T.81, table B.1) by their second byte.
enum JPEGMarker {
    static let startOfScan: UInt8 = 0xDA
    static let startOfPicture: UInt8 = 0xD8
    static let endOfPicture: UInt8 = 0xD9

    /// The marker at the offset, after any filling bytes (B.1.1.2); the offset then stands behind it. Nil where none is.
    static func next(_ bytes: ByteView, _ offset: inout Int) -> UInt8? {
        guard bytes.byte(at: offset) == 0xFF else { return nil }
        while let byte = bytes.byte(at: offset) {
            offset += 1
            if byte != 0xFF { return byte == 0 ? nil : byte }
        }
        return nil
    }

    /// TEM and RST0…RST7.
    static func hasNoLength(_ marker: UInt8) -> Bool { marker == 0x01 || (0xD0...0xD7).contains(marker) }

    /// SOF0…SOF15, without the tables that lie between them: DHT, JPG, DAC.
    static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }
}
