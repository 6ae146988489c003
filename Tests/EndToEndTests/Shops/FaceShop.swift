import Foundation
import Testing

/// An agent of `galleria serve --face ucp`: it calls tools, and has every request and answer judged by the protocol's schemas.
final class FaceShop {
    /// Address of the agent's profile.
    static let profile = "https://agent.example/profile.json"

    let process: GalleriaProcess
    private(set) var exchanges: [String] = []

    /// - Parameters:
    ///   - options: behind `--environment sample`.
    ///   - home: shared by processes that share state.
    init(_ options: [String] = [], home: TemporaryHome? = nil) throws {
        process = try GalleriaProcess(["serve", "--environment", "sample", "--face", "ucp"] + options, home: home)
    }

    /// Calls a tool.
    /// - Parameters:
    ///   - arguments: members besides `meta`, as JSON without the braces.
    ///   - key: of a change; a new one without it.
    ///   - isProper: whether the judge is to see the request; one that is wrong on purpose is not its matter.
    /// - Returns: the whole answer.
    func ask(
        _ tool: String, _ arguments: String, key: String? = nil, profile: String = FaceShop.profile,
        isProper: Bool = true
    ) throws -> WireValue {
        let changes = ["create", "update", "cancel"].contains { tool.hasPrefix($0) }
        let idempotency = changes ? #", "idempotency-key": "\#(key ?? UUID().uuidString.lowercased())""# : ""
        let all = #"{"meta": {"ucp-agent": {"profile": "\#(profile)"}\#(idempotency)}, \#(arguments)}"#
        // As UCP has it: without a handshake.
        try process.send(
            line: ChildProcess.request("tools/call", #"{"name": "\#(tool)", "arguments": \#(all)}"#, id: 1))
        let line = try #require(try process.readLine())
        let answer = try #require(WireValue(line), "\(line)")
        // What the schema has of the answer is the result's structured content, byte for byte.
        let content = line.firstRange(of: #""structuredContent":"#).map { range in
            String(line[range.upperBound...].dropLast(#","isError":false}}"#.count))
        }
        exchanges.append(
            #"{"tool": "\#(tool)""# + (isProper ? #", "arguments": \#(all)"# : "")
                + (content.map { #", "content": \#($0)"# } ?? "") + "}")
        return answer
    }

    /// Calls a tool that answers.
    /// - Returns: the structured content.
    func call(_ tool: String, _ arguments: String, key: String? = nil) throws -> WireValue {
        let answer = try ask(tool, arguments, key: key)
        return try #require(answer["result"]?["structuredContent"], "\(answer)")
    }

    /// The error of a call.
    func error(_ tool: String, _ arguments: String, key: String? = nil) throws -> WireValue {
        let answer = try ask(tool, arguments, key: key, isProper: false)
        return try #require(answer["error"], "\(answer)")
    }

    /// Findings of the judge about all that was asked and answered.
    func violations() throws -> [String] { try Self.judged(exchanges) }

    /// Findings of the judge about lines of `{tool, arguments, content}` or `{profile}`.
    static func judged(_ lines: [String]) throws -> [String] {
        let python = ProcessInfo.processInfo.environment["GALLERIA_PYTHON"] ?? "python3"
        let judge = try ChildProcess(
            "/usr/bin/env", [python, "-B", Repository.path("Tests/EndToEndTests/Shops/judge.py")],
            environment: ProcessInfo.processInfo.environment)
        try judge.send(Array((lines.joined(separator: "\n") + "\n").utf8))
        judge.closeInput()
        let found = try judge.readToEnd()
        #expect(try judge.waitForEnd() == .exited(0), "\(judge.errorText)")
        return found
    }

    func kill() throws {
        process.signal(SIGKILL)
        #expect(try process.waitForEnd() == .signalled(SIGKILL))
    }

    func end() throws {
        process.closeInput()
        #expect(try process.readToEnd() == [])
        #expect(try process.waitForEnd() == .exited(0), "\(process.errorText)")
    }
}

/// Parts of answers that tests look at.
extension WireValue {
    var codes: [String] { (self["messages"]?.elements ?? []).compactMap { $0["code"]?.text } }
    /// Pieces of each variant, line by line.
    var pieces: [String] {
        (self["line_items"]?.elements ?? []).map { "\($0["item"]?["id"]?.text ?? "") \($0["quantity"]?.integer ?? 0)" }
    }
    var total: Int? { self["totals"]?.elements?.last?["amount"]?.integer }
    var isRefused: Bool { self["ucp"]?["status"]?.text == "error" }
}

/// A web server in front of our shop, on loopback: see bridge.py. It ends with the instance.
final class FaceBridge {
    let port: Int
    var origin: String { "http://127.0.0.1:\(port)" }
    private let process: ChildProcess

    init(home: TemporaryHome) throws {
        let python = ProcessInfo.processInfo.environment["GALLERIA_PYTHON"] ?? "python3"
        process = try ChildProcess(
            "/usr/bin/env",
            [
                python, "-B", "-u", Repository.path("Tests/EndToEndTests/Shops/bridge.py"), GalleriaProcess.executable,
                "--environment", "sample",
            ],
            // Python's own home stays: there the judge may be installed.
            environment: ProcessInfo.processInfo.environment.merging(
                home.environment.filter { $0.key.hasPrefix("XDG_") }
            ) { $1 })
        let line = try process.readLine() ?? ""
        port = try #require(Int(line.split(separator: " ").last ?? ""), "\(line) \(process.errorText)")
    }

    /// Calls that came, and findings of the judge.
    func seen() throws -> (calls: [String], violations: [String]) {
        let asking = try ChildProcess(
            "/usr/bin/env", ["curl", "-s", "\(origin)/seen"], environment: ProcessInfo.processInfo.environment)
        let ended = try Ended(asking)
        let seen = try #require(ended.json, "\(ended.output) \(ended.errors)")
        func texts(_ name: String) -> [String] { (seen[name]?.elements ?? []).compactMap(\.text) }
        return (texts("calls"), texts("violations"))
    }
}
