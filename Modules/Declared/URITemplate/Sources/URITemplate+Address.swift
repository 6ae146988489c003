// Addresses stay where their template points.
extension URITemplate {
    /// The literals of an address are a path below the endpoint: from `/` on, without segments that are empty or climb.
    func expectPath() throws(TemplateFault) {
        let whole = 0..<text.utf8.count
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw TemplateFault(.notAPath, at: 0..<min(1, text.utf8.count))
        }
        var expansion = Expansion(use: use)
        for part in parts {
            switch part {
            case .literal(let text): expansion.append(text)
            case .expression(let form, let places):
                for place in places { expansion.append(.text("x"), of: variables[place], place, form) }
                expansion.end(places)
            }
        }
        for (range, isLast) in Self.segments(of: expansion.text) {
            switch Self.trouble(of: range, in: expansion.text) {
            case .empty where !isLast || range.lowerBound == 0: throw TemplateFault(.emptySegment(nil), at: whole)
            case .climbs: throw TemplateFault(.dotSegment(nil), at: whole)
            default: break
            }
        }
    }

    /// No value leaves its segment empty, or makes one that is not itself (RFC 3986 section 5.2.4).
    func expectSegments(of expansion: Expansion) throws(TemplateFault) {
        for (range, _) in Self.segments(of: expansion.text) {
            // The template's own segments were looked at.
            let maker = expansion.written.first {
                $0.range.lowerBound <= range.upperBound && $0.range.upperBound >= range.lowerBound
            }
            guard let place = maker?.place, let trouble = Self.trouble(of: range, in: expansion.text) else { continue }
            let variable = variables[place]
            throw TemplateFault(
                trouble == .empty ? .emptySegment(variable.name) : .dotSegment(variable.name), at: variable.range)
        }
    }

    private enum SegmentTrouble {
        case empty, climbs
    }

    /// The segments of a path that begins with `/`, as ranges of bytes, up to the query.
    private static func segments(of text: String) -> [(range: Range<Int>, isLast: Bool)] {
        let path = Array(text.utf8.prefix { $0 != UInt8(ascii: "?") })
        var segments: [(Range<Int>, Bool)] = []
        var start = 1
        while start <= path.count {
            let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
            segments.append((start..<end, end == path.count))
            start = end + 1
        }
        return segments
    }

    /// `%2E` is a point to those who read addresses as browsers do.
    private static func trouble(of range: Range<Int>, in text: String) -> SegmentTrouble? {
        var segment = Array(text.utf8)[range]
        if segment.isEmpty { return .empty }
        var points = 0
        while !segment.isEmpty {
            if segment.first == UInt8(ascii: ".") {
                segment = segment.dropFirst()
            } else if segment.starts(with: "%2E".utf8) || segment.starts(with: "%2e".utf8) {
                segment = segment.dropFirst(3)
            } else {
                return nil
            }
            points += 1
        }
        return points <= 2 ? .climbs : nil
    }
}
