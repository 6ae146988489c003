import Testing

/// A client that calls whatever a process offers: operations, tools, screens and their actions, prompts, resources, completions.
/// All names and arguments come from the process itself.
final class StateTour {
    let process: ChildProcess
    /// Tools, methods, actions, prompts and routes that were answered with a result at least once.
    private(set) var answered: Set<String> = []
    /// The same with those that were refused each time.
    private(set) var asked: Set<String> = []
    private(set) var tools: [WireValue] = []
    private var routes: [String] = []
    private var lastID = 0

    init(_ process: ChildProcess) throws {
        self.process = process
        _ = try call(
            "initialize", #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#
        )
        try process.send(line: #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    }

    /// Sends a request and gives its answer; what is told before it is passed over.
    func call(_ method: String, _ params: String = "{}") throws -> WireValue {
        lastID += 1
        try process.send(line: ChildProcess.request(method, params, id: lastID))
        while true {
            let message = try process.answer()
            if message["id"]?.integer == lastID { return message }
        }
    }

    func result(_ call: StateCalls.Call) throws -> WireValue {
        let answer = try self.call(call.method, call.params)
        return try #require(answer["result"], "\(call.method): \(answer.json.prefix(400))")
    }

    /// Opens a screen, and gives it once it has loaded.
    func open(_ route: String) throws -> (screen: String, opened: WireValue, state: WireValue) {
        let opened = try result(("screen.open", #"{"route":"\#(route)"}"#))
        let screen = try #require(opened["screen"]?.text)
        return (screen, opened, try settled(screen))
    }

    func settled(_ screen: String) throws -> WireValue {
        while true {
            let state = try #require(try result(("screen.state", #"{"screen":"\#(screen)"}"#))["state"])
            guard let refresh = state["refresh"] else { return state }
            if refresh["running"]?.text == "none", refresh["ended"]?.text != "none" { return state }
            // A screen that loads nothing by itself, such as a forecast without a place.
            if refresh["running"]?.text == "none", state["place"] == .null { return state }
        }
    }

    // Everything.

    /// - Parameters:
    ///   - isSent: whether an action is sent, by its route and name.
    ///   - isCalled: whether a tool is called, by its description in `tools/list`.
    func everything(
        actions isSent: (_ route: String, _ action: String) -> Bool = { _, _ in true },
        tools isCalled: (WireValue) -> Bool = { _ in true }
    ) throws {
        tools = try call("tools/list")["result"]?["tools"]?.elements ?? []
        let modules = try call("host.info")["result"]?["modules"]?.elements ?? []
        let methods = modules.flatMap { $0["operations"]?.elements ?? [] }.compactMap(\.text)
        for tool in tools where isCalled(tool) {
            guard let name = tool["name"]?.text, let schema = tool["inputSchema"] else { continue }
            let method = methods.first { Self.toolName($0) == name }
            for arguments in variants(of: schema) {
                let answer = try call("tools/call", #"{"name":"\#(name)","arguments":\#(arguments)}"#)
                note(name, answer["result"]?["isError"] != .bool(true) ? answer : .null)
                if let method { note(method, try call(method, arguments)) }
            }
        }
        note("host.info", try call("host.info"))
        try readResources()
        try getPrompts()
        for route in routesToOpen() { try visit(route, isSent) }
        note("screen.list", try call("screen.list"))
    }

    /// `bookShelf.setMemo` is the tool `book_shelf_set_memo`.
    static func toolName(_ method: String) -> String {
        method.map { $0 == "." ? "_" : $0.isUppercase ? "_\($0.lowercased())" : String($0) }.joined()
    }

    private func note(_ name: String, _ answer: WireValue) {
        asked.insert(name)
        guard let result = answer["result"] else { return }
        answered.insert(name)
        collectRoutes(in: result)
    }

    private func readResources() throws {
        let listed = try call("resources/list")
        note("resources/list", listed)
        for resource in listed["result"]?["resources"]?.elements ?? [] {
            if let uri = resource["uri"]?.text { routes.append(uri) }
        }
        note("resources/templates/list", try call("resources/templates/list"))
        for route in routesToOpen() {
            note("resources/read \(route)", try call("resources/read", #"{"uri":"\#(route)"}"#))
            note("resources/subscribe", try call("resources/subscribe", #"{"uri":"\#(route)"}"#))
        }
        for route in routesToOpen() { note("unsubscribe", try call("resources/unsubscribe", #"{"uri":"\#(route)"}"#)) }
    }

    private func getPrompts() throws {
        let prompts = try call("prompts/list")["result"]?["prompts"]?.elements ?? []
        for prompt in prompts {
            let name = try #require(prompt["name"]?.text)
            var arguments: [String] = []
            for argument in prompt["arguments"]?.elements ?? [] {
                guard let argument = argument["name"]?.text else { continue }
                let completed = try call(
                    "completion/complete",
                    #"{"ref":{"type":"ref/prompt","name":"\#(name)"},"argument":{"name":"\#(argument)","value":""}}"#)
                let value =
                    completed["result"]?["completion"]?["values"]?.elements?.first
                    ?? .string(Array("20".unicodeScalars))
                arguments.append(#""\#(argument)":\#(value.json)"#)
            }
            note(
                "prompt \(name)",
                try call("prompts/get", #"{"name":"\#(name)","arguments":{\#(arguments.joined(separator: ","))}}"#))
        }
    }

    /// Opens a new screen for each of its actions, sends it with every variant of its arguments, and closes it.
    private func visit(_ route: String, _ isSent: (String, String) -> Bool) throws {
        let (screen, opened, _) = try open(route)
        note("screen.open", .object([(Array("result".unicodeScalars), opened)]))
        note("screen.close", try call("screen.close", #"{"screen":"\#(screen)"}"#))
        for action in opened["actions"]?.elements ?? [] {
            guard let name = action["name"]?.text, isSent(route, name), let schema = action["schema"] else {
                continue
            }
            for params in variants(of: schema) {
                let (screen, _, _) = try open(route)
                let sent = try call("screen.send", #"{"screen":"\#(screen)","action":"\#(name)","params":\#(params)}"#)
                note("\(route) \(name)", sent["result"]?["accepted"] == .bool(true) ? sent : .null)
                _ = try settled(screen)
                _ = try call("screen.resize", #"{"screen":"\#(screen)","window":{"from":0,"count":3}}"#)
                _ = try call("screen.close", #"{"screen":"\#(screen)"}"#)
            }
        }
    }

    // Arguments and routes.

    /// The arguments that a schema's examples make: those required, with each of the others beside them, and all.
    private func variants(of schema: WireValue) -> [String] {
        guard case .object(let properties) = schema["properties"] else { return ["{}"] }
        let required = Set((schema["required"]?.elements ?? []).compactMap(\.text))
        var members: [(name: String, json: String)] = []
        for (scalars, property) in properties {
            let name = String(String.UnicodeScalarView(scalars))
            // A cursor is good for the question it came from alone.
            if name != "cursor" { members.append((name, Self.example(property).json)) }
        }
        let always = members.filter { required.contains($0.name) }
        let rest = members.filter { !required.contains($0.name) }
        let sets = [always] + rest.map { always + [$0] } + (rest.count > 1 ? [members] : [])
        return sets.map { set in "{" + set.map { #""\#($0.name)":\#($0.json)"# }.joined(separator: ",") + "}" }
    }

    private static func example(_ schema: WireValue) -> WireValue {
        if let example = schema["examples"]?.elements?.first ?? schema["enum"]?.elements?.first { return example }
        if let value = schema["default"], value != .null { return value }
        switch schema["type"]?.text {
        case "integer", "number": return schema["minimum"] ?? .number("1")
        case "boolean": return .bool(true)
        case "array": return .array([schema["items"].map(example) ?? .null])
        case "object":
            guard case .object(let properties) = schema["properties"] else { return .object([]) }
            return .object(properties.map { ($0.name, example($0.value)) })
        default: return .string(Array("swift".unicodeScalars))
        }
    }

    private func collectRoutes(in value: WireValue) {
        switch value {
        case .string(let scalars):
            let text = String(String.UnicodeScalarView(scalars))
            if text.hasPrefix("galleria://"), !text.contains(where: { " {\n".contains($0) }) { routes.append(text) }
        case .array(let elements): for element in elements { collectRoutes(in: element) }
        case .object(let members): for member in members { collectRoutes(in: member.value) }
        default: break
        }
    }

    /// The routes found: of those that differ in an id alone, two.
    private func routesToOpen() -> [String] {
        var byShape: [String: [String]] = [:]
        for route in routes {
            let words = route.dropFirst("galleria://".count).split(separator: "/")
            let shape = "\(words.first?.prefix { $0 != "?" } ?? "") \(words.count) \(route.contains("?"))"
            if byShape[shape, default: []].count < 2, !byShape[shape, default: []].contains(route) {
                byShape[shape, default: []].append(route)
            }
        }
        return byShape.values.flatMap(\.self).sorted()
    }
}

extension WireValue {
    /// The value as JSON text.
    var json: String {
        switch self {
        case .null: "null"
        case .bool(let value): String(value)
        case .number(let text): text
        case .string(let scalars): Self.quoted(scalars)
        case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.name)):\($0.value.json)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ scalars: [Unicode.Scalar]) -> String {
        var text = "\""
        for scalar in scalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
