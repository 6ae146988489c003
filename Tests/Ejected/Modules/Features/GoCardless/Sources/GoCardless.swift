import DeclaredFeature
package import FeatureKit
import GoCardlessSamples

/// A payment.
enum Payment {
    static let id = Field.text("id", "Id.", .key, .filter)
    static let note = Field.text("note", "Note.", .title).derived(by: "description || id")
    static let amount = Field.money("amount", "Amount.", .code(""), .price, .filter)
        .derived(by: "money(join('', [to_string(amount), 'e-2']), currency)")
    static let status = Field.text("status", "Status.", nil, .filter)
    static let charged = Field.date("charged", "Charged.", from: "charge_date")

    static let fields: [any RowField] = [id, note, amount, status, charged]
    static let layout = RowLayout("payment", fields + [Field.route("galleria://goCardless/{id}")])
    static let collectLayout = RowLayout("payment", fields)
}

private let api = HTTPAPI(
    "goCardless", title: "GoCardless", endpoint: "https://api-sandbox.gocardless.com",
    settings: [.secret("token", "An access token, made in the dashboard under Developers.")],
    auth: .bearer(setting: "token"), samples: sampleFile)

private let list = api.list(
    "list", "Payments, newest first.", of: Payment.layout,
    request: .get(
        "/payments", query: ["limit": "{size}", "after": "{cursor}"], headers: ["GoCardless-Version": "2015-07-06"],
        errors: [.status(422, .invalidArgument, message: "error.errors[0].message || error.message")]),
    items: "payments", pages: .cursors(at: "meta.cursors.after", size: 10, .until("!(meta.cursors.after)")),
    samples: [.of([:], "payments-1.json", "payments-2.json", "payments-3.json")])

private let collect = api.call(
    "collect", "Collects an amount once.", of: Payment.collectLayout,
    parameters: [.int("cents", 100...500000), .text("mandate", pattern: "^MD[0-9A-Z]+$")],
    request: .post(
        "/payments", headers: ["GoCardless-Version": "2015-07-06"],
        body: ["payments": ["amount": "{cents}", "currency": "GBP", "links": ["mandate": "{mandate}"]]],
        errors: [.status(422, .invalidArgument, message: "error.errors[0].message || error.message")]),
    item: "payments", effect: .writes(idempotent: true, destructive: false),
    confirm: "Collect {cents} pence by the mandate {mandate}?", idempotency: "Idempotency-Key",
    samples: [.of(["cents": "2450", "mandate": "MD0003QW7K1J2H"], "collected.json")])

private let cancel = api.call(
    "cancel", "Cancels a payment.", of: Payment.collectLayout, parameters: [.text("id")],
    request: .post(
        "/payments/{id}/actions/cancel", headers: ["GoCardless-Version": "2015-07-06"],
        errors: [.status(422, .invalidArgument, message: "error.errors[0].message || error.message")]),
    item: "payments", effect: .writes(idempotent: true, destructive: true), confirm: "Cancel {id}?",
    samples: [.of(["id": "PM00EJ4W1PX5AQ"], "cancelled.json")])

/// Direct Debit payments of a GoCardless account; collects and cancels them.
package let goCardless = Feature(
    api, doc: "Direct Debit payments of a GoCardless account; collects and cancels them.",
    sampling: [list, collect, cancel],
    parts: [
        ListPart(list)
            .screen("galleria://goCardless").detail("galleria://goCardless/{id}").summary().heading("GoCardless"),
        RowOperation(collect),
        RowOperation(cancel),
    ])

/// A file of Config/samples/GoCardless, from the binary.
private let sampleFile: SampleReader = { name in
    let file = gocardless_sample(name)
    return file.bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: file.count)) }
}
