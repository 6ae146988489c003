import FeatureKit
import HTTP
import JSON
import ModuleFile
import TestSupport
import Testing

/// Requests as a file declares them: addresses, queries, headers, bodies, secrets, steps.
@Suite("Requests of a declared module")
struct DeclaredRequestTests {
    private static let order = """
        rows:
          Order:
            key: number
            fields: { number: { from: number, type: int }, state: state }
        """

    private static func module(_ operation: String, head: String = "") -> TestModule {
        TestModule(
            "shop",
            """
            galleria: 1
            title: Shop
            doc: A shop.
            endpoint: https://shop.example/api
            \(head)
            \(order)
            operations:
            \(operation)
            samples: [{ op: act, params: {}, file: a.json }\(operation.contains("\n  all:") ? ", { op: all, file: b.json }" : "")]
            """)
    }

    private static let answer = HTTPResponse.json(#"{"order": {"number": 7, "state": "placed"}}"#, status: 201)

    @Test("a file may name every code of a failed call, and no other")
    func codes() {
        #expect(ErrorDeclaration.codes == FaultCode.allCases.map(\.rawValue))
    }

    @Test(
        "each method sends its body as JSON, and says so",
        arguments: ["post", "put", "patch", "delete"])
    func methods(_ method: String) async throws {
        let body =
            method == "delete"
            ? ""
            : #"body: { lines: [{ sku: "{sku}", count: "{params.count}" }], note: "for {sku}", gift: "{gift}", fixed: 1.50 }"#
        let harness = try Self.module(
            """
              act:
                doc: Acts.
                params: { sku: { type: text, examples: [A] }, count: { type: int, default: 1 }, gift: { type: bool, required: false } }
                \(method): /orders/{sku}
                \(body)
                item: order
                row: Order
                effect: { writes: { idempotent: false, destructive: false } }
            """
        ).harness { _ in Self.answer }
        let result = try await harness.call("shop.act", ["sku": "a/b 책", "count": "3"])
        #expect(result["number"]?.integer == 7)
        let request = try #require(harness.requests.first)
        #expect(request.method.rawValue == method.uppercased())
        #expect(request.url == "https://shop.example/api/orders/a%2Fb%20%EC%B1%85")
        #expect(request.isRepeatable == false)
        if method == "delete" {
            #expect(request.body == nil)
        } else {
            // A number stays one, and what was left out is left out.
            let text = #"{"lines":[{"sku":"a/b 책","count":3}],"note":"for a/b 책","fixed":1.50}"#
            #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == text)
            #expect(request.headers.first { $0.isNamed("Content-Type") }?.value == "application/json")
        }
    }

    @Test("a key of its own goes with each call, and makes it repeatable")
    func idempotency() async throws {
        let harness = try Self.module(
            """
              act:
                doc: Acts.
                post: /orders
                item: order
                row: Order
                effect: { writes: { idempotent: false, destructive: false } }
                idempotency: Idempotency-Key
            """
        ).harness { _ in Self.answer }
        for _ in 0..<2 { _ = try await harness.call("shop.act") }
        let keys = harness.requests.compactMap { $0.headers.first { $0.isNamed("Idempotency-Key") }?.value }
        #expect(keys.count == 2 && keys[0] != keys[1])
        for key in keys {
            // RFC 9562 section 5.4.
            let parts = key.split(separator: "-").map { Array($0.utf8) }
            #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
            #expect(parts[2].first == UInt8(ascii: "4") && "89ab".utf8.contains(parts[3][0]))
        }
        #expect(harness.requests.allSatisfy { $0.isRepeatable })
        #expect(harness.requests.allSatisfy { $0.body == [] })
    }

    /// The four kinds of auth, and what a server sees of each.
    static let kinds: [(auth: String, header: String?, query: String?)] = [
        ("{ header: { X-Key: settings.key } }", "X-Key: k3y", nil),
        ("{ query: { appid: settings.key } }", nil, "appid=k3y"),
        ("{ bearer: settings.key }", "Authorization: Bearer k3y", nil),
        ("{ basic: { user: settings.user, password: settings.key } }", "Authorization: Basic bWU6azN5", nil),
    ]

    @Test("secrets go where the file says, and nowhere else", arguments: kinds)
    func auth(_ kind: (auth: String, header: String?, query: String?)) async throws {
        let module = Self.module(
            """
              act:
                doc: Acts.
                get: /orders
                item: order
                row: Order
            """,
            head: """
                settings: { key: { type: secret, doc: A key. }, user: { type: text, doc: A user. } }
                auth: \(kind.auth)
                """)
        let settings = [("modules.shop.key", "k3y"), ("modules.shop.user", "me")]
        let harness = try module.harness(settings: settings.map { (key: $0.0, value: $0.1) }) { _ in Self.answer }
        _ = try await harness.call("shop.act")
        let request = try #require(harness.requests.first)
        #expect(request.headers.map { "\($0.name): \($0.value)" } == [kind.header].compactMap(\.self))
        #expect(request.url == "https://shop.example/api/orders" + (kind.query.map { "?" + $0 } ?? ""))
        #expect(!request.redactedURL.contains("k3y"))
        let without = try module.harness { _ in Self.answer }
        let fault = await without.fault("shop.act")
        #expect(fault?.code == .upstreamRejected)
        #expect(fault?.message.contains("modules.shop.") == true)
        #expect(without.requests.isEmpty)
    }

    @Test("a value can't add a segment, a parameter or a header")
    func staysInPlace() async throws {
        let harness = try Self.module(
            """
              act:
                doc: Acts.
                params: { id: { type: text, examples: [a] }, tag: { type: text, required: false } }
                get: /orders/{id}
                query: { tag: "{tag}" }
                headers: { X-Tag: "{tag}" }
                item: order
                row: Order
            """
        ).harness { _ in Self.answer }
        _ = try await harness.call("shop.act", ["id": "../x?y=1#z", "tag": "a&b=c"])
        #expect(
            harness.requests.map(\.url) == ["https://shop.example/api/orders/..%2Fx%3Fy%3D1%23z?tag=a%26b%3Dc"])
        for id in ["..", ".", ""] {
            #expect(await harness.fault("shop.act", ["id": .string(id)])?.code == .invalidArgument)
        }
        #expect(await harness.fault("shop.act", ["id": "a", "tag": "a\r\nX-Evil: 1"])?.code == .invalidArgument)
        #expect(harness.requests.count == 1)
    }

