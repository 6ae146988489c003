/// One file of a disk cache: a key and its content, under a checksum over everything.
///
/// ```
/// 0   magic, 8 bytes           16  length of the file
/// 8   checksum of all behind   24  length of the key
/// 32  key, content
/// ```
/// Numbers are little-endian, 8 bytes each.
enum CacheEntry {
    private static let magic = Array("GALDISK1".utf8)
    private static let headLength = 32
    /// The longest key, in bytes: that of the longest URL.
    static let longestKey = 65_536
    /// What a file may have besides its content.
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
    static func decoded(_ file: [UInt8], key: String) -> [UInt8]? {
        guard isWhole(file), let keyLength: UInt64 = file.littleEndian(at: 24),
            keyLength <= UInt64(file.count - headLength)
        else { return nil }
        let start = headLength + Int(keyLength)
        // F2: two keys of one name would need a collision of SHA-256; the key is compared all the same.
        guard file[headLength..<start].elementsEqual(key.utf8) else { return nil }
        return Array(file[start...])
    }

    /// Whether a file is what was written: every byte of it is under the magic, the checksum or the length.
    static func isWhole(_ file: [UInt8]) -> Bool {
        guard file.count >= headLength, file.starts(with: magic) else { return false }
        let sum = file.withUnsafeBytes { Checksum.sum(UnsafeRawBufferPointer(rebasing: $0[16...])) }
        return file.littleEndian(at: 8) == sum && file.littleEndian(at: 16) == UInt64(file.count)
    }
}
