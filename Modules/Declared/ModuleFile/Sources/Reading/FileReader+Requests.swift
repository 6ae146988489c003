import JMESPath
import Settings
import URITemplate

extension FileReader {
    /// One request: its address, and what goes with it.
    mutating func request(_ keys: Mapping, _ operation: OperationDeclaration) -> RequestDeclaration {
        var request = RequestDeclaration()
        for (method, key) in zip(RequestDeclaration.Method.allCases, RequestKeys.methods) {
            guard let node = keys[key] else { continue }
            request.method = method
            request.address = text(node, for: .address, operation)
        }
        request.query = texts(keys[RequestKeys.query], operation)
        request.headers = texts(keys[RequestKeys.headers], operation)
        for entry in keys[RequestKeys.headers]?.entries ?? [] { expectHeader(entry) }
        if let node = keys[RequestKeys.body] {
            request.body = body(node, operation)
            if request.method == .get || request.method == .delete {
                report(.needs(RequestKeys.body.name, "`post`, `put` or `patch`", in: path(keys)), at: node)
            }
        }
        request.cache = cache(keys)
        request.errors = errors(keys, operation)
        return request
    }

    private mutating func texts(_ node: YAMLNode?, _ operation: OperationDeclaration) -> [RequestDeclaration.NamedText]
    {
        named(node).compactMap { entry in
            text(entry.value, for: .text, operation).map {
                RequestDeclaration.NamedText(name: entry.key, value: $0)
            }
        }
    }

    private mutating func body(_ node: YAMLNode, _ operation: OperationDeclaration) -> BodyDeclaration? {
        if let entries = node.entries {
            return .object(
                entries.compactMap { entry in
                    body(entry.value, operation).map {
                        BodyDeclaration.Member(name: entry.key, value: $0)
                    }
                })
        }
        if let items = node.items { return .array(items.compactMap { body($0, operation) }) }
        switch node.scalar {
        case .flag(let flag): return .flag(flag)
        case .number(let text): return .number(text)
        case .text: return text(node, for: .text, operation).map(BodyDeclaration.text)
        case .null, nil: return .null
        }
    }

    private mutating func cache(_ keys: Mapping) -> CacheDeclaration? {
        guard let node = keys[RequestKeys.cache] else { return nil }
        guard node.entries == nil else {
            return mapping(node, CacheKeys.table).flatMap { value($0, CacheKeys.lasting) }.map(
                CacheDeclaration.lasting)
        }
        let word = document.value(of: node, as: .oneOf(["http", "none"]))
        return word.map { $0 == "http" ? .http : CacheDeclaration.none }
    }

    private mutating func errors(_ keys: Mapping, _ operation: OperationDeclaration) -> [ErrorDeclaration] {
        items(keys[RequestKeys.errors]).compactMap { node in
            guard let error = mapping(node, ErrorKeys.table) else { return nil }
            let status = value(error, ErrorKeys.status)
            let when = expression(error[ErrorKeys.when], scope(operation))
            let code = value(error, ErrorKeys.code)
            let message = expression(error[ErrorKeys.message], scope(operation))
            let hint = value(error, ErrorKeys.hint)
            if (error[ErrorKeys.status.key] == nil) == (error[ErrorKeys.when] == nil) {
                report(.oneOf([ErrorKeys.status.key.name, ErrorKeys.when.name], in: path(error)), at: node)
            }
            guard let code, let condition = status.map(ErrorDeclaration.Condition.status) ?? when.map({ .when($0) })
            else { return nil }
            return ErrorDeclaration(condition: condition, code: code, message: message, hint: hint)
        }
    }

    // MARK: - Effects

