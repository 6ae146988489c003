import DeclaredFeature
import DepotSamples
package import FeatureKit

/// A parcel.
enum Parcel {
    static let id = Field.whole("id", "Id.", .key, .filter)
    static let `default` = Field.text("default", #"The name on the "label", such as 배."#, .title, from: "label.name")
    static let weight = Field.number("weight", "Weight.", nil, [.sort, .unlisted])
    static let fee = Field.money("fee", "Fee.", .path("fee.unit"), .price, [.filter, .sort], from: "fee.amount")
    static let deposit = Field.money("deposit", "Deposit.", .code("KRW"))
    static let due = Field.date("due", "Due.")
    static let time = Field.duration("time", "Time.", from: "minutes")
    static let damaged = Field.flag("damaged", "Damaged.", nil, .filter)
    static let note = Field.prose("note", "Note.", .html)
    static let way = Field.text("way", "Way.", nil, .unlisted)
        .derived(by: "join(' → ', stops[].name) || param('floor') || setting('floor')")
    static let page = Field.link("page", "Page.", from: "url")
    static let photo = Field.picture("photo", "Photo.")

    static let fields: [any RowField] = [
        id, `default`, weight, fee, deposit, due, time, damaged, note, way, page, photo,
    ]
    static let layout = RowLayout("parcel", fields + [Field.route("galleria://depot/parcel/{id}")])
    static let moveLayout = RowLayout("parcel", fields)
}

/// An error.
enum ErrorRow {
    static let code = Field.text("code", "Code.", .key, .filter)
    static let dishes = Field.whole("dishes", "Dishes.").derived(by: "reply().count")

    static let layout = RowLayout("error", [code, dishes, Field.route("galleria://depot/errors/{code}")])
}

private let api = HTTPAPI(
    "depot", title: "창고 Depot", endpoint: "https://depot.example/v2",
    settings: [
        .text("user", default: "kim", "Name of the account."),
        .secret("password", "Its password."),
        .int("floor", 1...9, default: 3, "Floor of the shelves."),
        .bool("strict", default: true, "Whether damaged parcels are left out."),
        .duration("wait", default: "2s", "Time between two lorries."),
        .size("room", default: "4MiB", "Room of a label."),
    ],
    auth: .basic(userSetting: "user", passwordSetting: "password"), samples: sampleFile)

private let list = api.list(
    "list", "Parcels, the latest first.", of: Parcel.layout,
    parameters: [
        .text("state", values: ["here", "gone"], default: "here", "Where they are."),
        .int("floor", 1...9, required: false),
        .date("since", required: false, examples: ["2026-03-01"]),
        .bool("heavy", default: false),
        .number("least", required: false, examples: ["0.50"]),
    ],
    request: .get(
        "/parcels/{state}",
        query: [
            "floor": "{floor}", "since": "{since}", "heavy": "{heavy}", "least": "{params.least}", "from": "{offset}",
            "of": "{size}",
            "shown":
                "id,label.name,weight,fee.amount,fee.unit,deposit,due,minutes,damaged,note,stops.name,url,photo,"
                + "hidden,count",
        ],
        headers: ["X-Floor": "{settings.floor}"], kept: .seconds(120)),
    items: "parcels[?!(hidden)]", total: "count", pages: .offsets(from: 1, size: 2, .untilTotal),
    samples: [.of([:], "1.json", "2.json")])

private let errors = api.list(
    "errors", "Errors of the scales.", of: ErrorRow.layout, request: .get("/errors"), items: "errors",
    pages: .addresses(at: "next", .untilEmpty), samples: [.of([:], "errors-1.json", "errors-2.json")])

private let show = api.detail(
    "show", "One parcel.", of: Parcel.layout, in: list, parameters: [.int("id")],
    request: .get("/parcel/{id}", kept: .zero), item: "@", samples: [.of(["id": "101"], "parcel.json")])

private let move = api.call(
    "move", "Moves a parcel to another shelf.", of: Parcel.moveLayout,
    parameters: [
        .int("id"),
        .text("shelf", pattern: #"^[A-Z]\d+$"#, examples: ["B12"]),
        .bool("careful", default: true),
    ],
    request: .put(
        "/parcel/{id}",
        body: [
            "to": ["{shelf}", nil, .spelled("1.50"), 7, true], "words": "to {shelf} on {settings.floor}",
            "careful": "{careful}",
        ],
        errors: [
            .status(409, .busy, message: "reason", hint: "Wait for the lorry."),
            .when("error && error.code == 'gone'", .notFound, message: "join(': ', [error.code, error.text])"),
        ]),
    item: "parcel", effect: .writes(idempotent: true, destructive: false), confirm: "Move {id} to {shelf}?",
    samples: [.of(["id": "101", "shelf": "B12"], "moved.json")])

private let drop = api.call(
    "drop", "Throws a parcel away.", parameters: [.int("id")], request: .delete("/parcel/{id}"),
    effect: .writes(idempotent: true, destructive: true), confirm: "Throw {id} away?", idempotency: "X-Once",
    samples: [.of(["id": "102"], "none.json")])

/// Parcels of a depot, with every key that a module's file may have.
package let depot = Feature(
    api, doc: "Parcels of a depot, with every key that a module's file may have.",
    sampling: [list, show, errors, move, drop],
    parts: [
        ListPart(list)
            .screen("galleria://depot{?state,floor,since,heavy,least}").action(RowAction(drop)).summary()
            .heading("창고 Depot"),
        ShowPart(show)
            .screen("galleria://depot/parcel/{id}", title: "Parcel").action(RowAction(move)).action(RowAction(drop)),
        ListPart(errors).screen("galleria://depot/errors").detail("galleria://depot/errors/{code}"),
        RowOperation(move),
        RowOperation(drop),
    ])

/// A file of Config/samples/Depot, from the binary.
private let sampleFile: SampleReader = { name in
    let file = depot_sample(name)
    return file.bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: file.count)) }
}
