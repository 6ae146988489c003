import JSON
import Suggestions

extension ParameterFormat<[String]> {
    /// Several texts, each once. One alone is taken as well, and so is text of a JSON array, since agents send both; for words that are
    /// known also one text with commas.
    /// - Parameters:
    ///   - words: the only texts there are; nil for any.
    ///   - offered: those of them that are worth asking for; nil for all.
    ///   - longest: Unicode scalars of one text.
    ///   - saysMost: false where the schema leaves the most of them out, since there are no more to ask for.
    package static func texts(
        _ count: ClosedRange<Int>, of words: [String]? = nil, offering offered: [String]? = nil,
        longest longestText: Int = 200, saysMost: Bool = true
    ) -> Self {
        let offered = offered ?? words
        let item = offered.map { ValueSchema.words($0) } ?? .text(least: 1, most: longestText)
        return Self(
            schema: .array(of: item, least: count.lowerBound, most: saysMost ? count.upperBound : nil),
            expected: offered.map { "one or several of \($0.joined(separator: ", "))" }
                ?? "\(count.lowerBound) to \(count.upperBound) texts of 1 to \(longestText) characters",
            meant: { node in
                guard let offered, let texts = texts(of: node, longestText, splits: true) else { return nil }
                let meant = texts.compactMap { nearestNames(to: $0, among: offered).first }
                return meant.isEmpty ? nil : .array(meant.map { .string($0) })
            }
        ) { node in
            guard let texts = texts(of: node, longestText, splits: words != nil), count.contains(texts.count) else {
                return nil
            }
            guard let words else { return unique(texts) }
            let known = texts.compactMap { word($0, of: words) }
            return known.count == texts.count ? unique(known) : nil
        }
    }

    /// Several texts that a rule takes, each once.
    /// - Parameter routes: routes that hold one.
    package static func texts(
        _ count: ClosedRange<Int>, each rule: TextRule, longest longestText: Int = 200, in routes: KeyRoutes = .none
    ) -> Self {
        let item = ValueSchema.with(
            .text(least: 0, most: longestText),
            [
                JSONMember("pattern", .string(rule.pattern)),
                JSONMember("examples", .array(rule.examples.map { .string($0) })),
            ])
        return Self(
            schema: .array(of: item, least: count.lowerBound, most: count.upperBound),
            expected: "\(count.lowerBound) to \(count.upperBound) texts, each \(rule.expected)",
            meant: { node in
                let given = texts(of: node, RouteTemplate.mostBytes, splits: false)?.prefix(count.upperBound) ?? []
                let meant = given.compactMap { rule.taken($0) ?? rule.meant(trimmed($0)) }
                return meant.isEmpty || meant.count < given.count ? nil : .array(meant.map { .string($0) })
            }
        ) { node in
            guard let texts = texts(of: node, RouteTemplate.mostBytes, splits: false), count.contains(texts.count)
            else {
                return nil
            }
            let taken = texts.compactMap { routes.key(in: $0) }.filter { $0.unicodeScalars.count <= longestText }
                .compactMap(rule.taken)
            return taken.count == texts.count ? unique(taken) : nil
        }
    }

    /// Keys of rows, each once: as a list gave them, or routes that hold them. One alone is taken as well, text of a JSON array, and
    /// keys in one text with commas.
    package static func keys(_ count: ClosedRange<Int>, in routes: KeyRoutes) -> Self {
        let item = ValueSchema.text(least: 1, most: RowLayout.longestKey)
        return Self(
            schema: .array(of: item, least: count.lowerBound, most: count.upperBound),
            expected: "\(count.lowerBound) to \(count.upperBound) \(routes.expected)"
        ) { node in
            guard let texts = texts(of: node, RouteTemplate.mostBytes, splits: true), count.contains(texts.count) else {
                return nil
            }
            var keys: [String] = []
            for text in texts {
                guard let key = routes.key(in: text), key.hasScalars(1...RowLayout.longestKey) else { return nil }
                keys.append(key)
            }
            return unique(keys)
        }
    }

    private static func unique(_ texts: [String]) -> [String] {
        if texts.count < 2 { return texts }
        var known: Set<ExactName> = []
        return texts.filter { known.insert(ExactName($0)).inserted }
    }

    /// - Parameter splits: whether one text may hold several, with commas between them and no blanks within.
    private static func texts(of node: JSONNode, _ longestText: Int, splits: Bool) -> [String]? {
        if node.kind == .array { return elements(of: node, longestText) }
        if let text = node.string, text.utf8.first == UInt8(ascii: "["),
            let document = try? JSONDocument(parsing: text), document.root.kind == .array
        {
            return elements(of: document.root, longestText)
        }
        if splits, let text = node.string, text.utf8.contains(UInt8(ascii: ",")) {
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { trimmed(String($0)) }
            if parts.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }) { return parts }
        }
        return node.textOrDigits.flatMap { $0.hasScalars(1...longestText) ? [$0] : nil }
    }

    private static func elements(of array: JSONNode, _ longestText: Int) -> [String]? {
        var texts: [String] = []
        for element in array.elements {
            guard let text = element.textOrDigits, text.hasScalars(1...longestText) else { return nil }
            texts.append(text)
        }
        return texts
    }
}

extension String {
    /// Whether the number of Unicode scalars is in a range. They are counted only where the bytes don't tell.
    fileprivate func hasScalars(_ range: ClosedRange<Int>) -> Bool {
        let bytes = utf8.count
        // One scalar takes one to four bytes.
        if bytes <= range.upperBound, (bytes + 3) / 4 >= range.lowerBound { return true }
        return range.contains(unicodeScalars.count)
    }
}

extension ParameterFormat<String> {
    /// The key of a row, as a list gave it, or a route that holds it.
    package static func key(in routes: KeyRoutes, longest: Int = RowLayout.longestKey) -> Self {
        Self(schema: text(1...longest).schema, expected: routes.oneExpected) { node in
            guard let text = node.textOrDigits, let key = routes.key(in: text),
                key.hasScalars(1...longest)
            else { return nil }
            return key
        }
    }
}

/// Routes that are taken where the key in them is wanted: `galleria://product/{sku}`.
package struct KeyRoutes: Sendable {
    /// The key's name.
    private let name: String
    /// Templates, read by who gives a route: most keys are given as they are.
    private let routes: [String]

    package static let none = KeyRoutes("text", [])

    /// - Parameters:
    ///   - name: of the key.
    ///   - routes: templates whose first variable is the key.
    package init(_ name: String, _ routes: [String]) { (self.name, self.routes) = (name, routes) }

    /// - Returns: the text itself where it is no route; nil for a route of another kind.
    func key(in text: String) -> String? {
        guard text.utf8.starts(with: "\(RouteTemplate.screens)://".utf8) else { return text }
        guard let route = Route(parsing: text) else { return nil }
        for template in routes.map({ RouteTemplate($0) }) {
            if let variable = template.variables.first, let key = template.match(route)?[variable] { return key }
        }
        return nil
    }

    /// Words for several keys, behind their number.
    fileprivate var expected: String {
        "values of \(name)\(routes.first.map { ", or routes \($0)" } ?? "")"
    }

    fileprivate var oneExpected: String {
        "\(withArticle(name)) of 1 to \(RowLayout.longestKey) characters\(routes.first.map { ", or a route \($0)" } ?? "")"
    }
}

extension RowLayout {
    /// The routes of its rows.
    var keyRoutes: KeyRoutes {
        guard let route, case .route(let template) = fields[route].kind else { return KeyRoutes(keyField.name, []) }
        return KeyRoutes(keyField.name, [template.text])
    }
}
