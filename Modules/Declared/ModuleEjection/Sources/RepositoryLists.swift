import ModuleFile

extension EjectedFeature {
    /// `Package.swift` with the feature in its lists.
    /// - Throws: a file that has no such lists, or that names the feature already.
    package func manifest(_ text: String) throws(EjectionRefusal) -> String {
        if text.has("\"\(name)\"") { throw .takenName(name) }
        var lines = text.lines
        guard let features = lines.list("let features = ["), let own = lines.place(of: "    \"\(name)\",", in: features)
        else {
            throw .noList("Package.swift")
        }
        lines.insert("    \"\(name)\",", at: own)
        guard let domains = lines.list("let featureDomains: [String: [String]] = ["),
            let domain = lines.place(of: "    \(SwiftCode.literal(name)): ", in: domains)
        else { throw .noList("Package.swift") }
        lines.insert("    \(SwiftCode.literal(name)): [\(SwiftCode.literal("DeclaredFeature"))],", at: domain)
        return lines.joined(separator: "\n")
    }

    /// `Apps/galleria/main.swift` with the feature's import and its line, each behind its trait.
    /// - Throws: a file that has no list of features.
    package func entry(_ text: String) throws(EjectionRefusal) -> String {
        var lines = text.lines
        let added = ["#if \(name)", "    features.append(\(module.id))", "#endif"]
        guard let last = lines.lastIndex(where: { $0.hasPrefix("    features.append(") }), last + 1 < lines.count,
            lines[last + 1] == "#endif"
        else { throw .noList("Apps/galleria/main.swift") }
        lines.insert(contentsOf: added, at: last + 2)
        let imports = lines.indices.filter { index in
            lines[index].hasPrefix("#if ") && index + 1 < lines.count && lines[index + 1].hasPrefix("    import ")
        }
        guard let first = imports.first, let end = imports.last.map({ $0 + 3 }) else {
            throw .noList("Apps/galleria/main.swift")
        }
        let place = imports.first { lines[$0] > "#if \(name)" } ?? end
        lines.insert(contentsOf: ["#if \(name)", "    import \(name)", "#endif"], at: max(place, first))
        return lines.joined(separator: "\n")
    }
}

extension String {
    fileprivate var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map { String($0) } }
}

extension [String] {
    /// Places of a list's entries: the lines between the one that begins it and the bracket that ends it.
    fileprivate func list(_ start: String) -> Range<Int>? {
        guard let begin = firstIndex(of: start), let end = self[begin...].firstIndex(of: "]") else { return nil }
        return begin + 1..<end
    }

    /// The place of a new entry of a sorted list; nil where its lines are no entries.
    fileprivate func place(of entry: String, in list: Range<Int>) -> Int? {
        guard self[list].allSatisfy({ $0.hasPrefix("    \"") }) else { return nil }
        return self[list].firstIndex { $0 > entry } ?? list.upperBound
    }
}
