import Composition
import Settings

/// A settings file, or `--set KEY=VALUE`: loaded, or refused with problems that lie in the file.
enum YAMLTarget {
    private static let catalog = try? ProgramSettings.catalog(of: shippedFeatures)
    private static let flag = Array("--set ".utf8)

    static func check(_ input: [UInt8]) throws(BrokenProperty) {
        guard let catalog else { throw BrokenProperty(sentence: "the modules' settings contradict each other") }
        var sources = SettingsSources(
            environmentFile: { name throws(SettingsFileFault) in ShippedEnvironments.file(name).map { (name, $0) } },
            shippedEnvironments: ShippedEnvironments.names,
            variables: ["NAME": "value", "EMPTY": "", "DAYS": "3"], home: "/home/me")
        if input.starts(with: flag) {
            let (key, value) = entry(input.dropFirst(flag.count))
            sources.flags = [(key, value)]
        } else {
            sources.baseFile = ("f.yaml", input)
        }
        switch load(sources, catalog) {
        case .success(let settings): try checkPrinted(settings, catalog)
        case .failure(let report): try checkReport(report, sources.baseFile?.bytes)
        }
    }

    private static func load(
        _ sources: SettingsSources, _ catalog: SettingsCatalog
    ) -> Result<Settings, SettingsReport> {
        do throws(SettingsReport) {
            return .success(try Settings.load(catalog: catalog, sources: sources))
        } catch {
            return .failure(error)
        }
    }

    private static func entry(_ text: ArraySlice<UInt8>) -> (key: String, value: String) {
        let parts = text.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        func part(_ index: Int) -> String {
            parts.indices.contains(index) ? String(decoding: parts[index], as: UTF8.self) : ""
        }
        return (part(0), part(1))
    }

    /// - Parameter file: nil when the settings came from no file.
    private static func checkReport(_ report: SettingsReport, _ file: [UInt8]?) throws(BrokenProperty) {
        try expect(!report.problems.isEmpty && report.problems.count <= 100, "\(report.problems.count) problems")
        let lines = file.map(lineLengths)
        for problem in report.problems {
            try expect(!problem.sentence.isEmpty, "a problem without a sentence")
            guard let lines, problem.label == "f.yaml" else { continue }
            guard let line = problem.line, let column = problem.column else {
                throw BrokenProperty(sentence: "a problem of a file without a place: \(problem.sentence)")
            }
            try expect(lines.indices.contains(line - 1), "line \(line) of \(lines.count)")
            let length = lines.indices.contains(line - 1) ? lines[line - 1] : 0
            try expect((1...length + 1).contains(column), "column \(column) of \(length) in line \(line)")
        }
        let text = report.rendered()
        try expect(text.forbiddenScalar == nil, "a report holds \(text.forbiddenScalar ?? "")")
        try expect(text.utf8.count < 1 << 20, "a report of \(text.utf8.count) bytes")
    }

    /// The bytes of each line, its end included; lines end at LF, CR LF or CR.
    private static func lineLengths(_ bytes: [UInt8]) -> [Int] {
        var lengths = [0]
        for (index, byte) in bytes.enumerated() {
            lengths[lengths.count - 1] += 1
            let isPairsFirst = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
            if byte == 0x0A || byte == 0x0D && !isPairsFirst { lengths.append(0) }
        }
        return lengths
    }

    /// Checks that printed settings are read as the same ones, unless a value is masked.
    private static func checkPrinted(_ settings: Settings, _ catalog: SettingsCatalog) throws(BrokenProperty) {
        let printed = settings.printed()
        try expect(printed.forbiddenScalar == nil, "the printed settings hold \(printed.forbiddenScalar ?? "")")
        if catalog.declarations.contains(where: { settings.origins(of: $0.path).first?.isMasked == true }) { return }
        let sources = SettingsSources(
            baseFile: ("p.yaml", Array(printed.utf8)),
            environmentFile: { name throws(SettingsFileFault) in (name, []) }, home: "/home/me")
        switch load(sources, catalog) {
        case .success(let again):
            // A secret is shown only while it is the default, which everybody can read.
            for declaration in catalog.declarations where !declaration.isSecret {
                let text = settings.origins(of: declaration.path).first?.valueText ?? ""
                let other = again.origins(of: declaration.path).first?.valueText ?? ""
                try expect(text.isIdentical(to: other), "\(declaration.path) is printed as \(text), read as \(other)")
            }
        case .failure(let report):
            throw BrokenProperty(sentence: "the printed settings are refused: \(report.rendered())")
        }
    }
}
