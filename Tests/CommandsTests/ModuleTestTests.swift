import Foundation
import JSON
import TestSupport
import Testing

@testable import Commands

/// `galleria module test`, over files of a folder.
@Suite("Modules proved by a command") struct ModuleTestTests {
    private let folder: Folder
    private var settings: String { folder("galleria.yaml") }

    init() throws {
        folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder("modules/teas"), withIntermediateDirectories: true)
        try folder.write(Array("{}\n".utf8), "galleria.yaml")
        try folder.write(Array(Self.text.utf8), "modules/teas.yaml")
        try folder.write(Array(Self.teas.utf8), "modules/teas/list.json")
    }

    /// 12 teas in one answer. One has no price, of one the harvest is no list.
    private static let text = """
        galleria: 1
        title: Teas
        doc: Teas of a shop in Boseong.
        endpoint: https://teas.example/v1
        rows:
          Tea:
            key: id
            title: name
            fields:
              id: id
              name: name
              price: { from: "money(price, 'KRW')", type: money, filter: true }
              harvests: "join(', ', harvests)"
        operations:
          list:
            doc: All teas.
            get: /teas
            items: teas
            row: Tea
            errors: [{ when: error, code: not_found, message: error }]
        samples:
          - { op: list, file: teas/list.json }

        """

    private static let teas: String = {
        let names = ["우전", "세작", "중작", "대작", "황차", "홍차", "백차", "말차", "현미녹차", "뽕잎차", "감잎차", "국화차"]
        let rows = names.enumerated().map { number, name -> JSONValue in
            let row: JSONValue = [
                "id": .string("tea-\(number + 1)"), "name": .string(name),
                "harvests": number == 4 ? "spring" : ["spring", .string("lot \(number)")],
                "price": number == 7 ? .null : .integer(9_000 + number * 1_500),
            ]
            return row
        }
        return String(decoding: (["teas": .array(rows)] as JSONValue).serialized(), as: UTF8.self)
    }()

    private func test(_ words: String...) throws -> Outcome {
        try galleria(["module", "test"] + words + ["--config", settings, "--style", "plain", "--width", "120"])
    }

    @Test("every law holds; rows without a value and of a wrong type are counted, errors in no sample are named")
    func holds() throws {
        let outcome = try test("teas")
        #expect(outcome.status == .done, "\(outcome.output)")
        let said = outcome.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        for line in [
            "teas: 27 laws hold over 1 sample, 12 rows.", "Tea.price 12 1 0 0", "Tea.harvests 12 0 1 0",
            "- Errors in no sample: teas.list.",
        ] {
            #expect(said.contains(line), "\(line) is not in:\n\(outcome.output)")
        }
        #expect(outcome.output.contains("Wrong type: Tea.harvests: "))
    }

    @Test("a law that is broken is named with what was found, and the exit status is 1; as JSON too")
    func broken() throws {
        try folder.write(
            Array(Self.text.replacing("      id: id\n", with: "      id: \"'tea'\"\n").utf8), "modules/teas.yaml")
        let outcome = try test("--json", "teas")
        #expect(outcome.status == .failed)
        let json = try JSONValue(parsing: outcome.output)
        let module = try #require(json["modules"]?.array?.first)
        #expect(json["ok"] == false && module["laws"] == 27 && module["rows"] == 12)
        let laws = (module["broken"]?.array ?? []).compactMap { $0["law"]?.string }
        #expect(laws.contains("a list goes to its end by cursor, each row once"), "\(laws)")
    }

    @Test("without a sample's file nothing is tried")
    func missing() throws {
        try FileManager.default.removeItem(atPath: folder("modules/teas/list.json"))
        let outcome = try test("teas")
        #expect(outcome.status == .failed)
        #expect(outcome.output.contains("the sample teas/list.json is not there"))
    }

    @Test("a file elsewhere is tested by --module")
    func named() throws {
        let outcome = try test("--module", folder("modules/teas.yaml"))
        #expect(outcome.status == .done, "\(outcome.output)")
    }

    @Test("no file, a module of the program and a wrong file are each told")
    func refused() throws {
        #expect(try test().status == .usage)
        let told = { (id: String) in try test("--json", id).json?["error"] }
        let compiled = try told("desk")
        #expect(compiled?["code"] == "invalid_argument")
        #expect(compiled?["message"] == "desk is compiled in, and no file declares it.")
        #expect(try told("tees")?["hint"] == "Declared: teas.")
        try folder.write(Array("galleria: 2\n".utf8), "modules/teas.yaml")
        #expect(try test("teas").status == .usage)
    }
}
