import Foundation
import JSON
import Testing

/// Every choice of feature modules: it starts, has what it has, and what is left is as it is with all of them on.
@Suite("Module combinations") struct CombinationTests {
    /// The feature modules, as the program itself tells.
    static let modules = (try? whole.get())?.entries.map(\.id) ?? []

    /// Sets of modules that are off: every choice of six modules. Each further one is off alone, and on alone, since
    /// the choices would double with each.
    static let choices: [Set<String>] =
        (0..<(1 << 6)).map { mask in
            Set(modules.prefix(6).enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element))
        }
        + modules.dropFirst(6).flatMap { [[$0], Set(modules).subtracting([$0])] }

    /// Observation of all modules together, made once.
    static let whole = Result { try Observation(off: [], calls: nil) }

    @Test(
        "C7: each choice lists and answers exactly its own, byte for byte as with all on", arguments: choices)
    func choice(_ off: Set<String>) throws {
        let whole = try Self.whole.get()
        #expect(Set(whole.entries.map(\.id)).isSuperset(of: ["catalog", "forecast"]) && Self.choices.count >= 64)
        let own = try Observation(off: off, calls: whole.calls)
        for (entry, all) in zip(own.entries, whole.entries) {
            #expect(entry.id == all.id)
            #expect(entry.isOn == !off.contains(entry.id))
            #expect(entry.operations == (entry.isOn ? all.operations : []), "\(entry.id)")
            #expect(entry.routes == (entry.isOn ? all.routes : []), "\(entry.id)")
        }
        let names = whole.tools.filter { tool in !off.contains { whole.owner(of: tool.name) == $0 } }
        #expect(own.tools.map(\.withoutDescription) == names.map(\.withoutDescription), "the entries differ")
        // 17.17: what is not there is not named.
        let absent = whole.tools.map(\.name).filter { name in !names.contains { $0.name == name } }
        for tool in own.tools { #expect(!absent.contains { tool.text.contains($0) }, "\(tool.text)") }
        for (name, line) in own.answers {
            #expect(line == whole.answers[name], "\(name) answers otherwise")
        }
        #expect(Set(own.answers.keys) == Set(whole.calls.map(\.name)).intersection(names.map(\.name)))
    }

    @Test("C7: a module that is off has no methods, no tools and no routes", arguments: modules)
    func absent(_ id: String) throws {
        let entry = try #require(try Self.whole.get().entries.first { $0.id == id })
        let process = try GalleriaProcess(["serve", "--set", "modules.\(id).enabled=false"])
        try process.initialize()
        for method in entry.operations {
            let error = try process.call(method)["error"]
            #expect(error?["code"]?.integer == -32601, "\(method)")
            #expect(error?["data"]?["code"]?.text == "module_disabled")
            #expect(error?["data"]?["module"]?.text == id)
            let call = try process.call("tools/call", #"{"name":"\#(Observation.tool(method))","arguments":{}}"#)
            #expect(call.errorCode == -32602, "\(method)")
        }
        for route in entry.routes {
            let path = route.replacing(#/\{\?.*\}/#, with: "").replacing(#/\{.*?\}/#, with: "2021-03-10")
            let error = try process.call("screen.open", #"{"route":"\#(path)"}"#)["error"]
            #expect(error?["data"]?["field"]?.text == "route", "\(route)")
            #expect(error?["data"]?["code"]?.text == "module_disabled", "\(route)")
            #expect(error?["data"]?["module"]?.text == id, "\(route)")
        }
        #expect(try process.finish() == [])
    }

    @Test("the product's page goes without the catalogue, and the catalogue without the page: a like is one for both")
    func likesWithoutEachOther() throws {
        let (home, sku) = (try TemporaryHome(), "BL204DR17KLM")
        func without(_ id: String) throws -> ScreenDriver {
            ScreenDriver(try GalleriaProcess(["serve", "--set", "modules.\(id).enabled=false"], home: home))
        }
        let page = try without("catalog")
        let screen = try page.open("galleria://product/\(sku)")
        try page.state(of: screen) { $0["refresh"]?["ended"]?.text == "normal" && $0["liked"] == .bool(false) }
        try page.send(screen, "like", #"{"liked":true}"#)
        try page.state(of: screen) { $0["liked"] == .bool(true) }
        #expect(
            try page.call("productDetail.show", #"{"skus":"\#(sku)"}"#)["result"]?["items"]?.elements?.first?["liked"]
                == .bool(true))
        try page.end()

        let list = try without("productDetail")
        let rows = try list.call("catalog.list", #"{"liked":true}"#)["result"]?["items"]?.elements ?? []
        #expect(rows.filter { $0["liked"] == .bool(true) }.compactMap { $0["sku"]?.text } == [sku])
        let answer = try list.call("catalog.like", #"{"skus":"\#(sku)","liked":false}"#)["result"]
        #expect(answer?["liked"] == .bool(false))
        try list.end()

        let again = try without("catalog")
        #expect(
            try again.call("productDetail.show", #"{"skus":"\#(sku)"}"#)["result"]?["items"]?.elements?.first?["liked"]
                == .bool(false))
        try again.end()
    }
}

/// Description and answers of a server with some modules off.
struct Observation {
    struct Entry {
        let id: String
        let isOn: Bool
        let operations: [String]
        let routes: [String]
    }

    /// A tool as `tools/list` writes it, to the byte.
    struct Tool: Equatable {
        let name: String
        let text: Substring

        var withoutDescription: Substring { text.replacing(#/"description":"[^"]*",/#, with: "", maxReplacements: 1) }
    }

    struct Call {
        let name: String
        let params: String
    }

    let entries: [Entry]
    let tools: [Tool]
    /// The example call of each module's tools: those that read come first, since what others write must not show.
    let calls: [Call]
    /// The answers' whole lines, by tool.
    let answers: [String: String]

    /// - Parameter calls: of all modules; nil to make them of the tools. Those of absent tools are left out.
    init(off: Set<String>, calls: [Call]?) throws {
        let flags = off.sorted().flatMap { ["--set", "modules.\($0).enabled=false"] }
        let process = try GalleriaProcess(["serve"] + flags)
        try process.initialize()
        let info = try process.call("host.info")["result"]?["modules"]?.elements
        entries = (info ?? []).map { module in
            Entry(
                id: module["id"]?.text ?? "", isOn: module["enabled"] == .bool(true),
                operations: module["operations"]?.elements?.compactMap(\.text) ?? [],
                routes: module["routes"]?.elements?.compactMap(\.text) ?? [])
        }
        try process.send(line: ChildProcess.request("tools/list", id: 1))
        let list = try #require(try process.readLine())
        let declared = try JSONValue(parsing: list)["result"]?["tools"]?.array ?? []
        tools = try Self.slices(of: list, names: declared.compactMap { $0["name"]?.string })
        let names = Set(tools.map(\.name))
        self.calls = try calls ?? Self.examples(declared, of: entries)
        var answers: [String: String] = [:]
        for call in self.calls where names.contains(call.name) {
            try process.send(line: ChildProcess.request("tools/call", call.params, id: 1))
            let line = try #require(try process.readLine())
            #expect(
                line.contains(#""structuredContent""#) && !line.contains(#""isError":true"#), "\(call.name): \(line)")
            answers[call.name] = line
        }
        self.answers = answers
        #expect(try process.finish() == [])
    }

    /// The id of the module that a tool belongs to; nil for the host's.
    func owner(of tool: String) -> String? {
        entries.first { entry in entry.operations.contains { Self.tool($0) == tool } }?.id
    }

    /// `bookShelf.search` is the tool `book_shelf_search`.
    static func tool(_ method: String) -> String {
        method.replacing(".", with: "_").replacing(#/[A-Z]/#) { "_" + $0.output.lowercased() }
    }

    private static func slices(of list: String, names: [String]) throws -> [Tool] {
        let starts = try names.map { name in try #require(list.range(of: #"{"name":"\#(name)","#)).lowerBound }
        let end = try #require(list.range(of: "]}}", options: .backwards)).lowerBound
        return zip(names, zip(starts, starts.dropFirst() + [end])).map { name, range in
            let text = list[range.0..<range.1]
            return Tool(name: name, text: text.hasSuffix(",") ? text.dropLast() : text)
        }
    }

    static func examples(_ tools: [JSONValue], of entries: [Entry]) throws -> [Call] {
        let methods = entries.flatMap(\.operations)
        let own = tools.filter { tool in methods.contains { Self.tool($0) == tool["name"]?.string } }
        let reads = own.filter { $0["annotations"]?["readOnlyHint"] == true }
        let writes = own.filter { $0["annotations"]?["readOnlyHint"] != true }
        return try (reads + writes).map { tool in
            let schema = try #require(tool["inputSchema"])
            let required = schema["required"]?.array?.compactMap(\.string) ?? []
            let members = try required.map { name in
                JSONMember(name, try #require(schema["properties"]?[name]?["examples"]?[0], "\(tool) \(name)"))
            }
            let arguments = schema["examples"]?[0] ?? .object(members)
            let params: JSONValue = ["name": tool["name"] ?? nil, "arguments": arguments]
            return Call(name: tool["name"]?.string ?? "", params: String(decoding: params.serialized(), as: UTF8.self))
        }
    }
}
