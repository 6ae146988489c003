import JMESPath
import Settings
import URITemplate

extension FileReader {
    /// - Parameter rows: names of the types of row.
    mutating func readOperations(_ file: Mapping, rows: [String]) {
        let path = ModuleKeys.operations.name
        let entries = identifiers(
            file[ModuleKeys.operations], path, most: ModuleFile.mostOperations, what: "operations")
        for entry in entries {
            let path = "\(path).\(entry.key)"
            guard let keys = mapping(entry.value, path, OperationKeys.table, at: entry.keyPart) else { continue }
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
        let path = keys.path(of: OperationKeys.params)
        let entries = identifiers(
            keys[OperationKeys.params], path, most: ModuleFile.mostParameters, what: "parameters")
        for entry in entries {
            if VariableDeclaration.words.contains(entry.key) { report(.reservedName(entry.key), at: entry.keyPart) }
            let path = "\(path).\(entry.key)"
            guard let keys = mapping(entry.value, path, ParameterKeys.table, at: entry.keyPart) else { continue }
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
            if let least, let most, least > most, let part = keys[ParameterKeys.min.key] {
                report(.notBoth("min: \(least)", "max: \(most)", in: keys.path), at: part)
            } else {
                parameter.length = (least ?? 0)...max(most ?? 1000, least ?? 0)
            }
        }
        parameter.range = range(keys, ParameterKeys.range)
        if let text = value(keys, ParameterKeys.pattern), let part = keys[ParameterKeys.pattern.key] {
            parameter.pattern = TextPattern(text)
            if parameter.pattern == nil { report(.badPattern(keys.path(of: ParameterKeys.pattern.key)), at: part) }
        }
        parameter.values = value(keys, ParameterKeys.values) ?? []
        let texts = [ParameterKeys.min.key, ParameterKeys.max.key, ParameterKeys.pattern.key, ParameterKeys.values.key]
        for (key, wanted) in texts.map({ ($0, ParameterDeclaration.Kind.text) }) + [(ParameterKeys.range.key, .int)] {
            guard let part = keys[key], let kind, kind != wanted else { continue }
            report(.needs(key.name, "the type \(wanted.rawValue)", in: keys.path), at: part)
        }
        if let part = keys[ParameterKeys.defaultValue] {
            parameter.defaultText = fitting(part, keys.path(of: ParameterKeys.defaultValue), parameter)
        }
        for (index, part) in items(keys[ParameterKeys.examples], keys.path(of: ParameterKeys.examples)).enumerated() {
            let path = "\(keys.path(of: ParameterKeys.examples))[\(index)]"
            if let text = fitting(part, path, parameter) { parameter.examples.append(text) }
        }
        let isRequired = value(keys, ParameterKeys.required)
        if isRequired == true, let part = keys[ParameterKeys.defaultValue] {
            report(.notBoth("required: true", "default", in: keys.path), at: part)
        }
        parameter.isRequired = isRequired ?? (keys[ParameterKeys.defaultValue] == nil)
        return parameter
    }

    /// A value that its parameter would take.
    private mutating func fitting(_ part: YAMLPart, _ path: String, _ parameter: ParameterDeclaration) -> String? {
        guard let text = spelled(part, path) else { return nil }
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
        if !fits { report(.badDefault(path, kind: parameter.kind.rawValue), at: part) }
        return text
    }

    // MARK: - Rows of the answer

    private mutating func readResult(_ keys: Mapping, _ rows: [String], _ operation: inout OperationDeclaration) {
        if let part = keys[OperationKeys.row.key], let name = value(keys, OperationKeys.row) {
            operation.row = name
            if !rows.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
                report(.unknown("type of row", name), at: part, among: rows, meant: name)
            }
        } else if keys.lacks(OperationKeys.row.key), keys[OperationKeys.items] != nil || keys[OperationKeys.item] != nil
        {
            report(.missing(OperationKeys.row.key.name, in: keys.path), at: keys.anchor)
        }
        if keys[OperationKeys.items] != nil, let part = keys[OperationKeys.item] {
            report(.notBoth(OperationKeys.items.name, OperationKeys.item.name, in: keys.path), at: part)
        }
        if operation.row != nil, keys.lacks(OperationKeys.items), keys.lacks(OperationKeys.item) {
            report(.oneOf([OperationKeys.items.name, OperationKeys.item.name], in: keys.path), at: keys.anchor)
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
        guard let part = keys[key] else { return nil }
        let path = keys.path(of: key)
        guard let expression = expression(part, path, scope(operation)) else { return nil }
        guard operation.hasSteps, let names = expression.memberPath, let first = names.first else { return expression }
        if first != "steps", first != "params" { report(.notARoot(path), at: part) }
        let steps = operation.requests.compactMap(\.id)
        if first == "steps", names.count > 1, !steps.contains(where: { $0.utf8.elementsEqual(names[1].utf8) }) {
            report(.unknown("step", names[1]), at: part, among: steps, meant: names[1])
        }
        return expression
    }

    // MARK: - Requests

    private mutating func readRequests(_ keys: Mapping, _ operation: inout OperationDeclaration) {
        let methods = RequestKeys.methods.filter { keys[$0] != nil }
        if let part = keys[OperationKeys.steps] {
            for key in methods + [RequestKeys.query, RequestKeys.headers, RequestKeys.body, RequestKeys.cache] {
                guard let other = keys[key] else { continue }
                report(.notBoth(OperationKeys.steps.name, key.name, in: keys.path), at: other)
            }
            readSteps(part, keys.path(of: OperationKeys.steps), &operation)
        } else if methods.count != 1 {
            let names = RequestKeys.methods.map(\.name) + [OperationKeys.steps.name]
            report(.oneOf(names, in: keys.path), at: keys.anchor)
        } else {
            operation.requests = [request(keys, operation)]
        }
        readAnswer(keys, &operation)
    }

    private mutating func readSteps(_ part: YAMLPart, _ path: String, _ operation: inout OperationDeclaration) {
        operation.hasSteps = true
        let steps = items(part, path)
        if steps.isEmpty { report(.missing("step", in: path), at: part) }
        if steps.count > ModuleFile.mostRequests {
            report(.tooMany("steps", limit: ModuleFile.mostRequests), at: steps[ModuleFile.mostRequests])
        }
        for (index, step) in steps.enumerated() {
            let path = "\(path)[\(index)]"
            guard let keys = mapping(step, path, StepKeys.table) else { continue }
            let methods = RequestKeys.methods.filter { keys[$0] != nil }
            if methods.count != 1 { report(.oneOf(RequestKeys.methods.map(\.name), in: path), at: step) }
            // A step reads those before it.
            var request = request(keys, operation)
            if let part = keys[StepKeys.id.key], let id = value(keys, StepKeys.id) {
                if operation.requests.contains(where: { $0.id.map { $0.utf8.elementsEqual(id.utf8) } ?? false }) {
                    report(.repeatedStep(id), at: part)
                }
                request.id = id
            }
            operation.requests.append(request)
        }
    }
}
