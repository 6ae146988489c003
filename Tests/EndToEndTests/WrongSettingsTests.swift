import Foundation
import Testing

/// Wrong settings files, and the whole of what a user reads then. `Tools/test --record EndToEnd` writes down what
/// is said now.
@Suite("Wrong settings") struct WrongSettingsTests {
    /// One case of a file of cases: `=== NAME`, then parts that begin with `--- variable NAME=VALUE`,
    /// `--- FILE` or `--- report`.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var variables: [String: String] = [:]
        var files: [(path: String, text: String)] = []
        var report = ""

        var testDescription: String { name }

        init(_ text: String) {
            let parts = "\n\(text)".split(separator: "\n--- ", omittingEmptySubsequences: false).map(String.init)
            name = parts[0].filter { $0 != "\n" }
            for part in parts.dropFirst() {
                let title = part.prefix { $0 != "\n" }
                let body = String(part.dropFirst(title.count + 1))
                if title == "report" {
                    report = body
                } else if title.hasPrefix("variable ") {
                    let pair = title.dropFirst("variable ".count).split(separator: "=", maxSplits: 1)
                    variables[String(pair[0])] = String(pair[1])
                } else {
                    files.append((String(title), body.hasSuffix("\n") ? body : body + "\n"))
                }
            }
            if !report.hasSuffix("\n") { report += "\n" }
        }

        var text: String {
            "=== \(name)\n" + variables.map { "--- variable \($0)=\($1)\n" }.sorted().joined()
                + files.map { "--- \($0.path)\n\($0.text)" }.joined() + "--- report\n\(report)"
        }
    }

    static let folder = Repository.endToEnd.appending(path: "WrongSettings")

    static let files =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)))?.sorted() ?? []

    static func cases(in file: String) -> [Case] {
        let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
        return "\n\(text)".components(separatedBy: "\n=== ").dropFirst().map { Case($0) }
    }

    static let all = files.flatMap { cases(in: $0) }

    /// Report of `config check` in a folder with the files of a case.
    private static func report(on wrong: Case, json: Bool = false) throws -> (output: String, errors: String) {
        let home = try TemporaryHome()
        for (path, text) in wrong.files {
            let file = URL(filePath: "\(home.path)/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let process = try GalleriaProcess(
            ["config", "check", "--config", "galleria.yaml"] + (json ? ["--json"] : []), environment: wrong.variables,
            home: home)
        process.closeInput()
        let output = try process.readToEnd().joined(separator: "\n")
        #expect(try process.waitForEnd() == .exited(2), "\(wrong.name)")
        return (output, process.errorText)
    }

    @Test("C2: the whole report, with file, line, column, the line and a caret", arguments: all)
    func report(_ wrong: Case) throws {
        let (output, said) = try Self.report(on: wrong)
        #expect(output == "")
        guard ProcessInfo.processInfo.environment["GALLERIA_RECORD_TRANSCRIPTS"] != "1" else { return }
        #expect(said == wrong.report, "\(wrong.name)")
        for block in said.components(separatedBy: "\n\n") {
            let form =
                #/error: .+\n *--> (?:galleria|environments/\w+)\.yaml:\d+:\d+\n *\|\n *\d+ \| .*\n *\| *\^+.*\n?/#
            #expect(block.wholeMatch(of: form) != nil, "\(block)")
        }
        #expect(!said.contains("CANARY"))
    }

    @Test("C2: a program gets the same as data", arguments: all)
    func data(_ wrong: Case) throws {
        let (output, _) = try Self.report(on: wrong, json: true)
        let answer = try #require(WireValue(output))
        #expect(answer["error"]?["code"]?.text == "invalid_argument")
        let problems = try #require(answer["problems"]?.elements)
        let places = problems.map { problem in
            let line = problem["line"]?.integer ?? 0
            return "--> \(problem["source"]?.text ?? ""):\(line):\(problem["column"]?.integer ?? 0)\n"
        }
        #expect(places.count == wrong.report.components(separatedBy: "--> ").count - 1)
        for place in places { #expect(wrong.report.contains(place), "\(place)") }
        #expect(problems.allSatisfy { $0["message"]?.text?.isEmpty == false })
        #expect(!output.contains("CANARY"))
    }

    @Test("at least 40, each with a name of its own")
    func enough() {
        #expect(Self.all.count >= 40)
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    }

    @Test(
        "recording", .enabled(if: ProcessInfo.processInfo.environment["GALLERIA_RECORD_TRANSCRIPTS"] == "1"),
        arguments: files)
    func record(_ file: String) throws {
        let cases = try Self.cases(in: file).map { wrong in
            var wrong = wrong
            wrong.report = try Self.report(on: wrong).errors
            return wrong
        }
        try cases.map(\.text).joined().write(
            to: Self.folder.appending(path: file), atomically: true, encoding: .utf8)
    }
}
