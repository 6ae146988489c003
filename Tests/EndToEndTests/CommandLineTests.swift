import Foundation
import Testing

/// The command line as a user has it: from any directory, with or without a home, right and wrong.
@Suite("Command line") struct CommandLineTests {
    private func galleria(_ arguments: [String], home: TemporaryHome? = nil) throws -> Ended {
        try Ended(GalleriaProcess(arguments, home: home))
    }

    @Test(
        "what the README shows first works",
        arguments: [
            (["call", "bookShelf.search", "query=swift"], "Swift Without Ceremony"),
            (["open", "galleria://shelf"], "New books"),
            (["open", "galleria://book/9781617294136"], "Swift Without Ceremony"), (["modules"], "bookShelf"),
            (["modules", "bookShelf"], "bookShelf.search"), (["config", "check"], "sample"),
            (["config", "print"], "bookShelf"),
            (["--help"], "serve"), (["serve", "--help"], "--framing"), (["--version"], "galleria 0."), (["-h"], "call"),
        ])
    func first(_ arguments: [String], _ word: String) throws {
        let ended = try galleria(arguments)
        #expect(ended.status == .exited(0))
        #expect(ended.output.contains(word))
        #expect(!ended.output.contains("\u{1b}"))
        #expect(ended.errors.isEmpty)
    }

    @Test(
        "C2: status 2 for what the user can put right, said with what was meant",
        arguments: [
            (["call", "bookShelf.serch", "query=swift"], "bookShelf.search"), (["cal", "x"], "call"),
            (["open", "galleria://shlf"], "galleria://shelf"), (["modules", "bookshelf"], "bookShelf"),
            (["config", "chek"], "config check"), (["call", "bookShelf.search", "query="], "query"),
            (["call", "bookShelf.search", "qury=swift"], "query"), (["call", "bookShelf.show", "isbn13=7"], "isbn13s"),
            (["config", "check", "--environment", "productoin"], "production"),
            (["config", "check", "--set", "modules.bookShelf.timeot=1s"], "timeout"),
            (["config", "check", "--set", "network.timeout=10"], "10s"), (["serve", "--framing", "smoke"], "headers"),
            (["call", "bookShelf.search", "query=a", "--width", "wide"], "20 to 10000"),
        ])
    func usage(_ arguments: [String], _ word: String) throws {
        let ended = try galleria(arguments)
        #expect(ended.status == .exited(2))
        #expect(ended.output.isEmpty)
        #expect(ended.errors.contains(word))
    }

    @Test(
        "status 1 when the operation failed",
        arguments: [
            (["call", "bookShelf.show", "isbn13s=0000000000000"], "not_found"),
            (
                [
                    "call", "bookShelf.search", "query=a", "--set", "network.data=live", "--set", "network.retries=0",
                    "--set",
                    "modules.bookShelf.endpoint=http://127.0.0.1:9",
                ], "upstream_unavailable"
            ),
        ])
    func failed(_ arguments: [String], _ code: String) throws {
        let text = try galleria(arguments)
        #expect(text.status == .exited(1))
        #expect(text.output.isEmpty)
        #expect(text.errors.hasPrefix("galleria: "))
        let json = try galleria(arguments + ["--json"])
        #expect(json.status == .exited(1))
        #expect(WireValue(json.output)?["error"]?["code"]?.text == code)
    }

    @Test("a screen whose loading failed says so and is status 1")
    func failedScreen() throws {
        let ended = try galleria([
            "open", "galleria://shelf", "--json", "--set", "network.data=live", "--set", "network.retries=0", "--set",
            "modules.bookShelf.endpoint=http://127.0.0.1:9",
        ])
        #expect(ended.status == .exited(1))
        #expect(WireValue(ended.output)?["error"]?["code"]?.text == "upstream_unavailable")
        let text = try galleria(["open", "galleria://book/1"])
        #expect(text.status == .exited(1) && text.output.isEmpty && !text.errors.contains("refresh"))
    }

    @Test("with --json wrong settings are an error on the output too")
    func wrongSettings() throws {
        let ended = try galleria(["call", "bookShelf.list", "--json", "--set", "no.such.key=1"])
        #expect(ended.status == .exited(2))
        #expect(WireValue(ended.output)?["error"]?["code"]?.text == "invalid_argument")
        #expect(ended.errors.contains("no"))
    }

    @Test("each shipped environment is right")
    func environments() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Config/environments"))
        #expect(names.count >= 3)
        for name in names.map({ $0.replacing(".yaml", with: "") }) {
            let ended = try galleria(["config", "check", "--environment", name, "--json"])
            #expect(ended.status == .exited(0), "\(name): \(ended.errors)")
            #expect(WireValue(ended.output)?["environment"]?.text == name)
        }
        let shipped = try galleria(["config", "check", "--config", Repository.path("Config/galleria.yaml")])
        #expect(shipped.status == .exited(0), "\(shipped.errors)")
    }

    @Test("a file named relative to the working directory is found there")
    func relative() throws {
        let home = try TemporaryHome()
        try FileManager.default.createDirectory(atPath: "\(home.path)/sub", withIntermediateDirectories: true)
        try "log: { level: debug }\n".write(toFile: "\(home.path)/sub/g.yaml", atomically: true, encoding: .utf8)
        let ended = try galleria(["config", "print", "--config", "sub/g.yaml"], home: home)
        #expect(ended.output.contains("level: debug"))
        try #"{"query": "swift"}"#.write(toFile: "\(home.path)/sub/q.json", atomically: true, encoding: .utf8)
        #expect(try galleria(["call", "bookShelf.search", "@sub/q.json"], home: home).status == .exited(0))
    }

    @Test("- is the whole of the params on standard input")
    func standardInput() throws {
        let process = try GalleriaProcess(["call", "bookShelf.search", "-", "--json"])
        try process.send(line: #"{"query": "swift", "limit": 30}"#)
        let ended = try Ended(process)
        #expect(ended.status == .exited(0))
        #expect(WireValue(ended.output)?["query"]?.text == "swift")
    }

    @Test(
        "F14: nothing in the environment, or a home that is not one, is enough to read",
        arguments: [
            [:], ["HOME": "/proc/nowhere"], ["HOME": "relative"], ["HOME": ""],
        ])
    func noHome(_ environment: [String: String]) throws {
        for arguments in [
            ["call", "bookShelf.show", "isbn13s=9781617294136"], ["open", "galleria://shelf"], ["modules"],
            ["config", "check"],
        ] {
            let ended = try Ended(
                ChildProcess(GalleriaProcess.executable, arguments, environment: environment, directory: "/"))
            #expect(ended.status == .exited(0), "\(arguments): \(ended.errors)")
            #expect(!ended.output.isEmpty)
        }
    }

    @Test("F12: eight at once that write to one state all succeed")
    func atOnce() throws {
        let home = try TemporaryHome()
        let processes = try (0..<8).map {
            try GalleriaProcess(
                ["call", "bookShelf.setMemo", "isbn13=\(StateCalls.isbns[$0])", "text=by \($0)"], home: home)
        }
        for process in processes {
            let ended = try Ended(process)
            #expect(ended.status == .exited(0), "\(ended.errors)")
        }
        for number in 0..<8 {
            let show = ["call", "bookShelf.show", "isbn13s=\(StateCalls.isbns[number])", "--json"]
            let ended = try galleria(show, home: home)
            #expect(StateCalls.memo(in: WireValue(ended.output)) == "by \(number)")
        }
    }
}
