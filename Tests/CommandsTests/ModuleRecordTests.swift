import Foundation
import JSON
import TestSupport
import Testing

@testable import Commands

/// `galleria module record`, against a server on loopback.
@Suite("Samples kept by a command") struct ModuleRecordTests {
    private let folder: Folder
    private let server: ScriptedServer

    init() throws {
        (folder, server) = (try Folder(), try ScriptedServer())
        let text = """
            galleria: 1
            title: Teas
            doc: Teas of a shop.
            endpoint: \(server.endpoint(""))
            settings: { apiKey: { type: secret, doc: From the account page. } }
            auth: { query: { token: settings.apiKey } }
            rows: { Tea: { key: id, fields: { id: id, name: name } } }
            operations:
              list: { doc: The teas., get: /teas, items: teas, row: Tea, pages: { by: next, at: next } }
              show: { doc: A tea., params: { id: { type: text } }, get: "/teas/{id}", item: "@", row: Tea }
              drop:
                doc: Drops a tea.
                params: { id: { type: text } }
                delete: /teas/{id}
                item: "@"
                row: Tea
                effect: { writes: { idempotent: true, destructive: true } }
            samples:
              - { op: list, file: [teas/1.json, teas/2.json, teas/3.json] }
              - { op: show, params: { id: A }, file: teas/show.json }
              - { op: drop, params: { id: A }, file: teas/drop.json }
            """
        try folder.write(Array("modules: { teas: { apiKey: CANARY77 } }\n".utf8), "galleria.yaml")
        try FileManager.default.createDirectory(atPath: folder("modules/teas"), withIntermediateDirectories: true)
        try folder.write(Array(text.utf8), "modules/teas.yaml")
        for name in ["1", "2", "3", "show", "drop"] { try folder.write(Array("{}".utf8), "modules/teas/\(name).json") }
        server.answer(
            "/teas?token=CANARY77",
            .json(#"{"teas": [{"id": "A", "name": "우전"}], "next": "/teas?token=CANARY77&page=2", "token": "CANARY77"}"#)
        )
        server.answer("/teas?page=2&token=CANARY77", .json(#"{"teas": [{"id": "B", "name": "龍井"}], "next": null}"#))
        server.answer("/teas/A?token=CANARY77", .json(#"{"id": "A", "name": "우전"}"#))
    }

    private func record(_ words: String...) throws -> Outcome {
        try galleria(["module", "record", "teas", "--config", folder("galleria.yaml"), "--json"] + words)
    }

    private func outcome(of file: String, in told: Outcome) -> String? {
        told.json?["samples"]?.array?.first { $0["file"] == .string(file) }?["outcome"]?.string
    }

    @Test(
        "each page and each row is asked for and kept; a page that is not there is told, and what changes is left out")
    func records() throws {
        let told = try record()
        #expect(told.status == .done, "\(told.output)")
        #expect(
            server.targets == ["/teas?token=CANARY77", "/teas?page=2&token=CANARY77", "/teas/A?token=CANARY77"])
        #expect(String(decoding: try folder.read("modules/teas/2.json"), as: UTF8.self).contains("龍井"))
        #expect(String(decoding: try folder.read("modules/teas/show.json"), as: UTF8.self).contains("우전"))
        for file in ["3", "drop"] {
            #expect(try folder.read("modules/teas/\(file).json") == Array("{}".utf8), "\(file)")
        }
        let words = ["1", "2", "3", "show", "drop"].map { outcome(of: "teas/\($0).json", in: told) ?? "" }
        for place in [0, 1, 3] { #expect(words[place].hasPrefix("recorded, "), "\(words[place])") }
        #expect(words[2] != words[4] && !words[2].isEmpty && !words[4].isEmpty, "\(told.output)")
        // What was kept answers from now on.
        let listed = try galleria(["call", "teas.list", "--json", "--config", folder("galleria.yaml")])
        #expect(
            listed.status == .done && listed.output.contains("龍井") && listed.output.contains("우전"), "\(listed.output)")
    }

    @Test("a secret that the server echoes is kept nowhere")
    func secrets() throws {
        let told = try record()
        #expect(told.status == .done && !told.output.contains("CANARY"))
        for name in folder.everything where name.hasPrefix("modules/teas/") {
            #expect(!String(decoding: try folder.read(name), as: UTF8.self).contains("CANARY"), "\(name)")
        }
    }

    @Test("with --writes what changes something is asked for as well")
    func writes() throws {
        _ = try record("--writes")
        #expect(server.targets.count == 4)
    }

    @Test("a failed request keeps the sample that was there, and is exit 1")
    func failure() throws {
        server.answer("/teas/A?token=CANARY77", .failure(503))
        let told = try record()
        #expect(told.status == .failed)
        #expect(try folder.read("modules/teas/show.json") == Array("{}".utf8))
        #expect(outcome(of: "teas/2.json", in: told)?.hasPrefix("recorded") == true)
        #expect(outcome(of: "teas/show.json", in: told)?.contains("503") == true, "\(told.output)")
    }

    @Test("a module without a file is wrong usage, which names those that have one")
    func unknown() throws {
        let told = try galleria(["module", "record", "teaz", "--config", folder("galleria.yaml"), "--json"])
        #expect(told.status == .usage && told.output.contains("teaz"))
    }
}
