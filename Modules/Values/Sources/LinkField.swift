/// The target of the first link of a relation in `Link` fields (RFC 8288 section 3).
/// - Parameters:
///   - relation: in lower case.
///   - values: of the fields.
package func linkTarget(of relation: String, in values: [String]) -> String? {
    for value in values {
        for link in links(in: Array(value.utf8)) where link.relations.contains(relation) { return link.target }
    }
    return nil
}

/// The links of one field. What is no link ends the field: nothing behind it is read.
private func links(in text: [UInt8]) -> [(target: String, relations: [String])] {
    var found: [(String, [String])] = []
    var index = 0
    func skip(_ bytes: String) { while index < text.count, bytes.utf8.contains(text[index]) { index += 1 } }
    func token(until bytes: String) -> String {
        let start = index
        while index < text.count, !bytes.utf8.contains(text[index]) { index += 1 }
        return String(String(decoding: text[start..<index], as: UTF8.self).filter { $0 != " " && $0 != "\t" })
    }
    while true {
        skip(" \t,")
        guard index < text.count, text[index] == UInt8(ascii: "<"),
            let end = text[index...].firstIndex(of: UInt8(ascii: ">"))
        else { return found }
        let target = String(decoding: text[(index + 1)..<end], as: UTF8.self)
        index = end + 1
        var relations: [String]?
        while true {
            skip(" \t")
            guard index < text.count, text[index] == UInt8(ascii: ";") else { break }
            index += 1
            let name = token(until: "=;,").lowercased()
            var value = ""
            if index < text.count, text[index] == UInt8(ascii: "=") {
                index += 1
                skip(" \t")
                if index < text.count, text[index] == UInt8(ascii: "\"") {
                    index += 1
                    var bytes: [UInt8] = []
                    while index < text.count, text[index] != UInt8(ascii: "\"") {
                        if text[index] == UInt8(ascii: "\\"), index + 1 < text.count { index += 1 }
                        bytes.append(text[index])
                        index += 1
                    }
                    index += 1
                    value = String(decoding: bytes, as: UTF8.self)
                } else {
                    value = token(until: ";, \t")
                }
            }
            // The first counts (section 3.3).
            if name == "rel", relations == nil {
                relations = value.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
            }
        }
        found.append((target, relations ?? []))
    }
}
