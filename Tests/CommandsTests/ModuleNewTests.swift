import Foundation
import JSON
import ModuleFile
import TestSupport
import Testing

@testable import Commands

/// `galleria module new` and `check`, against servers on loopback.
@Suite("Modules written by commands") struct ModuleNewTests {
    private let folder: Folder
    private var settings: String { folder("galleria.yaml") }
    private var file: String { folder("modules/concerts.yaml") }

    init() throws {
        folder = try Folder()
        try folder.write(Array("{}\n".utf8), "galleria.yaml")
    }

    private func new(_ words: String...) throws -> Outcome {
        try galleria(["module", "new"] + words + ["--config", settings, "--style", "plain", "--width", "120"])
    }

    /// 37 rows by `next`, ten a page, with prices, dates and pictures.
    private func concerts() throws -> ScriptedServer {
        let server = try ScriptedServer()
        for page in 1...4 {
            let rows = ((page - 1) * 10 + 1)...min(page * 10, 37)
            let results = rows.map { number -> JSONValue in
                [
                    "id": .string("cn-\(number)"), "name": .string("달빛 실내악 \(number)"),
                    "price": ["amount": .string("\(20 + number * 7 % 31).50"), "currency": "EUR"],
                    "starts_at": .string("2026-12-\(10 + number % 20)T19:30:00+09:00"),
                    "sold_out": .bool(number % 5 == 0),
                    "poster_url": .string("https://img.stage.example/\(number).jpg"), "tier": .integer(number % 3),
                    "tags": ["chamber"],
                    "venue": ["name": "한강 음악당", "location": ["lat": .number("37.5"), "lng": 127]],
                ]
            }
            let next: JSONValue = page < 4 ? .string(server.endpoint("concerts?page=\(page + 1)")) : .null
            let body: JSONValue = ["count": 37, "next": next, "results": .array(results)]
            let target = page == 1 ? "/concerts" : "/concerts?page=\(page)"
            server.answer(target, .json(String(decoding: body.serialized(), as: UTF8.self)))
        }
        return server
    }

    @Test("37 rows by next: the file, all pages as samples, each guess with its words, and commands to go on with")
    func concertsByNext() throws {
        let server = try concerts()
        let outcome = try new("concerts", "--endpoint", server.endpoint("concerts"))
        #expect(outcome.status == .done, "\(outcome.output)")
        #expect(server.targets == ["/concerts", "/concerts?page=2", "/concerts?page=3", "/concerts?page=4"])
        #expect(folder.everything.contains("modules/concerts/list-2.json"))
        let said = outcome.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        for line in [
            "concerts: 10 rows in results; a Concert is told apart by id.", "title: name",
            "price: price (amount, currency)", "date: starts_at", "picture: poster_url", "flag: sold_out",
            "total: count",
            "pages: by next: the answer's `next` is the following page",
        ] {
            #expect(said.contains(line), "\(line) is not in \(outcome.output)")
        }
        #expect(outcome.output.contains("Not guessed: what `tier` means. Say it in concerts.yaml, line"))
        #expect(outcome.output.contains("galleria call concerts.list sort=price maxPrice="))
        #expect(outcome.output.contains("galleria browse galleria://concerts"))
        let text = String(decoding: try folder.read("modules/concerts.yaml"), as: UTF8.self)
        #expect(text.contains("\nendpoint: http://127.0.0.1:\(server.port)\n"))
        guard case .success(let module) = ModuleFile.read(Array(text.utf8), label: file, id: "concerts") else {
            Issue.record("\(text)")
            return
        }
        let names = ["list", "list-2", "list-3", "list-4"].map { "concerts/\($0).json" }
        #expect(module.samples.map(\.files) == names.map { .one($0) })
        // The list is short: its samples are all of it.
        let cheapest = try galleria(["call", "concerts.list", "sort=price", "limit=1", "--json", "--config", settings])
        #expect(cheapest.status == .done && cheapest.json?["total"] == 37)
        let checked = try galleria(["module", "check", file, "--json"])
        #expect(checked.status == .done)
        let facts = checked.json?["modules"]?[0]
        #expect(facts?["origins"] == [.string("http://127.0.0.1:\(server.port)")])
        #expect(facts?["operations"] == ["concerts.list"] && facts?["changes"] == [] && facts?["secrets"] == [])
        #expect(facts?["routes"] == ["galleria://concerts", "galleria://concerts/{id}"])
    }

