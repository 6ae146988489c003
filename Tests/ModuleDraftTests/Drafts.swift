import Foundation
import JSON
import ModuleFile
import Settings
import Testing

@testable import ModuleDraft

/// Rows that tests add members to.
let trees = ["밤나무", "槐樹", "Alder", "Holm oak"].enumerated().map { place, name in
    JSONValue.object([JSONMember("id", .integer(place + 1)), JSONMember("name", .string(name))])
}

/// The rows with one more member, whose values come one after the other.
func trees(with key: String, _ values: [JSONValue]) -> [JSONValue] {
    trees.enumerated().map { place, row in
        .object((row.members ?? []) + [JSONMember(key, values[place % values.count])])
    }
}

func reading(
    _ json: JSONValue, at address: String = "https://a.example/trees", links: [String] = [], id: String = "wood"
) throws -> DraftReading {
    try DraftReading(
        id: id, address: try DraftAddress(address), answer: DraftAnswer(json.serialized(), links: links))
}

func draft(
    _ json: JSONValue, at address: String = "https://a.example/trees", links: [String] = [], id: String = "wood",
    second: JSONValue? = nil
) throws -> ModuleDraft {
    let draft = try reading(json, at: address, links: links, id: id).draft(
        further: second.map { [DraftAnswer($0.serialized())] } ?? [])
    try expectRight(draft, id)
    return draft
}

/// Every draft is a file that the reader takes.
func expectRight(_ draft: ModuleDraft, _ id: String) throws {
    if case .failure(let report) = ModuleFile.read(Array(draft.text.utf8), label: "\(id).yaml", id: id) {
        Issue.record("\(report.rendered())\n\(draft.text)")
    }
}

extension ModuleDraft {
    /// The lines of the file that begin with these words, without their indent.
    func lines(_ start: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix(start) }
    }

    /// The line of a field, without its name.
    func field(_ name: String) -> String? { lines("\(name): ").first.map { String($0.dropFirst(name.count + 2)) } }

    func finding(_ label: String) -> String? { report.findings.first { $0.label == label }?.value }
}

/// A file of this folder's corpus.
func corpus(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus/\(name)")
}
