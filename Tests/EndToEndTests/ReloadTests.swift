import Foundation
import Testing

/// Settings that change while the server works.
@Suite("Settings read again") struct ReloadTests {
    /// Two settings that go together: rows of an upstream's page, and their currency. One with the other's is a mixture.
    private static let choices = [30: "AUD", 20: "USD"]

    private static func settings(pageSize: Int) -> String {
        "network:\n  data: sample\nmodules:\n  catalog:\n    pageSize: \(pageSize)\n    currency: \(choices[pageSize] ?? "")\n"
    }

    /// Rows of an upstream's page, by an answer of twenty rows: the next one is in the first page of thirty, or in the second of
    /// twenty.
    private static func pageSize(_ result: WireValue) -> Int? {
        var text = (result["nextCursor"]?.text ?? "").replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        // Behind its form and its method's mark stand the page and, where there are any, the rows of it.
        let place = Data(base64Encoded: text).map { Array($0.dropFirst(3)) }
        return place == [1, 20] ? 30 : place == [2] ? 20 : nil
    }

    /// Files that a careless editor, or one that is not finished yet, leaves.
    private static let broken = [
        "", "modules:\n  catalog:\n    pageSize: many\n", "modules: [\n", "modules:\n  shoppingMall:\n    pag",
        "no: such\n", "modules:\n  catalog:\n    pageSize: 20\n    pageSize: 30\n", "\u{0}\u{1}",
    ]

    @Test("C4: a file written 1,000 times, half of them broken, under 64 calls: no call fails, none sees a mixture")
    func race() throws {
        let home = try TemporaryHome()
        let path = "\(home.path)/galleria.yaml"
        func write(_ text: String, byRename: Bool) throws {
            let target = byRename ? path + ".new" : path
            try Data(text.utf8).write(to: URL(filePath: target))
            if byRename { #expect(rename(target, path) == 0) }
        }
        try write(Self.settings(pageSize: 20), byRename: true)
        let process = try GalleriaProcess(["serve", "--config", path], home: home)
        try process.expectServing()
        let call = "{}"
        var asked = 0
        var answered = 0
        func takeAnswer() throws {
            let message = try process.answer()
            guard message["id"]?.integer != nil else { return }
            answered += 1
            let result = try #require(message["result"], "\(message)")
            let currencies = Set(
                (result["items"]?.elements ?? []).compactMap { $0["price"]?.text?.prefix(3) }.map(String.init))
            let size = Self.pageSize(result)
            #expect(currencies == [size.flatMap { Self.choices[$0] } ?? "neither"], "pages of \(size ?? 0)")
        }
        for turn in 0..<1_000 {
            let text =
                turn % 2 == 0
                ? Self.settings(pageSize: turn / 2 % 2 == 0 ? 20 : 30) : Self.broken[turn / 2 % Self.broken.count]
            try write(text, byRename: turn % 3 == 0)
            process.signal(SIGHUP)
            while asked < answered + 64 {
                asked += 1
                try process.send(line: ChildProcess.request("catalog.list", call, id: asked))
            }
            try takeAnswer()
        }
        while answered < asked { try takeAnswer() }
        // What is written last, and whole, is in force in the end.
        try write(Self.settings(pageSize: 30), byRename: true)
        process.signal(SIGHUP)
        var last: Int?
        for id in 1...10_000 where last != 30 {
            try process.send(line: ChildProcess.request("catalog.list", call, id: id))
            last = try process.answer()["result"].flatMap(Self.pageSize)
        }
        #expect(last == 30)
        _ = try process.finish()
    }

    @Test("C4: a module that the new file switches off is announced, and back again")
    func announced() throws {
        let home = try TemporaryHome()
        let path = "\(home.path)/galleria.yaml"
        func write(enabled: Bool) throws {
            try Data("network:\n  data: sample\nmodules:\n  friends:\n    enabled: \(enabled)\n".utf8)
                .write(to: URL(filePath: path), options: .atomic)
        }
        try write(enabled: true)
        let process = try GalleriaProcess(["serve", "--config", path], home: home)
        try process.initialize()
        for isEnabled in [false, true] {
            try write(enabled: isEnabled)
            process.signal(SIGHUP)
            var methods: Set<String> = []
            while methods.count < 3 { methods.insert(try process.answer()["method"]?.text ?? "") }
            #expect(methods == Set(["tools", "prompts", "resources"].map { "notifications/\($0)/list_changed" }))
            let tools = try process.call("tools/list")["result"]?["tools"]?.elements ?? []
            #expect(tools.contains { $0["name"]?.text == "friends_list" } == isEnabled)
        }
        #expect(try process.finish() == [])
    }
}
