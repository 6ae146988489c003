import Foundation
import Testing

/// Talking to the server in requests and answers.
extension ChildProcess {
    /// Sends a line and gives the next one that is answered.
    func ask(_ line: String) throws -> WireValue {
        try send(line: line)
        return try answer()
    }

    /// The next message.
    func answer() throws -> WireValue {
        let line = try #require(try readLine(), "the output has ended; stderr: \(errorText)")
        return try #require(WireValue(line), "not JSON: \(line)")
    }

    /// Sends a request and gives its answer, which must be the next message.
    func call(_ method: String, _ params: String = "{}", id: Int = 1) throws -> WireValue {
        let answer = try ask(Self.request(method, params, id: id))
        #expect(answer["id"] == .number(String(id)))
        return answer
    }

    /// Shakes hands as an MCP client of the newest revision that has a handshake.
    func initialize() throws {
        let answer = try call(
            "initialize", #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#
        )
        #expect(answer["result"] != nil)
    }

    /// Expects a ping to be answered next: the server is up and owes nothing.
    func expectServing(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let answer = try ask(#"{"jsonrpc":"2.0","id":"sentinel","method":"ping"}"#)
        #expect(answer["id"]?.text == "sentinel", sourceLocation: sourceLocation)
        #expect(answer["result"] == .object([]), sourceLocation: sourceLocation)
    }

    /// Has everything made that a first call and a first refusal make, such as the modules and the pages of the program's code:
    /// what is measured afterwards is the cost of what is sent alone.
    func warmUp(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expectServing(sourceLocation: sourceLocation)
        #expect(try call("host.info")["result"] != nil, sourceLocation: sourceLocation)
        #expect(try ask("x")["error"]?["code"] == .number("-32700"), sourceLocation: sourceLocation)
    }

    /// Ends the input; expects every further line to be an answer, and status 0.
    func finish(sourceLocation: SourceLocation = #_sourceLocation) throws -> [WireValue] {
        closeInput()
        let lines = try readToEnd()
        #expect(try waitForEnd() == .exited(0), sourceLocation: sourceLocation)
        let values = lines.compactMap { WireValue($0) }
        #expect(values.count == lines.count, "a line is not JSON", sourceLocation: sourceLocation)
        return values
    }

    /// Whether a command ends with status 0: what this machine can do.
    static func succeeds(_ command: [String]) -> Bool {
        guard let program = command.first else { return false }
        let process = try? ChildProcess(program, Array(command.dropFirst()), environment: [:])
        return (try? process?.waitForEnd()) == .exited(0)
    }

    static func request(_ method: String, _ params: String = "{}", id: Int) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }
}

extension WireValue {
    /// The whole number that this is, or nil.
    var integer: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text)
    }

    /// The code of an answer's error, or nil.
    var errorCode: Int? { self["error"]?["code"]?.integer }
}
