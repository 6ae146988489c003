import Foundation
import Testing

/// `Tools/new-module` in a copy of the package. What it writes is built and tested by `Tools/check --new-module`.
@Suite("A new module") struct NewModuleTests {
    private let home: TemporaryHome
    /// Root of the copy that the script reads and writes.
    private var package: String { "\(home.path)/package" }
    private static let examples = Repository.path("Tools/new-module.d/examples")

    init() throws {
        home = try TemporaryHome()
        try FileManager.default.createDirectory(atPath: "\(home.path)/package/Tools", withIntermediateDirectories: true)
        for part in [
            "Package.swift", ".swift-format", "Apps", "Config", "Modules", "Tools/new-module", "Tools/new-module.d",
        ] {
            try FileManager.default.copyItem(atPath: Repository.path(part), toPath: "\(package)/\(part)")
        }
        try FileManager.default.createDirectory(atPath: "\(package)/Tests", withIntermediateDirectories: false)
    }

    /// Runs the script; its ending, and what it said.
    private func run(_ arguments: [String]) throws -> (ending: ChildProcess.Ending, text: String) {
        var environment = home.environment
        environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        let process = try ChildProcess(
            "\(package)/Tools/new-module", arguments, environment: environment, directory: home.path)
        process.closeInput()
        let lines = try process.readToEnd()
        return (try process.waitForEnd(), (lines + [process.errorText]).joined(separator: "\n"))
    }

