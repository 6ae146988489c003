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

    /// The picture of a record with another head.
    private func decoded(_ record: CacheContent, head: [UInt8]) -> StoredImage? {
        PictureRecord.decoded(CacheContent(head: head, body: record.body))
    }

    @Test("1d: what was written is read, to the byte: no picture is encoded again", arguments: validators)
    func roundTrip(_ validators: HTTPValidators) {
        let image = Self.image(validators)
        let record = PictureRecord.encoded(image)
        #expect(PictureRecord.decoded(record) == image)
        #expect(record.body == image.bytes)
        #expect(record.head.count <= PictureRecord.longestHead)
    }

    @Test("F3: a record whose head is cut or longer is invalid")
    func cut() {
        let record = PictureRecord.encoded(Self.image(Self.validators[4]))
        for count in record.head.indices {
            #expect(decoded(record, head: Array(record.head.prefix(count))) == nil, "\(count) bytes")
        }
        #expect(decoded(record, head: record.head + [0]) == nil)
    }

    @Test("F3: lengths and formats that lie don't trap")
    func lyingLengths() {
        let record = PictureRecord.encoded(Self.image())
        for field in [24, 28] {
            for number in [5_000, 0x7FFF_FFFF, 0xFFFF_FFFF] {
                var forged = record.head
                forged.replaceSubrange(field..<field + 4, with: Picture.le32(number))
                #expect(decoded(record, head: forged) == nil, "field \(field) = \(number)")
            }
        }
        var forged = record.head
        forged[32] = 0xFF
        #expect(decoded(record, head: forged) == nil, "a format that is invalid")
    }
}
