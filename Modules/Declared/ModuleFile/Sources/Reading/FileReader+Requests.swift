import JMESPath
import Settings
import URITemplate

extension FileReader {
    /// One request: its address, and what goes with it.
    mutating func request(_ keys: Mapping, _ operation: OperationDeclaration) -> RequestDeclaration {
        var request = RequestDeclaration()
        for (method, key) in zip(RequestDeclaration.Method.allCases, RequestKeys.methods) {
            guard let part = keys[key] else { continue }
            request.method = method
            request.address = text(part, keys.path(of: key), for: .address, operation)
        }
        request.query = texts(keys, RequestKeys.query, operation)
        request.headers = texts(keys, RequestKeys.headers, operation)
        for entry in keys[RequestKeys.headers]?.entries ?? [] { expectHeader(entry) }
        if let part = keys[RequestKeys.body] {
            request.body = body(part, keys.path(of: RequestKeys.body), operation)
            if request.method == .get || request.method == .delete {
                report(.needs(RequestKeys.body.name, "`post`, `put` or `patch`", in: keys.path), at: part)
            }
        }
        request.cache = cache(keys)
        request.errors = errors(keys, operation)
        return request
    }

    private mutating func texts(
        _ keys: Mapping, _ key: FileKey, _ operation: OperationDeclaration
    ) -> [RequestDeclaration.NamedText] {
        named(keys[key], keys.path(of: key)).compactMap { entry in
            text(entry.value, "\(keys.path(of: key)).\(entry.key)", for: .text, operation).map {
                RequestDeclaration.NamedText(name: entry.key, value: $0)
            }
        }
    }

    private mutating func body(
        _ part: YAMLPart, _ path: String, _ operation: OperationDeclaration
    ) -> BodyDeclaration? {
        if let entries = part.entries {
            return .object(
                entries.compactMap { entry in
                    body(entry.value, "\(path).\(entry.key)", operation).map {
                        BodyDeclaration.Member(name: entry.key, value: $0)
                    }
                })
        }
        if let items = part.items {
            return .array(items.enumerated().compactMap { body($1, "\(path)[\($0)]", operation) })
        }
        switch part.scalar {
        case .flag(let flag): return .flag(flag)
        case .number(let text): return .number(text)
        case .text: return text(part, path, for: .text, operation).map(BodyDeclaration.text)
        case .null, nil: return .null
        }
    }

    private mutating func cache(_ keys: Mapping) -> CacheDeclaration? {
        guard let part = keys[RequestKeys.cache] else { return nil }
        let path = keys.path(of: RequestKeys.cache)
        guard part.entries == nil else {
            return mapping(part, path, CacheKeys.table).flatMap { value($0, CacheKeys.lasting) }.map(
                CacheDeclaration.lasting)
        }
        let word = document.value(of: part, path, as: .oneOf(["http", "none"]))
        return word.map { $0 == "http" ? .http : CacheDeclaration.none }
    }

    private mutating func errors(_ keys: Mapping, _ operation: OperationDeclaration) -> [ErrorDeclaration] {
        let path = keys.path(of: RequestKeys.errors)
        return items(keys[RequestKeys.errors], path).enumerated().compactMap { index, part in
            guard let error = mapping(part, "\(path)[\(index)]", ErrorKeys.table) else { return nil }
            let status = value(error, ErrorKeys.status)
            let when = expression(error[ErrorKeys.when], error.path(of: ErrorKeys.when), scope(operation))
            let code = value(error, ErrorKeys.code)
            let message = expression(error[ErrorKeys.message], error.path(of: ErrorKeys.message), scope(operation))
            let hint = value(error, ErrorKeys.hint)
            if (error[ErrorKeys.status.key] == nil) == (error[ErrorKeys.when] == nil) {
                report(.oneOf([ErrorKeys.status.key.name, ErrorKeys.when.name], in: error.path), at: part)
            }
            guard let code, let condition = status.map(ErrorDeclaration.Condition.status) ?? when.map({ .when($0) })
            else { return nil }
            return ErrorDeclaration(condition: condition, code: code, message: message, hint: hint)
        }
    }

