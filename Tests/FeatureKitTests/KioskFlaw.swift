import DesignSystem
import JSON
import TestSupport

@testable import FeatureKit

/// One fault of the kiosks, made by corrupting what a sound operation takes or gives, or by screens of another list.
enum KioskFlaw: String, CaseIterable, Sendable {
    case tableLacksSeats, markdownLacksSeats, routeLacks, detailLacksProse
    case boundHides, boundLetsThrough, discountIsIgnored, flagIsIgnored, wordIsIgnored, keyIsLost,
        hiddenFlagLetsThrough, missingIsNotSaid
    case sortIsIgnored, sortIsUnstable, missingFirst, sortLosesRow, descendingIsAscending
    case keyIsDropped, othersAreGiven, valueChanges, emptyIsGiven
    case accentsCount, anyWordWill
    case cursorForgetsOrder, cursorRepeatsRow, totalOfUpstream, wrongType
    case screenShowsOtherPrice, rowScreenShowsOtherPrice, screenLacksRow, screenFindsOtherwise, screenSortsOtherwise,
        screenFiltersOtherwise
    case unknownKeyIsOffered

    /// The list whose screens are shown; nil for the sound one.
    var screens: ListPart? {
        switch self {
        case .screenShowsOtherPrice, .rowScreenShowsOtherPrice: Kiosk.list(from: "dearer")
        case .screenLacksRow: Kiosk.list(from: "fewer")
        case .screenFindsOtherwise: Kiosk.list(Kiosk.searchedByStreet)
        default: nil
        }
    }

    /// The question as the sound operation is asked.
    func question(_ question: JSONValue) -> JSONValue {
        switch self {
        case .boundLetsThrough: return question.without("maxPrice")
        case .discountIsIgnored: return question.without("minDiscount")
        case .flagIsIgnored, .screenFiltersOtherwise: return question.without("heated")
        case .wordIsIgnored: return question.without("kind")
        case .sortIsIgnored: return question.without("sort")
        case .descendingIsAscending, .screenSortsOtherwise:
            guard question["sort"] == "-opened" else { break }
            return question.without("sort").with("sort", "opened")
        case .othersAreGiven: return question.without("fields")
        case .cursorForgetsOrder where question["cursor"] != nil: return question.without("cursor")
        case .anyWordWill:
            guard let words = question["query"]?.string, let word = words.split(separator: " ").first else { break }
            return question.with("query", .string(String(word)))
        case .accentsCount:
            guard let words = question["query"]?.string, words.unicodeScalars.contains("\u{301}") else { break }
            return question.with("query", "zqxj")
        default: break
        }
        return question
    }

    /// The result in place of the sound one.
    func result(_ result: JSONValue, _ question: JSONValue) -> JSONValue {
        let sort = question["sort"]?.string
        switch self {
        case .boundHides where question["minPrice"] != nil: return result.changingItems { Array($0.dropFirst()) }
        case .keyIsLost where (question["ids"]?.array?.count ?? 0) > 2:
            return result.changingItems { Array($0.dropLast()) }
        case .hiddenFlagLetsThrough where question["corner"] == .bool(false):
            return result.changingItems { Kiosk.firstCorner($0) }
        case .missingIsNotSaid: return result.without("missing")
        case .sortIsUnstable where sort == "price":
            return result.changingItems { $0.swapping { $0["price"] == $1["price"] && $0["reduced"] == $1["reduced"] } }
        case .missingFirst where sort == "score":
            return result.changingItems { items in
                items.filter { $0["score"] == nil } + items.filter { $0["score"] != nil }
            }
        case .sortLosesRow where sort != nil: return result.changingItems { Array($0.dropLast()) }
        case .keyIsDropped where question["fields"] == ["seats"]:
            return result.changingItems { $0.map { $0.without("id") } }
        case .valueChanges where question["fields"] == ["seats"]:
            return result.changingItems { $0.map { $0["seats"] == 12 ? $0.with("seats", 13) : $0 } }
        case .emptyIsGiven: return result.changingItems { $0.map { $0["street"] == nil ? $0.with("street", "") : $0 } }
        case .cursorRepeatsRow where question["cursor"] != nil:
            return result.changingItems { $0.first.map { [$0, $0] } ?? [] }
        case .totalOfUpstream where question.members?.isEmpty == false: return result.with("total", 26)
        case .wrongType:
            return result.changingItems { $0.map { $0["seats"] == 12 ? $0.with("seats", "12") : $0 } }
        default: return result
        }
    }

