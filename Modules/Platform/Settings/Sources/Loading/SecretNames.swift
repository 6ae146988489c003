import Suggestions

/// Which names in a settings text stand before something that must not be shown.
///
/// A secret under a mistyped key, or in a file that is not YAML, is still a secret: names that come near a secret
/// setting's, or sound like one, are treated as one. Masking too much only costs a piece of an error's excerpt.
package struct SecretNames: Sendable {
    private static let sounds = ["key", "token", "secret", "password"]
    /// The lines above a fault that are searched for the key it belongs to.
    private static let linesAbove = 200
    private let names: [String]

    package init(_ catalog: SettingsCatalog) {
        names = catalog.declarations.filter(\.isSecret).map(\.lastName)
    }

    /// True if the value of `name` may be a secret.
    package func looksSecret(_ name: String) -> Bool {
        guard name.utf8.count <= 64 else { return false }
        var rest = name.lowercased()[...]
        while !rest.isEmpty {
            if Self.sounds.contains(where: rest.hasPrefix) { return true }
            rest = rest.dropFirst()
        }
        return !nearestNames(to: name, among: names, limit: 1).isEmpty
    }

    /// The values in a tree that must not be shown, as spans. A value that is nothing but `${VAR}` shows no secret.
    func spans(in node: YAMLNode) -> [Range<Int>] {
        switch node.content {
        case .scalar(let scalar):
            isReference(node) ? [] : hidden(in: scalar.text, at: node.span, isKey: false).map { [$0] } ?? []
        case .sequence(let items): items.flatMap { spans(in: $0) }
        case .mapping(let entries):
            entries.flatMap { entry in
                (hidden(in: entry.key, at: entry.keySpan, isKey: true).map { [$0] } ?? [])
                    + (looksSecret(entry.key) && !isReference(entry.value)
                        ? [entry.value.span] : spans(in: entry.value))
            }
        }
    }

    /// A name from outside as it may be shown: a secret that was written right behind its key's name, with a wrong sign or
    /// none between them, is masked.
    package func shown(_ name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        guard let end = startOfSecret(in: scalars, Self.signs + ["."]) else { return name }
        return String(String.UnicodeScalarView(scalars[..<end])) + SettingOrigin.mask
    }

    /// The part of a text that stands at `span` and goes on behind a secret's name; nil where it does not.
    func hidden(in text: String, at span: Range<Int>, isKey: Bool) -> Range<Int>? {
        guard let end = startOfSecret(in: Array(text.unicodeScalars), isKey ? Self.signs + ["."] : Self.signs) else {
            return nil
        }
        // Quotes and escapes make what was written longer: that much more is hidden.
        return min(span.lowerBound + end, span.upperBound)..<span.upperBound
    }

    /// Masked ranges in line `line` of a text without a tree: the text after a secret's name; all of a line that goes
    /// on with the value of the key above it, or is indented below a key, when that is a secret's.
    func spans(in source: SourceText, line: Int) -> [Range<Int>] {
        let start = source.firstScalar(ofLine: line)
        let scalars = source.scalars(ofLine: line)
        let all = start..<start + scalars.count
        if let end = endOfSecretName(in: scalars) { return [start + end..<all.upperBound] }
        // Only lines indented less than this one are above it in the tree; no key line is found yet.
        var indent = Int.max
        for above in stride(from: line, through: max(1, line - Self.linesAbove), by: -1) {
            let scalars = source.scalars(ofLine: above)
            let spaces = scalars.prefix { $0 == " " || $0 == "\t" }.count
            guard spaces < indent, spaces < scalars.count else { continue }
            if endOfSecretName(in: scalars) != nil { return [all] }
            if Self.isKeyLine(scalars) { indent = spaces }
            if indent == 0 { return [] }
        }
        return line > Self.linesAbove ? [all] : []
    }

    private func isReference(_ node: YAMLNode) -> Bool {
        guard case .scalar(let scalar) = node.content else { return false }
        let interpolation = Interpolation(scalar.text, variables: [:])
        let isUndefined = interpolation.faults.allSatisfy { if case .undefined = $0 { true } else { false } }
        return interpolation.text.isEmpty && isUndefined
    }

    /// Characters between a secret's name and the secret.
    private static let signs: [Unicode.Scalar] = [":", "=", " "]

    /// The index behind the first word that looks like a secret's name and the signs that follow it; nil where none is
    /// followed by signs and something else.
    private func startOfSecret(in text: [Unicode.Scalar], _ signs: [Unicode.Scalar]) -> Int? {
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex { !Self.isWord($0) } ?? text.count
            if end > start, looksSecret(String(String.UnicodeScalarView(text[start..<end]))) {
                let secret = text[end...].firstIndex { !signs.contains($0) } ?? text.count
                if secret > end, secret < text.count { return secret }
            }
            start = end + 1
        }
        return nil
    }

    /// The index behind the first word that looks like a secret's name, and behind its colon or equals sign.
    private func endOfSecretName(in line: [Unicode.Scalar]) -> Int? {
        var start = 0
        while start < line.count {
            let end = line[start...].firstIndex { !Self.isWord($0) } ?? line.count
            if end > start, looksSecret(String(String.UnicodeScalarView(line[start..<end]))) {
                return line[end...].firstIndex { $0 != ":" && $0 != "=" && $0 != " " } ?? line.count
            }
            start = end + 1
        }
        return nil
    }

    /// A line that starts with a key and its colon, maybe behind dashes.
    private static func isKeyLine(_ line: [Unicode.Scalar]) -> Bool {
        let text = line.drop { $0 == " " || $0 == "-" || $0 == "\"" || $0 == "'" || $0 == "{" }
        let name = text.prefix(while: isWord)
        let rest = text.dropFirst(name.count).drop { $0 == "\"" || $0 == "'" || $0 == " " }
        return !name.isEmpty && rest.first == ":"
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar == "_" || (scalar.value >= 0x30 && scalar.value <= 0x39)
    }
}
