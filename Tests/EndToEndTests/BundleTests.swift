import Foundation
import Testing

/// `Tools/bundle`: what it packs starts elsewhere, by the manifest alone.
@Suite("The bundle") struct BundleTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = try ChildProcess(program, arguments, environment: home.environment, directory: home.path)
        process.closeInput()
        let lines = try process.readToEnd()
        try #require(try process.waitForEnd(within: .seconds(180)) == .exited(0), "\(process.errorText)")
        return lines.joined(separator: "\n")
    }

    private func bundle(_ folder: String) throws -> String {
        try run(
            Repository.path("Tools/bundle"),
            ["--binary", GalleriaProcess.executable, "--output", "\(home.path)/\(folder)", "--owner", "example"])
    }

    private func json(_ path: String) throws -> WireValue {
        try #require(WireValue(try String(contentsOfFile: path, encoding: .utf8)))
    }

    /// Unpacks as installers do, with each file's mode.
    private func unpack(_ bundle: String, _ folder: String) throws {
        let script = """
            import os, sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as bundle:
                for entry in bundle.infolist():
                    os.chmod(bundle.extract(entry, sys.argv[2]), entry.external_attr >> 16 & 0o777)
            """
        _ = try run("/usr/bin/env", ["python3", "-c", script, bundle, folder])
    }

    @Test("unpacked into another folder, the server starts by the manifest's own command and has the manifest's tools")
    func starts() throws {
        let folder = home.path + "/installed here"
        try unpack(try bundle("made"), folder)
        let manifest = try json("\(folder)/manifest.json")
        #expect(manifest["manifest_version"]?.text == "0.3")
        let server = try #require(manifest["server"])
        #expect(server["type"]?.text == "binary")
        #expect(server["entry_point"]?.text == "server/galleria")
        let configured = try #require(manifest["user_config"]?["environment"]?["default"]?.text)
        func substituted(_ text: String) -> String {
            text.replacing("${__dirname}", with: folder).replacing("${user_config.environment}", with: configured)
        }
        let command = substituted(try #require(server["mcp_config"]?["command"]?.text))
        let arguments = (server["mcp_config"]?["args"]?.elements ?? []).compactMap { $0.text }.map(substituted)
        #expect(!(arguments + [command]).contains { $0.contains("${") })

        let process = try ChildProcess(command, arguments, environment: home.environment, directory: "/")
        let handshake = try process.call(
            "initialize",
            #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}"#)
        let version = try #require(handshake["result"]?["serverInfo"]?["version"]?.text)
        #expect(manifest["version"]?.text == version)
        let tools = try process.call("tools/list", id: 2)["result"]?["tools"]?.elements ?? []
        #expect(!tools.isEmpty)
        for field in ["name", "description"] {
            #expect(manifest["tools"]?.elements?.map { $0[field]?.text } == tools.map { $0[field]?.text })
        }
        _ = try process.finish()
        let readme = try String(contentsOfFile: "\(folder)/README.md", encoding: .utf8)
        #expect(readme.hasPrefix("# Galleria\n") && readme.contains("## What it offers\n\n| method"))
        #expect(readme.contains("## Settings\n") && !readme.contains("]("))
    }

    @Test("the same program gives the same bytes, and server.json names them")
    func registry() throws {
        let (one, other) = (try bundle("one"), try bundle("other"))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: one))
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == bytes)
        let server = try json("\(home.path)/one/server.json")
        #expect(server["name"]?.text == "io.github.example/galleria")
        #expect((server["description"]?.text?.count ?? 101) <= 100)
        let package = server["packages"]?.elements?.first
        #expect(package?["registryType"]?.text == "mcpb")
        #expect(package?["transport"]?["type"]?.text == "stdio")
        #expect(package?["version"]?.text == server["version"]?.text)
        #expect(package?["identifier"]?.text?.hasSuffix("/" + URL(fileURLWithPath: one).lastPathComponent) == true)
        let sum = try run("/usr/bin/sha256sum", [one]).prefix(64)
        #expect(package?["fileSha256"]?.text == String(sum))
    }
}
