import FeatureKit
import JSON
import Storage
import Synchronization

extension FeatureConformance {
    /// Lists that go on by cursor, with the parameters to walk them by: the example, and once more in small pages where
    /// the size can be chosen, so that there is more than one page.
    private func lists(of harness: FeatureHarness) -> [(operation: RegisteredOperation, parameters: JSONValue)] {
        operations(of: harness).filter { $0.parameter("cursor") != nil }.flatMap { operation in
            let size = ["pageSize", "limit"].first { operation.parameter($0) != nil }
            return [(operation, operation.exampleParameters)]
                + (size.map { [(operation, operation.exampleParameters.with($0, 3))] } ?? [])
        }
    }

    /// Calls the examples of what writes, so that lists of the state have rows.
    func storeExamples(in harness: FeatureHarness) async {
        for operation in operations(of: harness) where operation.effect.isWrite {
            _ = try? await harness.call(operation.method, operation.exampleParameters)
        }
    }

    func pagingFindings() async throws -> [String] {
        var found: [String] = []
        var mostPages: [String: Int] = [:]
        let store = InMemoryStateStore(holding: stored)
        let listing = try harness(store: store)
        await storeExamples(in: listing)
        for (operation, parameters) in lists(of: listing) {
            let name = "\(operation.method) \(parameters.compact)"
            let pages = await walk(operation, parameters, &found, store: store)
            let rows = pages.flatMap(\.rows)
            let key = listing.layout(ofRowsOf: operation)?.keyField?.name
            let ids = rows.map { row in key.flatMap { row[$0] }?.compact ?? Self.identity(row) }
            if rows.isEmpty { found.append("\(name): the sample list is empty, which proves nothing") }
            if Set(ids).count != ids.count { found.append("\(name): a row comes twice") }
            if let total = pages.last?.json["total"]?.integer, total != rows.count {
                found.append("\(name): \(rows.count) rows of a total of \(total)")
            }
            // A list of no more rows than a page can have proves nothing by its pages.
            let isShort = operation.answersQuestions && rows.count <= 3
            mostPages[operation.method] = max(mostPages[operation.method] ?? 0, isShort ? 2 : pages.count)
            if operation.answersQuestions {
                found += try await limitFindings(operation, parameters, rows, store)
            } else {
                found += try await severalPagesFindings(operation, parameters, pages)
            }
        }
        for (method, count) in mostPages.sorted(by: { $0.key < $1.key }) where count < 2 {
            found.append("\(method): the sample list has one page, which proves nothing")
        }
        return found
    }

    /// The greatest limit gives the first rows, whatever the pages of the upstream.
    private func limitFindings(
        _ operation: RegisteredOperation, _ parameters: JSONValue, _ rows: [JSONValue], _ store: InMemoryStateStore
    ) async throws -> [String] {
        var found: [String] = []
        let all = await result(try harness(store: store), operation.method, parameters.with("limit", 100), &found)
        if all.map({ ListPage($0).rows }) != Array(rows.prefix(100)) {
            found.append("\(operation.method): limit=100 gives other rows than smaller answers")
        }
        return found
    }

    /// `pages` pages in one answer are the same as that many answers.
    private func severalPagesFindings(
        _ operation: RegisteredOperation, _ parameters: JSONValue, _ pages: [ListPage]
    ) async throws -> [String] {
        guard operation.parameter("pages") != nil else { return ["\(operation.method) takes no parameter pages"] }
        var found: [String] = []
        for count in [2, 20] {
            let several = parameters.with("pages", .integer(count))
            let reports = Mutex<[Progress]>([])
            let harness = try harness()
            let context = CallContext { progress in reports.withLock { $0.append(progress) } }
            do throws(Fault) {
                let page = ListPage(try await harness.call(operation.method, several, context: context))
                let single = pages.prefix(count)
                if page.rows != single.flatMap(\.rows) {
                    found.append("\(operation.method): pages=\(count) gives other rows than single pages")
                }
                if page.cursor != single.last?.cursor {
                    found.append("\(operation.method): pages=\(count) goes on elsewhere than single pages")
                }
                if reports.withLock({ $0.map(\.done) }) != Array(1..<max(1, single.count)) {
                    found.append("\(operation.method): pages=\(count) does not tell of each page but the last")
                }
            } catch {
                found.append("\(operation.method): pages=\(count) fails: \(error.text)")
            }
        }
        return found
    }

