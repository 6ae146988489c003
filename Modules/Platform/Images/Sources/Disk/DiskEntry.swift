/// One file of the disk cache: a picture, its URL and its freshness, under a checksum over everything.
///
/// ```
/// 0   magic, 8 bytes           48  width, height: 4 bytes each
/// 8   checksum of all behind   56  lengths of URL, ETag, Last-Modified: 4 bytes each
/// 16  length of the file       68  format, 1 byte; which validators there are, 1 byte; zeros, 2 bytes
/// 24  confirmed at             72  URL, ETag, Last-Modified, picture
/// 32  fresh until
/// 40  length of the picture
/// ```
/// Numbers are little-endian.
enum DiskEntry {
    private static let magic = Array("GALIMG1\n".utf8)
    private static let headLength = 72
    /// What a file may have besides the picture: a URL and two header fields at their longest.
    static let longestHead = headLength + 8_192 + 2 * 65_536

    static func encoded(_ image: StoredImage, address: ImageAddress) -> [UInt8] {
        let freshness = image.freshness
        let texts = [address.text, freshness.validators.entityTag ?? "", freshness.validators.lastModified ?? ""]
            .map { Array($0.utf8) }
        let length = headLength + texts.reduce(0) { $0 + $1.count } + image.bytes.count
        var tail: [UInt8] = []
        tail.reserveCapacity(length)
        append(UInt64(length), to: &tail)
        append(UInt64(bitPattern: freshness.confirmedAt), to: &tail)
        append(UInt64(bitPattern: freshness.freshUntil), to: &tail)
        append(UInt64(image.bytes.count), to: &tail)
        for number in [image.width, image.height] + texts.map(\.count) {
            append(UInt32(truncatingIfNeeded: number), to: &tail)
        }
        let flags: UInt8 =
            (freshness.validators.entityTag == nil ? 0 : 1) | (freshness.validators.lastModified == nil ? 0 : 2)
        tail += [image.format.rawValue, flags, 0, 0]
        for text in texts { tail += text }
        tail += image.bytes

        var file = magic
        file.reserveCapacity(length)
        append(tail.withUnsafeBytes { Checksum.sum($0) }, to: &file)
        file += tail
        return file
    }

    /// The picture of `address` in a file; nil when the file is damaged, cut, foreign, or of another URL.
    static func decoded(_ file: [UInt8], address: ImageAddress) -> StoredImage? {
        guard isWhole(file) else { return nil }
        let view = ByteView(bytes: file)
        let stamps = file.withUnsafeBytes { bytes in
            [24, 32].map { Int64(bitPattern: number64(bytes, at: $0)) }
        }
        guard let width = view.littleEndian32(at: 48), let height = view.littleEndian32(at: 52),
            let urlLength = view.littleEndian32(at: 56), let tagLength = view.littleEndian32(at: 60),
            let modifiedLength = view.littleEndian32(at: 64), let flags = view.byte(at: 69),
            let format = view.byte(at: 68).flatMap(ImageFormat.init(rawValue:))
        else { return nil }
        let (tag, modified) = (headLength + urlLength, headLength + urlLength + tagLength)
        let image = modified + modifiedLength
        // F2: two URLs of one name would need a collision of SHA-256; the URL is compared all the same.
        guard image <= file.count, file[headLength..<tag].elementsEqual(address.text.utf8) else { return nil }
        func text(_ range: Range<Int>) -> String { String(decoding: file[range], as: UTF8.self) }
        return StoredImage(
            bytes: Array(file[image...]), format: format, width: width, height: height,
            freshness: Freshness(
                confirmedAt: stamps[0], freshUntil: stamps[1],
                validators: ImageValidators(
                    entityTag: flags & 1 == 0 ? nil : text(tag..<modified),
                    lastModified: flags & 2 == 0 ? nil : text(modified..<image))))
    }

    /// Whether a file is what was written: every byte of it is under the magic, the checksum or the length.
    static func isWhole(_ file: [UInt8]) -> Bool {
        guard file.count >= headLength, file.starts(with: magic) else { return false }
        return file.withUnsafeBytes { bytes in
            number64(bytes, at: 8) == Checksum.sum(UnsafeRawBufferPointer(rebasing: bytes[16...]))
                && number64(bytes, at: 16) == UInt64(bytes.count)
        }
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    /// - Parameter offset: 8 bytes at least before the end, which the caller has checked.
    private static func number64(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
