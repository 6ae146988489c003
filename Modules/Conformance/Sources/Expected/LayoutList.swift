import FeatureKit
import JSON

/// A list whose rows are of a layout. Its answers follow from the fields and from the whole list: each rule asks a question
/// and compares the answer with the rows' own JSON.
struct LayoutList {
    let operation: RegisteredOperation
    let layout: RowLayout
    let harness: FeatureHarness
    /// Every row with every field, in the upstream's order.
    private(set) var rows: [JSONValue] = []
    /// Violations so far, one sentence each.
    var found: [String] = []
    private let schema: JSONSchema
    /// Whether the upstream answers `query`.
    let isSearchedAbove: Bool

    /// One answer on the way to the end of a list.
    struct Page {
        let answer: Answer
        let json: JSONValue

        var rows: [JSONValue] { json["items"]?.array ?? [] }
    }

    init(
        _ operation: RegisteredOperation, _ layout: RowLayout, _ harness: FeatureHarness, isSearchedAbove: Bool
    ) async {
        self.isSearchedAbove = isSearchedAbove
        (self.operation, self.layout, self.harness) = (operation, layout, harness)
        schema = JSONSchema(operation.resultSchema())
        rows = await ask(["fields": "all"])
        if rows.isEmpty { found.append("\(operation.method): the sample list is empty, which proves nothing") }
    }

    /// The rows that answer a question, to the end of the list.
    mutating func ask(_ question: JSONValue) async -> [JSONValue] { await pages(question).flatMap(\.rows) }

    /// The answers to a question, to the end of the list. Only the cursor is sent on: it holds the question. Each answer is of
    /// the schema, and its total is the number of rows in all of them.
    mutating func pages(_ question: JSONValue) async -> [Page] {
        let name = "\(operation.method) \(question.compact)"
        let base = operation.exampleParameters
        var next = (question.members ?? []).reduce(base) { $0.with($1.key, $1.value) }
        if next["limit"] == nil { next = next.with("limit", 100) }
        var pages: [Page] = []
        while true {
            do throws(Fault) {
                let answer = try await harness.answer(operation.method, next)
                pages.append(Page(answer: answer, json: answer.json))
            } catch {
                found.append("\(name) fails: \(error.text)")
                return pages
            }
            guard let page = pages.last else { return pages }
            found += schema.mistakes(in: page.json, at: "the result of \(name)").prefix(3)
            guard let cursor = page.json["nextCursor"]?.string else { break }
            if page.rows.isEmpty || pages.count > max(rows.count, 100) {
                found.append("\(name) does not come to an end")
                break
            }
            next = base.with("cursor", .string(cursor))
        }
        judgeTotals(of: pages, name, isAsked: question.isNarrowing)
        return pages
    }

    private mutating func judgeTotals(of pages: [Page], _ name: String, isAsked: Bool) {
        let count = pages.reduce(0) { $0 + $1.rows.count }
        for page in pages {
            if let total = page.json["total"]?.integer, total != count {
                return found.append("\(name): the total is \(total), and \(count) rows come")
            }
            if isAsked, page.json["total"] == nil { return found.append("\(name) does not say its total") }
            if page.json["read"] != nil { return found.append("\(name) is not read whole, which proves nothing") }
        }
    }

    /// Some rows, evenly apart, the first and the last among them.
    func spread(_ count: Int) -> [JSONValue] { spreadOut(rows, count) }

    func key(_ row: JSONValue) -> String { layout.keyField.flatMap { row[$0.name] }?.scalarText ?? row.compact }

    /// `product 7`, with the values of some fields.
    func described(_ row: JSONValue, _ fields: [String] = []) -> String {
        let facts = fields.map { "\($0) \(row[$0]?.compact ?? "none")" }
        return "\(layout.name) \(key(row))" + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
    }

    /// Compares the rows that came with those that should have come, by their keys.
    /// - Parameters:
    ///   - name: the question.
    ///   - fields: those that decide, for the sentence.
    mutating func compare(_ name: String, _ got: [JSONValue], with expected: [JSONValue], _ fields: [String] = []) {
        let (gotKeys, expectedKeys) = (got.map(key), expected.map(key))
        if gotKeys == expectedKeys { return }
        let (given, wanted) = (Set(gotKeys), Set(expectedKeys))
        let whole = Dictionary(rows.map { (key($0), $0) }) { first, _ in first }
        let hidden = expected.filter { !given.contains(key($0)) }
        let through = got.filter { !wanted.contains(key($0)) }.map { whole[key($0)] ?? $0 }
        found += hidden.prefix(2).map { "\(name) hides the \(described($0, fields))" }
        found += through.prefix(2).map { "\(name) lets the \(described($0, fields)) through" }
        guard hidden.isEmpty, through.isEmpty else { return }
        if given.count != gotKeys.count {
            let twice = gotKeys.first { key in gotKeys.count { $0 == key } > 1 } ?? ""
            found.append("\(name) gives the \(layout.name) \(twice) twice")
        } else if let place = zip(gotKeys, expectedKeys).enumerated().first(where: { $1.0 != $1.1 })?.offset {
            found.append(
                "\(name) gives the \(layout.name) \(gotKeys[place]) where the \(layout.name) \(expectedKeys[place]) comes"
            )
        }
    }
}

extension FeatureConformance {
    /// Judges each list of rows of a layout, over a harness of its own.
    func layoutFindings(_ judge: (inout LayoutList) async throws -> Void) async throws -> [String] {
        var found: [String] = []
        for operation in operations(of: try harness()) where operation.answersQuestions {
            let harness = try harness()
            guard let layout = harness.layout(ofRowsOf: operation) else {
                found.append("\(operation.method): its rows are of no layout that \(id) registered")
                continue
            }
            // A list of the state has no rows before something was stored.
            await storeExamples(in: harness)
            var list = await LayoutList(
                operation, layout, harness, isSearchedAbove: searches.contains(operation.method))
            try await judge(&list)
            found += list.found.thinned
        }
        return found
    }
}

extension FeatureHarness {
    /// The layout of the rows that an operation answers; nil where they are of none.
    func layout(ofRowsOf operation: RegisteredOperation) -> RowLayout? { layouts(ofRowsOf: operation).first }

    /// Layouts with the fields of an operation's rows: lists of the same type of row may have one each, with another route.
    func layouts(ofRowsOf operation: RegisteredOperation) -> [RowLayout] {
        let members = operation.resultSchema()["properties"]?["items"]?["items"]?["properties"]?.members
        let names = members?.map(\.key)
        return (layouts[operation.module] ?? []).filter { layout in layout.givenFields.map(\.name) == names }
    }
}

/// Some elements, evenly apart, the first and the last among them.
func spreadOut<Element>(_ elements: [Element], _ count: Int) -> [Element] {
    guard elements.count > count, count > 1 else { return Array(elements.prefix(count)) }
    return (0..<count).map { elements[$0 * (elements.count - 1) / (count - 1)] }
}

extension JSONValue {
    /// Whether a question narrows or orders rows, so that the upstream's own pages do not answer it.
    fileprivate var isNarrowing: Bool {
        (members ?? []).contains { !["fields", "limit", "cursor"].contains($0.key) }
    }

    /// A text, a number or a flag as text of one line; nil for anything else.
    var scalarText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let literal): literal
        case .bool(let flag): flag ? "true" : "false"
        default: nil
        }
    }
}
