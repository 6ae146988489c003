import Values

/// The routes of one screen, in the notation of RFC 6570: `galleria://book/{isbn13}`, `galleria://friends{?scenario}`.
package struct RouteTemplate: Sendable, Equatable {
    /// The scheme of every screen's routes.
    package static let screens = "galleria"

    /// Bytes of a route.
    static let mostBytes = 2_048

    package let text: String
    /// The scheme, before `://`; empty without one.
    let scheme: String
    let parts: [Part]
    private let queryNames: [String]

    enum Part: Sendable, Equatable {
        case literal(String)
        case variable(String)
    }

    /// - Parameter text: a scheme, then literals and `{name}` between slashes, and at most one `{?name,name}` at the end.
    package init(_ text: String) {
        self.text = text
        // By places of bytes: at every start, for every screen, forty times.
        var utf8 = text
        (scheme, parts, queryNames) = utf8.withUTF8 { bytes in
            func text(_ range: Range<Int>) -> String {
                String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
            }
            func place(of byte: UInt8, in range: Range<Int>) -> Int? {
                range.first { bytes[$0] == byte }
            }
            var (start, end) = (0, bytes.count)
            var scheme = ""
            if let colon = place(of: UInt8(ascii: ":"), in: start..<end), bytes[colon...].starts(with: "://".utf8) {
                scheme = text(start..<colon)
                start = colon + 3
            }
            var names: [String] = []
            if let mark = place(of: UInt8(ascii: "?"), in: start..<end), mark > start,
                bytes[mark - 1] == UInt8(ascii: "{")
            {
                names = bytes[mark..<end].dropFirst().dropLast().split(separator: UInt8(ascii: ",")).map {
                    String(decoding: $0, as: UTF8.self)
                }
                end = mark - 1
            }
            var parts: [Part] = []
            parts.reserveCapacity(4)
            while start < end {
                let behind = place(of: UInt8(ascii: "/"), in: start..<end) ?? end
                if bytes[start] == UInt8(ascii: "{"), bytes[behind - 1] == UInt8(ascii: "}") {
                    parts.append(.variable(text(start + 1..<max(start + 1, behind - 1))))
                } else if start < behind {
                    parts.append(.literal(text(start..<behind)))
                }
                start = behind + 1
            }
            return (scheme, parts, names)
        }
    }

    /// Whether `text` is in the notation: the scheme, at least one part, no part or name empty or with braces, and each
    /// variable once.
    var isWellFormed: Bool {
        let written = parts.map { part in
            switch part {
            case .literal(let text): text
            case .variable(let name): "{\(name)}"
            }
        }
        let query = queryNames.isEmpty ? "" : "{?\(queryNames.joined(separator: ","))}"
        let literals = parts.compactMap { part in if case .literal(let text) = part { text } else { nil } }
        return !parts.isEmpty && !scheme.isEmpty && text == "\(scheme)://\(written.joined(separator: "/"))\(query)"
            && (literals + variables).allSatisfy { !$0.isEmpty && !$0.utf8.contains { "{}?".utf8.contains($0) } }
            && Set(variables).count == variables.count
    }

    /// Whether the route is complete by itself: no variable in the path.
    package var isFixed: Bool {
        parts.allSatisfy { part in if case .literal = part { true } else { false } }
    }

    /// The texts before and after the only variable, of a template that has one and no query.
    var endsOfOnlyVariable: (before: String, after: String)? {
        guard pathVariables.count == 1, text.utf8.count(where: { $0 == UInt8(ascii: "{") }) == 1,
            let open = text.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = text.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
        else { return nil }
        return (String(text[..<open]), String(text[close...].dropFirst()))
    }

    /// The names of the variables, in order: of the path, then of the query.
    package var variables: [String] { pathVariables + queryNames }

    /// The names of the path's variables, in order.
    package var pathVariables: [String] {
        parts.compactMap { part in if case .variable(let name) = part { name } else { nil } }
    }

    /// The variable whose value stands at the end of a route that is being typed.
    /// - Returns: what stands before its value, its name, and the values of those before; nil where `route` is of another
    ///   template, or no variable is being typed.
    package func typed(_ route: String) -> (start: String, variable: String, known: [String: String])? {
        var start = "\(scheme)://"
        guard route.utf8.starts(with: start.utf8) else { return nil }
        var known: [String: String] = [:]
        for part in parts {
            let rest = route.dropFirst(start.count)
            let slash = rest.firstIndex(of: "/")
            switch part {
            case .literal(let text):
                guard rest.prefix(while: { $0 != "/" && $0 != "?" }) == text else { return nil }
                start += text
            case .variable(let name):
                guard let slash else { return (start, name, known) }
                known[name] = Route.decoded(Array(rest[..<slash].utf8)[...])
                start += rest[..<slash]
            }
            if slash != nil { start += "/" }
        }
        guard let name = queryNames.first, route.utf8.starts(with: "\(start)?\(name)=".utf8) else { return nil }
        return ("\(start)?\(name)=", name, known)
    }

    /// The template with the names of its variables left out: two templates of one scheme with one key would take the same
    /// routes.
    var shapeKey: String {
        parts.map { part in if case .literal(let text) = part { text } else { "{}" } }.joined(separator: "/")
    }

    /// The variables' values when `route` is one of these; nil otherwise.
    func match(_ route: Route) -> RouteParameters? {
        guard route.segments.count == parts.count else { return nil }
        var values: [String: String] = [:]
        for (part, segment) in zip(parts, route.segments) {
            switch part {
            case .literal(let text): if !text.utf8.elementsEqual(segment.utf8) { return nil }
            case .variable(let name): values[name] = segment
            }
        }
        for (name, value) in route.query {
            guard queryNames.contains(where: { $0.utf8.elementsEqual(name.utf8) }), values[name] == nil else {
                return nil
            }
            values[name] = value
        }
        return RouteParameters(values: values)
    }

    /// The route with its variables filled in, percent-encoded. Each row of a list has one.
    /// - Parameter values: one for each variable of the path; query variables may be left out. Each name once.
    package func filled(_ values: KeyValuePairs<String, String>) -> String {
        filled { name in values.first { $0.key == name }?.value }
    }

    /// The same, with the value that `value` gives for a variable's name.
    package func filled(_ value: (String) -> String?) -> String {
        var route = scheme
        route.reserveCapacity(64)
        route += "://"
        for (index, part) in parts.enumerated() {
            if index > 0 { route += "/" }
            switch part {
            case .literal(let text): route += text
            case .variable(let name): route += PercentEncoding.component(value(name) ?? "")
            }
        }
        var mark = "?"
        for name in queryNames {
            guard let value = value(name) else { continue }
            route += mark
            route += name
            route += "="
            route += PercentEncoding.component(value)
            mark = "&"
        }
        return route
    }
}

/// The values of a route's variables, percent-decoded.
package struct RouteParameters: Sendable, Equatable {
    private let values: [String: String]

    package init(values: [String: String]) {
        self.values = values
    }

    package subscript(_ name: String) -> String? { values[name] }
}
