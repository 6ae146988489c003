import JSON
import TestSupport
import Testing

/// Open screens: their methods, and `screen.changed`.
@Suite("Screens") struct ScreenTests {
    private func open(_ client: Client, _ more: String = "") throws -> String {
        let result = try client.call("screen.open", #"{"route":"galleria://probe"\#(more)}"#)["result"]
        #expect(result?["revision"] == 1)
        #expect(result?["state"] == ["count": 0])
        #expect(result?["title"] == "Probe")
        #expect(result?["actions"]?.array?.compactMap { $0["name"] } == ["add", "select"])
        return try #require(result?["screen"]?.string)
    }

    private func send(_ client: Client, _ screen: String, _ action: String, _ params: String = "{}") throws -> JSONValue
    {
        try client.call("screen.send", #"{"screen":"\#(screen)","action":"\#(action)","params":\#(params)}"#)
    }

    @Test("a change is told after the answer of the action that made it, under the next revision")
    func changed() throws {
        let client = try Client()
        let screen = try open(client)
        for revision in 2...4 {
            let answer = try send(client, screen, "add", #"{"times":1}"#)
            #expect(answer["result"] == ["accepted": true, "revision": .integer(revision)])
            let change = try client.message()
            #expect(change["method"] == "screen.changed")
            #expect(change["id"] == nil)
            #expect(change["params"]?["screen"] == .string(screen))
            #expect(change["params"]?["revision"] == .integer(revision))
            #expect(change["params"]?["state"] == ["count": .integer(revision - 1)])
            #expect(change["params"]?["text"]?.string?.contains("Count \(revision - 1)") == true)
        }
    }

    @Test("a burst of changes is one revision with the last state")
    func burst() throws {
        let client = try Client()
        let screen = try open(client)
        #expect(try send(client, screen, "add", #"{"times":1000}"#)["result"]?["revision"] == 2)
        let change = try client.message()
        #expect(change["params"]?["revision"] == 2)
        #expect(change["params"]?["state"] == ["count": 1000])
        client.endInput()
        #expect(try client.rest() == [])
    }

    @Test(
        "the last state is told even if the input ends behind the action",
        arguments: ["", "\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}"])
    func lastState(_ end: String) throws {
        let client = try Client()
        let screen = try open(client)
        client.send(
            #"{"jsonrpc":"2.0","id":2,"method":"screen.send","params":"#
                + #"{"screen":"\#(screen)","action":"add","params":{"times":3}}}"# + end)
        client.endInput()
        let messages = try client.rest()
        #expect(messages.first?["id"] == 2)
        #expect(messages.last?["params"]?["state"] == ["count": 3])
    }

    @Test("whatever is sent at once, revisions rise by one and the last state comes")
    func manyAtOnce() throws {
        let client = try Client()
        let screen = try open(client)
        for id in 0..<50 {
            client.send(
                #"{"jsonrpc":"2.0","id":\#(id),"method":"screen.send","params":"#
                    + #"{"screen":"\#(screen)","action":"add","params":{"times":1}}}"#)
        }
        var revisions: [Int] = []
        var answered: Set<Int> = []
        var count = 0
        while count < 50 || answered.count < 50 {
            let message = try client.message()
            if let id = message["id"]?.integer { answered.insert(id) }
            guard message["method"] == "screen.changed" else { continue }
            revisions.append(message["params"]?["revision"]?.integer ?? 0)
            count = message["params"]?["state"]?["count"]?.integer ?? 0
        }
        #expect(revisions == Array(2..<(2 + revisions.count)))
        #expect(count == 50)
    }

    @Test(
        "17.7: actions and questions in one go: one state a revision, told in order, and answers fit to it",
        arguments: [1, 2, 3] as [UInt64])
    func questions(seed: UInt64) throws {
        var numbers = SeededGenerator(seed)
        let client = try Client()
        let screen = try open(client)
        var expected = 0
        let requests = (0..<300).map { id -> String in
            let (method, more): (String, String) =
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: ("screen.state", "")
                case 1: ("screen.resize", #","width":\#(Int.random(in: 20...22, using: &numbers))"#)
                default: ("screen.send", #","action":"add","params":{"times":1}"#)
                }
            if method == "screen.send" { expected += 1 }
            return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{"screen":"\#(screen)"\#(more)}}"#
        }
        client.send(requests.joined(separator: "\n"))
        client.endInput()
        let messages = try client.rest()
        let told = messages.compactMap { $0["method"] == "screen.changed" ? $0["params"] : nil }
        #expect(told.compactMap { $0["revision"]?.integer } == Array(2..<told.count + 2))
        #expect(told.last?["state"] == ["count": .integer(expected)])
        let answers = messages.filter { $0["id"] != nil }.compactMap { $0["result"] }
        #expect(answers.count == 300)
        for answer in answers {
            let revision = try #require(answer["revision"]?.integer)
            guard let state = answer["state"], revision > 1 else { continue }
            let change = told[revision - 2]
            #expect(change["state"] == state && change["text"] == answer["text"])
        }
    }

    @Test("an action without effect is ignored and nothing is told; one that leads on says where")
    func ignoredAndNavigating() throws {
        let client = try Client()
        let screen = try open(client)
        #expect(try send(client, screen, "add", #"{"times":0}"#)["result"] == ["accepted": false, "revision": 1])
        #expect(try send(client, screen, "select")["result"]?["route"] == "galleria://probe")
        client.endInput()
        #expect(try client.rest() == [])
    }

    @Test("two screens of a route are two, each with its own count")
    func two() throws {
        let client = try Client()
        let (one, other) = (try open(client), try open(client))
        #expect(one != other)
        _ = try send(client, one, "add", #"{"times":2}"#)
        #expect(try client.message()["params"]?["screen"] == .string(one))
        #expect(try client.call("screen.state", #"{"screen":"\#(other)"}"#)["result"]?["state"] == ["count": 0])
        let list = try client.call("screen.list")["result"]?["screens"]
        #expect(list?.array?.compactMap { $0["screen"]?.string } == [one, other])
    }

    @Test("a closed screen is gone, and its unsent changes with it")
    func close() throws {
        let client = try Client()
        let screen = try open(client)
        client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"screen.send","params":{"screen":"\#(screen)","action":"add","params":{"times":1}}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"screen.close","params":{"screen":"\#(screen)"}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"screen.state","params":{"screen":"\#(screen)"}}"#)
        client.endInput()
        let messages = try client.rest()
        let closed = try #require(messages.firstIndex { $0["id"] == 2 })
        #expect(!messages[closed...].contains { $0["method"] == "screen.changed" })
        #expect(messages.last?["error"]?["data"]?["code"] == "not_found")
    }

    @Test("another width or style is answered at once, under a revision that is told, and counts go on in it")
    func resized() throws {
        let client = try Client()
        let screen = try open(client, #","style":"plain""#)
        let answer = try client.call("screen.resize", #"{"screen":"\#(screen)","style":"markdown","width":40}"#)[
            "result"]
        #expect(answer?["text"] == "# Count 0\n" && answer?["revision"] == 2)
        #expect(answer?["state"] == ["count": 0] && answer?["actions"]?.array?.count == 2)
        #expect(try client.message()["params"]?["revision"] == 2)
        _ = try send(client, screen, "add", #"{"times":1}"#)
        #expect(try client.message()["params"]?["text"] == "# Count 1\n")
    }

    @Test("a screen's end says whether its module was switched off or created again")
    func closedByHost() throws {
        let client = try Client()
        for (request, screen, code) in [
            (#""host.useEnvironment","params":{"name":"sample"}"#, "s1", "settings_changed"),
            (#""host.setModule","params":{"id":"probe","enabled":false}"#, "s2", "module_disabled"),
        ] {
            #expect(try open(client) == screen)
            client.send(#"{"jsonrpc":"2.0","id":9,"method":\#(request)}"#)
            let messages = try (0..<2).map { _ in try client.message() }
            let closed = try #require(messages.first { $0["method"] == "screen.closed" })["params"]
            #expect(closed?["screen"] == .string(screen) && closed?["code"] == .string(code))
            #expect(closed?["reason"]?.string?.isEmpty == false)
        }
    }

    @Test(
        "the text is in the style asked for",
        arguments: [
            ("plain", "Count 0"), ("markdown", "# Count 0"), ("html", "<h1"), ("ansi", "\u{1B}[1mCount 0\u{1B}[0m"),
        ])
    func style(_ style: String, _ expected: String) throws {
        let result = try Client().call("screen.open", #"{"route":"galleria://probe","style":"\#(style)","width":40}"#)[
            "result"]
        #expect(result?["text"]?.string?.contains(expected) == true)
    }

    @Test(
        "wrong routes, screens and actions name the field",
        arguments: [
            ("screen.open", #"{"route":"galleria://prob"}"#, "route"),
            ("screen.open", #"{"route":"http://probe"}"#, "route"),
            ("screen.open", "{}", "route"), ("screen.open", #"{"route":"galleria://probe","style":"loud"}"#, "style"),
            ("screen.open", #"{"route":"galleria://probe","width":5}"#, "width"),
            ("screen.state", #"{"screen":"s99"}"#, "screen"), ("screen.close", #"{"screen":"s99"}"#, "screen"),
            ("screen.send", #"{"screen":"s99","action":"add"}"#, "screen"),
            ("screen.send", #"{"screen":"s1","action":"ad"}"#, "action"),
            ("screen.send", #"{"screen":"s1","action":"add"}"#, "times"),
            ("screen.send", #"{"screen":"s1","action":"add","params":{"times":-1}}"#, "times"),
        ])
    func wrong(_ method: String, _ params: String, _ field: String) throws {
        let client = try Client()
        #expect(try open(client) == "s1")
        #expect(try client.call(method, params)["error"]?["data"]?["field"] == .string(field))
    }

    @Test("no more screens open than may")
    func limit() throws {
        let client = try Client()
        for _ in 0..<64 { _ = try open(client) }
        let error = try client.call("screen.open", #"{"route":"galleria://probe"}"#)["error"]
        #expect(error?["data"]?["code"] == "busy")
    }
}
