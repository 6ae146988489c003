import FeatureKit
import Foundation
import JSON
import Testing

@testable import Commands

/// `galleria config …`: what the settings are, who said so, and what there is.
@Suite("Settings on the command line") struct ConfigTests {
    /// A base file and one environment beside it, for a test's duration.
    private final class Files {
        let folder: String
        var base: String { "\(folder)/galleria.yaml" }

        init(_ base: String, environments: [String: String] = [:]) throws {
            let url = FileManager.default.temporaryDirectory.appending(path: "galleria-config-\(UUID().uuidString)")
            folder = url.path()
            try FileManager.default.createDirectory(
                at: url.appending(path: "environments"), withIntermediateDirectories: true)
            try base.write(toFile: "\(folder)/galleria.yaml", atomically: true, encoding: .utf8)
            for (name, text) in environments {
                try text.write(toFile: "\(folder)/environments/\(name).yaml", atomically: true, encoding: .utf8)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }
    }

    private static let layers = (
        base: "environment: shop\nnetwork:\n  timeout: 1s\n", shop: "network: { timeout: 2s, retries: 1 }\n"
    )

    @Test("explain tells file, line and column of the value in force and of each it overrode")
    func explain() throws {
        let files = try Files(Self.layers.base, environments: ["shop": Self.layers.shop])
        let line = ["config", "explain", "network.timeout", "--config", files.base, "--set", "network.timeout=4s"]
        let variables = ["GALLERIA_SET_network__timeout": "3s"]
        let told = try galleria(line + ["--style", "plain", "--width", "200"], variables: variables)
        #expect(told.status == .done)
        let rows = told.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            Array(rows.dropFirst(2).prefix(9)) == [
                "value: 4s", "set by: --set (option)", "overrode", "value set by",
                "3s GALLERIA_SET_network__timeout (variable)",
                "2s \(files.folder)/environments/shop.yaml:1:21 (environment file)",
                "1s \(files.base):3:12 (base file)",
                "10s the default", "may be",
            ], "\(told.output)")
        #expect(rows.contains { $0.contains("taken on reload") })
        let json = try galleria(line + ["--json"], variables: variables).json
        #expect(json?["key"] == "network.timeout")
        #expect(json?["change"] == "on reload")
        #expect(json?["origins"]?.array?.count == 5)
        #expect(json?["origins"]?[3]?["line"] == 3)
        #expect(json?["origins"]?[3]?["column"] == 12)
        #expect(json?["origins"]?[0]?["line"] == nil)
    }

    @Test("explain of a beginning, or of nothing, is short: every key below with its value and place")
    func explainMany() throws {
        let some = try galleria(["config", "explain", "modules.desk", "--json"]).json?.array ?? []
        #expect(
            some.map { $0["key"]?.string ?? "" }
                == ["enabled", "endpoint", "timeout", "data"].map { "modules.desk.\($0)" })
        let all = try galleria(["config", "explain"])
        #expect(all.status == .done)
        for key in ["environment", "modules.desk.endpoint", "network.data", "log.level"] {
            #expect(all.output.contains(key), "\(key)")
        }
    }

    @Test(
        "explain of a key that there is not is wrong usage, with what was perhaps meant",
        arguments: [
            ("network.timout", "network.timeout"), ("modules.desk.endpont", "modules.desk.endpoint"),
            ("module.desk", "modules.desk"), ("timeout", "network.timeout or state.timeout or modules.desk.timeout"),
            ("endpont", "modules.desk.endpoint"),
        ])
    func unknown(_ key: String, _ meant: String) throws {
        let outcome = try galleria(["config", "explain", key, "--json"])
        #expect(outcome.status == .usage)
        let hint = outcome.json?["error"]?["hint"]?.string
        #expect(
            hint == "Did you mean \(meant)?"
                || hint == "Did you mean: galleria config explain \(meant) --json")
    }

    @Test("diff tells the values that differ, and who said them")
    func differences() throws {
        let files = try Files(Self.layers.base, environments: ["shop": Self.layers.shop, "till": "{}\n"])
        let told = try galleria(["config", "diff", "shop", "till", "--config", files.base, "--json"]).json
        #expect(told?["environments"] == ["shop", "till"])
        let differences = told?["differences"]?.array ?? []
        #expect(differences.map { $0["key"]?.string ?? "" } == ["network.timeout", "network.retries"])
        #expect(differences.first?["values"]?[0]?["value"] == "2s")
        #expect(differences.first?["values"]?[1]?["value"] == "1s")
        #expect(differences.first?["values"]?[1]?["source"] == .string(files.base))
        let text = try galleria(["config", "diff", "shop", "till", "--config", files.base, "--width", "200"])
        #expect(text.output.contains("network.retries"))
        #expect(!text.output.contains("network.data"))
        #expect(
            try galleria(["config", "diff", "till", "till", "--config", files.base]).output.contains(
                "the same settings"))
    }

    @Test(
        "wrong usage of the config commands",
        arguments: [
            ["explain", "network.data", "more"], ["diff"], ["diff", "sample"], ["diff", "a", "b", "c"],
            ["diff", "sample", "nowhere"], ["schema", "more"], ["reference", "more"], ["explian"],
        ])
    func wrong(_ line: [String]) throws {
        #expect(try galleria(["config"] + line).status == .usage)
    }

    @Test("--lax passes over variables that are not set, and over nothing else")
    func lax() throws {
        let files = try Files("modules: { desk: { endpoint: \"${NO_SUCH_VARIABLE}\" } }\n")
        #expect(try galleria(["config", "check", "--config", files.base]).status == .usage)
        #expect(try galleria(["config", "check", "--lax", "--config", files.base]).status == .done)
        let wrong = try Files("modules: { desk: { endpoint: \"${NO_SUCH_VARIABLE}\", timeout: 1 } }\n")
        #expect(try galleria(["config", "check", "--lax", "--config", wrong.base]).status == .usage)
    }

    @Test("the schema is JSON Schema of every key, with type, default and bounds, though the settings are wrong")
    func schema() throws {
        let outcome = try galleria(["config", "schema", "--set", "no.such.key=1"])
        #expect(outcome.status == .done)
        let schema = try #require(outcome.json)
        #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
        let desk = schema["properties"]?["modules"]?["properties"]?["desk"]
        #expect(desk?["additionalProperties"] == false)
        #expect(desk?["description"] == "A feature for tests.")
        let data = desk?["properties"]?["data"]
        #expect(data?["default"] == "inherit")
        #expect(data?["anyOf"]?[0]?["enum"]?.array?.contains("offline") == true)
        let depth = schema["properties"]?["limits"]?["properties"]?["depth"]
        #expect(depth?["anyOf"]?[0]?["minimum"] == 8)
        #expect(depth?["description"]?.string?.contains("needs a restart") == true)
    }

    @Test("the reference has every key with type, default, range and how a change is taken")
    func reference() throws {
        let settings = try galleria(["config", "reference", "--json"]).json?.array ?? []
        let text = try galleria(["config", "reference", "--style", "markdown"]).output
        #expect(settings.count > 30)
        for setting in settings {
            let key = setting["key"]?.string ?? ""
            let row = text.split(separator: "\n").first { $0.contains("|`\(key)`|") }
            #expect(row?.contains(setting["change"]?.string ?? "nothing") == true, "\(key)")
        }
    }
}
