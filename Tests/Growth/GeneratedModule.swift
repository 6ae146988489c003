import DesignSystem
import FeatureKit
import JSON
import Settings
import Synchronization

/// One of many features that differ in nothing but their names.
struct GeneratedModule<Number: Numeral>: FeatureModule {
    static var manifest: ModuleManifest { generatedManifests[Number.value] }

    private let list: GeneratedList

    init(_ context: FeatureContext) throws(Fault) {
        let id = Self.manifest.id
        list = GeneratedList(id: id, total: context.settings[rowCount(of: id)])
    }

    func register(in registry: inout ModuleRegistration) {
        registry.add(list.pages)
        registry.add(list.row)
        registry.add(list.made)
        registry.add(
            ScreenDefinition(
                "galleria://\(list.id)/{number}", title: "Generated row", doc: "One row.", shape: RowScreen.shape,
                actions: RowScreen.actions
            ) { [list] parameters throws(Fault) in
                RowScreen(list.make(parameters["number"].flatMap { Int($0) } ?? 0))
            })
        registry.add(
            Resource("\(list.id)://note", title: "Generated note", doc: "A text.", mimeType: "text/plain") {
                [list] _ throws(Fault) in .text(list.id)
            })
    }
}

/// Manifest of the module of a number.
func manifest(of number: Int) -> ModuleManifest {
    // All of one length: a longer name costs more to read, however many there are.
    let digits = String(number)
    let id = "growth" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return ModuleManifest(
        id: id, title: "Growth \(number)", doc: "A generated feature.",
        settings: ModuleSettings(id: id, endpoint: "http://127.0.0.1:9", timeout: .seconds(1)),
        ownSettings: [rowCount(of: id).declaration], routes: [RouteTemplate("galleria://\(id)/{number}")],
        sample: { _ in nil })
}

private func rowCount(of id: String) -> SettingKey<Int> {
    SettingKey("modules.\(id).rows", .whole(0...10_000_000), default: 10, "How many rows the list has.")
}

/// A row that is computed from its number.
struct GeneratedRow: Sendable {
    let number: Int
    var name: String { "Row \(number) of a generated list" }

    static let shape = ResultShape<GeneratedRow>([
        ResultField("number", .whole, "Its place, from 0.") { $0.number },
        ResultField("name", .text, "What it is called.") { $0.name },
    ])
}

/// A list of so many rows, and what can be asked of it.
private struct GeneratedList: Sendable {
    let id: String
    let total: Int
    private let count = RowCount()

    init(id: String, total: Int) {
        self.id = id
        self.total = total
    }

    /// The rows that were made so far: what a page costs its feature.
    private final class RowCount: Sendable {
        let made = Mutex(0)
    }

    func make(_ number: Int) -> GeneratedRow {
        count.made.withLock { $0 += 1 }
        return GeneratedRow(number: number)
    }

    private func page(at offset: Int, size: Int) -> Page<GeneratedRow> {
        Page(items: (offset..<max(offset, min(offset + size, total))).map(make), total: total)
    }

    private struct Query: Sendable {
        let cursor: String?
        let pages: Int
        let size: Int
    }

    var pages: Operation<some Sendable, ListAnswer<GeneratedRow>> {
        Operation(
            "list", title: "List rows", doc: "The rows, page by page.", effect: .reads, example: [],
            parameters: ParameterShape(
                Query.init, ListParameters.cursor, ListParameters.pages,
                Parameter.defaulted("size", .whole(1...10_000), "Rows a page.", default: 20)),
            result: ListAnswer.shape(of: GeneratedRow.shape),
            present: { answer in
                Document([
                    .table(
                        Table(
                            columns: [Column("number", priority: 0), Column("name", priority: 0)],
                            rows: answer.items.map { [Inline("\($0.number)"), Inline($0.name)] },
                            emptyText: "No rows.")), .pageSummary(answer.summary),
                ])
            }
        ) { query, context throws(Fault) in
            let method = "\(id).list"
            let start =
                try query.cursor.map { text throws(Fault) in try ListCursor(text, for: method).position } ?? 0
            let (items, total, next) = try await collectPages(
                from: start, pages: query.pages,
                strategy: PageStrategy(unit: .rowOffset, size: query.size, shortPageEnds: true),
                id: { ExactName(String($0.number)) }, context: context
            ) { offset throws(Fault) in page(at: offset, size: query.size) }
            return ListAnswer(
                items: items, total: total, nextCursor: next.map { ListCursor(position: $0).text(for: method) },
                firstIndex: start + 1)
        }
    }

    var row: Operation<Int, GeneratedRow> {
        Operation(
            "row", title: "Show a row", doc: "One row.", effect: .reads, example: [JSONMember("number", 7)],
            parameters: ParameterShape(
                { $0 }, Parameter.required("number", .whole(0...10_000_000), "Its place.", examples: [7])),
            result: GeneratedRow.shape, present: { Document([.paragraph(Inline($0.name))]) }
        ) { number, _ throws(Fault) in make(number) }
    }

    var made: Operation<NoParameters, Int> {
        Operation(
            "made", title: "Count rows made", doc: "How many rows were made so far.", effect: .reads, example: [],
            parameters: .none, result: ResultShape([ResultField("rows", .whole, "Rows.") { $0 }]),
            present: { Document([.paragraph(Inline("\($0) rows"))]) }
        ) { _, _ throws(Fault) in count.made.withLock { $0 } }
    }
}

/// One row.
private final class RowScreen: ScreenModel {
    let state: ScreenState<GeneratedRow>

    init(_ row: GeneratedRow) { state = ScreenState(row) }

    static var shape: ResultShape<GeneratedRow> { GeneratedRow.shape }

    static var actions: [ScreenAction<RowScreen>] { [] }

    func present(_ state: GeneratedRow) -> Document { Document([.paragraph(Inline(state.name))]) }
    func open() {}
    func close() {}
}