    /// The document in place of the sound one.
    func document(_ document: Document) -> Document {
        Document(
            document.plainBlocks.compactMap { block in
                switch (self, block) {
                case (.tableLacksSeats, .table(let table)): .table(table.emptying("seats"))
                case (.markdownLacksSeats, .table(let table)): .facts(Facts(ForgetfulTable(table: table)))
                case (.routeLacks, .table(let table)): .table(table.emptying("route"))
                case (.detailLacksProse, .text): nil
                default: block
                }
            })
    }

    /// The screen in place of the sound one.
    func screen(_ screen: ScreenDefinition) -> ScreenDefinition {
        guard self == .unknownKeyIsOffered, !screen.template.isFixed else { return screen }
        return screen.completing(["id": .oneOf(["100", "999"])])
    }
}

/// A list with its operations corrupted by a flaw, and the screens of another list that shows the same.
struct FlawedPart: FeaturePart {
    let sound: ListPart
    let shown: ListPart
    let flaw: KioskFlaw?

    var routes: [RouteTemplate] { sound.routes }

    func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment) {
        var operations = ModuleRegistration(id: registration.id)
        sound.register(in: &operations, environment)
        var screens = ModuleRegistration(id: registration.id)
        shown.register(in: &screens, FeatureEnvironment(environment.context))
        for layout in operations.layouts { registration.add(layout: layout) }
        for operation in operations.operations { registration.add(flawed(operation)) }
        for screen in screens.screens { registration.add(flaw?.screen(screen) ?? screen) }
    }

    /// An operation over the answers of another one.
    private func flawed(_ operation: RegisteredOperation) -> Operation<JSONValue, ToldAnswer> {
        let flaw = flaw
        let schema = operation.resultSchema()
        let required = schema["required"]?.array ?? []
        let fields = operation.resultFields.map { field in
            ResultFieldDescription(
                name: field.name, doc: field.doc, isOptional: !required.contains(.string(field.name)),
                schema: .given(schema["properties"]?[field.name]?.members ?? []))
        }
        return Operation(
            String(operation.method.dropFirst(operation.module.utf8.count + 1)), title: operation.title,
            doc: operation.doc, effect: operation.effect, example: operation.example,
            parameters: ParameterShape(fields: operation.parameters) { reader throws(WrongParameter) in
                reader.object.map { JSONValue($0) } ?? [:]
            },
            result: ResultShape(fields: fields) { told, writer in
                for member in told.json.members ?? [] {
                    writer.key(member.key)
                    writer.value(member.value)
                }
            },
            route: { $0.answer.route() },
            present: { told in flaw?.document(told.answer.document()) ?? told.answer.document() }
        ) { question, context throws(Fault) in
            let answer = try await operation.call((flaw?.question(question) ?? question).node, context)
            return ToldAnswer(answer: answer, json: flaw?.result(answer.json, question) ?? answer.json)
        }
    }
}

/// A sound answer, and the JSON that is given in place of its own.
struct ToldAnswer: Sendable {
    let answer: Answer
    let json: JSONValue
}

extension Kiosk {
    /// The rows, with a kiosk at a corner that is not among them.
    fileprivate static func firstCorner(_ items: [JSONValue]) -> [JSONValue] {
        [["id": 100, "name": "Café Zoé"]] + items
    }
}

/// A table whose Markdown, written apart from its blocks, forgets a column.
private struct ForgetfulTable: FactBlock {
    let table: Table

    var blocks: [Block] { [.table(table)] }

    func write(into markdown: inout MarkdownRenderer) { markdown.part(.table(table.emptying("seats"))) }
}

extension Table {
    /// The table with nothing in one column.
    fileprivate func emptying(_ title: String) -> Table {
        var table = self
        guard let place = columns.firstIndex(where: { $0.title == title }) else { return self }
        for row in rows.indices { table.rows[row][place] = "" }
        return table
    }
}

extension JSONValue {
    fileprivate func without(_ name: String) -> JSONValue { .object((members ?? []).filter { $0.key != name }) }

    fileprivate func with(_ name: String, _ value: JSONValue) -> JSONValue {
        .object((without(name).members ?? []) + [JSONMember(name, value)])
    }

    /// The result with other rows; its total follows.
    fileprivate func changingItems(_ change: ([JSONValue]) -> [JSONValue]) -> JSONValue {
        let items = self["items"]?.array ?? []
        let changed = change(items)
        let total = self["total"]?.integer.map { $0 + changed.count - items.count }
        let result = with("items", .array(changed))
        return total.map { result.with("total", .integer($0)) } ?? result
    }
}

extension [JSONValue] {
    /// The rows with the first neighbours that are alike in each other's place.
    fileprivate func swapping(_ areAlike: (JSONValue, JSONValue) -> Bool) -> [JSONValue] {
        guard let place = indices.dropLast().first(where: { areAlike(self[$0], self[$0 + 1]) }) else { return self }
        var rows = self
        rows.swapAt(place, place + 1)
        return rows
    }
}
