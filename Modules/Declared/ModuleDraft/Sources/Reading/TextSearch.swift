extension String {
    /// Whether a part stands in the text, compared as bytes.
    func has(_ part: String) -> Bool {
        var rest = utf8[...]
        while rest.count >= part.utf8.count {
            if rest.starts(with: part.utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}

extension [UInt8] {
    /// The bytes with each occurrence of a part replaced; as they are for an empty part.
    func replacing(_ part: some Collection<UInt8>, by other: some Collection<UInt8>) -> [UInt8] {
        let part = Array(part)
        guard let first = part.first else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(count)
        var index = 0
        while index < count {
            if self[index] == first, self[index...].starts(with: part) {
                result += other
                index += part.count
            } else {
                result.append(self[index])
                index += 1
            }
        }
        return result
    }
}
