/// A text of parts, made at once: an interpolation takes some 300 instructions a part, and copies what it made when it grows. For texts
/// that are made at every start.
/// - Parameter separator: between the parts.
package func joined(_ parts: [String], separator: String = "") -> String {
    let gaps = max(0, parts.count - 1) * separator.utf8.count
    // By places: each part that is taken out counts a reference.
    let count = parts.indices.reduce(gaps) { $0 + parts[$1].utf8.count }
    return String(unsafeUninitializedCapacity: count) { text in
        var end = 0
        for index in parts.indices {
            if index > 0, gaps > 0 { end = append(separator, to: text, at: end) }
            end = append(parts[index], to: text, at: end)
        }
        return end
    }
}

/// - Returns: the end of what is written then.
private func append(_ part: String, to text: UnsafeMutableBufferPointer<UInt8>, at end: Int) -> Int {
    part.utf8.span.withUnsafeBufferPointer { text[end...].initialize(fromContentsOf: $0) }
}

/// A sentence as it goes on behind other words: `Its price.` → `its price.`
/// - Parameter words: what it goes on behind.
package func continued(_ sentence: String, behind words: String) -> String {
    guard let first = sentence.utf8.first, first < 0x80 else {
        return words + sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
    return String(unsafeUninitializedCapacity: words.utf8.count + sentence.utf8.count) { text in
        let begin = append(words, to: text, at: 0)
        let end = append(sentence, to: text, at: begin)
        if 0x41...0x5A ~= first { text[begin] |= 0x20 }
        return end
    }
}
