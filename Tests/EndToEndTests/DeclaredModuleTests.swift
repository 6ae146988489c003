import Foundation
import TestSupport
import Testing

/// Modules declared in YAML, as their user has them: from an address to an answer, files that change, limits, secrets.
@Suite("Modules declared in YAML") struct DeclaredModuleTests {
    private let home: TemporaryHome
    private let server: ScriptedServer

    init() throws {
        (home, server) = (try TemporaryHome(), try ScriptedServer())
    }

    private var folder: String { "\(home.path)/config/galleria/modules" }

    private func run(_ arguments: String...) throws -> (text: String, status: ChildProcess.Ending) {
        let process = try GalleriaProcess(arguments, home: home)
        process.closeInput()
        let lines = try process.readToEnd()
        return (lines.joined(separator: "\n"), try process.waitForEnd())
    }

    private func write(_ text: String, to name: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"), options: .atomic)
    }

    /// 37 concerts, ten a page, each page with the address of the next one.
    private func serveConcerts() {
        for start in stride(from: 0, to: 37, by: 10) {
            let rows = (start..<min(37, start + 10)).map { number in
                """
                {"id": \(number + 1), "name": "Concert \(number + 1) 서울", "price": {"amount": "\(number * 7 % 37 + 10).50", \
                "currency": "EUR"}, "starts_at": "2026-12-\(10 + number % 20)T19:00:00Z", \
                "poster_url": "http://127.0.0.1:\(server.port)/posters/\(number + 1).png"}
                """
            }
            let next = start < 30 ? #""http://127.0.0.1:\#(server.port)/concerts?start=\#(start + 10)""# : "null"
            server.answer(
                start == 0 ? "/concerts" : "/concerts?start=\(start)",
                .json(#"{"count": 37, "next": \#(next), "results": [\#(rows.joined(separator: ","))]}"#))
        }
    }

    @Test("from an address to an answer: two commands, then a server of tools, then the API itself")
    func firstAnswer() throws {
        serveConcerts()
        let made = try run("module", "new", "concerts", "--endpoint", "http://127.0.0.1:\(server.port)/concerts")
        #expect(made.status == .exited(0), "\(made.text)")
        let asked = server.targets.count
        let answer = try run("call", "concerts.list", "sort=price", "limit=2", "fields=[\"price\"]", "--json")
        #expect(
            answer.text.hasPrefix(#"{"items":[{"id":1,"price":"EUR 10.50"},{"id":17,"price":"EUR 11.50"}],"total":37"#))
        // The samples are the whole list: nobody was asked.
        #expect(server.targets.count == asked)
        let tool = try GalleriaProcess(["serve"], home: home)
        try tool.initialize()
        let result = try tool.call(
            "tools/call", #"{"name": "concerts_list", "arguments": {"sort": "-price", "limit": 1}}"#)
        #expect(result["result"]?["structuredContent"]?["total"]?.integer == 37)
        _ = try tool.finish()
        let live = try run(
            "call", "concerts.list", "maxPrice=12", "--json", "--fields", "id", "--environment", "production")
        #expect(live.status == .exited(0) && live.text.contains(#""total":2"#), "\(live.text)")
        #expect(server.targets.count > asked)
        let screen = try run("open", "concerts", "--width", "80")
        #expect(screen.text.contains("Concert 1 서울") && screen.status == .exited(0))
    }

    private static func list(_ endpoint: String, title: String = "Concerts", more: String = "") -> String {
        """
        galleria: 1
        title: \(title)
        doc: Concerts of the city.
        endpoint: \(endpoint)
        rows: { Concert: { key: id, title: name, fields: { id: { from: id, type: int }, name: name } } }
        operations:
          list: { doc: The concerts., get: /concerts, items: results, row: Concert\(more) }
        samples: [{ op: list, file: list.json }]
        """
    }

    @Test("a file that comes, changes, is wrong, is mended and goes: a running server follows")
    func watched() throws {
        try write(#"{"results": [{"id": 1, "name": "One"}]}"#, to: "list.json")
        let process = try GalleriaProcess(["serve"], home: home)
        func isThere(_ method: String) throws -> Bool { try process.call(method)["result"] != nil }
        func expect(_ method: String, _ isExpected: Bool) throws {
            for _ in 0..<20_000 { if try isThere(method) == isExpected { break } }
            #expect(try isThere(method) == isExpected, "\(method)")
        }
        #expect(try !isThere("concerts.list"))
        try write(Self.list("http://127.0.0.1:\(server.port)"), to: "concerts.yaml")
        try expect("concerts.list", true)
        #expect(process.errorText.contains("modules: concerts"))
        #expect(try process.call("concerts.list")["result"]?["items"]?.elements?.count == 1)
        try write(Self.list("http://127.0.0.1:\(server.port)", more: ", pages: { by: nxt }"), to: "concerts.yaml")
        for _ in 0..<20_000 {
            if process.errorText.contains("left as they were") { break }
            _ = try isThere("concerts.list")
        }
        #expect(process.errorText.contains("concerts.yaml:7:"))
        #expect(try isThere("concerts.list"))
        try write(
            Self.list("http://127.0.0.1:\(server.port)").replacing("list: {", with: "all: {")
                .replacing("op: list", with: "op: all"), to: "concerts.yaml")
        try expect("concerts.all", true)
        #expect(try !isThere("concerts.list"))
        try FileManager.default.removeItem(atPath: "\(folder)/concerts.yaml")
        try expect("concerts.all", false)
        #expect(try isThere("catalog.list"))
        _ = try process.finish()
    }

    @Test("a wrong file at the start is a wrong setting")
    func wrongAtStart() throws {
        try write("galleria: 1\ntitel: Concerts\n", to: "concerts.yaml")
        let process = try GalleriaProcess(["call", "concerts.list"], home: home)
        process.closeInput()
        _ = try process.readToEnd()
        #expect(try process.waitForEnd() == .exited(2))
        #expect(process.errorText.contains("concerts.yaml:2:1"))
        #expect(process.errorText.contains("title"))
        #expect(try run("help").status == .exited(0))
    }

    /// The first reads the files whole, the second their heads alone until the first answer is out.
    @Test("the second start says what the first one said, and refuses a file that is wrong since")
    func secondStart() throws {
        let gallery = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Config/gallery")
            .path()
        try FileManager.default.createDirectory(
            atPath: "\(home.path)/config/galleria", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: gallery, toPath: folder)
        let list = home.path + "/.cache/galleria/proved-modules"
        func answers() throws -> [String] {
            let process = try GalleriaProcess(["serve"], home: home)
            var answers: [String] = []
            for request in [
                #"{"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"#
                    + #""clientInfo":{"name":"t","version":"1"}},"jsonrpc":"2.0"}"#,
                #"{"id":2,"method":"tools/list","jsonrpc":"2.0"}"#,
                #"{"id":3,"method":"prompts/list","jsonrpc":"2.0"}"#,
                #"{"id":4,"method":"resources/templates/list","jsonrpc":"2.0"}"#,
                #"{"id":5,"method":"hackerNews.search","params":{"query":"swift"},"jsonrpc":"2.0"}"#,
                #"{"id":6,"method":"shopify.list","params":{"limit":3},"jsonrpc":"2.0"}"#,
            ] {
                try process.send(line: request)
                answers.append(try #require(try process.readLine()))
            }
            _ = try process.finish()
            return answers
        }
        let first = try answers()
        #expect(first[0].contains("Open Library") && first[1].contains("open_library_search"))
        #expect(try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").count == 13)
        #expect(try answers() == first)
        let file = "\(folder)/openLibrary.yaml"
        let right = try String(contentsOfFile: file, encoding: .utf8)
        try write(right + "more: 1\n", to: "openLibrary.yaml")
        let refused = try GalleriaProcess(["serve"], home: home)
        refused.closeInput()
        #expect(try refused.readToEnd().isEmpty)
        #expect(try refused.waitForEnd() == .exited(2))
        #expect(refused.errorText.contains("openLibrary.yaml:"))
        try write(right, to: "openLibrary.yaml")
        #expect(try answers() == first)
        // Without the list, or with rubbish in its place, all is as at the first start.
        try Data("galleria\n0\n".utf8).write(to: URL(filePath: list))
        #expect(try answers() == first)
    }

    @Test(
        "what an upstream may do to a module costs at most 32 MB more, is a typed error, and no other module's matter")
    func limits() throws {
        try write(#"{"results": [{"id": 1, "name": "One"}]}"#, to: "list.json")
        let endpoint = "http://127.0.0.1:\(server.port)"
        let rows = (0..<1_000).map { #"{"id": \#($0), "name": "Row"}"# }.joined(separator: ",")
        server.answer("/concerts", .json(#"{"results": [\#(rows)]}"#))
        server.answer("/large", .json("\"" + String(repeating: "a", count: 100 << 20) + "\""))
        server.answer("/loop", .json(#"{"results": [{"id": 1, "name": "One"}], "next": "/loop"}"#))
        // Each step multiplies what the one before it gave.
        let many = "results[].[@,@,@,@,@,@,@,@][]" + String(repeating: ".[@,@,@,@,@,@,@,@][]", count: 10)
        try write(Self.list(endpoint).replacing("items: results", with: "items: '\(many)'"), to: "many.yaml")
        try write(Self.list(endpoint).replacing("/concerts", with: "/large"), to: "large.yaml")
        try write(
            Self.list(endpoint, more: ", pages: { by: next, at: next }").replacing("/concerts", with: "/loop"),
            to: "loop.yaml")
        for (method, code) in [
            ("many.list", "upstream_malformed"), ("large.list", "too_large"), ("loop.list", "upstream_malformed"),
        ] {
            let process = try GalleriaProcess(["serve", "--set", "network.data=live"], home: home)
            // Everything is loaded: the modules, and the library that asks.
            _ = try process.call("loop.list", #"{"limit": 1}"#)
            let before = try #require(process.kilobytes("VmHWM"))
            let answer = try process.call(method, #"{"sort": "name"}"#)
            #expect(answer["error"]?["data"]?["code"]?.text == code, "\(method)")
            let more = try #require(process.kilobytes("VmHWM")) - before
            #expect(more <= 32 << 10, "\(more) KiB, after \(method)")
            let other = try process.call("host.info")["result"]
            #expect(other != nil, "others go on")
            _ = try process.finish()
        }
    }

    @Test("a secret goes to the server and nowhere else")
    func secrets() throws {
        try write(#"{"results": [{"id": 1, "name": "One"}]}"#, to: "list.json")
        let file = Self.list("http://127.0.0.1:\(server.port)").replacing(
            "rows:",
            with: "settings: { key: { type: secret, doc: The key. } }\nauth: { query: { k: settings.key } }\nrows:")
        try write(file, to: "concerts.yaml")
        server.answer("/concerts?k=CANARY7", .json(#"{"results": [{"id": 1, "name": "Told CANARY7"}]}"#))
        server.answer("/concerts?k=CANARY8", .failure(403))
        for (key, mode) in [("CANARY8", "live"), ("CANARY7", "live"), ("CANARY7", "record")] {
            let process = try GalleriaProcess(
                [
                    "call", "concerts.list", "--set", "modules.concerts.key=\(key)", "--set",
                    "network.data=\(mode)", "--set", "network.cassettes=\(home.path)/tapes",
                ], home: home)
            process.closeInput()
            let text = try process.readToEnd().joined(separator: "\n") + process.errorText
            _ = try process.waitForEnd()
            if key == "CANARY8" { #expect(text.contains("modules.concerts") && !text.contains("CANARY")) }
        }
        #expect(server.targets.contains("/concerts?k=CANARY7"))
        let asked = server.targets.count
        // Nobody needs the secret, nor is asked.
        for mode in ["replay", "offline"] {
            let answer = try run(
                "call", "concerts.list", "--set", "network.data=\(mode)", "--set",
                "network.cassettes=\(home.path)/tapes")
            #expect(answer.status == .exited(0) && answer.text.contains("Told ***"), "\(mode): \(answer.text)")
        }
        #expect(server.targets.count == asked)
        let kept = FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String } ?? []
        #expect(kept.contains { $0.hasPrefix("tapes/") } && kept.contains { $0.contains("/responses/") })
        for name in kept where name != "config/galleria/modules/concerts.yaml" {
            guard let data = FileManager.default.contents(atPath: "\(home.path)/\(name)") else { continue }
            #expect(!String(decoding: data, as: UTF8.self).contains("CANARY"), "\(name)")
        }
    }
}
