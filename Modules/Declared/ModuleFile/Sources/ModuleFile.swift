package import Settings

/// A module's YAML file.
package enum ModuleFile {
    package static let mostOperations = 12
    package static let mostFields = 64
    package static let mostParameters = 13
    /// Requests of a call, paging apart.
    package static let mostRequests = 3
    package static let mostSettings = 32

    /// Reads a file: all of it, or every mistake in it at once.
    /// - Parameters:
    ///   - bytes: at most ``YAMLLimits/bytes``.
    ///   - label: the file's path, as errors name it.
    ///   - id: of the module: the file's name without its ending.
    ///   - variables: of the process, for `${VAR}` in texts.
    ///   - ids: of other modules.
    package static func read(
        _ bytes: [UInt8], label: String, id: String, variables: [String: String] = [:], taken ids: [String] = []
    ) -> Result<ModuleDeclaration, SettingsReport> {
        var reader = FileReader(YAMLDocument(bytes, label: label, variables: variables), id: id, taken: ids)
        return reader.read()
    }

    /// Reads the head of a file: what must be known of a module before it is made.
    /// - Parameters: those of ``read(_:label:id:variables:taken:)``.
    /// - Returns: a declaration of title, doc, endpoint, settings and auth alone; nil where anything is wrong, or the head does not
    ///   stand alone in lines of its own. Only together with the file's proof is it the head of a right file.
    package static func readHead(_ bytes: [UInt8], label: String, id: String, taken ids: [String] = [])
        -> ModuleDeclaration?
    {
        var reader = FileReader(YAMLDocument(headLines(of: bytes), label: label, variables: [:]), id: id, taken: ids)
        return reader.readHead()
    }

    /// The lines of a file that begin with a key of the head, and those that go on under it.
    private static func headLines(of bytes: [UInt8]) -> [UInt8] {
        var lines: [UInt8] = []
        var isHead = false
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            switch line.first {
            case nil, UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: "\r"): break
            default:
                let key = line.prefix { $0 != UInt8(ascii: ":") }
                isHead = ModuleKeys.head.keys.contains { $0.name.utf8.elementsEqual(key) }
            }
            if isHead { lines += line + [UInt8(ascii: "\n")] }
        }
        return lines
    }

    /// The tables of keys, the file's own first: what the schema and the reference derive from.
    package static var tables: [FileTable] { ModuleKeys.table.withInner }
}

extension FileTable {
    /// The table and those of its keys, each once.
    fileprivate var withInner: [FileTable] {
        keys.reduce(into: [self]) { tables, key in
            guard let inner = key.form.table else { return }
            for table in inner.withInner where !tables.contains(where: { $0.name == table.name }) {
                tables.append(table)
            }
        }
    }
}

extension FileForm {
    /// The table of a form that has keys.
    package var table: FileTable? {
        switch self {
        case .table(let table), .named(let table), .list(let table), .wordOrTable(_, let table),
            .namedExpressions(let table):
            table
        case .value, .scalar, .scalars, .expression, .address, .text, .body, .namedTexts, .namedValues, .files: nil
        }
    }
}
