import JMESPath
import Settings
import URITemplate

extension FileReader {
    /// - Parameter rows: names of the types of row.
    mutating func readOperations(_ file: Mapping, rows: [String]) {
        let entries = identifiers(file[ModuleKeys.operations], most: ModuleFile.mostOperations, what: "operations")
        for entry in entries {
            guard let keys = mapping(entry.value, OperationKeys.table, at: entry.keyNode) else { continue }
            var operation = OperationDeclaration(name: entry.key)
            operation.doc = value(keys, OperationKeys.doc) ?? ""
            readParameters(keys, &operation)
            readResult(keys, rows, &operation)
            readRequests(keys, &operation)
            readEffect(keys, &operation)
            readPages(keys, &operation)
            module.operations.append(operation)
        }
    }

    /// The names that an operation's expressions may read.
    func scope(_ operation: OperationDeclaration) -> JMESScope {
        var scope = settingScope
        scope.parameters = operation.parameters.map(\.name)
        scope.steps = operation.requests.compactMap(\.id)
        return scope
    }

    // MARK: - Parameters

    private mutating func readParameters(_ keys: Mapping, _ operation: inout OperationDeclaration) {
        let entries = identifiers(keys[OperationKeys.params], most: ModuleFile.mostParameters, what: "parameters")
        for entry in entries {
            if VariableDeclaration.words.contains(entry.key) { report(.reservedName(entry.key), at: entry.keyNode) }
            guard let keys = mapping(entry.value, ParameterKeys.table, at: entry.keyNode) else { continue }
            operation.parameters.append(parameter(entry.key, keys))
        }
    }

    private mutating func parameter(_ name: String, _ keys: Mapping) -> ParameterDeclaration {
        var parameter = ParameterDeclaration(name: name)
        let kind = value(keys, ParameterKeys.type)
        parameter.kind = kind ?? .text
        parameter.doc = value(keys, ParameterKeys.doc)
        let (least, most) = (value(keys, ParameterKeys.min), value(keys, ParameterKeys.max))
        if least != nil || most != nil {
            if let least, let most, least > most, let node = keys[ParameterKeys.min.key] {
                report(.notBoth("min: \(least)", "max: \(most)", in: path(keys)), at: node)
            } else {
                parameter.length = (least ?? 0)...max(most ?? 1000, least ?? 0)
            }
        }
        parameter.range = range(keys, ParameterKeys.range)
        if let text = value(keys, ParameterKeys.pattern), let node = keys[ParameterKeys.pattern.key] {
            parameter.pattern = TextPattern(text)
            if parameter.pattern == nil { report(.badPattern(document.path(of: node)), at: node) }
        }
        parameter.values = value(keys, ParameterKeys.values) ?? []
        let texts = [ParameterKeys.min.key, ParameterKeys.max.key, ParameterKeys.pattern.key, ParameterKeys.values.key]
        for (key, wanted) in texts.map({ ($0, ParameterDeclaration.Kind.text) }) + [(ParameterKeys.range.key, .int)] {
            guard let node = keys[key], let kind, kind != wanted else { continue }
            report(.needs(key.name, "the type \(wanted.rawValue)", in: path(keys)), at: node)
        }
        if let node = keys[ParameterKeys.defaultValue] { parameter.defaultText = fitting(node, parameter) }
        for node in items(keys[ParameterKeys.examples]) {
            if let text = fitting(node, parameter) { parameter.examples.append(text) }
        }
        let isRequired = value(keys, ParameterKeys.required)
        if isRequired == true, let node = keys[ParameterKeys.defaultValue] {
            report(.notBoth("required: true", "default", in: path(keys)), at: node)
        }
        parameter.isRequired = isRequired ?? (keys[ParameterKeys.defaultValue] == nil)
        return parameter
    }

    /// A value that its parameter would take.
    private mutating func fitting(_ node: YAMLNode, _ parameter: ParameterDeclaration) -> String? {
        guard let text = spelled(node) else { return nil }
        let fits =
            switch parameter.kind {
            case .int: Int(text).map { parameter.range?.contains($0) ?? true } ?? false
            case .number: PlainValue.isNumber(text)
            case .bool: text == "true" || text == "false"
            case .date: PlainValue.isDate(text)
            case .text:
                (parameter.length?.contains(text.unicodeScalars.count) ?? true)
                    && (parameter.values.isEmpty || parameter.values.contains { $0.utf8.elementsEqual(text.utf8) })
            }
        if !fits { report(.badDefault(document.path(of: node), kind: parameter.kind.rawValue), at: node) }
        return text
    }

