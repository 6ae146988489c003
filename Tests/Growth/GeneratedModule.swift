import DesignSystem
import FeatureKit
import JSON
import Settings
import Synchronization

/// One of many features that differ in nothing but their names: a list, a row, a screen and a resource.
func generatedFeature(_ number: Int) -> Feature {
    // All of one length: a longer name costs more to read, however many there are.
    let digits = String(number)
    let id = "growth" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let rows = GeneratedRows(id: id)
    let total = rowCount(of: id)
    let resource = Resource(
        "\(id)://note", title: "Generated note", doc: "A text.", mimeType: "text/plain"
    ) { _ throws(Fault) in .text(id) }
    return Feature(
        id, title: "Growth \(number)", doc: "A generated feature.", endpoint: "http://127.0.0.1:9",
        settings: [total.declaration, GeneratedRows.pageSize(of: id).declaration], sample: { _ in nil },
        parts: [
            rows.list(total), rows.row, rows.made, rows.many,
            ScreenDefinition(
                "galleria://\(id)/{number}", title: "Generated row", doc: "One row.", shape: RowScreen.shape,
                actions: RowScreen.actions
            ) { parameters throws(Fault) in
                RowScreen(rows.make(parameters["number"].flatMap { Int($0) } ?? 0))
            },
            MadePart { _, registration in registration.add(resource) },
        ])
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

/// Rows that are made when they are asked for, and counted.
private final class GeneratedRows: Sendable {
    private let id: String
    /// The rows that were made so far: what a page costs its feature.
    private let count = Mutex(0)

    init(id: String) { self.id = id }

    private static let number = Field.whole("number", "Its place, from 0.", .key)
    private static let name = Field.text("name", "What it is called.", .title)
    private static let layout = RowLayout("row", [number, name])

    static func pageSize(of id: String) -> SettingKey<Int> {
        SettingKey("modules.\(id).pageSize", .whole(1...100), default: 20, "Rows a page.")
    }

    func make(_ number: Int) -> GeneratedRow {
        count.withLock { $0 += 1 }
        return GeneratedRow(number: number)
    }

    func list(_ total: SettingKey<Int>) -> ListPart {
        ListPart(
            "list", title: "List rows", doc: "The rows, page by page.", of: Self.layout,
            paging: .offset(Self.pageSize(of: id))
        ) { [self] page, call throws(Fault) in
            let total = call.settings[total]
            let numbers = page.offset..<max(page.offset, min(page.offset + page.size, total))
            let rows = Self.layout.rows(of: numbers.map(make)) { made, row in
                row.set(Self.number, made.number)
                row.set(Self.name, made.name)
            }
            return RowPage(rows: rows, total: total, received: numbers.count)
        }
    }

    /// So many rows in one answer.
    var many: Operation<Int, [GeneratedRow]> {
        Operation(
            "many", title: "Show rows", doc: "So many rows.", effect: .reads, example: [JSONMember("count", 7)],
            parameters: ParameterShape(
                { $0 }, Parameter.required("count", .whole(0...10_000), "How many.", examples: [7])),
            result: ResultShape([ResultField("items", .list(of: .object(GeneratedRow.shape)), "The rows.") { $0 }]),
            present: { rows in
                Document([
                    .table(
                        Table(
                            columns: [Column("number", priority: 0), Column("name", priority: 0)],
                            rows: rows.map { [Inline("\($0.number)"), Inline($0.name)] }, emptyText: "No rows."))
                ])
            }
        ) { [self] count, _ throws(Fault) in (0..<count).map(make) }
    }

    var row: Operation<Int, GeneratedRow> {
        Operation(
            "row", title: "Show a row", doc: "One row.", effect: .reads, example: [JSONMember("number", 7)],
            parameters: ParameterShape(
                { $0 }, Parameter.required("number", .whole(0...10_000_000), "Its place.", examples: [7])),
            result: GeneratedRow.shape, present: { Document([.paragraph(Inline($0.name))]) }
        ) { [self] number, _ throws(Fault) in make(number) }
    }

    var made: Operation<NoParameters, Int> {
        Operation(
            "made", title: "Count rows made", doc: "How many rows were made so far.", effect: .reads, example: [],
            parameters: .none, result: ResultShape([ResultField("rows", .whole, "Rows.") { $0 }]),
            present: { Document([.paragraph(Inline("\($0) rows"))]) }
        ) { [self] _, _ throws(Fault) in count.withLock { $0 } }
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
