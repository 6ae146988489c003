import DiskCache
import HTTP

/// A kept answer as the content of a disk cache's entry.
///
/// ```
/// 0   confirmed at, 8 bytes    12  for each field: lengths of name and value, 4 bytes each, name, value
/// 8   number of fields, 4      …   body, to the end
/// ```
/// Numbers are little-endian. The entry around it has the checksum.
enum ResponseRecord {
    /// The most that the fields may have, in bytes: what the client takes as the head of an answer.
    static let longestHead = 12 + 256 * 1_024 * 2

    static func encoded(_ response: StoredResponse) -> [UInt8] {
        var record: [UInt8] = []
        record.reserveCapacity(response.body.count + 1_024)
        record.append(littleEndian: response.confirmedAt)
        record.append(littleEndian: UInt32(truncatingIfNeeded: response.fields.count))
        for field in response.fields {
            record.append(littleEndian: UInt32(truncatingIfNeeded: field.name.utf8.count))
            record.append(littleEndian: UInt32(truncatingIfNeeded: field.value.utf8.count))
            record += field.name.utf8
            record += field.value.utf8
        }
        return record + response.body
    }

    /// - Returns: nil for what is no record.
    static func decoded(_ record: [UInt8]) -> StoredResponse? {
        guard let stamp: Int64 = record.littleEndian(at: 0), let count = number(record, at: 8) else { return nil }
        var fields: [HTTPField] = []
        var offset = 12
        for _ in 0..<count {
            guard let name = number(record, at: offset), let value = number(record, at: offset + 4) else { return nil }
            let (start, middle, end) = (offset + 8, offset + 8 + name, offset + 8 + name + value)
            guard end <= record.count,
                let field = try? HTTPField(
                    name: String(decoding: record[start..<middle], as: UTF8.self),
                    value: String(decoding: record[middle..<end], as: UTF8.self))
            else { return nil }
            fields.append(field)
            offset = end
        }
        return StoredResponse(fields: fields, body: Array(record[offset...]), confirmedAt: stamp)
    }

    private static func number(_ record: [UInt8], at offset: Int) -> Int? {
        record.littleEndian(at: offset, as: UInt32.self).map(Int.init)
    }
}