    @Test("steps read those before them, and rows read all")
    func steps() async throws {
        let module = TestModule(
            "weather",
            """
            galleria: 1
            title: Weather
            doc: The weather of places.
            endpoint: https://weather.example
            rows:
              Day:
                key: day
                fields:
                  day: { from: date(dt), type: date }
                  degrees: { from: t, type: number }
                  place: "step('spot')[0].name"
                  asked: "param('place')"
            operations:
              daily:
                doc: The coming days.
                params: { place: { type: text, examples: [London] }, days: { type: int, range: 1..16, default: 2 } }
                steps:
                  - { id: spot, get: /geo, query: { q: "{params.place}" }, cache: { for: 30d },
                      errors: [{ when: "length(@) == `0`", code: not_found, message: "'No such place.'" }] }
                  - { id: sky, get: /sky, query: { lat: "{steps.spot[0].lat}", lon: "{steps.spot[0].lon}", cnt: "{params.days}" } }
                items: steps.sky.list
                row: Day
            samples: [{ op: daily, params: { place: London }, file: { spot: a.json, sky: b.json } }]
            """)
        let harness = try module.harness { request in
            if request.url.contains("/geo?q=Nowhere") { return .json("[]") }
            if request.url.contains("/geo") { return .json(#"[{"name": "London, GB", "lat": 51.50, "lon": -0.12}]"#) }
            return .json(#"{"list": [{"dt": 1764000000, "t": 7.50}, {"dt": 1764086400, "t": 8}]}"#)
        }
        let answer = try await harness.call("weather.daily", ["place": "London", "days": 2])
        #expect(
            harness.requests.map(\.url) == [
                "https://weather.example/geo?q=London", "https://weather.example/sky?lat=51.50&lon=-0.12&cnt=2",
            ])
        #expect(harness.requests.map(\.lifetime) == [2_592_000, nil])
        #expect(
            answer["items"] == [
                ["day": "2025-11-24", "degrees": .number("7.50"), "place": "London, GB", "asked": "London"],
                ["day": "2025-11-25", "degrees": 8, "place": "London, GB", "asked": "London"],
            ])
        let fault = await harness.fault("weather.daily", ["place": "Nowhere"])
        #expect(fault?.code == .notFound && fault?.message == "No such place.")
    }

    /// Statuses and bodies, and the faults that they are.
    static let refusals: [(status: Int, body: String, code: FaultCode, message: String, isRetryable: Bool)] = [
        (409, #"{"reason": "sold out"}"#, .invalidArgument, "Sold out.", false),
        (200, #"{"error": "7", "order": {"number": 1}}"#, .busy, "Error 7.", true),
        (503, #"{"reason": "down"}"#, .offline, "The server refused the request.", false),
        (404, "<html>", .notFound, "The server has nothing at this address.", false),
        (401, "{}", .upstreamRejected, "The server refused the request with HTTP status 401.", false),
        (400, "not JSON", .upstreamRejected, "The server refused the request with HTTP status 400.", false),
        (429, "", .upstreamRejected, "The server was asked too often.", true),
        (500, "{}", .upstreamUnavailable, "The server failed with HTTP status 500.", true),
        (200, "<html>", .upstreamMalformed, "The server's answer is not JSON, from byte 0 on.", false),
        (200, #"{"order": 7}"#, .upstreamMalformed, "The server's answer has no order.", false),
        (204, "", .upstreamMalformed, "The server's answer is not JSON, from byte 0 on.", false),
    ]

    @Test("what the file explains is said as it says, all else by its status", arguments: refusals)
    func errors(
        _ refusal: (status: Int, body: String, code: FaultCode, message: String, isRetryable: Bool)
    ) async throws {
        let harness = try Self.module(
            """
              act:
                doc: Acts.
                post: /orders
                item: order
                row: Order
                effect: { writes: { idempotent: true, destructive: false } }
                errors:
                  - { status: 409, code: invalid_argument, message: reason, hint: Order less. }
                  - { when: "error == '7'", code: busy, message: "join(' ', ['Error', error])" }
                  - { status: 503, code: offline }
            """
        ).harness { _ in .json(refusal.body, status: refusal.status) }
        let fault = await harness.fault("shop.act")
        #expect(fault?.code == refusal.code)
        #expect(fault?.message == refusal.message)
        #expect(fault?.retryable == refusal.isRetryable)
        if refusal.status == 409 { #expect(fault?.hint == "Order less.") }
    }

    @Test("an answer without a body is done, where nothing of it is shown")
    func done() async throws {
        let harness = try Self.module(
            """
              act:
                doc: Removes an order.
                params: { number: { type: int, examples: [7] } }
                delete: /orders/{number}
                effect: { writes: { idempotent: true, destructive: true } }
                confirm: "Remove order {number}?"
            """
        ).harness { _ in HTTPResponse(status: 204) }
        #expect(try await harness.call("shop.act", ["number": 7]) == ["done": true])
        #expect(harness.requests.map(\.method) == [.delete])
        #expect(harness.requests.allSatisfy { $0.isRepeatable })
    }

    @Test("after a write, what was kept before is confirmed once")
    func revalidates() async throws {
        let harness = try Self.module(
            """
              act:
                doc: Acts.
                post: /orders
                effect: { writes: { idempotent: true, destructive: false } }
              all:
                doc: The orders.
                get: /orders
                items: orders
                row: Order
            """
        ).harness { _ in .json(#"{"orders": [{"number": 1, "state": "placed"}]}"#) }
        for _ in 0..<2 { _ = try await harness.call("shop.all") }
        _ = try await harness.call("shop.act")
        for _ in 0..<2 { _ = try await harness.call("shop.all") }
        #expect(harness.requests.map(\.mustRevalidate) == [false, false, false, true, false])
    }
}
