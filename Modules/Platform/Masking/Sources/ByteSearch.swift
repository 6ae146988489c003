/// Finding bytes among bytes.
enum ByteSearch {
    /// The index of the first `needle` at or after `start`; nil where there is none, or the needle is empty.
    static func first(_ needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let lead = needle.first, bytes.count >= needle.count else { return nil }
        var index = start
        let last = bytes.count - needle.count
        while index <= last {
            if bytes[index] == lead, bytes[index..<index + needle.count].elementsEqual(needle) { return index }
            index += 1
        }
        return nil
    }
}
