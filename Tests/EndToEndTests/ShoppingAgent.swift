import Testing

/// An agent that does jobs by tools: it knows of galleria only what `tools/list` says.
final class ShoppingAgent {
    private let galleria: GalleriaProcess
    /// Names of the arguments of each tool.
    private let tools: [String: Set<String>]
    private(set) var calls = 0
    /// Bytes of text that the answers took.
    private(set) var bytesRead = 0
    /// Text of all answers, in their order.
    private(set) var texts = ""

    init(home: TemporaryHome) throws {
        galleria = try GalleriaProcess(home: home)
        try galleria.initialize()
        let list = try galleria.call("tools/list")["result"]?["tools"]?.elements ?? []
        tools = Dictionary(
            uniqueKeysWithValues: list.map { tool in
                guard case .object(let members) = tool["inputSchema"]?["properties"] else {
                    return (tool["name"]?.text ?? "", [])
                }
                return (tool["name"]?.text ?? "", Set(members.map { String(String.UnicodeScalarView($0.name)) }))
            })
    }

    /// Calls a tool, which must succeed.
    /// - Parameter arguments: a JSON object.
    /// - Returns: its structured content.
    func call(_ tool: String, _ arguments: String = "{}") throws -> WireValue {
        let known = try #require(tools[tool], "tools/list has no \(tool)")
        if case .object(let members)? = WireValue(arguments) {
            let names = members.map { String(String.UnicodeScalarView($0.name)) }
            #expect(known.isSuperset(of: names), "the schema of \(tool)")
        }
        calls += 1
        let answer = try galleria.call(
            "tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#, id: calls + 1)
        let text = answer["result"]?["content"]?.elements?.first?["text"]?.text ?? ""
        texts += text + "\n"
        bytesRead += text.utf8.count
        #expect(answer["result"]?["isError"] == .bool(false), "\(tool) \(arguments): \(text)")
        return try #require(answer["result"]?["structuredContent"])
    }

    /// Leaves; what it kept stays.
    func leave() throws { #expect(try galleria.finish().isEmpty) }
}

extension WireValue {
    /// The texts of a member of each of `items`.
    func column(_ name: String) -> [String] { self["items"]?.elements?.compactMap { $0[name]?.plain } ?? [] }

    /// A string's text, a number's spelling.
    var plain: String? {
        if case .number(let text) = self { return text }
        return text
    }

    /// The amount of money, whatever its currency; nil where there is none.
    var amount: Double? { text?.split(separator: " ").last.flatMap { Double($0) } }

    /// Price that is paid for a row: the reduced price where there is one.
    var paid: Double? { (self["discountPrice"] ?? self["salePrice"] ?? self["price"])?.amount }
}
