import Foundation
import Testing

/// `serve --record`: what it writes, where it refuses to, and what becomes of a disk that is full.
@Suite("Recording") struct RecordTests {
    /// The text of a file in the program's home.
    static func text(_ process: GalleriaProcess, _ name: String = "session.jsonl") throws -> String {
        try String(contentsOfFile: "\(process.home.path)/\(name)", encoding: .utf8)
    }

    private static func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? Int ?? 0) & 0o777
    }

    @Test("each message is a line, in the order of the wire, behind a header; nobody else may read the file")
    func lines() throws {
        let process = try GalleriaProcess(["serve", "--record", "session.jsonl", "--read-only"])
        try process.initialize()
        try process.send([0xFF, 0xFE, UInt8(ascii: "\n")])
        _ = try process.answer()
        _ = try process.call("bookShelf.search", #"{"query":"스위프트"}"#, id: 2)
        #expect(try process.finish() == [])
        let text = try Self.text(process)
        let lines = text.split(separator: "\n").compactMap { WireValue(String($0)) }
        let header = try #require(lines.first)
        #expect(header["format"]?.integer == 1)
        #expect(header["galleria"]?.text?.isEmpty == false)
        #expect(header["protocol"]?.text == "MCP 2025-11-25")
        #expect(header["readOnly"] == .bool(true))
        #expect(header["settings"]?["network.data"]?.text == "sample")
        let told = lines.dropFirst().map { line -> String in
            let sender = line["from"]?.text ?? ""
            if let message = line["message"] { return "\(sender) \(message["id"]?.integer ?? 0)" }
            return line["base64url"]?.text ?? line["ended"]?.text ?? "?"
        }
        #expect(
            told == ["client 1", "server 1", "__4", "server 0", "client 2", "server 2", "input", "recording"])
        #expect(text.contains("스위프트"))
        let times = lines.dropFirst().compactMap { $0["at"]?.integer }
        #expect(times == times.sorted() && times.count == 8)
        #expect(try Self.mode("\(process.home.path)/session.jsonl") == 0o600)
    }

    @Test("galleria without a command records as well")
    func bare() throws {
        let process = try GalleriaProcess(["--record", "session.jsonl"])
        try process.expectServing()
        #expect(try process.finish() == [])
        #expect(try Self.text(process).split(separator: "\n").count == 5)
    }

    @Test("a flood is recorded whole and in order")
    func flood() throws {
        let process = try GalleriaProcess(["serve", "--record", "session.jsonl"])
        let count = 20_000
        for id in 0..<count { process.offer(Array("\(ChildProcess.request("ping", id: id))\n".utf8)) }
        for _ in 0..<count { _ = try process.readLine() }
        // The end of a session waits ten seconds for a slow disk, and says so where that was not enough.
        let isWritten = process.waitUntil { (try? Self.text(process))?.count { $0 == "\n" } == 2 * count + 1 }
        #expect(isWritten)
        #expect(try process.finish() == [])
        let lines = try Self.text(process).split(separator: "\n")
        #expect(lines.count == 2 * count + 3)
        for sender in ["client", "server"] {
            let ids = lines.filter { $0.contains(#""from":"\#(sender)""#) }.compactMap { line in
                line.split(separator: #""id":"#).last.flatMap { Int($0.prefix { $0.isNumber }) }
            }
            #expect(ids == Array(0..<count))
        }
    }

    @Test("C5: secrets are in no line, wherever the client or an answer puts them")
    func secrets() throws {
        let canary = "CANARY9d2eSECRET"
        let process = try GalleriaProcess(
            [
                "serve", "--record", "session.jsonl", "--set", "modules.forecast.apiKey=${GALLERIA_TEST_KEY}",
            ], environment: ["GALLERIA_TEST_KEY": canary])
        for line in [
            ChildProcess.request("bookShelf.search", #"{"query":"\#(canary)"}"#, id: 1),
            ChildProcess.request("bookShelf.search", #"{"query":"CANARY\u0039d2eSECRET"}"#, id: 2),
            ChildProcess.request("bookShelf.search", #"{"query":"a","\#(canary)":1}"#, id: 3),
            ChildProcess.request("desk.\(canary)", id: 4),
            #"{"jsonrpc":"2.0","id":"\#(canary)","method":"ping"}"#, #"{"broken \#(canary)"#,
            #"[{"jsonrpc":"2.0","id":5,"method":"ping"},"\#(canary)"]"#,
            ChildProcess.request("host.info", #"{"Authorization":"Bearer OTHERSECRET"}"#, id: 6),
            ChildProcess.request("host.info", #"{"note":"https://me:OTHERSECRET@h/?access_token=OTHERSECRET"}"#, id: 7),
            #"{"password": "OTHERSECRET"#, ChildProcess.request("x", #"{"apiKey":{"a":["OTHERSECRET"]}}"#, id: 8),
        ] { _ = try process.ask(line) }
        try process.send(Array("\(canary) token=OTHERSECRET ".utf8) + [0xFF, UInt8(ascii: "\n")])
        _ = try process.answer()
        #expect(try process.finish() == [])
        let text = try Self.text(process)
        #expect(!text.contains("CANARY") && !text.contains("OTHERSECRET"))
        let bytes = text.split(separator: #""base64url":""#).last.map { $0.prefix { $0 != "\"" } } ?? ""
        let padded = bytes.replacing("-", with: "+").replacing("_", with: "/")
        let decoded = try #require(
            Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4)))
        #expect(decoded.starts(with: Array("*** token=***".utf8)))
        #expect(text.split(separator: "\n").count == 2 * 12 + 3)
    }

    @Test("a file that is there is not overwritten unasked; asked, it is, and becomes the user's alone")
    func existing() throws {
        let home = try TemporaryHome()
        let path = "\(home.path)/session.jsonl"
        try Data("precious".utf8).write(to: URL(filePath: path))
        let refused = try GalleriaProcess(["serve", "--record", "session.jsonl"], home: home)
        #expect(try refused.waitForEnd() == .exited(2))
        #expect(refused.errorText.contains("--overwrite"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        chmod(path, 0o644)
        let process = try GalleriaProcess(["serve", "--record", "session.jsonl", "--overwrite"], home: home)
        try process.expectServing()
        // The first still writes to it.
        let second = try GalleriaProcess(["serve", "--record", "session.jsonl", "--overwrite"], home: home)
        #expect(try second.waitForEnd() == .exited(2))
        #expect(second.errorText.contains("is recording"))
        #expect(try process.finish() == [])
        #expect(try Self.text(process).hasPrefix(#"{"format":1"#))
        #expect(try Self.mode(path) == 0o600)
    }

    @Test(
        "what can't be written to is an error before anything is served",
        arguments: [
            (["serve", "--record", "/proc/session.jsonl"], "can't be written"),
            (["serve", "--record", "none/session.jsonl"], "a writable folder"),
            (["serve", "--record", "/", "--overwrite"], "not a plain file"),
            (["serve", "--record", "/dev/null", "--overwrite"], "not a plain file"),
            (["serve", "--record", ""], "can't be written"), (["serve", "--overwrite"], "--record FILE"),
        ])
    func unwritable(_ arguments: [String], _ words: String) throws {
        let process = try GalleriaProcess(arguments)
        #expect(try process.waitForEnd() == .exited(2))
        #expect(process.errorText.contains(words), "\(process.errorText)")
    }

    @Test("neither a link nor a pipe is followed")
    func links() throws {
        let home = try TemporaryHome()
        try FileManager.default.createSymbolicLink(
            atPath: "\(home.path)/link", withDestinationPath: "\(home.path)/target")
        #expect(mkfifo("\(home.path)/fifo", 0o600) == 0)
        for name in ["link", "fifo"] {
            let process = try GalleriaProcess(["serve", "--record", name, "--overwrite"], home: home)
            #expect(try process.waitForEnd() == .exited(2))
            #expect(process.errorText.contains("not a plain file"))
        }
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/target"))
    }

    @Test(
        "a full disk ends the recording at a whole line, with a line of the log, and nothing else",
        .enabled(if: canMount))
    func fullDisk() throws {
        let process = try GalleriaProcess(
            script: #"""
                exec unshare -m sh -c 'mkdir "$HOME/disk" && mount -t tmpfs -o size=64k none "$HOME/disk" &&
                    exec "$0" serve --record "$HOME/disk/session.jsonl"' "$0"
                """#)
        for id in 0..<40 { _ = try process.call("catalog.list", id: id) }
        try process.expectServing()
        // The file is in the program's own view of the disks.
        let path = "/proc/\(process.pid)/root\(process.home.path)/disk/session.jsonl"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.utf8.count > 16_384 && text.utf8.count <= 65_536)
        #expect(text.hasSuffix("\n"))
        for line in text.split(separator: "\n") { #expect(WireValue(String(line)) != nil) }
        #expect(try process.finish() == [])
        #expect(process.errorText.split(separator: "\n").count { $0.contains("the recording to") } == 1)
        #expect(process.errorText.contains("No space left on device"))
    }

    private static let canMount = ChildProcess.succeeds([
        "/usr/bin/unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt",
    ])
}
