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