    mutating func readEffect(_ keys: Mapping, _ operation: inout OperationDeclaration) {
        let methods = operation.requests.map(\.method)
        if let node = keys[OperationKeys.effect] {
            if node.entries != nil {
                let effect = mapping(node, WritesKeys.table).flatMap { effect in
                    effect[WritesKeys.writes].flatMap { mapping($0, WritesKeys.effects) }
                }
                if let effect, let isIdempotent = value(effect, WritesKeys.idempotent),
                    let isDestructive = value(effect, WritesKeys.destructive)
                {
                    operation.effect = .writes(isIdempotent: isIdempotent, isDestructive: isDestructive)
                }
            } else {
                _ = document.value(of: node, as: .oneOf(["reads"]))
            }
        } else if methods.contains(where: { $0 != .get }) {
            report(.missing(OperationKeys.effect.name, in: path(keys)), at: keys.anchor)
        }
        if let node = keys[OperationKeys.confirm] {
            operation.confirm = text(node, for: .text, operation)
        }
        operation.idempotency = value(keys, OperationKeys.idempotency)
        for key in [OperationKeys.confirm, OperationKeys.idempotency.key] {
            guard let node = keys[key], operation.effect == .reads, document.isRight else { continue }
            report(.needs(key.name, "an effect that writes", in: path(keys)), at: node)
        }
        // A call that changes something has one result.
        if let node = keys[OperationKeys.items], operation.effect != .reads {
            report(.needs(OperationKeys.items.name, "an effect that reads", in: path(keys)), at: node)
        }
    }

    // MARK: - Pages

    mutating func readPages(_ keys: Mapping, _ operation: inout OperationDeclaration) {
        guard let node = keys[OperationKeys.pages] else { return expectNoPages(keys, operation) }
        guard let paging = mapping(node, PageKeys.table) else { return }
        var pages = PagesDeclaration()
        let by = value(paging, PageKeys.by)
        pages.by = by ?? .none
        pages.size = value(paging, PageKeys.size)
        // Pages are counted from 1, rows from 0.
        pages.from = value(paging, PageKeys.from) ?? (by == .offset ? 0 : 1)
        pages.at = answer(paging, PageKeys.at, operation)
        if let node = paging[PageKeys.ends] {
            switch node.text {
            case "short": pages.ends = .short
            case "empty": pages.ends = .empty
            case "total":
                pages.ends = .total
                if keys.lacks(OperationKeys.total) {
                    report(
                        .needs("ends: total", "`total`, which says how many rows there are", in: path(keys)), at: node)
                }
            default: if let when = answer(paging, PageKeys.ends, operation) { pages.ends = .when(when) }
            }
        }
        operation.pages = pages
        guard let by else { return }
        if by == .cursor || by == .next, paging[PageKeys.at] == nil {
            report(.needs("by: \(by.rawValue)", "`at`: where it stands in the answer", in: path(paging)), at: node)
        }
        if keys[OperationKeys.items] == nil, by != .none {
            report(.needs(OperationKeys.pages.name, "`items`", in: path(keys)), at: node)
        }
        let wanted: (word: String, variable: VariableDeclaration.Word)? =
            switch by {
            case .number: ("{page}", .page)
            case .offset: ("{offset}", .offset)
            case .cursor: ("{cursor}", .cursor)
            case .next, .link, .none: nil
            }
        if let wanted, !words(of: operation).contains(wanted.variable), document.isRight {
            report(
                .needs(
                    "by: \(by.rawValue)", "`\(wanted.word)` in the address, the query or the body", in: path(paging)),
                at: node)
        }
    }

    /// Words of paging mean nothing without pages.
    private mutating func expectNoPages(_ keys: Mapping, _ operation: OperationDeclaration) {
        guard document.isRight, let word = words(of: operation).first else { return }
        report(.needs("{\(word.rawValue)}", "`pages`", in: path(keys)), at: keys.anchor)
    }

    private func words(of operation: OperationDeclaration) -> [VariableDeclaration.Word] {
        operation.requests.flatMap { request -> [TextDeclaration] in
            let named = (request.query + request.headers).map(\.value)
            let body = request.body?.texts ?? []
            return [request.address].compactMap(\.self) + named + body
        }.flatMap(\.variables).compactMap(\.word)
    }
}
