import Foundation
import Testing

/// Settings files that change under a server that nobody sends a signal.
@Suite("Settings files that change") struct SettingsWatchTests {
    private let home: TemporaryHome
    private var path: String { "\(home.path)/galleria.yaml" }

    init() throws { home = try TemporaryHome() }

    /// Writes as editors do: a new file, renamed over the old one.
    private func write(_ text: String, to path: String? = nil) throws {
        try Data(text.utf8).write(to: URL(filePath: path ?? self.path), options: .atomic)
    }

    private func serving(_ text: String, _ more: [String] = []) throws -> GalleriaProcess {
        try write(text)
        let process = try GalleriaProcess(["serve", "--config", path] + more, home: home)
        try process.expectServing()
        return process
    }

    /// Reads the log until a line has `text` in it.
    private func expectLog(_ text: String, _ process: GalleriaProcess) throws -> String {
        for _ in 0..<100_000 {
            try process.expectServing()
            // Whole lines alone.
            let lines = process.errorText.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { $0.contains(text) }) { return String(line) }
        }
        throw HarnessFault.misbehaved("nothing was said of \(text)", output: "", errors: process.errorText)
    }

    @Test("a changed file is taken: the log says what changed, from where, and what waits for a restart")
    func taken() throws {
        let process = try serving("network: { data: sample }\n")
        try write(
            "network: { data: sample }\nmodules:\n  catalog: { pageSize: 20 }\n  forecast: { apiKey: CANARY }\n"
                + "limits:\n  depth: 32\n")
        let line = try expectLog("read again", process)
        #expect(
            line == """
                galleria: warning: settings read again: modules.catalog.pageSize 30 → 20 (\(path):3:24), \
                modules.forecast.apiKey changed (\(path):4:23); waiting for a restart: limits.depth 64 → 32 (\(path):6:10)
                """)
        let home = try process.call("catalog.list", "{}")["result"]
        #expect(home?["items"]?.elements?.count == 20)
        try write("network: { data: sample }\n")
        #expect(try expectLog("no restart needed", process).hasSuffix("limits.depth 32 → 64 (default)"))
        #expect(try process.finish() == [])
        #expect(!process.errorText.contains("CANARY"))
    }

    @Test("a wrong file is told once and changes nothing; the right one after it is taken")
    func wrong() throws {
        let process = try serving("network: { data: sample }\n")
        for _ in 0..<2 {
            try write("network: { data: sample }\nmodules: { catalog: { pageSze: 20 } }\n")
            _ = try expectLog("left as they were", process)
        }
        #expect(try process.call("catalog.list", "{}")["result"]?["items"]?.elements?.count == 20)
        try write("network: { data: sample }\nmodules: { catalog: { pageSize: 20 } }\n")
        _ = try expectLog("modules.catalog.pageSize 30 → 20", process)
        #expect(try process.finish() == [])
        let wrong = process.errorText.components(separatedBy: "left as they were").count - 1
        #expect(wrong == 1)
    }

    @Test("the file of the environment may come later, in a folder that comes later, and go")
    func environment() throws {
        let process = try serving("environment: shop\n", ["--set", "environment=sample"])
        let folder = "\(home.path)/environments"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try write("network: { data: sample, retries: 1 }\n", to: "\(folder)/sample.yaml")
        _ = try expectLog("network.retries 2 → 1 (\(folder)/sample.yaml:1:35)", process)
        try FileManager.default.removeItem(atPath: folder)
        _ = try expectLog("network.retries 1 → 2 (default)", process)
        #expect(try process.finish() == [])
    }

    @Test("what only waits for a restart, and the level of the log, leave open screens as they are")
    func screens() throws {
        let process = try serving("network: { data: sample }\n", ["--log-level", "info"])
        _ = try process.call("screen.open", #"{"route":"galleria://home"}"#)
        try write("network: { data: sample }\nlimits: { depth: 32, drain: 6s }\n")
        _ = try expectLog("limits.drain 5s → 6s", process)
        let open = try process.call("screen.list", "{}")["result"]
        let screens = open?.elements ?? open?["screens"]?.elements ?? []
        #expect(screens.contains { $0["route"]?.text == "galleria://home" })
        let rest = try process.finish()
        #expect(!rest.contains { $0["method"]?.text == "screen.closed" })
    }

    private static func stateless(_ tool: String, _ arguments: String) -> String {
        #"{"name":"\#(tool)","arguments":\#(arguments),"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}"#
    }

    @Test("a change of the locale reaches everything that has a price or a day, also what was kept before")
    func locale() throws {
        let process = try serving("network: { data: sample }\n")
        let sku = #"{"skus":"BL204DR17KLM"}"#
        _ = try process.call("productDetail.addToBag", #"{"items":{"sku":"BL204DR17KLM"}}"#)
        func texts() throws -> [String?] {
            func result(_ method: String, _ parameters: String = "{}") throws -> WireValue? {
                try process.call(method, parameters)["result"]
            }
            /// The first word of a tool's text that names dollars.
            func price(in tool: String, _ arguments: String) throws -> String? {
                try result("tools/call", Self.stateless(tool, arguments))?["content"]?.elements?.first?["text"]?.text?
                    .split { " |~\n".contains($0) }.first { $0.contains("$") }.map(String.init)
            }
            // Stateless, as no news of changed lists then come between the answers.
            let forecast = Self.stateless("forecast_daily", #"{"places":"London"}"#)
            return [
                try price(in: "catalog_list", #"{"limit":1}"#), try price(in: "product_detail_show", sku),
                try price(in: "product_detail_bag", "{}"),
                try result("tools/call", Self.stateless("shopping_mall_list", #"{"limit":1}"#))?["content"]?.elements?
                    .first?["text"]?
                    .text?.split(separator: "~~").first { $0.contains("₩") }.map(String.init),
                try price(in: "book_shelf_list", #"{"limit":1}"#),
                try price(in: "book_shelf_show", #"{"isbn13s":["9781617294136"]}"#),
                try result("tools/call", forecast)?["content"]?.elements?.first?["text"]?.text?
                    .split(separator: "|").first { $0.contains(" 20") || $0.contains("년") }.map {
                        $0.contains("년") ? "a Korean day" : "an English day"
                    },
            ]
        }
        let before = try texts()
        #expect(
            before == [
                "A$129.99", "A$129.99", "A$97.49", "₩32,000", "$39.99", "$39.99", "an English day",
            ])
        try write("network: { data: sample }\noutput: { locale: de_DE }\n")
        _ = try expectLog("output.locale en_US → de_DE", process)
        #expect(
            try texts() == [
                "129,99\u{A0}A$", "129,99\u{A0}A$", "97,49\u{A0}A$", "32.000\u{A0}₩", "39,99\u{A0}$",
                "39,99\u{A0}$", "an English day",
            ])
        try write("network: { data: sample }\noutput: { locale: ko_KR }\n")
        _ = try expectLog("output.locale de_DE → ko_KR", process)
        #expect(try texts() == before.dropLast() + ["a Korean day"])
        _ = try process.finish()
    }

    @Test("host.useEnvironment holds when the settings are read again")
    func usedEnvironment() throws {
        let process = try serving("network: { data: sample }\n")
        _ = try process.call("host.useEnvironment", #"{"name":"local"}"#)
        try write("network: { data: sample, retries: 1 }\n")
        _ = try expectLog("network.retries 2 → 1", process)
        #expect(try process.call("host.info")["result"]?["environment"]?.text == "local")
        _ = try process.finish()
    }
}
