import Foundation
import JSON
import PostgreSQL
import Settings
import Storage
import TestSupport
import Testing

@testable import Commands

/// `galleria state migrate`, `verify`, `export` and `import`, as the command line has them.
@Suite("Moving the state by command") struct StateMoveTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// A state file with so many entries, as `state.path` has it.
    private func file(_ name: String, _ count: Int) throws -> String {
        let path = folder(name)
        let state = WholeFile(path: path)
        _ = try state.beginWriting()
        try state.put(
            (0..<count).map {
                .set(
                    StateKey(namespace: StateNamespace("likes", origin: "sample"), key: "k\($0)"), Array("v\($0)".utf8))
            })
        try state.commit()
        return path
    }

    private func put(_ key: String, _ value: [UInt8], in path: String) throws {
        let state = WholeFile(path: path)
        _ = try state.beginWriting()
        try state.put([.set(StateKey(namespace: StateNamespace("likes", origin: "sample"), key: key), value)])
        try state.commit()
    }

    @Test("there and back: migrate, verify, a change that verify finds")
    func moves() throws {
        let server = try PostgresServer.shared()
        let url = server.url(try server.database())
        let (here, back) = (try file("a.db", 30), folder("deep/b.db"))
        let dry = try galleria(
            ["state", "migrate", "sqlite:\(here)", "\(url)#anna", "--dry-run", "--json"])
        #expect(dry.status == .done, "\(dry.output)")
        #expect(dry.json?["dryRun"] == true && dry.json?["copied"] == 30 && dry.json?["equal"] == false)
        let info = ["state", "info", "--json", "--set", "state.url=\(url)", "--set", "state.profile=anna"]
        #expect(try galleria(info).json?["exists"] == false, "a dry run makes nothing")

        let moved = try galleria(["state", "migrate", "sqlite:\(here)", "\(url)#anna", "--json"])
        #expect(moved.status == .done, "\(moved.output)")
        #expect(moved.json?["copied"] == 30 && moved.json?["equal"] == true && moved.json?["resumed"] == false)
        #expect(moved.json?["to"]?.string?.hasSuffix("#anna") == true)
        #expect(moved.json?["namespaces"]?[0]?["from"] == moved.json?["namespaces"]?[0]?["to"])
        #expect(moved.json?["namespaces"]?[0]?["to"]?["sha256"]?.string?.count == 64)
        #expect(try galleria(info).json?["entries"] == 30)

        // `current` is what the settings say.
        let settings = ["--set", "state.url=\(url)", "--set", "state.profile=anna"]
        let returned = try galleria(["state", "migrate", "current", "sqlite:\(back)"] + settings)
        #expect(returned.status == .done && returned.output.contains("30"), "\(returned.output)")
        let equal = try galleria(["state", "verify", "current", "sqlite:\(back)", "--json"] + settings)
        #expect(equal.status == .done && equal.json?["equal"] == true)

        try put("k7", [1], in: back)
        let found = try galleria(["state", "verify", "\(url)#anna", "sqlite:\(back)", "--json"])
        #expect(found.status == .failed && found.json?["equal"] == false)
        #expect(found.json?["namespaces"]?[0]?["keys"] == ["k7"] && found.json?["namespaces"]?[0]?["differences"] == 1)
        let told = try galleria(["state", "verify", "\(url)#anna", "sqlite:\(back)"])
        #expect(told.status == .failed && told.output.contains("k7") && told.output.contains("1 differs"))
        let refused = try galleria(["state", "migrate", "\(url)#anna", "sqlite:\(back)", "--json"])
        #expect(refused.status == .failed && refused.json?["error"]?["code"] == "storage_failed")
        #expect(refused.json?["error"]?["message"]?.string?.contains("“k7”") == true)
        #expect(refused.json?["error"]?["hint"]?.string?.contains("state verify") == true)
    }

    @Test("a state in the middle of a move says so, in info and doctor, and does not count its mark")
    func unfinished() throws {
        let server = try PostgresServer.shared()
        let url = server.url(try server.database())
        let here = try file("a.db", 3)
        let states: [(any WholeState, [String])] = [
            (WholeFile(path: here), ["--set", "state.path=\(here)"]),
            (WholeServer(PostgresAddress(url), profile: "default", name: url), ["--set", "state.url=\(url)"]),
        ]
        for (state, settings) in states {
            for (change, isUnfinished) in [(StateChange.set(.mark, [1]), true), (.remove(.mark), false)] {
                _ = try state.beginWriting()
                try state.put([change])
                try state.commit()
                let info = try galleria(["state", "info", "--json"] + settings)
                #expect(info.json?["unfinished"] == .bool(isUnfinished), "\(info.output)")
                #expect(info.json?["entries"] == (settings[1].contains("path") ? 3 : 0))
                #expect(try galleria(["state", "info"] + settings).output.contains("migrate again") == isUnfinished)
                let doctor = try galleria(["doctor", "--offline", "--json"] + settings)
                #expect(doctor.output.contains("holds an unfinished copy") == isUnfinished)
            }
        }
    }

    @Test("profiles of one database are two states")
    func profiles() throws {
        let server = try PostgresServer.shared()
        let url = server.url(try server.database())
        let here = try file("a.db", 3)
        #expect(try galleria(["state", "migrate", "sqlite:\(here)", "\(url)#a%20%C3%A9"]).status == .done)
        let copied = try galleria(["state", "migrate", "\(url)#a%20%C3%A9", url, "--json"])
        #expect(copied.status == .done && copied.json?["from"]?.string?.hasSuffix("#a%20%c3%a9") == true)
        #expect(copied.json?["to"]?.string?.hasSuffix("#default") == true)
        #expect(
            try server.sql("SELECT DISTINCT profile FROM galleria.state ORDER BY 1", in: String(url.suffix(33)))
                == "a é\ndefault")
    }

    @Test("export and import, to a file and from it; a wrong file changes nothing")
    func exports() throws {
        let (here, there) = (try file("a.db", 5), folder("b.db"))
        let (from, into) = (["--set", "state.path=\(here)"], ["--set", "state.path=\(there)"])
        let printed = try galleria(["state", "export"] + from)
        #expect(printed.status == .done && printed.output.hasPrefix(#"{"format":"galleria.state","version":1,"#))
        let export = folder("state.jsonl")
        let written = try galleria(["state", "export", "--to", export, "--json"] + from)
        #expect(written.status == .done && written.json?["entries"] == 5)
        #expect(try String(contentsOfFile: export, encoding: .utf8) == printed.output)
        let rights = try FileManager.default.attributesOfItem(atPath: export)[.posixPermissions] as? Int
        #expect(rights == 0o600)
        let taken = try galleria(["state", "export", "--to", export, "--json"] + from)
        #expect(taken.status == .usage && taken.output.contains("nothing is overwritten"))
        let nowhere = try galleria(["state", "export", "--to", folder("none/x.jsonl"), "--json"] + from)
        #expect(nowhere.status == .failed && nowhere.json?["error"]?["code"] == "storage_failed")

        var wrong = try folder.read("state.jsonl")
        wrong[wrong.count / 2] ^= 1
        try folder.write(wrong, "wrong.jsonl")
        let refused = try galleria(["state", "import", folder("wrong.jsonl"), "--json"] + into)
        #expect(refused.status == .failed && refused.json?["error"]?["message"]?.string?.contains("line ") == true)
        #expect(!FileManager.default.fileExists(atPath: there))
        let taking = try galleria(["state", "import", export, "--json"] + into)
        #expect(taking.status == .done && taking.json?["added"] == 5, "\(taking.output)")
        #expect(try galleria(["state", "export"] + into).output == printed.output)

        try put("k1", [9], in: there)
        let conflict = try galleria(["state", "import", export, "--json"] + into)
        #expect(conflict.status == .failed && conflict.output.contains("k1"))
        let replaced = try galleria(["state", "import", export, "--replace", "--json"] + into)
        #expect(replaced.json?["replaced"] == 1 && replaced.json?["kept"] == 4)
        #expect(try galleria(["state", "import", folder("none"), "--json"] + into).status == .usage)
        #expect(folder.everything.allSatisfy { !$0.hasSuffix(".part") }, "no half of an export is left")
    }

    @Test("a state of no spelling, one named twice, and one that is not there are said")
    func wrong() throws {
        let here = try file("a.db", 1)
        for word in ["/a.db", "sqlite:", "mysql://h/d", "postgresql://h/d#", "postgresql://h/d#%zz", "Current"] {
            let refused = try galleria(["state", "verify", word, "sqlite:\(here)", "--json"])
            #expect(refused.status == .usage, "\(word)")
            #expect(
                refused.json?["error"]?["message"]?.string?.contains("sqlite:PATH, postgresql://… or current") == true)
        }
        let same = try galleria(["state", "migrate", "sqlite:\(here)", "sqlite:\(here)", "--json"])
        #expect(same.status == .usage && same.output.contains("the same state"))
        let none = try galleria(["state", "migrate", "sqlite:\(folder("none.db"))", "sqlite:\(here)", "--json"])
        #expect(none.status == .failed && none.output.contains("There is no state at sqlite:"))
        #expect(none.json?["error"]?["hint"]?.string?.contains("correct the spelling") == true)
        let away = try galleria(
            ["state", "migrate", "sqlite:\(here)", "postgresql://127.0.0.1:1/shop", "--json"])
        #expect(away.status == .failed && away.json?["error"]?["retryable"] == true)
    }

    @Test("a password is refused where a state is spelled, never shown, and given to no other server")
    func passwords() throws {
        let here = try file("a.db", 1)
        for url in [
            "postgresql://anna:geheim@127.0.0.1:1/shop", "postgresql://127.0.0.1:1/shop?password=geheim",
            "postgresql://anna:geheim@127.0.0.1:1/shop#ben", "postgres://anna:ge%23heim@127.0.0.1:1/shop#%zz",
            "postgresql://anna:ge#heim@127.0.0.1:1/shop", "postgresq://anna:geheim@h/shop", "anna:geheim@h/shop",
            "host=127.0.0.1 password=geheim", "postgresql://h/d?sslpassword=geheim#",
        ] {
            for (name, line) in [
                ("TO", ["migrate", "sqlite:\(here)", url]), ("A", ["verify", url, "sqlite:\(here)"]),
            ] {
                let refused = try galleria(["state"] + line + ["--json"])
                #expect(refused.status == .usage, "\(url)")
                // The sentence of the settings, for the word that holds it.
                let sentence = "\(name) \(DatabaseAddress.passwordRefusal("state.password"))."
                #expect(refused.json?["error"]?["message"]?.string == sentence, "\(refused.output)")
                #expect(!refused.output.contains("heim"))
            }
            let settings = try galleria(["state", "info", "--json", "--set", "state.url=\(url)"])
            #expect(settings.status == .usage && !settings.output.contains("heim"))
            let isAddress = url.utf8.starts(with: "postgres://".utf8) || url.utf8.starts(with: "postgresql://".utf8)
            if isAddress {
                #expect(
                    settings.output.contains(DatabaseAddress.passwordRefusal("state.password")), "\(settings.output)")
            }
        }
    }

    @Test("a relative path and ~/ are as shells have them")
    func paths() throws {
        #expect(StateSpelling("sqlite:~/x.db") == .file("~/x.db"))
        #expect(StateSpelling("current") == .current)
        #expect(StateSpelling("postgres://h/d#a%2Fb") == .server(url: "postgres://h/d", profile: "a/b"))
        let home = try galleria(["state", "verify", "sqlite:~/none.db", "sqlite:none.db", "--json"])
        #expect(home.output.contains("galleria-commands-") && home.output.contains("/none.db"))
    }
}
