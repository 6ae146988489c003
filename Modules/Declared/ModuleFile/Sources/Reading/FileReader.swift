import JMESPath
import Settings
import Suggestions
import URITemplate

/// Reads a module's file against the tables of its keys; goes on after a mistake, to name them all.
struct FileReader {
    var document: YAMLDocument
    var module: ModuleDeclaration

    /// Ids of other modules.
    private let ids: [String]

    init(_ document: YAMLDocument, id: String, taken ids: [String] = []) {
        self.document = document
        self.ids = ids
        module = ModuleDeclaration(id: id)
    }

    mutating func read() -> Result<ModuleDeclaration, SettingsReport> {
        if let root = document.root, let file = mapping(root, "", ModuleKeys.table) {
            expectID(at: root)
            _ = value(file, ModuleKeys.galleria)
            module.title = value(file, ModuleKeys.title) ?? ""
            module.doc = value(file, ModuleKeys.doc) ?? ""
            module.endpoint = value(file, ModuleKeys.endpoint) ?? ""
            readSettings(file)
            let rows = file[ModuleKeys.rows]?.entries?.map(\.key) ?? []
            readOperations(file, rows: rows)
            readRows(file)
            expectListNames(file)
            readScreens(file)
            readSamples(file)
        } else if document.isRight {
            return .failure(emptyReport())
        }
        return document.report().map { .failure($0) } ?? .success(module)
    }

    /// The file's name is an id that no other module has.
    private mutating func expectID(at root: YAMLPart) {
        let id = module.id
        if !Self.isName(id) || id.utf8.first.map({ (0x41...0x5A).contains($0) }) ?? true {
            report(.badModuleName(id), at: root)
        } else if ids.contains(where: { $0.utf8.elementsEqual(id.utf8) }) || Self.reserved.contains(id) {
            report(.takenModuleName(id), at: root)
        }
    }

    /// First parts of the program's own methods.
    private static let reserved = ["host", "images", "screen", "bag", "home"]

    /// A file of nothing, or of comments alone.
    private func emptyReport() -> SettingsReport {
        var document = YAMLDocument(Array("{}".utf8), label: self.document.label, variables: [:])
        if let root = document.root { document.report(FileMistake.missing("galleria", in: "").sentence, at: root) }
        return document.report() ?? SettingsReport(problems: [])
    }

    // MARK: - Mappings

    /// One mapping of the file, its keys known.
    struct Mapping {
        let path: String
        /// The mapping, or its key where it has one: what is said of the whole is said there.
        let anchor: YAMLPart
        fileprivate let parts: [String: YAMLPart]
        /// Keys that are probably there under a misspelt name.
        fileprivate let misspelt: [String]

        subscript(key: FileKey) -> YAMLPart? { parts[key.name] }

        /// Whether the key is not there, nor meant by another one.
        func lacks(_ key: FileKey) -> Bool { parts[key.name] == nil && !misspelt.contains(key.name) }

        func path(of key: FileKey) -> String { path.isEmpty ? key.name : "\(path).\(key.name)" }
    }

    /// - Parameter anchor: where to point when a key is missing; the mapping itself by default.
    mutating func mapping(
        _ part: YAMLPart, _ path: String, _ table: FileTable, at anchor: YAMLPart? = nil
    ) -> Mapping? {
        guard let entries = part.entries else {
            document.reportNoMapping(part, path, of: table.names)
            return nil
        }
        var parts: [String: YAMLPart] = [:]
        var misspelt: [String] = []
        for entry in entries {
            if table.keys.contains(where: { $0.name.utf8.elementsEqual(entry.key.utf8) }) {
                parts[entry.key] = entry.value
            } else {
                let name = path.isEmpty ? entry.key : "\(path).\(entry.key)"
                document.reportUnknown(entry, name, among: table.names)
                misspelt += nearestNames(to: entry.key, among: table.names, limit: 1)
            }
        }
        let mapping = Mapping(path: path, anchor: anchor ?? part, parts: parts, misspelt: misspelt)
        for key in table.keys where key.isRequired && mapping.lacks(key) {
            report(.missing(key.name, in: path), at: mapping.anchor)
        }
        return mapping
    }

    /// The entries of a mapping whose keys are names of the file's own.
    mutating func named(
        _ part: YAMLPart?, _ path: String, most: Int = .max, what: String = ""
    ) -> [YAMLPart.Entry] {
        guard let part else { return [] }
        guard let entries = part.entries else {
            document.reportNoMapping(part, path, of: [])
            return []
        }
        if entries.count > most { report(.tooMany(what, limit: most), at: entries[most].keyPart) }
        return entries.filter { !$0.key.isEmpty }
    }

    /// The same, where the names become names of methods, fields and parameters.
    mutating func identifiers(
        _ part: YAMLPart?, _ path: String, most: Int = .max, what: String = ""
    ) -> [YAMLPart.Entry] {
        let entries = named(part, path, most: most, what: what)
        for entry in entries where !Self.isName(entry.key) { report(.badName(entry.key), at: entry.keyPart) }
        return entries
    }

    private static func isName(_ name: String) -> Bool {
        let letters: (UInt8) -> Bool = { (0x41...0x5A).contains($0 & 0xDF) }
        guard let first = name.utf8.first, letters(first), name.utf8.count <= 40 else { return false }
        return name.utf8.allSatisfy { letters($0) || (0x30...0x39).contains($0) }
    }

    mutating func items(_ part: YAMLPart?, _ path: String) -> [YAMLPart] {
        guard let part else { return [] }
        if let items = part.items { return items }
        report(.needs(path, "a list", in: ""), at: part)
        return []
    }

    // MARK: - Values

    mutating func value<Value>(_ mapping: Mapping, _ key: ValueKey<Value>) -> Value? {
        guard let part = mapping[key.key] else { return nil }
        return document.value(of: part, mapping.path(of: key.key), as: key.type)
    }

    mutating func report(
        _ mistake: FileMistake, at part: YAMLPart, _ range: Range<Int>? = nil, among names: [String]? = nil,
        meant name: String? = nil
    ) {
        let near = names.flatMap { names in name.flatMap { nearestNames(to: $0, among: names, limit: 1).first } }
        document.report(
            mistake.sentence, at: part, range,
            allowed: near == nil ? names.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") } : nil,
            suggestion: near ?? mistake.nearest)
    }

    /// A text as it is, whatever the core schema makes of it: a default, an example.
    mutating func spelled(_ part: YAMLPart, _ path: String) -> String? {
        if case .number(let text)? = part.scalar { return text }
        if case .flag(let flag)? = part.scalar { return flag ? "true" : "false" }
        return document.value(of: part, path, as: .text(0...1000))
    }

    /// `1..20`
    mutating func range(_ mapping: Mapping, _ key: ValueKey<String>) -> ClosedRange<Int>? {
        guard let part = mapping[key.key], let text = value(mapping, key) else { return nil }
        let ends = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        if ends.count == 3, ends[1].isEmpty, let low = Int(ends[0]), let high = Int(ends[2]), low <= high {
            return low...high
        }
        report(.badRange(mapping.path(of: key.key)), at: part)
        return nil
    }

    // MARK: - Expressions

    mutating func expression(_ part: YAMLPart?, _ path: String, _ scope: JMESScope) -> JMESExpression? {
        guard let part, let text = document.value(of: part, path, as: .text(0...4096)) else { return nil }
        do throws(JMESFault) {
            return try JMESExpression(parsing: text, scope: scope)
        } catch {
            report(.expression(path, error), at: part, error.range)
            return nil
        }
    }
}