    // MARK: - Effects

    mutating func readEffect(_ keys: Mapping, _ operation: inout OperationDeclaration) {
        let methods = operation.requests.map(\.method)
        let path = keys.path(of: OperationKeys.effect)
        if let part = keys[OperationKeys.effect] {
            if part.entries != nil {
                let effect = mapping(part, path, WritesKeys.table).flatMap { effect in
                    effect[WritesKeys.writes].flatMap {
                        mapping($0, effect.path(of: WritesKeys.writes), WritesKeys.effects)
                    }
                }
                if let effect, let isIdempotent = value(effect, WritesKeys.idempotent),
                    let isDestructive = value(effect, WritesKeys.destructive)
                {
                    operation.effect = .writes(isIdempotent: isIdempotent, isDestructive: isDestructive)
                }
            } else {
                _ = document.value(of: part, path, as: .oneOf(["reads"]))
            }
        } else if methods.contains(where: { $0 != .get }) {
            report(.missing(OperationKeys.effect.name, in: keys.path), at: keys.anchor)
        }
        if let part = keys[OperationKeys.confirm] {
            operation.confirm = text(part, keys.path(of: OperationKeys.confirm), for: .text, operation)
        }
        operation.idempotency = value(keys, OperationKeys.idempotency)
        for key in [OperationKeys.confirm, OperationKeys.idempotency.key] {
            guard let part = keys[key], operation.effect == .reads, document.isRight else { continue }
            report(.needs(key.name, "an effect that writes", in: keys.path), at: part)
        }
        // A call that changes something has one result.
        if let part = keys[OperationKeys.items], operation.effect != .reads {
            report(.needs(OperationKeys.items.name, "an effect that reads", in: keys.path), at: part)
        }
    }

    // MARK: - Pages

    mutating func readPages(_ keys: Mapping, _ operation: inout OperationDeclaration) {
        let path = keys.path(of: OperationKeys.pages)
        guard let part = keys[OperationKeys.pages] else { return expectNoPages(keys, operation) }
        guard let paging = mapping(part, path, PageKeys.table) else { return }
        var pages = PagesDeclaration()
        let by = value(paging, PageKeys.by)
        pages.by = by ?? .none
        pages.size = value(paging, PageKeys.size)
        // Pages are counted from 1, rows from 0.
        pages.from = value(paging, PageKeys.from) ?? (by == .offset ? 0 : 1)
        pages.at = answer(paging, PageKeys.at, operation)
        if let part = paging[PageKeys.ends] {
            switch part.text {
            case "short": pages.ends = .short
            case "empty": pages.ends = .empty
            case "total":
                pages.ends = .total
                if keys.lacks(OperationKeys.total) {
                    report(
                        .needs("ends: total", "`total`, which says how many rows there are", in: keys.path), at: part)
                }
            default: if let when = answer(paging, PageKeys.ends, operation) { pages.ends = .when(when) }
            }
        }
        operation.pages = pages
        guard let by else { return }
        if by == .cursor || by == .next, paging[PageKeys.at] == nil {
            report(.needs("by: \(by.rawValue)", "`at`: where it stands in the answer", in: path), at: part)
        }
        if keys[OperationKeys.items] == nil, by != .none {
            report(.needs(OperationKeys.pages.name, "`items`", in: keys.path), at: part)
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
                .needs("by: \(by.rawValue)", "`\(wanted.word)` in the address, the query or the body", in: path),
                at: part)
        }
    }

    /// Words of paging mean nothing without pages.
    private mutating func expectNoPages(_ keys: Mapping, _ operation: OperationDeclaration) {
        guard document.isRight, let word = words(of: operation).first else { return }
        report(.needs("{\(word.rawValue)}", "`pages`", in: keys.path), at: keys.anchor)
    }

    private func words(of operation: OperationDeclaration) -> [VariableDeclaration.Word] {
        operation.requests.flatMap { request -> [TextDeclaration] in
            let named = (request.query + request.headers).map(\.value)
            let body = request.body?.texts ?? []
            return [request.address].compactMap(\.self) + named + body
        }.flatMap(\.variables).compactMap(\.word)
    }
}
