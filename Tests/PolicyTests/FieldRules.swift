/// A field of a row stands once: its name is written in the file that declares it, and other code says it by the field.
enum FieldRules {
    /// Words that are the name of a field and something else in another file of the same feature.
    static let otherMeanings: [(folder: String, word: String, meaning: String)] = [
        ("Modules/Domain/Products", "items", "the parameter of what is put into the bag"),
        ("Modules/Domain/Products", "bag", "the key under which the bag is stored"),
        ("Modules/Features/BookShelf", "memo", "the noun of a row of memos"),
        ("Modules/Features/Forecast", "units", "the upstream's parameter"),
        ("Modules/Features/Friends", "friends", "the module's id"),
    ]

    /// The static functions of `Field` that make one; their first argument is the name.
    private static var makers: Regex<Substring> {
        #/(?:\bField(?:<[^(]*>)?\.|[:=] \.)(?:texts?|prose|word|picture|link|whole|position|number|flag|date|instant|money|amounts|rows?)\(/#
    }

    /// - Parameters:
    ///   - folder: of the feature.
    ///   - files: its sources, without those that make sample data and tables of words.
    static func repeatedNames(in folder: String, _ files: [SourceFile]) -> [Finding] {
        let names = Set(files.flatMap(declaredNames))
        return names.sorted().flatMap { name -> [Finding] in
            let uses = files.compactMap { file in file.literals.first { $0.text == name }.map { (file, $0.line) } }
            if uses.count < 2 || otherMeanings.contains(where: { $0.folder == folder && $0.word == name }) { return [] }
            return uses.map { Finding($0.0.path, line: $0.1, "spells the field “\(name)”; say it by the field's name") }
        }
    }

    /// The names of the fields that a file declares.
    static func declaredNames(_ file: SourceFile) -> [String] {
        file.codeLines.enumerated().flatMap { index, line -> [String] in
            line.matches(of: makers).compactMap { match in
                // On the same line behind the parenthesis, else the first of the next.
                let behind = line[match.range.upperBound...]
                if behind.allSatisfy(\.isWhitespace) { return file.literals.first { $0.line == index + 2 }?.text }
                guard behind.hasPrefix("\"") else { return nil }
                let before = line[..<match.range.upperBound].count { $0 == "\"" } / 2
                let here = file.literals.filter { $0.line == index + 1 }
                return here.indices.contains(before) ? here[before].text : nil
            }
        }
    }
}
