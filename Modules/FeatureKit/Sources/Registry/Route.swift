/// A route from outside, taken apart: `galleria://book/9781617294136?x=y`.
package struct Route: Sendable, Equatable {
    /// The parts between slashes, percent-decoded. The first is the authority.
    let segments: [String]
    /// Percent-decoded, in order.
    let query: [(name: String, value: String)]

    /// - Parameter scheme: that of the screens by default.
    /// - Returns: nil when `text` is not a route of the scheme: another one, a broken percent-encoding, over 2,048 bytes.
    package init?(parsing text: String, scheme: String = RouteTemplate.screens) {
        guard text.utf8.count <= RouteTemplate.mostBytes else { return nil }
        let bytes = Array(text.utf8)
        guard bytes.starts(with: scheme.utf8), bytes.dropFirst(scheme.utf8.count).starts(with: "://".utf8) else {
            return nil
        }
        let rest = bytes[(scheme.utf8.count + 3)...]
        var path = rest.prefix { $0 != UInt8(ascii: "?") }
        let behind = rest[path.endIndex...].dropFirst()
        var segments: [String] = []
        while true {
            let part = path.prefix { $0 != UInt8(ascii: "/") }
            guard let segment = Self.decoded(part), !segment.isEmpty else { return nil }
            segments.append(segment)
            if part.endIndex == path.endIndex { break }
            path = path[(part.endIndex + 1)...]
        }
        var query: [(name: String, value: String)] = []
        if !behind.isEmpty {
            for pair in behind.split(separator: UInt8(ascii: "&")) {
                let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = sides.first.flatMap(Self.decoded),
                    let value = sides.count == 2 ? Self.decoded(sides[1]) : ""
                else { return nil }
                query.append((name, value))
            }
        }
        self.segments = segments
        self.query = query
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.segments.map(ExactName.init) == right.segments.map(ExactName.init)
            && left.query.elementsEqual(right.query) { one, other in
                ExactName(one.name) == ExactName(other.name) && ExactName(one.value) == ExactName(other.value)
            }
    }

    /// RFC 3986 percent-decoding of one component; nil when it is broken or not UTF-8.
    static func decoded(_ part: ArraySlice<UInt8>) -> String? {
        guard part.contains(UInt8(ascii: "%")) else { return String(validating: part, as: UTF8.self) }
        var bytes: [UInt8] = []
        var iterator = part.makeIterator()
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = iterator.next().flatMap(hexDigit), let low = iterator.next().flatMap(hexDigit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
