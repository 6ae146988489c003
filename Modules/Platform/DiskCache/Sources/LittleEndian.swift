/// Numbers in records on the disk, least significant byte first, so that a folder may move between machines.
extension [UInt8] {
    package mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { self += $0 }
    }

    /// The number that begins at an offset; nil when it would go over the end.
    package func littleEndian<Number: FixedWidthInteger>(at offset: Int, as _: Number.Type = Number.self) -> Number? {
        guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { return nil }
        return withUnsafeBytes { bytes in
            Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
        }
    }
}
