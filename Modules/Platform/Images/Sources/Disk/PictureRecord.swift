import DiskCache
import HTTP

/// A picture with its freshness as the content of a disk cache's entry: the picture is the body, and the head is
///
/// ```
/// 0   confirmed at             24  lengths of ETag, Last-Modified: 4 bytes each
/// 8   fresh until              32  format, 1 byte; which validators there are, 1 byte; zeros, 2 bytes
/// 16  width, height: 4 each    36  ETag, Last-Modified
/// ```
/// Numbers are little-endian. The entry around it has the checksums and the URL.
enum PictureRecord {
    private static let headLength = 36
    /// Maximum bytes of a record besides the picture: two header fields at their longest.
    static let longestHead = headLength + 2 * 65_536

    static func encoded(_ image: StoredImage) -> CacheContent {
        let freshness = image.freshness
        let texts = [freshness.validators.entityTag ?? "", freshness.validators.lastModified ?? ""].map {
            Array($0.utf8)
        }
        var head: [UInt8] = []
        head.reserveCapacity(headLength + texts.reduce(0) { $0 + $1.count })
        head.append(littleEndian: freshness.confirmedAt)
        head.append(littleEndian: freshness.freshUntil)
        for number in [image.width, image.height] + texts.map(\.count) {
            head.append(littleEndian: UInt32(truncatingIfNeeded: number))
        }
        let flags: UInt8 =
            (freshness.validators.entityTag == nil ? 0 : 1) | (freshness.validators.lastModified == nil ? 0 : 2)
        head += [image.format.rawValue, flags, 0, 0]
        for text in texts { head += text }
        return CacheContent(head: head, body: image.bytes)
    }

    /// - Returns: nil for what is no record.
    static func decoded(_ record: CacheContent) -> StoredImage? {
        let head = record.head
        let view = ByteView(bytes: head)
        guard let confirmedAt: Int64 = head.littleEndian(at: 0), let freshUntil: Int64 = head.littleEndian(at: 8),
            let width = view.littleEndian32(at: 16),
            let height = view.littleEndian32(at: 20), let tagLength = view.littleEndian32(at: 24),
            let modifiedLength = view.littleEndian32(at: 28), let flags = view.byte(at: 33),
            let format = view.byte(at: 32).flatMap(ImageFormat.init(rawValue:))
        else { return nil }
        let (modified, end) = (headLength + tagLength, headLength + tagLength + modifiedLength)
        guard end == head.count else { return nil }
        func text(_ range: Range<Int>) -> String { String(decoding: head[range], as: UTF8.self) }
        return StoredImage(
            bytes: record.body, format: format, width: width, height: height,
            freshness: Freshness(
                confirmedAt: confirmedAt, freshUntil: freshUntil,
                validators: HTTPValidators(
                    entityTag: flags & 1 == 0 ? nil : text(headLength..<modified),
                    lastModified: flags & 2 == 0 ? nil : text(modified..<end))))
    }
}
