import JSON
import JSONRPC
import Testing

@testable import MCP

/// Tasks among capabilities and subscriptions.
@Suite("Tasks in what is told") struct TaskTests {
    @Test(
        "a client follows tasks when it declares the extension by an object, in the stateless revision",
        arguments: [
            (#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#, true),
            (#"{"extensions":{"io.modelcontextprotocol/tasks":true}}"#, false), (#"{"tasks":{}}"#, false),
            ("{}", false),
        ])
    func follows(_ capabilities: String, _ follows: Bool) throws {
        let capabilities = MCPClientCapabilities(try read(capabilities))
        #expect(MCPClient(revision: .july2026, capabilities: capabilities).followsTasks == follows)
        #expect(!MCPClient(revision: .november2025, capabilities: capabilities).followsTasks)
    }

    @Test("the extension is told of in the stateless revision alone, and only where there are tasks")
    func capabilities() throws {
        for revision in MCPRevision.allCases {
            func tasks(_ has: Bool) throws -> JSONValue? {
                let told = written { MCPServer.sample.writeCapabilities(for: revision, hasTasks: has, into: &$0) }
                return JSONValue(try read(told))["extensions"]?["io.modelcontextprotocol/tasks"]
            }
            #expect(try tasks(false) == nil)
            #expect(try tasks(true) == (revision.isStateless ? .some([:]) : .none))
        }
    }

    @Test(
        "a subscription names tasks",
        arguments: [
            (#"{"taskIds":["a","b"]}"#, ["a", "b"]), (#"{"taskIds":null}"#, []), ("{}", []), (#"{"taskIds":"a"}"#, nil),
            (#"{"taskIds":[7]}"#, nil),
        ] as [(String, [String]?)])
    func subscription(_ filter: String, _ tasks: [String]?) throws {
        let read = try? MCPSubscriptionFilter(try read(#"{"notifications":\#(filter)}"#))
        #expect(read?.tasks == tasks)
        guard let read, let tasks, !tasks.isEmpty, let id = RPCIdentifier(try MCPTests.read("1")) else { return }
        #expect(written { read.write(for: id, into: &$0) }.contains(#""notifications":{"taskIds":["a","b"]}"#))
    }

    @Test("no more tasks than a subscription takes")
    func many() throws {
        for (count, isTaken) in [(MCPSubscriptionFilter.limit, true), (MCPSubscriptionFilter.limit + 1, false)] {
            let ids = (0..<count).map { #""\#($0)""# }.joined(separator: ",")
            let params = try read(#"{"notifications":{"taskIds":[\#(ids)]}}"#)
            #expect(((try? MCPSubscriptionFilter(params)) != nil) == isTaken)
        }
    }
}
