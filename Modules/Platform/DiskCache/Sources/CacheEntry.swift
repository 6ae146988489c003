/// One file of a disk cache: a key and its content, under a checksum over everything.
///
/// ```
/// 0   magic, 8 bytes           16  length of the file
/// 8   checksum of all behind   24  length of the key
/// 32  key, content
/// ```
/// Numbers are little-endian, 8 bytes each.
enum CacheEntry {
    private static let magic = Array("GALDISK2".utf8)
    private static let headLength = 32
    /// The longest key, in bytes: that of the longest URL.
    static let longestKey = 65_536
    /// Offset of the first byte under the checksum.
    private static let summedFrom = 16
    /// Bytes read at first, which mostly have the key and the content's head, and then at a time, so that they are still in
    /// the processor's cache when they are summed up. What is summed up of either ends at a block of the checksum.
    private static let firstPiece = summedFrom + 64 * Checksum.block
    private static let laterPiece = 8192 * Checksum.block
    /// Maximum bytes of a file besides its content.
    static let longestHead = headLength + longestKey

    static func encoded(_ content: [UInt8], key: String) -> [UInt8] {
        let length = headLength + key.utf8.count + content.count
        var tail: [UInt8] = []
        tail.reserveCapacity(length)
        tail.append(littleEndian: UInt64(length))
        tail.append(littleEndian: UInt64(key.utf8.count))
        tail += key.utf8
        tail += content

        var file = magic
        file.reserveCapacity(length)
        file.append(littleEndian: tail.withUnsafeBytes { Checksum.sum($0) })
        file += tail
        return file
    }

    /// The content of `key` in a file; nil when the file is damaged, cut, foreign, or of another key.
    ///
    /// Every byte is read once, to where it stays, and summed up while it is at hand: a picture has a megabyte.
    /// - Parameters:
    ///   - size: bytes of the file.
    ///   - contentHead: how many bytes of a content are its head, by its first bytes; nil where these don't tell.
    ///   - read: fills the memory with what comes next in the file; gives less than that at the file's end alone.
    static func read(
        _ key: String, size: Int, contentHead: (ArraySlice<UInt8>) -> Int?,
        from read: (UnsafeMutableRawBufferPointer) -> Int
    ) -> CacheContent? {
        guard size >= headLength, var start = bytes(min(size, firstPiece), after: [], from: read),
            start.starts(with: magic), start.littleEndian(at: 16) == UInt64(size),
            start.littleEndian(at: 24) == UInt64(key.utf8.count)
        else { return nil }
        let contentStart = headLength + key.utf8.count
        func bodyStart() -> Int? {
            guard contentStart <= start.count, let head = contentHead(start[contentStart...]), head >= 0,
                head <= start.count - contentStart
            else { return nil }
            return contentStart + head
        }
        if bodyStart() == nil, start.count < size {
            guard let whole = bytes(size, after: start[...], from: read) else { return nil }
            start = whole
        }
        // F2: two keys of one name would need a collision of SHA-256; the key is compared all the same.
        guard let bodyStart = bodyStart(), start[headLength..<contentStart].elementsEqual(key.utf8) else { return nil }
        var checksum = Checksum(byteCount: size - summedFrom)
        start.withUnsafeBytes { checksum.add(UnsafeRawBufferPointer(rebasing: $0[summedFrom...])) }
        let body = bytes(size - bodyStart, after: start[bodyStart...]) { piece in
            let got = read(piece)
            checksum.add(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(piece)[..<got]))
            return got
        }
        guard let body, start.littleEndian(at: 8) == checksum.sum else { return nil }
        return CacheContent(head: start[contentStart..<bodyStart], body: body)
    }

    /// So many bytes, the first of which were read before; nil when the file ends earlier.
    private static func bytes(
        _ count: Int, after start: ArraySlice<UInt8>, from read: (UnsafeMutableRawBufferPointer) -> Int
    ) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = buffer.update(fromContentsOf: start)
            while filled < count {
                let end = min(filled + laterPiece, count)
                let piece = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[filled..<end]))
                let got = read(piece)
                filled += got
                guard got == piece.count else { return }
            }
        }
        return bytes.count == count ? bytes : nil
    }

    /// Whether a file is what was written: every byte of it is under the magic, the checksum or the length.
    static func isWhole(_ file: [UInt8]) -> Bool {
        guard file.count >= headLength, file.starts(with: magic) else { return false }
        let sum = file.withUnsafeBytes { Checksum.sum(UnsafeRawBufferPointer(rebasing: $0[summedFrom...])) }
        return file.littleEndian(at: 8) == sum && file.littleEndian(at: 16) == UInt64(file.count)
    }
}

/// The content of a key, in two parts.
package struct CacheContent: Sendable, Equatable {
    /// Head: the description of the content.
    package let head: ArraySlice<UInt8>
    /// All the rest.
    package let body: [UInt8]

    package init(head: ArraySlice<UInt8>, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}