    @Test("nothing is overwritten, and nothing is left behind of what fails")
    func overwritesNothing() throws {
        let server = try concerts()
        #expect(try new("concerts", "--endpoint", server.endpoint("concerts")).status == .done)
        let before = try folder.everything.filter { $0.hasSuffix("yaml") || $0.hasSuffix("json") }.map {
            try folder.read($0)
        }
        let again = try new("concerts", "--endpoint", server.endpoint("concerts"), "--json")
        #expect(again.status == .usage)
        #expect(
            again.json?["error"]?["message"]?.string?.contains("is there already, and nothing is overwritten") == true)
        #expect(again.json?["error"]?["hint"] == "Move it away, or take another name.")
        let after = try folder.everything.filter { $0.hasSuffix("yaml") || $0.hasSuffix("json") }.map {
            try folder.read($0)
        }
        #expect(before == after)
        #expect(server.targets.count == 4, "nobody is asked for a file that could not be written")
        // A file in the samples' way.
        try folder.write([], "modules/plays")
        #expect(try new("plays", "--endpoint", server.endpoint("concerts")).status == .usage)
        #expect(!folder.everything.contains("modules/plays.yaml"))
    }

    @Test("a file is taken in place of an answer, and nobody is asked")
    func sample() throws {
        let server = try ScriptedServer()
        try folder.write(Array(#"{"data": [{"sku": "A1", "title": "우전", "price": "$5"}]}"#.utf8), "answer.json")
        let outcome = try new(
            "teas", "--endpoint", server.endpoint("teas?key=CANARY77"), "--sample", folder("answer.json"))
        #expect(outcome.status == .done && server.targets.isEmpty)
        #expect(outcome.output.contains("The value of key is written nowhere."))
        #expect(outcome.output.contains("modules.teas.apiKey, such as \"${TEAS_API_KEY}\"."))
        for name in folder.everything where name.hasPrefix("modules/teas") && name.contains(".") {
            #expect(!String(decoding: try folder.read(name), as: UTF8.self).contains("CANARY"))
        }
        #expect(!outcome.output.contains("CANARY"))
    }

    @Test("a secret goes to the server, and into no file, answer or error")
    func secret() throws {
        let server = try ScriptedServer()
        let rows = #""rows": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "first": "/t?token=CANARY77""#
        server.answer("/t?lang=ko&token=CANARY77", .json(#"{"next": "/t?token=CANARY77&page=2", \#(rows)}"#))
        server.answer("/t?token=CANARY77&page=2", .json(#"{"next": null, \#(rows)}"#))
        let outcome = try new("woods", "--endpoint", server.endpoint("t?token=CANARY77&lang=ko"))
        #expect(outcome.status == .done, "\(outcome.output)")
        #expect(server.targets.count == 2)
        let all = try ["woods.yaml", "woods/list.json"].map {
            String(decoding: try folder.read("modules/\($0)"), as: UTF8.self)
        }
        #expect(!(all.joined() + outcome.output).contains("CANARY"))
        #expect(all[1].contains("token=***"))
        let refused = try new("woods2", "--endpoint", server.endpoint("none?token=CANARY77"), "--json")
        #expect(refused.status == .failed && !refused.output.contains("CANARY"))
    }

    @Test("a second page that is the first again, or does not come, costs the guess and nothing else")
    func refuted() throws {
        let server = try ScriptedServer()
        let body = #"{"page": 1, "trees": [{"id": 1, "name": "밤나무"}, {"id": 2, "name": "槐樹"}]}"#
        server.answer("/same", .json(body))
        server.answer("/same?page=2", .json(body))
        server.answer("/gone", .json(body))
        let same = try new("same", "--endpoint", server.endpoint("same"), "--json")
        #expect(same.json?["samples"]?.array?.count == 1)
        #expect(same.json?["questions"]?[0]?["text"]?.string?.contains("gave the first again") == true)
        let gone = try new("gone", "--endpoint", server.endpoint("gone"), "--json")
        #expect(gone.status == .done)
        #expect(gone.json?["questions"]?[0]?["text"]?.string?.contains("takes `page`") == true)
        #expect(server.targets == ["/same", "/same?page=2", "/gone", "/gone?page=2"])
    }

    @Test("a Link field is followed within the origin, and nowhere else")
    func links() throws {
        let (server, other) = (try ScriptedServer(), try ScriptedServer())
        let body = #"[{"id": 1, "name": "밤나무"}, {"id": 2, "name": "槐樹"}]"#
        server.answer("/a", .json(body, fields: [#"Link: </a?page=2>; rel="next""#]))
        server.answer("/a?page=2", .json(#"[{"id": 3, "name": "소나무"}]"#))
        server.answer("/b", .json(body, fields: ["Link: <\(other.endpoint("b"))>; rel=next"]))
        #expect(try new("one", "--endpoint", server.endpoint("a")).output.contains("2 samples"))
        #expect(try new("two", "--endpoint", server.endpoint("b")).output.contains("1 sample "))
        #expect(other.targets.isEmpty && server.targets == ["/a", "/a?page=2", "/b"])
    }

    /// The answer to /x; the code, and a part of message or hint.
    @Test(
        "answers that nothing can be made of are told as what they are",
        arguments: [
            (.json("<!doctype html>"), "upstream_malformed", "web page"),
            (.json(#"{"results": []}"#), "upstream_malformed", "no row"),
            (.failure(404), "not_found", "404"), (.failure(401), "upstream_rejected", "may want a key"),
            (.failure(503), "upstream_unavailable", "503"),
            (
                .failure(302, fields: ["Location: http://127.0.0.1:9/x"]), "blocked_address",
                "It leads to http://127.0.0.1:9"
            ),
            (.json(String(repeating: " ", count: 17 << 20)), "too_large", "Ask for fewer rows"),
        ] as [(ScriptedServer.Answer, String, String)])
    func failures(_ answer: ScriptedServer.Answer, _ code: String, _ part: String) throws {
        let server = try ScriptedServer()
        server.answer("/x", answer)
        let outcome = try new("trees", "--endpoint", server.endpoint("x"), "--json")
        #expect(outcome.status == .failed)
        let error = outcome.json?["error"]
        #expect(error?["code"] == .string(code))
        let told = "\(error?["message"]?.string ?? "") \(error?["hint"]?.string ?? "")"
        #expect(told.contains(part), "\(told)")
        #expect(!folder.everything.contains { $0.hasPrefix("modules/") })
    }

    @Test(
        "wrong usage is exit 2, and nothing is written",
        arguments: [
            ([], "ID is missing"), (["trees"], "--endpoint URL is missing"),
            (["Trees", "--endpoint", "http://a.example"], "begins in lower case"),
            (["my-trees", "--endpoint", "http://a.example"], "a name of letters and digits"),
            (["a", "--endpoint", "http://a.example"], "must be"),
            (["desk", "--endpoint", "http://a.example"], "is a name of the module desk"),
            (["host", "--endpoint", "http://a.example"], "is a name of the program"),
            (["trees", "--endpoint", "a.example"], "neither http:// nor https://"),
            (["trees", "--endpoint", "http://a:b@a.example"], "a user name or password"),
            (["trees", "--endpoint", "http://999.999.1.1.1/x"], "no valid name or address"),
            (["trees", "--endpoint", "http://a.example/x", "--sample", "/nowhere.json"], "can't be read"),
            (["trees", "--endpoint", "http://a.example/x", "--sample", "SETTINGS"], "not valid JSON"),
        ] as [([String], String)])
    func wrongUsage(_ words: [String], _ part: String) throws {
        let line = words.map { $0 == "SETTINGS" ? settings : $0 }
        try folder.write(Array("{,}\n".utf8), "galleria.yaml")
        let outcome = try galleria(["module", "new"] + line + ["--config", settings, "--json"])
        #expect(outcome.status == .usage)
        let error = outcome.json?["error"]
        let told = "\(error?["message"]?.string ?? "") \(error?["hint"]?.string ?? "")"
        #expect(told.contains(part), "\(told)")
        #expect(!folder.everything.contains { $0.hasPrefix("modules/") })
    }

    @Test("check tells every mistake of every file at once, with its place")
    func check() throws {
        try folder.write(Array("galleria: 2\ntitel: x\n".utf8), "one.yaml")
        try folder.write(Array("[".utf8), "two.yaml")
        try folder.write([], "No-Name.yaml")
        let outcome = try galleria(
            [
                "module", "check", folder("one.yaml"), folder("two.yaml"), folder("No-Name.yaml"), folder("none.yaml"),
                "--json",
            ])
        #expect(outcome.status == .usage)
        let problems = outcome.json?["problems"]?.array ?? []
        #expect(Set(problems.compactMap { $0["source"]?.string }).count == 4)
        #expect(problems.contains { $0["line"] == 2 && $0["suggestion"] == "title" })
        #expect(outcome.json?["error"]?["message"] == "Some of the files are wrong.")
        #expect(try galleria(["module", "check"]).status == .usage)
        #expect(try galleria(["module", "check", folder("one.yaml")]).status == .usage)
    }

    @Test("check tells what a module can do: writes, secrets, routes; a sample that is not there is a mistake")
    func checkWrites() throws {
        let text = """
            galleria: 1
            title: Orders
            doc: Orders of a shop.
            endpoint: https://shop.example:8443/api
            settings: { apiKey: { type: secret, doc: From the account page. } }
            auth: { bearer: settings.apiKey }
            rows: { Order: { key: id, fields: { id: id } } }
            operations:
              list: { doc: The orders., get: /orders, items: orders, row: Order }
              show: { doc: One order., params: { id: { type: text } }, get: "/orders/{id}", item: order, row: Order }
              late: { doc: Late orders., get: /late, items: orders, row: Order }
              cancel:
                doc: Cancels an order.
                params: { id: { type: text } }
                delete: /orders/{id}
                effect: { writes: { idempotent: true, destructive: true } }
                confirm: "Cancel {id}?"
            samples:
              - { op: list, file: orders/list.json }
              - { op: show, params: { id: A }, file: orders/show.json }
              - { op: late, file: orders/list.json }
              - { op: cancel, params: { id: A }, file: orders/show.json }
            """
        try folder.write(Array(text.utf8), "orders.yaml")
        let missing = try galleria(["module", "check", folder("orders.yaml"), "--json"])
        #expect(missing.status == .usage)
        #expect(missing.json?["problems"]?[0]?["message"]?.string?.contains("`orders/list.json` is not there") == true)
        try FileManager.default.createDirectory(atPath: folder("orders"), withIntermediateDirectories: false)
        for name in ["list", "show"] { try folder.write(Array("{}".utf8), "orders/\(name).json") }
        let facts = try galleria(["module", "check", folder("orders.yaml"), "--json"]).json?["modules"]?[0]
        #expect(facts?["origins"] == ["https://shop.example:8443"])
        #expect(facts?["secrets"] == ["modules.orders.apiKey"])
        #expect(
            facts?["changes"]
                == [["method": "orders.cancel", "idempotent": true, "destructive": true, "confirmed": true]])
        #expect(
            facts?["routes"]
                == [
                    "galleria://orders", "galleria://orders/{id}", "galleria://orders/late",
                ])
        let told = try galleria(["module", "check", folder("orders.yaml"), "--style", "plain"]).output
        #expect(told.contains("orders.cancel (can't be taken back, idempotent, asked for before)"))
    }
}

/// `galleria module from-openapi`, and what editors are given.
@Suite("Modules written of documents") struct ModuleDocumentTests {
    private let folder: Folder
    private let document = #"""
        {"openapi": "3.0.0", "servers": [{"url": "http://127.0.0.1:9"}], "paths": {"/trees": {"get": {"operationId": "listTrees",
        "responses": {"200": {"content": {"application/json": {"example": [{"id": 1, "name": "밤나무"}]}}}}}}}}
        """#

    init() throws {
        folder = try Folder()
        try folder.write(Array("{}\n".utf8), "galleria.yaml")
        try folder.write(Array(document.utf8), "woods.json")
    }

    private func convert(_ words: String...) throws -> Outcome {
        try galleria(["module", "from-openapi", folder("woods.json"), "--config", folder("galleria.yaml")] + words)
    }

    @Test("without operations they are listed; with them a file is written, named as the document or by --id")
    func convert() throws {
        #expect(try convert("--json").json?["operations"]?[0]?["name"] == "listTrees")
        #expect(try convert("--style", "plain").output.contains("GET /trees"))
        #expect(try convert("--operations", "listTrees").status == .done)
        #expect(try convert("--operations", "listTrees", "--id", "forest").status == .done)
        for id in ["woods", "forest"] {
            #expect(try galleria(["module", "check", folder("modules/\(id).yaml")]).status == .done)
        }
        #expect(try convert("--operations", "listTrees").status == .usage, "nothing is overwritten")
        let wrong = try convert("--operations", "listTree", "--json")
        #expect(wrong.status == .usage && wrong.output.contains("listTrees"))
        #expect(try convert("--operations", "").status == .usage)
    }

    @Test("the schema and the reference have every key of a module's file")
    func documents() throws {
        let schema = try galleria(["module", "schema"])
        let reference = try galleria(["module", "reference", "--style", "markdown"]).output
        #expect(schema.json?["required"] == ["galleria", "title", "doc", "endpoint", "rows", "operations", "samples"])
        for table in ModuleFile.tables {
            for key in table.keys {
                #expect(schema.output.contains("\"\(key.name)\": {"), "\(key.name)")
                #expect(reference.contains("|`\(key.name)`|"), "\(key.name)")
            }
        }
        #expect(schema.json?["$defs"]?.members?.count == ModuleFile.tables.count - 1 + 6)
    }
}
