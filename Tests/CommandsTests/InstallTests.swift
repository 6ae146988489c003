import ClientSetup
import Foundation
import JSON
import TestSupport
import Testing

@testable import Commands

/// `galleria install`, and what `serve` takes of it.
@Suite("The command install") struct InstallTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func run(_ line: String..., command: String = "/opt/galleria") throws -> Outcome {
        try galleria(["install"] + line, variables: ["HOME": folder.path, "GALLERIA_COMMAND": command])
    }

    @Test("it shows the entry, verbatim at any width, and writes nothing", arguments: Client.all)
    func shows(_ client: Client) throws {
        let json = try run(client.id, "--json").json
        let text = try #require(json?["text"]?.string)
        #expect(json?["entry"]?["command"] == "/opt/galleria" && json?["entry"]?["args"] == ["serve"])
        #expect(json?["path"]?.string?.hasPrefix(folder.path) == true)
        #expect(json?["change"] == nil)
        for style in ["plain", "ansi", "markdown"] {
            let outcome = try run(client.id, "--style", style, "--width", "20")
            #expect(outcome.status == .done)
            #expect(outcome.output.contains("\n\(text)"))
        }
        #expect(folder.everything == [])
    }

    @Test("--write writes once; an entry with other options takes its place", arguments: Client.all)
    func writes(_ client: Client) throws {
        let first = try run(client.id, "--write", "--json").json
        let path = try #require(first?["path"]?.string)
        #expect(first?["change"] == "created" && first?["backup"] == nil)
        let text = first?["text"]?.string ?? ""
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        let before = folder.everything
        #expect(try run(client.id, "--write", "--json").json?["change"] == "unchanged")
        #expect(try run(client.id, "--write").output.contains("Nothing was changed"))
        #expect(folder.everything == before)
        let other = try run(client.id, "--write", "--json", "--read-only", "--modules", "desk").json
        #expect(other?["change"] == "replaced" && other?["backup"] == .string("\(path).bak-1"))
        #expect(other?["entry"]?["args"] == ["serve", "--read-only", "--modules", "desk"])
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("--modules"))
        #expect(try String(contentsOfFile: "\(path).bak-1", encoding: .utf8) == text)
    }

    @Test("what serve needs is carried on, files by their absolute path")
    func options() throws {
        let settings = folder("own.yaml")
        try Data("log: {level: error}\n".utf8).write(to: URL(fileURLWithPath: settings))
        let json = try run("zed", "--json", "--config", settings, "--environment", "sample").json
        #expect(json?["entry"]?["args"] == ["serve", "--config", .string(settings), "--environment", "sample"])
    }

    @Test("without the wrapper it is this program's own path", arguments: ["", "relative/galleria"])
    func ownPath(_ command: String) throws {
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #expect(try run("zed", "--json", command: command).json?["entry"]?["command"] == .string(path))
    }

    @Test("a file that is not understood stays, and what belongs where is said")
    func notUnderstood() throws {
        try folder.write(Array("{\"mcpServers\": [".utf8), ".claude.json")
        let text = try run("claude-code", "--write")
        #expect(text.status == .failed)
        #expect(text.output.contains("\"command\": \"/opt/galleria\"") && text.output.contains(".claude.json"))
        let json = try run("claude-code", "--write", "--json")
        #expect(json.status == .failed)
        #expect(json.json?["error"]?["message"]?.string?.contains("not understood") == true)
        #expect(json.json?["error"]?["hint"]?.string?.contains(folder(".claude.json")) == true)
        #expect(try folder.read(".claude.json") == Array("{\"mcpServers\": [".utf8))
        #expect(folder.everything == [".claude.json"])
    }

    @Test(
        "wrong usage is status 2",
        arguments: [
            [], ["claud-code"], ["nothing-like-it"], ["zed", "more"], ["zed", "--scope", "project"],
            ["zed", "--scope", "mine"], ["zed", "--modules", "dsk"], ["zed", "--modules", ""], ["zed", "--set", "a=1"],
            ["zed", "--environment", "nowhere"], ["zed", "--config", "/no/file"], ["zed", "--wirte"],
        ])
    func usage(_ line: [String]) throws {
        let outcome = try galleria(["install"] + line + ["--json"], variables: ["HOME": folder.path])
        #expect(outcome.status == .usage)
        #expect(outcome.json?["error"]?["code"] == "invalid_argument")
        #expect(folder.everything == [])
    }

    @Test("a near miss is named")
    func nearMiss() throws {
        let error = try galleria(["install", "claud-code", "--json"], variables: ["HOME": folder.path]).json?["error"]
        #expect(error?["hint"] == "Did you mean: galleria install claude-code --json")
        let module = try galleria(["serve", "--modules", "desk,dsk", "--json"])
        #expect(module.status == .usage)
    }
}
