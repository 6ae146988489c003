import JSON
import Testing

@testable import MCP

@Suite("Completion on the wire")
struct CompletionTests {
    private static let argument = #""argument":{"name":"sku","value":"B"}"#

    @Test("A request names a prompt or a resource, an argument, and what is known already")
    func request() throws {
        let prompt = try MCPCompletionRequest(
            try read(#"{"ref":{"type":"ref/prompt","name":"p"},\#(Self.argument)}"#))
        #expect(prompt.reference == .prompt("p") && prompt.argument == "sku" && prompt.value == "B")
        #expect(prompt.context.isEmpty)
        let resource = try MCPCompletionRequest(
            try read(
                #"{"ref":{"type":"ref/resource","uri":"galleria://product/{sku}"},\#(Self.argument),"#
                    + #""context":{"arguments":{"place":"London","days":3}}}"#))
        #expect(resource.reference == .resource("galleria://product/{sku}"))
        #expect(resource.context.map(\.name) == ["place"] && resource.context.map(\.value) == ["London"])
    }

    @Test(
        "A request without what it completes says what is missing",
        arguments: [
            Case("nothing", "{}", MCPCompletionMistake.reference), Case("an array", "[]", .reference),
            Case("no type", #"{"ref":{"name":"p"},\#(argument)}"#, .reference),
            Case("another type", #"{"ref":{"type":"ref/tool","name":"p"},\#(argument)}"#, .reference),
            Case("a look-alike", #"{"ref":{"type":"ref/pr\u043empt","name":"p"},\#(argument)}"#, .reference),
            Case("a prompt by uri", #"{"ref":{"type":"ref/prompt","uri":"p"},\#(argument)}"#, .reference),
            Case("a resource by name", #"{"ref":{"type":"ref/resource","name":"p"},\#(argument)}"#, .reference),
            Case("no argument", #"{"ref":{"type":"ref/prompt","name":"p"}}"#, .argument),
            Case("no value", #"{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a"}}"#, .argument),
            Case(
                "a number", #"{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":5}}"#, .argument),
        ])
    func mistakes(_ row: Case<MCPCompletionMistake>) throws {
        let params = try read(row.text)
        #expect(throws: row.expected) { try MCPCompletionRequest(params) }
        #expect(row.expected.sentence.hasPrefix("completion/complete needs "))
    }

    @Test("A result has its values, their total, and whether there are more")
    func result() {
        let result = MCPCompletionResult(values: ["a", "b"], total: 3, hasMore: true)
        #expect(
            object { result.writeFields(into: &$0) } == #"{"completion":{"values":["a","b"],"total":3,"hasMore":true}}"#
        )
        let unknown = MCPCompletionResult(values: ["a"], total: nil, hasMore: true)
        #expect(object { unknown.writeFields(into: &$0) } == #"{"completion":{"values":["a"],"hasMore":true}}"#)
        let none = MCPCompletionResult(values: [], total: 0, hasMore: false)
        #expect(object { none.writeFields(into: &$0) } == #"{"completion":{"values":[],"total":0,"hasMore":false}}"#)
    }
}
