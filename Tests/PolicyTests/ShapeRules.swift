/// The shape of the tree: sizes, places, what each module brings along.
enum ShapeRules {
    static let maximumLines = 400
    static let medianLines = 110
    static let percentile90Lines = 300

    static let topLevel: Set = [
        ".ci", ".git", ".gitignore", ".swift-format", "Apps", "Config", "Modules", "Package.swift", "README.md",
        "Tests",
        "Tools", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "LICENSE.md",
    ]

    /// Parts of a module's README, as the first words of a heading or paragraph.
    static let readmeParts = ["owns", "may import", "invariants", "must not know"]

    /// One screen.
    static let readmeLines = 60

    static func sizes(of files: [SourceFile]) -> [Finding] {
        let written = files.filter { !$0.name.hasSuffix("Generated.swift") }
        var findings = written.filter { $0.lineCount > maximumLines }.map {
            Finding($0.path, "has \($0.lineCount) lines; the most is \(maximumLines), so cut it by topic")
        }
        let counts = written.map(\.lineCount).sorted()
        guard !counts.isEmpty else { return findings }
        let median = counts[counts.count / 2]
        let percentile90 = counts[min(counts.count - 1, counts.count * 9 / 10)]
        if median > medianLines {
            findings.append(Finding("Modules", "the median file has \(median) lines; the most is \(medianLines)"))
        }
        if percentile90 > percentile90Lines {
            findings.append(
                Finding("Modules", "the 90th percentile has \(percentile90) lines; the most is \(percentile90Lines)"))
        }
        return findings
    }

    /// `text` is nil when the file is missing.
    static func readme(path: String, text: String?) -> [Finding] {
        guard let text else { return [Finding(path, "is missing: say what the module owns, may import, and so on")] }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let beginnings = lines.map { $0.drop { "#*_- ".contains($0) }.lowercased() }
        var findings = readmeParts.filter { part in !beginnings.contains { $0.hasPrefix(part) } }.map {
            Finding(path, "has no part that begins with “\($0)”")
        }
        if lines.count > readmeLines {
            findings.append(Finding(path, "has \(lines.count) lines; one screen is \(readmeLines)"))
        }
        return findings
    }

    /// A module's folder of tests must hold at least one test.
    static func tests(of module: String, _ files: [SourceFile]) -> [Finding] {
        let folder = "Tests/\(module)Tests"
        let own = files.filter { $0.path.hasPrefix("\(folder)/") }
        if own.contains(where: { $0.codeLines.contains { $0.contains("@Test") } }) { return [] }
        return [Finding(folder, "holds no @Test, so nothing proves \(module)")]
    }

    /// `ignored` are the patterns of .gitignore.
    static func topLevel(names: [String], ignored: String) -> [Finding] {
        let ignoredNames = ignored.split(separator: "\n").map { $0.filter { $0 != "/" } }
        return names.filter { !topLevel.contains($0) && !ignoredNames.contains($0) }.map {
            Finding($0, "has no place at the top level; see the map in README.md")
        }
    }

    /// A feature is registered by one line of the executable, and brings its folder, tests and samples.
    static func registration(of feature: String, main: SourceFile, exists: (String) -> Bool) -> [Finding] {
        // As a type, or as a value, whose name begins in lower case.
        let value = feature.prefix(1).lowercased() + feature.dropFirst()
        let lines = main.codeLines.filter { line in
            line.contains(#/\b\w+/#) && !line.contains(#/^\s*(?:#|(?:\w+\s+)?import\b)/#)
                && line.matches(of: #/\w+/#).contains { $0.output.hasPrefix(feature) || $0.output == value }
        }
        var findings: [Finding] = []
        if lines.count != 1 {
            findings.append(
                Finding(main.path, "\(feature) is registered by \(lines.count) lines; it must be exactly one"))
        }
        for folder in ["Modules/Features/\(feature)", "Tests/\(feature)Tests", "Config/samples/\(feature)"]
        where !exists(folder) {
            findings.append(Finding(folder, "is missing for the feature \(feature)"))
        }
        return findings
    }

    /// A script is started by its name, so it says what runs it and may be run.
    static func script(path: String, text: String, isExecutable: Bool) -> [Finding] {
        var findings: [Finding] = []
        if !isExecutable { findings.append(Finding(path, "is not executable; chmod +x it")) }
        if !text.hasPrefix("#!") { findings.append(Finding(path, line: 1, "does not begin with #! and what runs it")) }
        return findings
    }
}