    func cursorFindings() async throws -> [String] {
        var found: [String] = []
        let harness = try harness()
        for (operation, parameters) in lists(of: harness) {
            let first = await result(harness, operation.method, parameters, &found)
            let cursor = first.flatMap { ListPage($0).cursor }
            var wrong = ["", "x", "AAAA", "MQ", "\u{0}", String(repeating: "A", count: 5000)].map { text in
                parameters.with("cursor", .string(text))
            }
            if let cursor {
                for spoiled in [
                    cursor + "A", cursor + "=", String(cursor.dropLast()), " " + cursor, cursor.uppercased(),
                ] where spoiled != cursor {
                    wrong.append(parameters.with("cursor", .string(spoiled)))
                }
                for field in operation.parameters where field.name != "cursor" {
                    guard let other = Self.other(field, than: parameters[field.name]) else { continue }
                    wrong.append(parameters.with(field.name, other).with("cursor", .string(cursor)))
                }
            }
            for parameters in wrong {
                do throws(Fault) {
                    _ = try await harness.call(operation.method, parameters)
                    found.append("\(operation.method) takes a foreign cursor: \(parameters.compact.prefix(200))")
                } catch {
                    let fields = ["cursor"] + (operation.answersQuestions ? parameters.members?.map(\.key) ?? [] : [])
                    if error.code != .invalidArgument || !fields.contains(error.field ?? "") {
                        found.append("\(operation.method) \(parameters.compact.prefix(200)): \(error.code.rawValue)")
                    }
                }
            }
        }
        return found
    }

    /// Another text for a parameter that makes it another list; nil for those that only cut it.
    private static func other(_ field: ParameterField, than value: JSONValue?) -> JSONValue? {
        guard field.schema["type"] == "string", field.schema["pattern"] == nil else { return nil }
        if let names = field.schema["enum"]?.array { return names.first { $0 != value } }
        return .string((value?.string ?? "") + "x")
    }

    // MARK: Walking

    /// Follows the cursors to the end, each page from a host of its own: a cursor works in another process.
    func walk(
        _ operation: RegisteredOperation, _ parameters: JSONValue, _ found: inout [String],
        store: InMemoryStateStore = InMemoryStateStore()
    ) async -> [ListPage] {
        var pages: [ListPage] = []
        var next = parameters
        while pages.count < 200 {
            guard let harness = try? harness(store: store),
                let json = await result(harness, operation.method, next, &found)
            else {
                return pages
            }
            let page = ListPage(json)
            pages.append(page)
            guard let cursor = page.cursor else { return pages }
            next = parameters.with("cursor", .string(cursor))
        }
        found.append("\(operation.method) \(parameters.compact) does not end")
        return pages
    }

    /// Identity of a row that is of no layout.
    static func identity(_ row: JSONValue) -> String {
        for name in ["isbn13", "sku", "fid", "id", "date"] {
            if let value = row[name] { return value.compact }
        }
        return row.compact
    }
}

extension RegisteredOperation {
    /// True for a list that is made of its rows' fields, and answers questions about them.
    var answersQuestions: Bool { parameter("fields") != nil }
}

/// One answer of a list.
struct ListPage {
    let json: JSONValue

    init(_ json: JSONValue) {
        self.json = json
    }

    var rows: [JSONValue] { json["items"]?.array ?? [] }
    var cursor: String? { json["nextCursor"]?.string }
}
