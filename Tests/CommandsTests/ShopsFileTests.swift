import Conformance
import Foundation
import JSON
import Settings
import TestSupport
import Testing

@testable import Commands

/// `galleria shops add`: one line more in a settings file of whatever layout, everything else as it was to the byte.
@Suite("The settings file that shops are written into") struct ShopsFileTests {
    private static let line = "socks: { ucp: \"https://socks.example\", data: live }"

    private static func adding(_ text: String, id: String = "socks") -> String? {
        addingModule(line, id: id, to: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "layouts that people and editors leave",
        arguments: [
            ("modules: {}\n", "modules: \n  LINE\n"),
            ("modules: { } # none yet\nlog: { level: info }\n", "modules:  # none yet\n  LINE\nlog: { level: info }\n"),
            ("modules:", "modules:\n  LINE\n"),
            (
                "modules:\n# of the left\n\n        desk: {}\n",
                "modules:\n        LINE\n# of the left\n\n        desk: {}\n"
            ),
            ("modules:\n desk:\n   enabled: true", "modules:\n LINE\n desk:\n   enabled: true\n"),
            ("\"modules\":\n  desk: {}\n", "\"modules\":\n  LINE\n  desk: {}\n"),
            ("'modules' :\n  desk: {}\n", "'modules' :\n  LINE\n  desk: {}\n"),
            ("\u{FEFF}modules:\n  desk: {}\n", "\u{FEFF}modules:\n  LINE\n  desk: {}\n"),
            ("\u{FEFF}", "\u{FEFF}modules:\n  LINE\n"),
            ("---\nlog: { level: info }\n", "---\nlog: { level: info }\n\nmodules:\n  LINE\n"),
            ("#modules:\n#  desk: {}\n", "#modules:\n#  desk: {}\n\nmodules:\n  LINE\n"),
            ("modulesOfMine: 1\n", "modulesOfMine: 1\n\nmodules:\n  LINE\n"),
            ("a:\n  modules:\n    b: 1\n", "a:\n  modules:\n    b: 1\n\nmodules:\n  LINE\n"),
            ("modules:\r\n  desk: {}\r\n", "modules:\r\n  LINE\r\n  desk: {}\r\n"),
            ("log:\r\n  level: info", "log:\r\n  level: info\r\n\r\nmodules:\r\n  LINE\r\n"),
            ("modules: {}\r\nlog: {}\r\n", "modules: \r\n  LINE\r\nlog: {}\r\n"),
        ])
    func layouts(_ before: String, _ after: String) {
        #expect(Self.adding(before) == after.replacingOccurrences(of: "LINE", with: Self.line))
    }

    @Test(
        "what is there already, however it is spelled, and what is no mapping of lines are left alone",
        arguments: [
            "modules:\n  socks: {}\n", "modules:\n  \"socks\": {}\n", "modules:\n  'socks' : {}\n",
            "modules:\r\n  socks:\r\n    enabled: true\r\n", "modules:\n  # socks: {}\n  socks:   # here\n    a: 1\n",
            "\u{FEFF}modules:\n    socks: {}\n", "modules: { desk: {} }\n", "modules: &all\n  desk: {}\n",
            "modules: *all\n", "modules: {\n  desk: {} }\n", "modules: []\n", "modules: |\n  text\n",
        ])
    func kept(_ text: String) { #expect(Self.adding(text) == nil) }

    @Test("the same name deeper, in a comment or as a part of another is no name of a module")
    func others() throws {
        for text in [
            "modules:\n  desk:\n    socks: 1\n", "modules:\n  # socks: {}\n  desk: {}\n",
            "modules:\n  desk: { title: \"socks: {}\" }\n", "modules:\n  socksAndShoes: {}\n",
            "modules:\n  desk: {}\nsocks: 1\n",
        ] {
            #expect(Self.adding(text)?.hasPrefix("modules:\n  \(Self.line)\n") == true, "\(text)")
        }
    }

    /// A settings file as one of many hands may have written it, with shops in it.
    private static func file(_ random: inout SeededGenerator) -> (bytes: [UInt8], shops: [String]) {
        let end = Bool.random(using: &random) ? "\n" : "\r\n"
        let indentation = String(repeating: " ", count: Int.random(in: 1...9, using: &random))
        let noise = ["# modules: none", "", "# socks: { ucp: x }", "   # deep"]
        func lines(_ most: Int) -> [String] {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in noise.randomElement(using: &random) ?? "" }
        }
        func key(_ name: String) -> String {
            [name, "\"\(name)\"", "'\(name)'", "\(name) "].randomElement(using: &random) ?? name
        }
        var text = lines(2)
        if Bool.random(using: &random) { text += ["log:", "  level: info # socks: 1"] }
        let shops = ["hats", "shoes", "bags"].filter { _ in Bool.random(using: &random) }
        let hasModules = !shops.isEmpty || Bool.random(using: &random)
        if hasModules { text += ["\(key("modules")):\(Bool.random(using: &random) ? " # all" : "")"] + lines(2) }
        for shop in shops {
            if Bool.random(using: &random) {
                text += ["\(indentation)\(key(shop)): { ucp: \"https://\(shop).example/#top\" }"]
            } else {
                text += [
                    "\(indentation)\(key(shop)):", "\(indentation)  ucp: https://\(shop).example",
                    "\(indentation)  enabled: true",
                ]
            }
            text += lines(1)
        }
        if Bool.random(using: &random) { text += ["output:", "    width: 80"] }
        let mark: [UInt8] = Bool.random(using: &random) ? [0xEF, 0xBB, 0xBF] : []
        return (mark + Array((text.joined(separator: end) + (Bool.random(using: &random) ? end : "")).utf8), shops)
    }

    private static func shops(_ bytes: [UInt8]) -> [String] {
        SettingsSources(baseFile: ("galleria.yaml", bytes)).sections(below: "modules", having: "ucp").map(\.name)
    }

    @Test(
        "the reader of settings finds the shops that were there and the new one, and no old line is other than it was")
    func property() throws {
        var random = SeededGenerator("settings files")
        for _ in 0..<2_000 {
            let (before, shops) = Self.file(&random)
            let text = String(decoding: before, as: UTF8.self)
            try #require(Self.shops(before) == shops.sorted(), "\(text)")
            let after = try #require(addingModule(Self.line, id: "socks", to: before), "\(text)")
            #expect(Self.shops(after) == (shops + ["socks"]).sorted(), "\(text)")
            func lines(_ bytes: [UInt8]) -> [[UInt8]] {
                bytes.filter { $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }.split(separator: 10).map { Array($0) }
            }
            var rest = lines(after)[...]
            for line in lines(before) {
                guard let place = rest.firstIndex(where: { $0 == line || $0 == line + [13] }) else {
                    Issue.record("“\(String(decoding: line, as: UTF8.self))” is gone from \(text)")
                    break
                }
                rest = rest[(place + 1)...]
            }
            #expect(addingModule(Self.line, id: "socks", to: after) == nil, "twice: \(text)")
        }
    }

    // MARK: - The file itself

    private func add(_ folder: Folder, _ name: String, _ more: String...) throws -> Outcome {
        try galleria(["shops", "add", "https://socks.example", "--config", folder(name)] + more)
    }

    @Test("a file with secrets stays as private as it was, and what it was is kept beside it")
    func permissions() throws {
        let folder = try Folder()
        let old = Array("log: { level: info }\n".utf8)
        try folder.write(old, "galleria.yaml")
        #expect(chmod(folder("galleria.yaml"), 0o600) == 0)
        let outcome = try add(folder, "galleria.yaml", "--json")
        #expect(outcome.status == .done, "\(outcome.output)")
        #expect(Folder.permissions(of: folder("galleria.yaml")) == 0o600)
        #expect(outcome.json?["backup"]?.string == folder("galleria.yaml.bak-1"))
        #expect(try folder.read("galleria.yaml.bak-1") == old)
        #expect(Folder.permissions(of: folder("galleria.yaml.bak-1")) == 0o600)
        #expect(folder.everything == ["galleria.yaml", "galleria.yaml.bak-1"])
    }

    @Test("a file behind a link, as of dotfiles kept elsewhere, is changed where it lies")
    func links() throws {
        let folder = try Folder()
        try folder.write(Array("log: { level: info }\n".utf8), "mine.yaml")
        #expect(symlink("mine.yaml", folder("galleria.yaml")) == 0)
        #expect(try add(folder, "galleria.yaml").status == .done)
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: folder("galleria.yaml"))
        #expect(target == "mine.yaml")
        #expect(String(decoding: try folder.read("mine.yaml"), as: UTF8.self).contains(Self.line))
    }

    @Test("a file that is not there is made with its folders; one that can't be written is told, and stays")
    func places() throws {
        let folder = try Folder()
        let made = try galleria(
            ["shops", "add", "https://socks.example", "--json"], variables: ["XDG_CONFIG_HOME": folder("deep")])
        #expect(made.status == .done && made.json?["backup"] == nil, "\(made.output)")
        let file = String(decoding: try folder.read("deep/galleria/galleria.yaml"), as: UTF8.self)
        #expect(file == "modules:\n  \(Self.line)\n")
        #expect(try add(folder, "elsewhere.yaml").status == .usage, "a file that is named has to be there")
        #expect(symlink("round", folder("round")) == 0)
        #expect(try add(folder, "round").status != .done)
        #expect(try add(folder, "deep").status != .done, "a folder is no file")
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        #expect(try add(folder, "pipe").status != .done, "a pipe is not waited for")
    }

    @Test(
        "an address or a name that would say more than itself in the file changes nothing",
        arguments: [
            ["https://socks.example/${HOME}"], ["https://socks.example/\" , x: \"1"], ["https://a:b@socks.example"],
            ["https://socks.example", "--id", "a: b"], ["https://socks.example", "--id", "modules.desk"],
            ["https://socks.example", "--id", "Söcke"], ["https://socks.example", "--id", "${HOME}"],
            ["https://socks.example\n  desk: {}"], ["https://socks.example/#a"],
        ])
    func injected(_ words: [String]) throws {
        let folder = try Folder()
        let old = Array("log: { level: info }\n".utf8)
        try folder.write(old, "galleria.yaml")
        let outcome = try galleria(["shops", "add"] + words + ["--config", folder("galleria.yaml")])
        if outcome.status == .done {
            // What an address can hold is in the file as its percent escapes, and means itself.
            let sections = SettingsSources(baseFile: ("g", try folder.read("galleria.yaml"))).sections(
                below: "modules", having: "ucp")
            let text = try #require(sections.first?.texts["ucp"])
            #expect(sections.count == 1 && !text.contains("$") && !text.contains("\""), "\(text)")
        } else {
            #expect(try folder.read("galleria.yaml") == old && outcome.status == .usage, "\(outcome.output)")
        }
    }
}
