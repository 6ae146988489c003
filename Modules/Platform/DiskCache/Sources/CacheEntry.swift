/// One file of a disk cache: a key and its content, every byte under a checksum.
///
/// ```
/// 0   magic, 8 bytes                               24  lengths of the key and the head, 4 bytes each
/// 8   checksum of all from 16 to the body          32  checksum of the body
/// 16  length of the file                           40  key, head, body
/// ```
/// Numbers are little-endian, and have 8 bytes where nothing else is said. The body has a sum of its own, so that each part is
/// summed up where it stays.
enum CacheEntry {
    private static let magic = Array("GALDISK3".utf8)
    private static let fixedLength = 40
    /// Offset of the first byte under the first checksum.
    private static let summedFrom = 16
    /// The longest key, in bytes: that of the longest URL.
    static let longestKey = 65_536
    /// Bytes read at first, which mostly have the key and the head.
    private static let firstPiece = 4096
    /// Maximum bytes of a file besides its content.
    static let longestStart = fixedLength + longestKey

    /// A file up to its body.
    static func start(of content: CacheContent, key: String) -> [UInt8] {
        let length = fixedLength + key.utf8.count + content.head.count
        var start = magic
        start.reserveCapacity(length)
        start.append(littleEndian: 0 as UInt64)
        start.append(littleEndian: UInt64(length + content.body.count))
        start.append(littleEndian: UInt32(truncatingIfNeeded: key.utf8.count))
        start.append(littleEndian: UInt32(truncatingIfNeeded: content.head.count))
        start.append(littleEndian: content.body.withUnsafeBytes { Checksum.sum($0) })
        start += key.utf8
        start += content.head
        let sum = start.withUnsafeBytes { Checksum.sum(UnsafeRawBufferPointer(rebasing: $0[summedFrom...])) }
        for place in 0..<8 { start[8 + place] = UInt8(truncatingIfNeeded: sum >> (8 * UInt64(place))) }
        return start
    }

    /// The content of `key` in a file; nil when the file is damaged, cut, foreign, or of another key.
    ///
    /// Every byte is read once, to where it stays, and summed up while it is at hand: a picture has a megabyte.
    /// - Parameters:
    ///   - size: bytes of the file.
    ///   - read: fills the memory with what comes next in the file; gives less than that at the file's end alone.
    static func read(_ key: String, size: Int, from read: (UnsafeMutableRawBufferPointer) -> Int) -> CacheContent? {
        guard size >= fixedLength,
            var start = bytes(min(size, firstPiece), after: [], from: read),
            let bodyStart = bodyStart(start, size: size),
            start.littleEndian(at: 24) == UInt32(exactly: key.utf8.count)
        else { return nil }
        if start.count < bodyStart {
            guard let longer = bytes(bodyStart, after: start[...], from: read) else { return nil }
            start = longer
        }
        let headStart = fixedLength + key.utf8.count
        // F2: two keys of one name would need a collision of SHA-256; the key is compared all the same.
        guard start[fixedLength..<headStart].elementsEqual(key.utf8), isWhole(start: start, bodyStart) else {
            return nil
        }
        var checksum = Checksum()
        let body = bytes(size - bodyStart, after: start[bodyStart...], { checksum.add($0) }, from: read)
        guard let body, start.littleEndian(at: 32) == checksum.sum else { return nil }
        return CacheContent(head: Array(start[headStart..<bodyStart]), body: body)
    }

    /// Whether a file is what was written: every byte of it is under the magic, a checksum or the length.
    static func isWhole(_ file: [UInt8]) -> Bool {
        guard let bodyStart = bodyStart(file, size: file.count), isWhole(start: file, bodyStart) else { return false }
        let sum = file.withUnsafeBytes { Checksum.sum(UnsafeRawBufferPointer(rebasing: $0[bodyStart...])) }
        return file.littleEndian(at: 32) == sum
    }

    /// Offset of a file's body; nil for what is no file of ours, or of another length.
    private static func bodyStart(_ start: [UInt8], size: Int) -> Int? {
        guard start.count >= fixedLength, start.starts(with: magic),
            start.littleEndian(at: 16) == UInt64(exactly: size),
            let key: UInt32 = start.littleEndian(at: 24), let head: UInt32 = start.littleEndian(at: 28)
        else { return nil }
        let bodyStart = fixedLength + Int(key) + Int(head)
        return bodyStart <= size ? bodyStart : nil
    }

    /// - Parameter start: has the bytes up to the body, at least.
    private static func isWhole(start: [UInt8], _ bodyStart: Int) -> Bool {
        start.withUnsafeBytes { bytes in
            start.littleEndian(at: 8) == Checksum.sum(UnsafeRawBufferPointer(rebasing: bytes[summedFrom..<bodyStart]))
        }
    }

    /// So many bytes, the first of which were read before; nil when the file ends earlier.
    /// - Parameter each: takes each piece of the checksum's size when it is there.
    private static func bytes(
        _ count: Int, after start: ArraySlice<UInt8>, _ each: (UnsafeRawBufferPointer) -> Void = { _ in },
        from read: (UnsafeMutableRawBufferPointer) -> Int
    ) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let memory = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count])
            let known = start.prefix(count)
            memory.copyBytes(from: known)
            filled = known.count
            for begin in stride(from: 0, to: count, by: Checksum.piece) {
                let end = min(begin + Checksum.piece, count)
                if filled < end {
                    filled += read(UnsafeMutableRawBufferPointer(rebasing: memory[filled..<end]))
                    guard filled == end else { return }
                }
                each(UnsafeRawBufferPointer(rebasing: memory[begin..<end]))
            }
        }
        return bytes.count == count ? bytes : nil
    }
}

/// The content of a key, in two parts that are written and read without a copy of either.
package struct CacheContent: Sendable, Equatable {
    /// Head: the description of the content; empty where it needs none.
    package let head: [UInt8]
    /// All the rest.
    package let body: [UInt8]

    package init(head: [UInt8] = [], body: [UInt8]) {
        self.head = head
        self.body = body
    }

    var count: Int { head.count + body.count }
}
