import HTTP
import Testing

@testable import ResponseCache

@Suite("A kept answer as bytes")
struct ResponseRecordTests {
    private static let answers = [
        response([], body: ""),
        response([("ETag", "\"1\"")], body: "{\"a\":1}"),
        response([("X-Empty", ""), ("X-한글", "값"), ("X-Long", String(repeating: "v", count: 70_000))], body: "값"),
    ].compactMap { StoredResponse($0, now: 1_762_418_977) }

    @Test("what was written is read")
    func roundTrip() throws {
        #expect(Self.answers.count == 3)
        for answer in Self.answers {
            let record = ResponseRecord.encoded(answer)
            #expect(ResponseRecord.decoded(record) == answer)
            #expect(record.count <= answer.body.count + ResponseRecord.longestHead)
        }
    }

    @Test(
        "F3: cut within its head it is no answer; cut within its body it is a shorter one, which the checksum around it finds"
    )
    func cut() {
        let record = ResponseRecord.encoded(Self.answers[1])
        let head = record.count - Self.answers[1].body.count
        for count in 0..<head { #expect(ResponseRecord.decoded(Array(record.prefix(count))) == nil, "\(count) bytes") }
    }

    @Test("F3: counts and lengths that lie, and fields that are invalid, read nothing and don't trap")
    func lies() {
        let record = ResponseRecord.encoded(Self.answers[1])
        for (place, bytes) in [
            (8, [0xFF, 0xFF, 0xFF, 0xFF]), (8, [2, 0, 0, 0]), (12, [0xFF, 0xFF, 0xFF, 0x7F]),
            (16, [0xFF, 0xFF, 0xFF, 0xFF]),
            (20, [0x0A]), (20, [0x20]), (24, [0x0D]),
        ] as [(Int, [UInt8])] {
            var forged = record
            forged.replaceSubrange(place..<place + bytes.count, with: bytes)
            #expect(ResponseRecord.decoded(forged) == nil, "\(bytes) at \(place)")
        }
    }
}
