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
        if let root = document.root, let file = mapping(root, ModuleKeys.table) {
            readHead(file, root)
            let rows = file[ModuleKeys.rows]?.entries?.map(\.key) ?? []
            readOperations(file, rows: rows)
            readRows(file)
            expectListNames(file)
            readScreens(file)
            readSamples(file)
        } else if document.isRight {
            return .failure(emptyReport())
        }
        module.usesVariables = document.usesVariables
        return document.report().map { .failure($0) } ?? .success(module)
    }

    /// The head of a file whose other keys are left out; nil where anything is wrong.
    mutating func readHead() -> ModuleDeclaration? {
        guard let root = document.root, let file = mapping(root, ModuleKeys.head) else { return nil }
        readHead(file, root)
        return document.isRight && !document.usesVariables ? module : nil
    }

    private mutating func readHead(_ file: Mapping, _ root: YAMLNode) {
        expectID(at: root)
        _ = value(file, ModuleKeys.galleria)
        module.title = value(file, ModuleKeys.title) ?? ""
        module.doc = value(file, ModuleKeys.doc) ?? ""
        module.endpoint = value(file, ModuleKeys.endpoint) ?? ""
        readSettings(file)
    }

    /// The file's name is an id that no other module has.
    private mutating func expectID(at root: YAMLNode) {
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
        let node: YAMLNode
        /// The mapping, or its key where it has one: what is said of the whole is said there.
        let anchor: YAMLNode
        fileprivate let entries: [YAMLEntry]
        /// Keys that are probably there under a misspelt name.
        fileprivate let misspelt: [String]

        /// The last entry of a key: one that comes twice is a mistake that was told already.
        subscript(key: FileKey) -> YAMLNode? { entries.last { key.isNamed($0.key) }?.value }

        /// Whether the key is not there, nor meant by another one.
        func lacks(_ key: FileKey) -> Bool { self[key] == nil && !misspelt.contains(key.name) }
    }

    /// Path of a mapping, as sentences name it.
    func path(_ mapping: Mapping) -> String { document.path(of: mapping.node) }

    /// - Parameter anchor: where to point when a key is missing; the mapping itself by default.
    mutating func mapping(_ node: YAMLNode, _ table: FileTable, at anchor: YAMLNode? = nil) -> Mapping? {
        guard let entries = node.entries else {
            document.reportNoMapping(node, of: table.names)
            return nil
        }
        var misspelt: [String] = []
        for entry in entries where !table.keys.contains(where: { $0.isNamed(entry.key) }) {
            document.reportUnknown(entry, among: table.names)
            misspelt += nearestNames(to: entry.key, among: table.names, limit: 1)
        }
        let mapping = Mapping(node: node, anchor: anchor ?? node, entries: entries, misspelt: misspelt)
        for key in table.keys where key.isRequired && mapping.lacks(key) {
            report(.missing(key.name, in: path(mapping)), at: mapping.anchor)
        }
        return mapping
    }

    /// The entries of a mapping whose keys are names of the file's own.
    mutating func named(_ node: YAMLNode?, most: Int = .max, what: String = "") -> [YAMLEntry] {
        guard let node else { return [] }
        guard let entries = node.entries else {
            document.reportNoMapping(node, of: [])
            return []
        }
        if entries.count > most { report(.tooMany(what, limit: most), at: entries[most].keyNode) }
        return entries.filter { !$0.key.isEmpty }
    }

    /// The same, where the names become names of methods, fields and parameters.
    mutating func identifiers(_ node: YAMLNode?, most: Int = .max, what: String = "") -> [YAMLEntry] {
        let entries = named(node, most: most, what: what)
        for entry in entries where !Self.isName(entry.key) { report(.badName(entry.key), at: entry.keyNode) }
        return entries
    }

    private static func isName(_ name: String) -> Bool {
        let letters: (UInt8) -> Bool = { (0x41...0x5A).contains($0 & 0xDF) }
        guard let first = name.utf8.first, letters(first), name.utf8.count <= 40 else { return false }
        return name.utf8.allSatisfy { letters($0) || (0x30...0x39).contains($0) }
    }

    mutating func items(_ node: YAMLNode?) -> [YAMLNode] {
        guard let node else { return [] }
        if let items = node.items { return items }
        report(.needs(document.path(of: node), "a list", in: ""), at: node)
        return []
    }

    // MARK: - Values

    mutating func value<Value>(_ mapping: Mapping, _ key: ValueKey<Value>) -> Value? {
        mapping[key.key].flatMap { document.value(of: $0, as: key.type) }
    }

    mutating func report(
        _ mistake: FileMistake, at node: YAMLNode, _ range: Range<Int>? = nil, among names: [String]? = nil,
        meant name: String? = nil
    ) {
        let near = names.flatMap { names in name.flatMap { nearestNames(to: $0, among: names, limit: 1).first } }
        document.report(
            mistake.sentence, at: node, range,
            allowed: near == nil ? names.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") } : nil,
            suggestion: near ?? mistake.nearest)
    }

    /// A text as it is, whatever the core schema makes of it: a default, an example.
    mutating func spelled(_ node: YAMLNode) -> String? {
        switch node.scalar {
        case .number(let text): text
        case .flag(let flag): flag ? "true" : "false"
        default: document.value(of: node, as: .text(0...1000))
        }
    }

    /// `1..20`
    mutating func range(_ mapping: Mapping, _ key: ValueKey<String>) -> ClosedRange<Int>? {
        guard let node = mapping[key.key], let text = value(mapping, key) else { return nil }
        let ends = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        if ends.count == 3, ends[1].isEmpty, let low = Int(ends[0]), let high = Int(ends[2]), low <= high {
            return low...high
        }
        report(.badRange(document.path(of: node)), at: node)
        return nil
    }

    // MARK: - Expressions

    mutating func expression(_ node: YAMLNode?, _ scope: JMESScope) -> JMESExpression? {
        guard let node, let text = document.value(of: node, as: .text(0...4096)) else { return nil }
        do throws(JMESFault) {
            return try JMESExpression(parsing: text, scope: scope)
        } catch {
            report(.expression(document.path(of: node), error), at: node, error.range)
            return nil
        }
    }
}