    // MARK: - Rows of the answer

    private mutating func readResult(_ keys: Mapping, _ rows: [String], _ operation: inout OperationDeclaration) {
        if let node = keys[OperationKeys.row.key], let name = value(keys, OperationKeys.row) {
            operation.row = name
            if !rows.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
                report(.unknown("type of row", name), at: node, among: rows, meant: name)
            }
        } else if keys.lacks(OperationKeys.row.key), keys[OperationKeys.items] != nil || keys[OperationKeys.item] != nil
        {
            report(.missing(OperationKeys.row.key.name, in: path(keys)), at: keys.anchor)
        }
        if keys[OperationKeys.items] != nil, let node = keys[OperationKeys.item] {
            report(.notBoth(OperationKeys.items.name, OperationKeys.item.name, in: path(keys)), at: node)
        }
        if operation.row != nil, keys.lacks(OperationKeys.items), keys.lacks(OperationKeys.item) {
            report(.oneOf([OperationKeys.items.name, OperationKeys.item.name], in: path(keys)), at: keys.anchor)
        }
    }

    /// The expressions on the answer, once the steps are known.
    private mutating func readAnswer(_ keys: Mapping, _ operation: inout OperationDeclaration) {
        if let items = answer(keys, OperationKeys.items, operation) { operation.result = .items(items) }
        if let item = answer(keys, OperationKeys.item, operation) { operation.result = .item(item) }
        operation.total = answer(keys, OperationKeys.total, operation)
    }

    /// An expression on the reply, or on `{params, steps}` where the operation has steps.
    mutating func answer(
        _ keys: Mapping, _ key: FileKey, _ operation: OperationDeclaration
    ) -> JMESExpression? {
        guard let node = keys[key] else { return nil }
        guard let expression = expression(node, scope(operation)) else { return nil }
        guard operation.hasSteps, let names = expression.memberPath, let first = names.first else { return expression }
        if first != "steps", first != "params" { report(.notARoot(document.path(of: node)), at: node) }
        let steps = operation.requests.compactMap(\.id)
        if first == "steps", names.count > 1, !steps.contains(where: { $0.utf8.elementsEqual(names[1].utf8) }) {
            report(.unknown("step", names[1]), at: node, among: steps, meant: names[1])
        }
        return expression
    }

    // MARK: - Requests

    private mutating func readRequests(_ keys: Mapping, _ operation: inout OperationDeclaration) {
        let methods = RequestKeys.methods.filter { keys[$0] != nil }
        if let node = keys[OperationKeys.steps] {
            for key in methods + [RequestKeys.query, RequestKeys.headers, RequestKeys.body, RequestKeys.cache] {
                guard let other = keys[key] else { continue }
                report(.notBoth(OperationKeys.steps.name, key.name, in: path(keys)), at: other)
            }
            readSteps(node, &operation)
        } else if methods.count != 1 {
            let names = RequestKeys.methods.map(\.name) + [OperationKeys.steps.name]
            report(.oneOf(names, in: path(keys)), at: keys.anchor)
        } else {
            operation.requests = [request(keys, operation)]
        }
        readAnswer(keys, &operation)
    }

    private mutating func readSteps(_ node: YAMLNode, _ operation: inout OperationDeclaration) {
        operation.hasSteps = true
        let steps = items(node)
        if steps.isEmpty { report(.missing("step", in: document.path(of: node)), at: node) }
        if steps.count > ModuleFile.mostRequests {
            report(.tooMany("steps", limit: ModuleFile.mostRequests), at: steps[ModuleFile.mostRequests])
        }
        for step in steps {
            guard let keys = mapping(step, StepKeys.table) else { continue }
            let methods = RequestKeys.methods.filter { keys[$0] != nil }
            if methods.count != 1 { report(.oneOf(RequestKeys.methods.map(\.name), in: path(keys)), at: step) }
            // A step reads those before it.
            var request = request(keys, operation)
            if let node = keys[StepKeys.id.key], let id = value(keys, StepKeys.id) {
                if operation.requests.contains(where: { $0.id.map { $0.utf8.elementsEqual(id.utf8) } ?? false }) {
                    report(.repeatedStep(id), at: node)
                }
                request.id = id
            }
            operation.requests.append(request)
        }
    }
}
