/// The line of a problem as it is shown, and where the caret stands under it.
package struct SettingExcerpt: Sendable, Equatable {
    /// The line: secrets masked, tabs one space, controls and other invisible characters U+FFFD, long lines cut.
    package let text: String
    /// The terminal columns before the caret.
    package let caretColumn: Int
    /// The terminal columns the caret covers, at least 1.
    package let caretWidth: Int

    /// The most scalars of a line that are shown.
    private static let window = 160

    /// The line `scalars`, whose first scalar is at `start` of the text, with a caret under `span` and the scalars in
    /// `masks` replaced; both are offsets into the text.
    init(_ scalars: [Unicode.Scalar], at start: Int, _ span: Range<Int>, masks: [Range<Int>]) {
        let first = min(max(span.lowerBound - start, 0), scalars.count)
        let last = min(max(span.upperBound - start, first), scalars.count)
        // Far more than is shown, far less than a line may have.
        let near = max(0, first - 2 * Self.window)..<min(scalars.count, first + 2 * Self.window)
        let nearMasks = masks.filter {
            $0.lowerBound < start + near.upperBound && $0.upperBound > start + near.lowerBound
        }
        var shown: [Unicode.Scalar] = near.lowerBound > 0 ? ["…"] : []
        // For each scalar near the caret, where it is in `shown`; one more for the end.
        var places: [Int] = []
        var isInMask = false
        for index in near {
            let isMasked = nearMasks.contains { $0.contains(start + index) }
            places.append(isMasked && isInMask ? places.last ?? 0 : shown.count)
            if isMasked, !isInMask { shown += SettingOrigin.mask.unicodeScalars }
            if !isMasked { shown.append(scalars[index].shown) }
            isInMask = isMasked
        }
        places.append(shown.count)
        let from = places[first - near.lowerBound]
        var to = places[min(last, near.upperBound) - near.lowerBound]
        if nearMasks.contains(where: { $0.contains(start + first) }) {
            to = max(to, from + SettingOrigin.mask.unicodeScalars.count)
        }
        self.init(shown, caret: from..<max(to, from))
    }

    private init(_ line: [Unicode.Scalar], caret: Range<Int>) {
        let from =
            line.count <= Self.window ? 0 : max(0, min(caret.lowerBound - Self.window / 2, line.count - Self.window))
        let to = min(line.count, from + Self.window)
        let before = (from > 0 ? ["…"] : []) + line[from..<min(max(caret.lowerBound, from), to)]
        let marked = line[min(caret.lowerBound, to)..<min(caret.upperBound, to)]
        let after = line[min(caret.upperBound, to)..<to] + (to < line.count ? ["…"] : [])
        text = String(String.UnicodeScalarView(before + marked + after))
        caretColumn = DisplayColumns.count(String(String.UnicodeScalarView(before)))
        caretWidth = max(1, DisplayColumns.count(String(String.UnicodeScalarView(marked))))
    }
}

extension Unicode.Scalar {
    /// The scalar, or what stands for it where it would not be seen or would move the cursor.
    var shown: Unicode.Scalar {
        if self == "\t" { return " " }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: return "\u{FFFD}"
        case .format: return value == 0x200D ? self : "\u{FFFD}"
        default: return self
        }
    }
}
