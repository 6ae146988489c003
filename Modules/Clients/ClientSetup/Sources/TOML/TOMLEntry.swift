import JSON

extension TOMLText {
    /// The text with the members in the table of a path; every byte outside their values stays. Comments inside a replaced
    /// value come to stand on the lines above it.
    /// - Parameter members: strings and arrays of strings.
    /// - Throws: ``SetupFault/notUnderstood(reason:)`` when the table is written in a way that has no one place.
    func setting(
        _ members: [JSONMember], of path: [String]
    ) throws(SetupFault) -> (bytes: [UInt8], hadTable: Bool) {
        let name = path.joined(separator: ".")
        var table: [String] = []
        var header: Int?
        var values: [String: Range<Int>] = [:]
        for (statement, lineEnd) in statements {
            switch statement {
            case .header(let here, let isArray):
                table = here
                // [[a]] makes of a a list: [a.b] would then be another thing.
                if isArray, path.starts(with: here) {
                    throw .notUnderstood(reason: "[[\(here.joined(separator: "."))]] is a list of tables")
                }
                if here == path {
                    guard header == nil else { throw .notUnderstood(reason: "[\(name)] comes twice") }
                    header = lineEnd
                }
            case .pair(let key, let value):
                let whole = table + key
                if table == path, key.count == 1, let key = key.first {
                    guard values.updateValue(value, forKey: key) == nil else {
                        throw .notUnderstood(reason: "\(key) comes twice in [\(name)]")
                    }
                } else if table != path, whole.starts(with: path) || path.starts(with: whole) {
                    guard table.starts(with: path) else {
                        throw .notUnderstood(reason: "\(name) is written inside another value")
                    }
                }
            }
        }
        guard let header else {
            return (appending(members, of: path), false)
        }
        if values["url"] != nil {
            throw .notUnderstood(reason: "its entry \(name) has a url, so it is another server")
        }
        return (replacing(members, values, behind: header), true)
    }

    private var newline: [UInt8] {
        let feed = bytes.firstIndex(of: 0x0A)
        return feed.map { $0 > 0 && bytes[$0 - 1] == 0x0D } ?? false ? [0x0D, 0x0A] : [0x0A]
    }

    /// A table of its own at the end: a header there never changes what stands before it.
    private func appending(_ members: [JSONMember], of path: [String]) -> [UInt8] {
        let isEmpty = bytes.allSatisfy { $0 >= 0x80 || $0 == 0x20 || (0x09...0x0D).contains($0) }
        var text = bytes
        if !isEmpty {
            if text.last != 0x0A { text += newline }
            text += newline
        }
        text += Array("[\(path.joined(separator: "."))]".utf8) + newline
        for member in members { text += line(member) }
        return text
    }

    private func replacing(_ members: [JSONMember], _ values: [String: Range<Int>], behind header: Int) -> [UInt8] {
        var edits: [(place: Range<Int>, text: [UInt8])] = []
        var missing: [UInt8] = []
        for member in members {
            let text = Array(Self.rendered(member.value).utf8)
            if let place = values[member.key] {
                if bytes[place].elementsEqual(text) { continue }
                edits.append((place, text))
                let kept = comments.filter { place.contains($0.lowerBound) }
                let (start, indent) = line(of: place.lowerBound)
                if !kept.isEmpty {
                    edits.append((start..<start, kept.flatMap { indent + Array(bytes[$0]) + newline }))
                }
            } else {
                missing += line(member)
            }
        }
        if !missing.isEmpty {
            // A header that ends the text has no line break yet.
            let start = bytes[..<header].last == 0x0A ? [] : newline
            edits.append((header..<header, start + missing))
        }
        var text = bytes
        for edit in edits.sorted(by: { $0.place.lowerBound > $1.place.lowerBound }) {
            text.replaceSubrange(edit.place, with: edit.text)
        }
        return text
    }

    /// Start of an offset's line, behind a byte order mark, and its leading white space.
    private func line(of offset: Int) -> (start: Int, indent: [UInt8]) {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? mark
        return (start, Array(bytes[start..<offset].prefix { $0 == 0x20 || $0 == 0x09 }))
    }

    private func line(_ member: JSONMember) -> [UInt8] {
        Array("\(member.key) = \(Self.rendered(member.value))".utf8) + newline
    }

    private static func rendered(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): quoted(text)
        case .array(let elements): "[\(elements.map(rendered).joined(separator: ", "))]"
        default: ""
        }
    }

    /// A basic string.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..."\u{1F}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