    /// Every file of the copy but those that building and Python leave behind, with what it holds.
    private func tree() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: package)
        where !path.hasPrefix(".build") && !path.contains("__pycache__") {
            files[path] = FileManager.default.contents(atPath: "\(package)/\(path)")
        }
        return files
    }

    private func lines(_ file: Data?) -> [String] {
        String(decoding: file ?? Data(), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test("touches its folders, one row and one entry, and says what to do next")
    func touches() throws {
        let before = try tree()
        let answer = try run(
            [
                "Weather2", "--endpoint", "https://a.example/v1/cities?key=s3cr3t", "--sample",
                "\(Self.examples)/cities.json",
            ])
        #expect(answer.ending == .exited(0), "\(answer.text)")
        #expect(
            answer.text.contains("told apart by city_code") && answer.text.contains("Tools/galleria call weather2.list")
        )
        let after = try tree()
        #expect(Set(before.keys).isSubset(of: after.keys))
        let changed = before.filter { after[$0.key] != $0.value }.keys.sorted()
        #expect(changed == ["Apps/galleria/main.swift", "Package.swift"])
        for path in after.keys where before[path] == nil {
            let folders = ["Modules/Features/Weather2", "Tests/Weather2Tests", "Config/samples/Weather2"]
            #expect(folders.contains { path.hasPrefix($0) }, "\(path)")
        }
        let rows = lines(after["Package.swift"]).difference(from: lines(before["Package.swift"]))
        #expect(rows.insertions.count == 1 && rows.removals.isEmpty)
        let (old, new) = (lines(before["Apps/galleria/main.swift"]), lines(after["Apps/galleria/main.swift"]))
        #expect(new.count == old.count + 6)
        #expect(new.filter { $0.contains("append(weather2") } == ["    features.append(weather2)"])
        let sample = try Data(contentsOf: URL(fileURLWithPath: "\(Self.examples)/cities.json"))
        #expect(after["Config/samples/Weather2/answer.json"] == sample)
        #expect(!after.values.contains { String(decoding: $0, as: UTF8.self).contains("s3cr3t") })
    }

    @Test(
        "the commands of the pages write their modules, and print what the pages show",
        arguments: ["README.md", "Modules/Galleria.docc/AddAModule.md"])
    func pages(_ page: String) throws {
        let lines = try String(contentsOfFile: Repository.path(page), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let place = try #require(lines.firstIndex { $0.hasPrefix("$ Tools/new-module ") })
        // The page writes the example of its own server to a file first.
        let example = "\(home.path)/example.json"
        let served = lines.drop { !$0.hasSuffix("<<'END'") }.dropFirst().prefix { $0 != "END" }
        try served.joined(separator: "\n").write(toFile: example, atomically: true, encoding: .utf8)
        let arguments = lines[place].split(separator: " ").dropFirst(2).map {
            String($0).replacing("/tmp/example.json", with: example)
                .replacing("Tools/new-module.d/examples", with: Self.examples)
        }
        let answer = try run(arguments)
        #expect(answer.ending == .exited(0), "\(answer.text)")
        let shown = lines[(place + 1)...].prefix { $0 != "```" }
        #expect(shown.count >= 8)
        let printed = answer.text.split(separator: "\n").map(String.init)
        for line in shown { #expect(printed.contains(line), "“\(line)” is not in \(answer.text)") }
    }

    /// Name, example, further arguments, and parts of what is said.
    private static let shapes: [(name: String, example: String, arguments: [String], said: [String])] = [
        (
            "Concerts", "concerts.json", ["--endpoint", "https://a.example/concerts"],
            [
                "pages: `next` is the address of the next page; total: count",
                "listed: id, name, price, starts_at, sold_out",
            ]
        ),
        (
            "TeaShop", "products.json", ["--endpoint", "https://a.example/products"],
            ["a Product, told apart by sku", "prices: listPrice, salePrice", "is sent back as `after`", "is a guess"]
        ),
        (
            "Books", "books.json",
            ["--endpoint", "https://a.example/books?pageNo=1&numOfRows=4", "--currency", "KRW"],
            ["a Book, told apart by isbn13", "by number from 1, with `pageNo` and `numOfRows`; total: totalCount"]
        ),
        (
            "Station", "stations.json", ["--endpoint", "https://a.example/stations.json"],
            ["a Station, told apart by $key", "listed: $key, name, bikes, docks, renting, updated"]
        ),
        ("Weather2", "cities.json", ["--endpoint", "https://a.example/cities"], ["a City, told apart by city_code"]),
        ("OddRows", "odd.json", ["--endpoint", "https://a.example/"], ["an OddRow, told apart by id"]),
        (
            "ExchangeRates", "rates.json", ["--endpoint", "https://a.example/KRW"],
            ["nothing tells them apart but their place"]
        ),
    ]

    /// All in one copy, as a package may have them.
    @Test("an example of each shape is a feature of at most 120 lines, with as many of tests")
    func lineCounts() throws {
        for shape in Self.shapes {
            let arguments = [shape.name, "--sample", "\(Self.examples)/\(shape.example)"] + shape.arguments
            let answer = try run(arguments)
            #expect(answer.ending == .exited(0), "\(answer.text)")
            for part in shape.said { #expect(answer.text.contains(part), "“\(part)” is not in \(answer.text)") }
            let sources = "\(package)/Modules/Features/\(shape.name)/Sources"
            #expect(try FileManager.default.contentsOfDirectory(atPath: sources) == ["\(shape.name).swift"])
            let paths = [
                "\(sources)/\(shape.name).swift", "\(package)/Tests/\(shape.name)Tests/\(shape.name)Tests.swift",
            ]
            for path in paths {
                let count = lines(FileManager.default.contents(atPath: path)).count - 1
                #expect((20...120).contains(count), "\(path) has \(count) lines")
            }
        }
    }

    @Test("leaves out, and names, the least telling fields beyond 120 lines")
    func longRows() throws {
        let members = (0..<45).map { "\"a rather long name of member \($0)\": \"\($0)값\"" }.joined(separator: ", ")
        let example = "\(home.path)/example.json"
        try "[{\"id\": 1, \"title\": \"하나\", \(members)}]".write(toFile: example, atomically: true, encoding: .utf8)
        let answer = try run(["Panels", "--endpoint", "https://a.example/panels", "--sample", example])
        #expect(answer.text.contains("since a module has 120 lines at most"), "\(answer.text)")
        let source = lines(
            FileManager.default.contents(atPath: "\(package)/Modules/Features/Panels/Sources/Panels.swift"))
        #expect((90...121).contains(source.count), "\(source.count) lines")
    }

    @Test("reads paging, keys, titles, prices, dates, pictures and long examples as its tables of cases say")
    func tables() throws {
        let process = try ChildProcess(
            "/usr/bin/env", ["python3", "-B", Repository.path("Tools/new-module.d/tests.py")],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""], directory: home.path)
        process.closeInput()
        _ = try process.readToEnd()
        #expect(try process.waitForEnd() == .exited(0), "\(process.errorText)")
    }

    /// Arguments, with the example's text where it is one of the test's own, and a part of what is said.
    private static let refusals: [(arguments: [String], example: String?, sentence: String)] = [
        (["weather"], nil, "is no module name"),
        (["forecast2x"], nil, "is no module name"),
        (["FORECAST"], nil, "There is a module Forecast already"),
        (["Table"], nil, "the name of a type that every feature imports"),
        (["Shelf"], nil, "has the route galleria://shelf already"),
        (["A1", "--endpoint", "ftp://a.example"], nil, "no address of an API"),
        (["A1", "--endpoint", "https://a.example/x?appid=1&token=2"], nil, "look like secrets"),
        (["A1", "--rows", "nowhere"], nil, "The example has no nowhere"),
        (["A1", "--id", "name2"], nil, "The rows have no member name2"),
        (["A1", "--id", "note"], nil, "does not tell the rows apart"),
        (["A1", "--entity", "Table"], nil, "--entity Table is taken"),
        (["A1", "--currency", "won"], nil, "no code of ISO 4217"),
        (["Default"], nil, "is a word of Swift"),
        (["A1"], "{\"a\": [", "is not JSON: line 1, column 8"),
        (["A1"], "[{\"a\": \"x\", \"a\": 1}]", "twice in one object"),
        (["A1"], "{\"rows\": []}", "has no row"),
        (["A1"], "[1, 2]", "neither an object nor a list of objects"),
        (["A1"], "[{\"id\": 1}]", "have no text"),
    ]

    /// All in one copy: making it takes longer than they do.
    @Test("refuses with a sentence, and writes nothing")
    func refuses() throws {
        let before = try tree()
        for row in Self.refusals {
            var sample = "\(Self.examples)/cities.json"
            if let example = row.example {
                sample = "\(home.path)/example.json"
                try example.write(toFile: sample, atomically: true, encoding: .utf8)
            }
            let endpoint = row.arguments.contains("--endpoint") ? [] : ["--endpoint", "https://a.example/x"]
            let answer = try run(row.arguments + endpoint + ["--sample", sample])
            #expect(answer.ending == .exited(1), "\(row.arguments)")
            #expect(answer.text.contains(row.sentence), "\(answer.text)")
            #expect(answer.text.contains("Nothing was written."), "\(row.arguments)")
        }
        #expect(try tree() == before)
    }

    @Test("overwrites nothing")
    func overwrites() throws {
        try FileManager.default.createDirectory(atPath: "\(package)/Tests/A1Tests", withIntermediateDirectories: true)
        try "kept".write(toFile: "\(package)/Tests/A1Tests/Mine.swift", atomically: true, encoding: .utf8)
        let before = try tree()
        let answer = try run(["A1", "--endpoint", "https://a.example/x", "--sample", "\(Self.examples)/odd.json"])
        #expect(answer.ending == .exited(1))
        #expect(answer.text.contains("Tests/A1Tests is there already"))
        #expect(try tree() == before)
    }
}
