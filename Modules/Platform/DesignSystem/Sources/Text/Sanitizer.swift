import Values

/// Removes from a text what could steer a terminal, hide words or overrun its neighbours (T1, T3).
///
/// Works by scalar, before any layout: a grapheme can hide a control from a comparison of characters. Dropped are whole
/// escape sequences with their payload (``EscapeSequenceScan``), C0, DEL and C1 controls, bidirectional controls, tag
/// characters and every other default-ignorable scalar, except joiners and variation selectors where they shape a
/// neighbour. Tabs become spaces; line breaks of every kind become spaces too, or `\n` in multi-line text.
/// Marks without a base, which would sit on the border before the text, and nonspacing marks beyond
/// `TextLimits.marksPerBase` are dropped, and a cluster of more than
/// `TextLimits.scalarsPerCluster` scalars is cut and ends in U+FFFD.
///
/// Idempotent, linear, and never longer in bytes than its input.
///
/// - Parameters:
///   - text: Any text.
///   - multiline: Whether line breaks are kept, as `\n`.
/// - Returns: A text of visible characters and spaces, and `\n` when `multiline`.
package func sanitized(_ text: String, multiline: Bool = false) -> String {
    if text.isSimple { return text }
    var filter = ScalarFilter(lineBreak: multiline ? "\n" : " ")
    filter.output.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { filter.take(scalar) }
    let result = String(wellFormed: filter.output.span)
    return filter.longestRun > TextLimits.scalarsPerCluster ? withoutGiantClusters(result) : result
}

/// Cuts grapheme clusters that are legal but without bound (chains of joiners, of jamo, of viramas).
private func withoutGiantClusters(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for character in text {
        let scalars = character.unicodeScalars
        if scalars.count > TextLimits.scalarsPerCluster {
            // U+FFFD starts a cluster of its own and extends none, so that a second pass finds nothing to cut.
            result.unicodeScalars.append(contentsOf: scalars.prefix(TextLimits.scalarsPerCluster / 2))
            result.unicodeScalars.append("\u{FFFD}")
        } else {
            result.append(character)
        }
    }
    return result
}

/// The state of one pass over a text's scalars.
private struct ScalarFilter {
    let lineBreak: Unicode.Scalar
    /// UTF-8. Appending scalars to a string takes ten times as long.
    var output: [UInt8] = []
    /// The longest row of scalars beyond ASCII; no cluster is longer than that plus one.
    var longestRun = 0

    private var run = 1
    private var marks = 0
    private var previous: Unicode.Scalar?
    private var joiner: Unicode.Scalar?
    private var followsCarriageReturn = false
    private var sequences = EscapeSequenceScan()

    /// Whether a mark would belong to a character of this text's line.
    private var hasBase: Bool { previous != nil && previous != "\n" }

    init(lineBreak: Unicode.Scalar) {
        self.lineBreak = lineBreak
    }

    mutating func take(_ scalar: Unicode.Scalar) {
        if sequences.takes(scalar) { return }
        let followsCarriageReturn = self.followsCarriageReturn
        self.followsCarriageReturn = scalar == "\r"
        switch scalar.value {
        case 0x0A where followsCarriageReturn: break
        case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: keep(lineBreak)
        case 0x09: keep(" ")
        case 0x20..<0x7F: keep(scalar)
        case 0..<0xA0: break
        case 0x200C, 0x200D: joiner = previous.flatMap { $0.isASCII ? nil : scalar }
        case 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0xE0100...0xE01EF: takeVariationSelector(scalar)
        default: takeOther(scalar)
        }
    }

    private mutating func takeOther(_ scalar: Unicode.Scalar) {
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint || (0xFFF9...0xFFFB).contains(scalar.value) { return }
        if properties.isNoncharacterCodePoint { return keep("\u{FFFD}") }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            guard hasBase, marks < TextLimits.marksPerBase else { return }
            keep(scalar)
            marks += 1
        case .spacingMark where !hasBase: return
        default:
            keep(scalar)
            marks = 0
        }
    }

    /// Keeps a selector right after a visible character only: rows of them carry hidden data.
    private mutating func takeVariationSelector(_ scalar: Unicode.Scalar) {
        guard joiner == nil, let previous, previous != " ", previous != "\n" else { return }
        // Supplementary selectors choose among ideograph shapes.
        if scalar.value >= 0xE0100, displayWidth(of: Character(previous), ambiguous: 1) != 2 { return }
        if previous.properties.isVariationSelector { return }
        keep(scalar)
    }

    /// Writes a scalar, and before it the joiner that waited for a visible neighbour.
    private mutating func keep(_ scalar: Unicode.Scalar) {
        if let joiner, !scalar.isASCII {
            output.append(joiner)
            run += 1
        }
        joiner = nil
        output.append(scalar)
        previous = scalar
        if scalar.isASCII {
            run = 1
            marks = 0
        } else {
            run += 1
            longestRun = max(longestRun, run)
        }
    }
}
