/// The routes of one screen, in the notation of RFC 6570: `galleria://book/{isbn13}`, `galleria://friends{?scenario}`.
package struct RouteTemplate: Sendable, Equatable {
    /// The scheme of every screen's routes.
    package static let screens = "galleria"

    package let text: String
    /// What stands before `://`; empty when nothing does.
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
        let ends = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let (scheme, body) = ends.count == 2 ? (String(ends[0]), ends[1]) : ("", text[...])
        self.scheme = scheme
        let sides = body.split(separator: "{?", maxSplits: 1, omittingEmptySubsequences: false)
        self.parts = (sides.first ?? "").split(separator: "/").map { part in
            part.hasPrefix("{") && part.hasSuffix("}")
                ? .variable(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
        self.queryNames = sides.count == 2 ? sides[1].dropLast().split(separator: ",").map(String.init) : []
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
            && (literals + variables).allSatisfy { !$0.isEmpty && !$0.contains { "{}?".contains($0) } }
            && Set(variables).count == variables.count
    }

    /// Whether the route is complete by itself: no variable in the path.
    package var isFixed: Bool {
        parts.allSatisfy { part in if case .literal = part { true } else { false } }
    }

    /// The names of the variables, in order: of the path, then of the query.
    package var variables: [String] {
        parts.compactMap { part in if case .variable(let name) = part { name } else { nil } } + queryNames
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

    /// The route with its variables filled in, percent-encoded.
    /// - Parameter values: one for each variable of the path; query variables may be left out.
    package func filled(_ values: [String: String]) -> String {
        let path = parts.map { part in
            switch part {
            case .literal(let text): text
            case .variable(let name): percentEncoded(values[name] ?? "")
            }
        }
        let query = queryNames.compactMap { name in values[name].map { "\(name)=\(percentEncoded($0))" } }
        return "\(scheme)://" + path.joined(separator: "/") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
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
