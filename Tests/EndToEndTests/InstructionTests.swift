import Foundation
import Testing

/// True where there is a release program to measure. Without valgrind, which counts its instructions, the tests fail: gates that are
/// not looked at hold nothing.
private let isMeasured = ProcessInfo.processInfo.environment["GALLERIA_BINARY"] != nil

/// Instructions of requests to the release program, which repeat where times don't: those of one more of each, of two runs, one
/// with twice as many. `Tools/check --release` runs them; a debug build takes several times as many.
@Suite(
    "Instructions of the release program",
    .enabled(if: isMeasured, "needs GALLERIA_BINARY, a release build"))
struct InstructionTests {
    static let valgrind = "/usr/bin/valgrind"
    struct Gate: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let method: String
        let params: String
        /// Texts in the place of `$KEY` in the params of each request, in turn.
        var keys: [String] = []
        /// A request that is sent first, once; nil for none.
        var before: (method: String, params: String)?
        /// Requests of the two runs' difference; of so many their ends and growing tables count little.
        let requests: Int
        let instructions: Double

        init(_ name: String, _ method: String, _ params: String, requests: Int, _ instructions: Double) {
            (testDescription, self.method, self.params) = (name, method, params)
            (self.requests, self.instructions) = (requests, instructions)
        }

        /// A tool's.
        init(_ name: String, _ tool: String, arguments: String, requests: Int, _ instructions: Double) {
            self.init(name, "tools/call", Self.params(tool, arguments), requests: requests, instructions)
        }

        private static func params(_ tool: String, _ arguments: String) -> String {
            #"{"name":"\#(tool)","arguments":\#(arguments)}"#
        }

        /// The same behind a call of a tool.
        func behind(_ tool: String, _ arguments: String) -> Gate {
            var gate = self
            gate.before = ("tools/call", Self.params(tool, arguments))
            return gate
        }

        /// The same of a request each for some keys.
        func each(_ keys: [String]) -> Gate {
            var gate = self
            gate.keys = keys
            return gate
        }

        func params(of request: Int) -> String {
            keys.isEmpty ? params : params.replacingOccurrences(of: "$KEY", with: keys[request % keys.count])
        }

        /// As measured last: a change that takes more fails here. What is to be reached stands in `Tools/bench/goals.json`.
        static let all = [
            Gate("ping", "ping", "{}", requests: 400, 3_500),
            Gate("a small tool", "book_shelf_memos", arguments: "{}", requests: 100, 12_000),
            Gate("a memo by tool", "book_shelf_memos", arguments: "{}", requests: 100, 17_600).behind(
                "book_shelf_set_memo",
                #"{"isbn13":"9781617294136","text":"Read the chapter on errors again; everybody in the team asks for it all week."}"#
            ),
            Gate(
                "a book by tool", "book_shelf_show", arguments: #"{"isbn13s":["9781617294136"]}"#, requests: 100, 45_000
            ),
            Gate(
                "all books by tool, one after the other", "book_shelf_show", arguments: #"{"isbn13s":["$KEY"]}"#,
                requests: 270, 85_000
            ).each(StateCalls.isbns),
            Gate("27 goods by tool", "shopping_mall_list", arguments: #"{"limit":27}"#, requests: 20, 204_000),
            Gate("27 products by tool", "catalog_list", arguments: #"{"limit":27}"#, requests: 20, 170_500),
            Gate(
                "a question by tool", "catalog_list", arguments: #"{"gender":"female","maxPrice":100,"sort":"price"}"#,
                requests: 40, 132_000),
            Gate("friends by tool", "friends_list", arguments: "{}", requests: 20, 420_000),
        ]
    }

    @Test("a request takes no more than its gate and 5 %", arguments: Gate.all)
    func gate(_ gate: Gate) throws {
        let (few, many) = try (instructions(gate, gate.requests), instructions(gate, 2 * gate.requests))
        #expect((many - few) / Double(gate.requests) <= gate.instructions * 1.05)
    }

    /// From the process's beginning to its end, with all modules made, which follows the first answer.
    @Test(
        "a start, alone and with the first list of tools, takes no more than its gate and 5 %",
        arguments: [([], 3_930_000), (["tools/list"], 5_820_000)] as [([String], Double)])
    func start(_ methods: [String], _ instructions: Double) throws {
        let home = try TemporaryHome()
        let galleria = try counted(in: home)
        try galleria.send(line: ChildProcess.request("initialize", Self.hello, id: 0))
        for (id, method) in methods.enumerated() {
            try galleria.send(line: ChildProcess.request(method, "{}", id: id + 1))
        }
        galleria.closeInput()
        let answers = try galleria.readToEnd()
        #expect(answers.count == methods.count + 1)
        #expect(answers.allSatisfy { $0.contains(#""result":"#) })
        #expect(try count(of: galleria) <= instructions * 1.05)
    }

    private func counted(in home: TemporaryHome) throws -> ChildProcess {
        // Hashes are not seeded: where a table collides is luck otherwise.
        try ChildProcess(
            Self.valgrind,
            [
                "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", GalleriaProcess.executable,
                "serve",
            ],
            environment: home.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }, directory: home.path)
    }

    /// Instructions of a whole run.
    private func instructions(_ gate: Gate, _ requests: Int) throws -> Double {
        let home = try TemporaryHome()
        let galleria = try counted(in: home)
        try galleria.send(line: ChildProcess.request("initialize", Self.hello, id: 0))
        var first = [try galleria.readLine()].compactMap { $0 }
        if let before = gate.before {
            try galleria.send(line: ChildProcess.request(before.method, before.params, id: -1))
            #expect(try galleria.readLine()?.contains(#""result":"#) == true)
        }
        // What the first one reads is kept from its answer on. Those that come before it wait for it instead, each in a task: how
        // many do is the machine's luck.
        try galleria.send(line: ChildProcess.request(gate.method, gate.params(of: 1), id: 1))
        first += [try galleria.readLine()].compactMap { $0 }
        for id in 2...requests {
            try galleria.send(line: ChildProcess.request(gate.method, gate.params(of: id), id: id))
        }
        galleria.closeInput()
        let answers = try first + galleria.readToEnd()
        #expect(answers.count == requests + 1)
        #expect(answers.allSatisfy { $0.contains(#""result":"#) && !$0.contains(#""isError":true"#) })
        return try count(of: galleria)
    }

    private func count(of galleria: ChildProcess) throws -> Double {
        let ending = try galleria.waitForEnd(within: .seconds(60))
        #expect(ending == .exited(0))
        // `==1234== I   refs:      14,271,000`
        let count = galleria.errorText.split(separator: "refs:").last?.prefix { $0 != "\n" }.filter(\.isNumber)
        return try #require(count.flatMap { Double($0) }, "valgrind said nothing: \(galleria.errorText.suffix(500))")
    }

    private static let hello =
        #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}"#
}
