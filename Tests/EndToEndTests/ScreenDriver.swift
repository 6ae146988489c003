import Testing

/// A client that opens screens and remembers every state it is told.
///
/// It holds what is true of every screen at any time: revisions rise by one, and no state has a row twice.
final class ScreenDriver {
    let process: ChildProcess
    /// Every state told of a screen, from the answer of `screen.open` on.
    private(set) var states: [String: [WireValue]] = [:]
    private var revisions: [String: Int] = [:]
    private var lastID = 0

    init(_ process: ChildProcess) {
        self.process = process
    }

    /// Sends a request and gives its answer; states told before it are remembered.
    @discardableResult
    func call(_ method: String, _ params: String = "{}") throws -> WireValue {
        lastID += 1
        try process.send(line: ChildProcess.request(method, params, id: lastID))
        while true {
            let message = try process.answer()
            if message["id"]?.integer == lastID { return message }
            take(message)
        }
    }

    /// Opens a screen and gives its id.
    /// - Parameter more: further parameters, each behind a comma.
    func open(_ route: String, _ more: String = "") throws -> String {
        let result = try #require(try call("screen.open", #"{"route":"\#(route)"\#(more)}"#)["result"], "\(route)")
        let screen = try #require(result["screen"]?.text)
        revisions[screen] = result["revision"]?.integer
        states[screen] = [try #require(result["state"])]
        return screen
    }

    /// Sends an action, says whether it was accepted, and has heard of the state after it.
    @discardableResult
    func send(_ screen: String, _ action: String, _ params: String = "{}") throws -> Bool {
        let answer = try call("screen.send", #"{"screen":"\#(screen)","action":"\#(action)","params":\#(params)}"#)
        let result = try #require(answer["result"], "\(action): \(answer)")
        let revision = try #require(result["revision"]?.integer)
        while revisions[screen, default: revision] < revision { take(try process.answer()) }
        return result["accepted"] == .bool(true)
    }

    /// Waits for a state that fulfils the condition, beginning with the last one told, and gives it.
    @discardableResult
    func state(of screen: String, where isWanted: (WireValue) -> Bool) throws -> WireValue {
        while true {
            let last = try #require(states[screen]?.last)
            if isWanted(last) { return last }
            take(try process.answer())
        }
    }

    /// Waits until nothing is being loaded, and gives the state.
    @discardableResult
    func settled(_ screen: String) throws -> WireValue {
        try state(of: screen) { state in
            state["refresh"]?["running"]?.text == "none" && state["refresh"]?["ended"]?.text != "none"
        }
    }

    /// Ends the conversation; states told at the end are remembered.
    func end() throws {
        for message in try process.finish() { take(message) }
    }

    private func take(_ message: WireValue) {
        guard message["method"]?.text == "screen.changed", let params = message["params"],
            let screen = params["screen"]?.text, let state = params["state"]
        else {
            Issue.record("not a change of a screen: \(message)")
            return
        }
        let revision = params["revision"]?.integer
        #expect(revision == revisions[screen].map { $0 + 1 }, "revisions of \(screen) rise by one")
        revisions[screen] = revision
        for (list, key) in [
            ("items", "sku"), ("items", "id"), ("items", "isbn13"), ("items", "fid"), ("days", "date"),
        ] {
            let keys = state.keys(key, of: list)
            #expect(Set(keys).count == keys.count, "\(screen) shows a row twice: \(keys)")
        }
        states[screen, default: []].append(state)
    }
}

extension WireValue {
    /// Values of a key in a list's rows, in order; rows without it are left out.
    func keys(_ key: String, of list: String = "items") -> [String] {
        self[list]?.elements?.compactMap { row in row[key]?.text ?? row[key]?.integer.map(String.init) } ?? []
    }
}
