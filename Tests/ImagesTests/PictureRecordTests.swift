import DiskCache
import HTTP
import Testing

@testable import Images

@Suite("A picture as it is kept on disk")
struct PictureRecordTests {
    static func image(_ validators: HTTPValidators = HTTPValidators()) -> StoredImage {
        StoredImage(
            bytes: Picture.png(of: "entry"), format: .png, width: 16, height: 16,
            freshness: Freshness(confirmedAt: 1_700_000_000, freshUntil: 1_700_600_000, validators: validators))
    }

    static let validators: [HTTPValidators] = [
        HTTPValidators(), HTTPValidators(entityTag: "\"a\""), HTTPValidators(lastModified: "yesterday"),
        HTTPValidators(entityTag: "", lastModified: ""),
        HTTPValidators(entityTag: "W/\"é\u{301}\"", lastModified: "Wed, 21 Oct 2015 07:28:00 GMT"),
    ]

    /// The picture of a record in memory, cut in two as the disk cache cuts it.
    private func decoded(_ record: [UInt8]) -> StoredImage? {
        guard let length = PictureRecord.headLength(record[...]), length <= record.count else { return nil }
        return PictureRecord.decoded(CacheContent(head: record[..<length], body: Array(record[length...])))
    }

    @Test("1d: what was written is read, to the byte: no picture is encoded again", arguments: validators)
    func roundTrip(_ validators: HTTPValidators) {
        let image = Self.image(validators)
        let record = PictureRecord.encoded(image)
        #expect(decoded(record) == image)
        #expect(record.count <= image.bytes.count + PictureRecord.longestHead)
    }

    @Test("F3: a record that is cut within its head is invalid")
    func cut() {
        let record = PictureRecord.encoded(Self.image(Self.validators[4]))
        let head = record.count - Self.image().bytes.count
        for count in 0..<head { #expect(decoded(Array(record.prefix(count))) == nil, "\(count) bytes") }
        #expect(decoded([]) == nil)
    }

    @Test("F3: lengths and formats that lie don't trap")
    func lyingLengths() {
        let record = PictureRecord.encoded(Self.image())
        for field in [24, 28] {
            for number in [5_000, 0x7FFF_FFFF, 0xFFFF_FFFF] {
                var forged = record
                forged.replaceSubrange(field..<field + 4, with: Picture.le32(number))
                #expect(decoded(forged) == nil, "field \(field) = \(number)")
            }
        }
        var forged = record
        forged[32] = 0xFF
        #expect(decoded(forged) == nil, "a format that is invalid")
    }
}
