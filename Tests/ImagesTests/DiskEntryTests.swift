import Testing

@testable import Images

@Suite("One file of the disk cache")
struct DiskEntryTests {
    static func image(_ validators: ImageValidators = ImageValidators()) -> StoredImage {
        StoredImage(
            bytes: Picture.png(of: "entry"), format: .png, width: 16, height: 16,
            freshness: Freshness(confirmedAt: 1_700_000_000, freshUntil: 1_700_600_000, validators: validators))
    }

    static let validators: [ImageValidators] = [
        ImageValidators(), ImageValidators(entityTag: "\"a\""), ImageValidators(lastModified: "yesterday"),
        ImageValidators(entityTag: "", lastModified: ""),
        ImageValidators(entityTag: "W/\"é\u{301}\"", lastModified: "Wed, 21 Oct 2015 07:28:00 GMT"),
    ]

    @Test("1d: what was written is read, to the byte: no picture is encoded again", arguments: validators)
    func roundTrip(_ validators: ImageValidators) throws {
        let address = try ImageAddress("https://h/a?b=%20")
        let image = Self.image(validators)
        let file = DiskEntry.encoded(image, address: address)
        #expect(DiskEntry.decoded(file, address: address) == image)
        #expect(file.count <= image.bytes.count + DiskEntry.longestHead)
    }

    @Test("F3: one flipped byte, each in turn, and nothing is read")
    func flipped() throws {
        let address = try ImageAddress("https://h/a")
        let file = DiskEntry.encoded(Self.image(Self.validators[4]), address: address)
        for place in file.indices {
            for flip in [1, 0x80, 0xFF] as [UInt8] {
                var damaged = file
                damaged[place] ^= flip
                #expect(DiskEntry.decoded(damaged, address: address) == nil, "byte \(place)")
                #expect(!DiskEntry.isWhole(damaged), "byte \(place)")
            }
        }
    }

    @Test("F3: cut after each byte, grown, foreign or empty, and nothing is read")
    func cut() throws {
        let address = try ImageAddress("https://h/a")
        let file = DiskEntry.encoded(Self.image(), address: address)
        for count in 0..<file.count {
            #expect(DiskEntry.decoded(Array(file.prefix(count)), address: address) == nil, "\(count) bytes")
        }
        #expect(DiskEntry.decoded(file + [0], address: address) == nil)
        #expect(DiskEntry.decoded(file + file, address: address) == nil)
        #expect(DiskEntry.decoded(Array("GALIMG1\n".utf8) + [UInt8](repeating: 0, count: 500), address: address) == nil)
        #expect(DiskEntry.decoded(Picture.png(of: "foreign"), address: address) == nil)
    }

    @Test("F2: a file of another URL is not read, however alike")
    func otherURL() throws {
        let file = DiskEntry.encoded(Self.image(), address: try ImageAddress("https://h/\u{E9}"))
        for other in ["https://h/e\u{301}", "http://h/\u{E9}", "https://h/\u{E9}?", "https://h/%C3%A9"] {
            #expect(DiskEntry.decoded(file, address: try ImageAddress(other)) == nil, "\(other)")
        }
    }

    @Test("F3: lengths that lie, under a checksum that is right, don't trap")
    func lyingLengths() throws {
        let address = try ImageAddress("https://h/a")
        let file = DiskEntry.encoded(Self.image(), address: address)
        for field in [56, 60, 64] {
            for number in [0, 1, 5_000, 0x7FFF_FFFF, 0xFFFF_FFFF] {
                var forged = file
                forged.replaceSubrange(field..<field + 4, with: Picture.le32(number))
                let sum = Checksum.sum(forged[16...])
                forged.replaceSubrange(8..<16, with: (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt64($0))) })
                #expect(DiskEntry.isWhole(forged))
                let read = DiskEntry.decoded(forged, address: address)
                #expect(read == nil || field != 56 || number == 11, "field \(field) = \(number)")
            }
        }
    }
}
