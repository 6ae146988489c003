/// Finds rows that contain a text, whatever the case: the local search of every list.
package struct TextFilter: Sendable {
    private let needle: [UInt8]
    private let scan: CaselessScan?

    /// - Parameter text: blanks at both ends don't count; an empty text matches everything.
    package init(_ text: String) {
        needle = Array(trimmed(text).lowercased().utf8)
        scan = CaselessScan(for: needle)
    }

    package var isEmpty: Bool { needle.isEmpty }

    /// Whether `text` begins with the filter's text.
    func begins(_ text: String) -> Bool { text.lowercased().utf8.starts(with: needle) }

    /// Whether `text` contains the filter's text. Linear in the length of `text` for all but contrived texts; allocates
    /// nothing while its letters are ASCII or Latin-1, or of a script without case.
    package func matches(_ text: String) -> Bool {
        guard let scan else { return true }
        switch scan.result(in: text.utf8Span.span.bytes) {
        case .found: return true
        case .absent: return false
        case .unknown: return matchesLowercased(text)
        }
    }

    private func matchesLowercased(_ text: String) -> Bool {
        let hay = Array(text.lowercased().utf8)
        guard let first = needle.first, hay.count >= needle.count else { return false }
        for start in 0...(hay.count - needle.count) where hay[start] == first {
            if hay[start..<(start + needle.count)].elementsEqual(needle) { return true }
        }
        return false
    }
}

/// `text` without white space (Unicode `White_Space`) at both ends.
package func trimmed(_ text: String) -> String {
    // Most texts have none: seen at their ends.
    if let first = text.utf8.first, let last = text.utf8.last, (0x21...0x7E).contains(first),
        (0x21...0x7E).contains(last)
    {
        return text
    }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
        let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
}
