/// Rules for documents about the sources: texts that users see, names of symbols, paths.
enum DocumentRules {
    /// The headings of a page that are texts: `### ` and the text as code.
    static func texts(of page: String) -> [(text: String, line: Int, isExplained: Bool)] {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let heading = #/### (`{1,2}) ?(.+?) ?\1/#
        return lines.enumerated().compactMap { index, line in
            guard let found = line.wholeMatch(of: heading) else { return nil }
            let next = index + 1 < lines.count ? lines[index + 1] : ""
            return (String(found.2), index + 1, !next.isEmpty && !next.hasPrefix("#"))
        }
    }

    /// Each text is one that the program, its scripts or the editors' clients say; `…` stands for what they fill in.
    /// - Parameter said: what the sources hold of texts.
    static func troubles(path: String, page: String, said: [String]) -> [Finding] {
        let texts = texts(of: page)
        var seen: Set<String> = []
        return texts.flatMap { text, line, isExplained -> [Finding] in
            var findings: [Finding] = []
            if !said.contains(where: { $0.contains(text) }) {
                findings.append(Finding(path, line: line, "nothing says “\(text)”"))
            }
            if !isExplained { findings.append(Finding(path, line: line, "does not say what to do")) }
            if !seen.insert(text).inserted { findings.append(Finding(path, line: line, "is there twice")) }
            return findings
        }
    }

    /// Links of an article are to modules, to what they declare, and to articles; paths are there.
    /// - Parameters:
    ///   - declared: the names that each module declares.
    ///   - articles: their names, without `.md`.
    static func links(
        path: String, article: String, declared: [String: Set<String>], articles: Set<String>,
        exists: (String) -> Bool
    ) -> [Finding] {
        let symbol = #/``/(\w+)(?:/(\w+))?``/#
        let link = #/<doc:(\w+)>/#
        let place = #/`((?:Apps|Config|Modules|Tests|Tools)/[\w./-]+)/?[^`]*`/#
        return article.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
            let symbols = line.matches(of: symbol).filter { match in
                guard let names = declared[String(match.1)] else { return true }
                return match.2.map { !names.contains(String($0)) } ?? false
            }.map { "there is no \($0.output.0)" }
            let missing = line.matches(of: link).filter { !articles.contains(String($0.1)) }.map {
                "there is no article \($0.1)"
            }
            let paths = line.matches(of: place).filter { !exists(String($0.1)) }.map { "there is no \($0.1)" }
            return (symbols + missing + paths).map { Finding(path, line: index + 1, $0) }
        }
    }

    /// Relative links of a page, pictures among them, lead to files.
    static func fileLinks(path: String, page: String, exists: (String) -> Bool) -> [Finding] {
        let folder = path.split(separator: "/").dropLast().map(String.init)
        let link = #/\]\(([^)#:]+)(?:#[^)]*)?\)/#
        return page.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
            line.matches(of: link).compactMap { match -> Finding? in
                let target = match.1.split(separator: "/").reduce(into: folder) { names, name in
                    if name == ".." { names = names.dropLast() } else { names.append(String(name)) }
                }.joined(separator: "/")
                return exists(target) ? nil : Finding(path, line: index + 1, "links to \(target), which is missing")
            }
        }
    }

    /// Scripts of `Tools` in a page's consoles exist, and declare the options that the page passes.
    /// - Parameter script: the text of a script of `Tools`, nil for a missing one.
    static func commands(path: String, page: String, script: (String) -> String?) -> [Finding] {
        var isConsole = false
        let command = #/^\$ Tools/([\w-]+)(.*)$/#
        return page.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap {
            index, line -> [Finding] in
            if line.hasPrefix("```") { isConsole = line == "```console" }
            guard isConsole, let match = line.firstMatch(of: command), match.1 != "galleria" else { return [] }
            guard let text = script(String(match.1)) else {
                return [Finding(path, line: index + 1, "there is no Tools/\(match.1)")]
            }
            let words = match.2.prefix { $0 != "#" }.split(separator: " ")
            return words.filter { $0.hasPrefix("--") && !text.contains($0) }.map {
                Finding(path, line: index + 1, "Tools/\(match.1) has no option \($0)")
            }
        }
    }

    /// The names that a file declares.
    static func declared(in file: SourceFile) -> Set<String> {
        let declaration = #/\b(?:actor|class|enum|func|protocol|struct|typealias)\s+(\w+)/#
        return Set(file.codeLines.flatMap { line in line.matches(of: declaration).map { String($0.1) } })
    }
}
