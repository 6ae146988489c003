import JMESPath
import Settings

extension FileReader {
    /// The types of row; their expressions may read what the operations that give them take.
    mutating func readRows(_ file: Mapping) {
        for entry in identifiers(file[ModuleKeys.rows]) {
            guard let row = mapping(entry.value, RowKeys.table, at: entry.keyNode) else { continue }
            var declaration = RowDeclaration(name: entry.key)
            declaration.fields = fields(row[RowKeys.fields], rowScope(entry.key))
            let names = declaration.fields.map(\.name)
            for (key, isKey) in [(RowKeys.key, true), (RowKeys.title, false)] {
                guard let node = row[key.key], let name = value(row, key) else { continue }
                if !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }), row[RowKeys.fields] != nil {
                    report(.unknown("field", name), at: node, among: names, meant: name)
                }
                if isKey { declaration.key = name } else { declaration.title = name }
            }
            module.rows.append(declaration)
        }
    }

    private func rowScope(_ row: String) -> JMESScope {
        var scope = settingScope
        for operation in module.operations where operation.row.map({ $0.utf8.elementsEqual(row.utf8) }) ?? false {
            scope.parameters += operation.parameters.map(\.name)
            scope.steps += operation.requests.compactMap(\.id)
        }
        scope.hasReply = true
        return scope
    }

    /// The names that every expression may read.
    var settingScope: JMESScope {
        var scope = JMESScope()
        scope.settings = module.settings.filter { $0.kind != .secret }.map(\.name)
        scope.secrets = module.settings.filter { $0.kind == .secret }.map(\.name)
        return scope
    }

    private mutating func fields(_ node: YAMLNode?, _ scope: JMESScope) -> [RowFieldDeclaration] {
        var fields: [RowFieldDeclaration] = []
        // A field that can't be read is named all the same, so that nothing else is said of it.
        let unread = try? JMESExpression(parsing: "@")
        for entry in identifiers(node, most: ModuleFile.mostFields, what: "fields") {
            guard entry.value.entries != nil else {
                let from = expression(entry.value, scope) ?? unread
                fields.append(contentsOf: from.map { [RowFieldDeclaration(name: entry.key, from: $0)] } ?? [])
                continue
            }
            guard let field = mapping(entry.value, FieldKeys.table, at: entry.keyNode) else { continue }
            let from = expression(field[FieldKeys.from], scope)
            let kind = value(field, FieldKeys.type)
            let doc = value(field, FieldKeys.doc)
            let isListed = value(field, FieldKeys.listed)
            let isFilter = value(field, FieldKeys.filter)
            let isSort = value(field, FieldKeys.sort)
            if let kind, kind == .url || kind == .image, isFilter == true || isSort == true {
                let key = isFilter == true ? FieldKeys.filter.key : FieldKeys.sort.key
                report(
                    .needs(key.name, "a value that compares, not \(kind.rawValue)", in: path(field)),
                    at: field[key] ?? entry.keyNode)
            }
            guard let from = from ?? unread else { continue }
            fields.append(
                RowFieldDeclaration(
                    name: entry.key, from: from, kind: kind ?? .text, doc: doc, isListed: isListed ?? true,
                    isFilter: isFilter ?? false, isSort: isSort ?? false))
        }
        return fields
    }

    // MARK: - Screens and samples

    mutating func readScreens(_ file: Mapping) {
        let operations = module.operations.map(\.name)
        for entry in identifiers(file[ModuleKeys.screens]) {
            guard let screen = mapping(entry.value, ScreenKeys.table, at: entry.keyNode) else { continue }
            var declaration = ScreenDeclaration(name: entry.key)
            declaration.route = value(screen, ScreenKeys.route) ?? ""
            if let node = screen[ScreenKeys.route.key], !declaration.route.isEmpty,
                !isRoute(declaration.route)
            {
                report(.badRoute(document.path(of: node)), at: node)
            }
            declaration.from = value(screen, ScreenKeys.from) ?? ""
            declaration.actions = value(screen, ScreenKeys.actions) ?? []
            if let node = screen[ScreenKeys.from.key], !declaration.from.isEmpty {
                expectOperation(declaration.from, at: node, among: operations)
            }
            for (node, action) in zip(screen[ScreenKeys.actions.key]?.items ?? [], declaration.actions) {
                expectOperation(action, at: node, among: operations)
            }
            module.screens.append(declaration)
        }
    }

    /// An address below the module's own.
    private func isRoute(_ route: String) -> Bool {
        let start = "galleria://\(module.id)"
        guard route.utf8.starts(with: start.utf8) else { return false }
        let next = route.utf8.dropFirst(start.utf8.count).first
        return next == nil || next == UInt8(ascii: "/") || next == UInt8(ascii: "{")
    }

    private mutating func expectOperation(_ name: String, at node: YAMLNode, among operations: [String]) {
        if !operations.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            report(.unknown("operation", name), at: node, among: operations, meant: name)
        }
    }

    mutating func readSamples(_ file: Mapping) {
        for item in items(file[ModuleKeys.samples]) {
            guard let sample = mapping(item, SampleKeys.table) else { continue }
            guard let node = sample[SampleKeys.operation.key], let name = value(sample, SampleKeys.operation) else {
                continue
            }
            guard let operation = module.operations.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                report(.unknown("operation", name), at: node, among: module.operations.map(\.name), meant: name)
                continue
            }
            let parameters = operation.parameters.map(\.name)
            let given = named(sample[SampleKeys.params]).compactMap {
                entry -> (name: String, value: String)? in
                guard parameters.contains(where: { $0.utf8.elementsEqual(entry.key.utf8) }) else {
                    report(.unknown("parameter", entry.key), at: entry.keyNode, among: parameters, meant: entry.key)
                    return nil
                }
                return spelled(entry.value).map { (entry.key, $0) }
            }
            module.samples += answers(sample, operation).map { files in
                SampleDeclaration(operation: name, parameters: given, files: files)
            }
        }
        expectSamples(file)
    }

    /// An operation without a sample could not be tested.
    private mutating func expectSamples(_ file: Mapping) {
        guard document.isRight else { return }
        for entry in file[ModuleKeys.operations]?.entries ?? []
        where !module.samples.contains(where: { $0.operation.utf8.elementsEqual(entry.key.utf8) }) {
            report(.unsampled(entry.key), at: entry.keyNode)
        }
    }

    /// The answer of a call, or those of its pages.
    private mutating func answers(
        _ sample: Mapping, _ operation: OperationDeclaration
    ) -> [SampleDeclaration.Files] {
        guard let node = sample[SampleKeys.file] else { return [] }
        guard let pages = node.items, !operation.hasSteps else { return [files(node, operation)].compactMap(\.self) }
        if pages.isEmpty { report(.badFile(document.path(of: node)), at: node) }
        let by = operation.pages?.by ?? PagesDeclaration.By.none
        if pages.count > 1, by == PagesDeclaration.By.none {
            report(.needs("file: […]", "an operation with `pages`", in: path(sample)), at: pages[1])
        }
        return pages.compactMap { page in file(page).map { .one($0) } }
    }

    private mutating func files(_ node: YAMLNode, _ operation: OperationDeclaration) -> SampleDeclaration.Files? {
        guard operation.hasSteps else { return file(node).map { .one($0) } }
        let ids = operation.requests.compactMap(\.id)
        var files: [String: String] = [:]
        for entry in named(node) {
            guard ids.contains(where: { $0.utf8.elementsEqual(entry.key.utf8) }) else {
                report(.unknown("step", entry.key), at: entry.keyNode, among: ids, meant: entry.key)
                continue
            }
            files[entry.key] = file(entry.value)
        }
        for id in ids where node.entries != nil && files[id] == nil {
            report(.missing(id, in: document.path(of: node)), at: node)
        }
        return .steps(files)
    }

    /// A name below the folder of the module's file.
    private mutating func file(_ node: YAMLNode) -> String? {
        guard let name = document.value(of: node, as: .text(1...200)) else { return nil }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if parts.contains(where: { $0.isEmpty || $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) })
            || name.utf8.contains(0)
        {
            report(.badFile(document.path(of: node)), at: node)
            return nil
        }
        return name
    }
}
