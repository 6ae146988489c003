import HTTP
import JSON

@testable import FeatureKit

/// Rows with a field of every kind, whose sample data have what makes lists go wrong: equal values and missing ones, accents and
/// capitals, reduced prices, texts of several lines.
enum Kiosk {
    static let id = Field.whole("id", "Its number.", .key, .filter, filter: "ids")
    static let name = Field.text("name", "Its name.", .title)
    static let street = Field.text("street", "Where it stands.", nil, .filter)
    static let kind = Field.word("kind", "Its trade.", ["news", "food", "flowers"], .filter)
    static let price = Field.money("price", "Rent of a day.", .code("EUR"), .price, .filter)
    static let reduced = Field.money("reduced", "Reduced rent.", .code("EUR"), .reduced)
    static let discount = Field.whole("discount", "Percent off.", .discount, .filter)
    static let closed = Field.flag("closed", "Whether it is closed.", .badge("closed"), .filter)
    static let heated = Field.flag("heated", "Whether it is heated.", nil, .filter)
    static let corner = Field.flag("corner", "Whether it stands at a corner.", nil, [.filter, .hidden])
    static let seats = Field.whole("seats", "Seats.")
    static let score = Field.number("score", "Points of its guests.")
    static let opened = Field.date("opened", "Its first day.")
    static let picture = Field.picture("imageURL", "A picture.", from: "picture")
    static let site = Field.link("site", "Its own pages.")
    static let about = Field.prose("about", "What it says of itself.")
    static let tags = Field.texts("tags", "Words about it.")
    static let owner = Field.row("owner", "Who runs it.", of: RowLayout("owner", [ownerName, ownerSite]))
    static let days = Field.rows("days", "When it is open.", of: RowLayout("day", [day, hours]))
    static let route = Field.route("galleria://kiosks/{id}")

    private static let ownerName = Field.text("person", "The name.", .key)
    private static let ownerSite = Field.link("page", "A page.")
    private static let day = Field.text("day", "The day.", .key)
    private static let hours = Field.prose("hours", "From when to when.")

    static let fields: [any RowField] = [
        id, name, street, kind, price, reduced, discount, closed, heated, corner, seats, score, opened, picture, site,
        about, tags, owner, days, route,
    ]
    static let layout = RowLayout("kiosk", fields)

    /// The same rows, but for a search that looks through the streets alone.
    static let searchedByStreet = RowLayout(
        "kiosk",
        fields.map { field in
            field.declaration === street.declaration
                ? Field.text("street", "Where it stands.", nil, [.filter, .search]) : field
        })

    /// 26 rows, each in the upstream's own shape.
    static let rows: [JSONValue] = (0..<26).map { number in
        let names = ["Café Zoé", "Bude 10", "bude 2", "Łódź Express", "CAFÉ Zoé", "Ｎｅｗｓ & more", "Kiosk | am Park"]
        let streets = ["Nordring", "Süderweg 4", "nordring", "Am Wall"]
        let kinds = ["news", "food", "flowers", "food"]
        var members = [
            JSONMember("id", .integer(100 + number * 7 % 26)),
            JSONMember("name", .string(names[number % 7])),
            JSONMember("price", .number(["12.50", "8", "20", "8.00", "100.25"][number % 5])),
            JSONMember("corner", .bool(number % 3 == 0)),
        ]
        func add(_ name: String, _ value: JSONValue, where isThere: Bool = true) {
            if isThere { members.append(JSONMember(name, value)) }
        }
        add("street", .string(streets[number % 4]), where: number % 6 != 5)
        add("kind", .string(kinds[number % 4]), where: number % 9 != 8)
        add("reduced", .number(["7.50", "4"][number % 2]), where: number % 4 == 1)
        add("closed", .bool(number % 4 == 0), where: number % 5 != 4)
        add("heated", .bool(number % 2 == 0), where: number % 7 != 6)
        add("seats", .integer([4, 12, 4, 0][number % 4]), where: number % 8 != 7)
        add("score", .number(["4.5", "4.50", "10", "3.25"][number % 4]), where: number % 6 != 0)
        add("opened", .string("20\(10 + number % 3)-0\(1 + number % 4)-1\(number % 2)"), where: number % 10 != 9)
        add("picture", .string("https://kiosk.example/\(number).png"), where: number % 5 != 3)
        add("site", .string("https://kiosk.example/\(number)"), where: number % 3 != 2)
        add("about", .string("Papers of \(number) towns.\n\n* and coffee"), where: number % 2 == 0)
        add("tags", .array([.string("tag \(number)"), "warm"]), where: number % 4 != 2)
        add("owner", ["person": .string("Ann \(number)"), "page": "https://ann.example/"], where: number % 3 == 0)
        add("days", .array(number % 2 == 0 ? [["day": "Mon", "hours": "9–18\n20–22"], ["day": "Tue"]] : []))
        return .object(members)
    }

    /// A page of ten rows, by the name of the answer: `kiosks`, and `dearer` and `fewer` whose seventh row is another, or is not there.
    @Sendable static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.path.count == 1, let name = request.path.first,
            let page = request.query.first.flatMap({ Int($0.value) })
        else { return nil }
        var rows = rows
        switch name {
        case "kiosks": break
        case "dearer":
            rows[6] = .object((rows[6].members ?? []).map { $0.key == "price" ? JSONMember("price", 999) : $0 })
        case "fewer": rows.remove(at: 6)
        default: return nil
        }
        let body: JSONValue = [
            "kiosks": .array(Array(rows.dropFirst((page - 1) * 10).prefix(10))), "total": .integer(rows.count),
        ]
        return HTTPResponse(status: 200, body: body.serialized(), source: .sample)
    }

    /// - Parameters:
    ///   - layout: of the rows, as their operations and screens read them.
    ///   - name: of the answer that they read.
    static func list(_ layout: RowLayout = layout, from name: String = "kiosks") -> ListPart {
        ListPart("list", title: "Kiosks", doc: "The kiosks of a town.", of: layout, paging: .numbersOf(10)) {
            page, call throws(Fault) in
            try await call.rows(name, ["page": String(page.number)], at: "kiosks", total: "total")
        }
        .show(example: "100").screen("galleria://kiosks").detail("galleria://kiosks/{id}")
    }

    /// The feature, with a flaw or without any.
    static func feature(_ flaw: KioskFlaw? = nil) -> Feature {
        Feature(
            "kiosk", title: "Kiosks", doc: "The kiosks of a town.", endpoint: "https://kiosk.example",
            sample: answer,
            parts: [
                FlawedPart(sound: list(), shown: flaw?.screens ?? list(), flaw: flaw),
                Prompt("look", title: "Look around", doc: "Look at the kiosks.") { _ throws(Fault) in
                    [.text("Ask `kiosk_list` for the kiosks.")]
                },
            ])
    }
}
