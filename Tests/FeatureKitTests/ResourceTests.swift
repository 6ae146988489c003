import DesignSystem
import JSON
import Testing

@testable import FeatureKit

/// Resources of a scheme of their own, tools named by their operation, and parameters that others declared.
@Suite("Resources and blocks") struct ResourceTests {
    private static func leaflet(_ template: String, title: String = "Leaflet", doc: String = "A leaflet.") -> Resource {
        Resource(template, title: title, doc: doc, mimeType: "text/plain") { parameters throws(Fault) in
            guard parameters["number"] != "0" else { throw Fault(.notFound, "No leaflet.", hint: "Another.") }
            return .text("Leaflet \(parameters["number"] ?? "of all")")
        }
    }

    @Test(
        "an address finds its resource by exact bytes, with its variables decoded",
        arguments: [
            ("shop://leaflets", "Leaflet of all"), ("shop://leaflet/7", "Leaflet 7"),
            ("shop://leaflet/a%20b", "Leaflet a b"), ("shop://leaflet/", nil), ("shop://leaflet", nil),
            ("shop://leaflet/7/8", nil), ("Shop://leaflets", nil), ("galleria://leaflets", nil), ("leaflets", nil),
            ("shop://leaflet/%zz", nil), ("", nil),
        ] as [(String, String?)])
    func found(_ uri: String, _ expected: String?) async throws {
        let registry = try registry([
            (
                "shop",
                {
                    $0.add(Self.leaflet("shop://leaflets"))
                    $0.add(Self.leaflet("shop://leaflet/{number}"))
                }
            )
        ])
        guard let (resource, parameters) = registry.resource(at: uri) else {
            #expect(expected == nil)
            return
        }
        let contents = try await resource.contents(at: uri, parameters)
        #expect(contents.body == .text(expected ?? "nothing") && contents.uri == uri)
        #expect(contents.mimeType == "text/plain")
    }

    @Test("a failing resource's fault names the module")
    func failure() async throws {
        let registry = try registry([("shop", { $0.add(Self.leaflet("shop://leaflet/{number}")) })])
        let (resource, parameters) = try #require(registry.resource(at: "shop://leaflet/0"))
        let fault = await #expect(throws: Fault.self) {
            try await resource.contents(at: "shop://leaflet/0", parameters)
        }
        #expect(fault?.code == .notFound && fault?.module == "shop")
    }

    @Test(
        "each mistake in a resource is found",
        arguments: [
            (["shop://a"], []),
            (["shop://a", "shop://a"], ["the resource shop://a is declared twice, by shop and by shop"]),
            (["shop://a/{b}", "other://a/{b}"], []),
            (["galleria://a"], ["galleria://a: galleria:// is for screens"]),
            (["a/b"], ["a/b: an address is a scheme, :// and names, each variable once"]),
            (["shop://"], ["shop://: an address is a scheme, :// and names, each variable once"]),
            (["shop://{a}/{a}"], ["shop://{a}/{a}: an address is a scheme, :// and names, each variable once"]),
        ] as [([String], [String])])
    func mistakes(_ templates: [String], _ expected: [String]) {
        do throws(RegistryMistakes) {
            _ = try registry([("shop", { for template in templates { $0.add(Self.leaflet(template)) } })])
            #expect(expected == [])
        } catch {
            #expect(error.mistakes == expected)
        }
    }

    @Test("a screen's route is galleria:// alone")
    func screens() {
        let screen = ScreenDefinition(
            "shop://a", title: "A", doc: "A.", shape: CounterModel.shape, actions: CounterModel.actions
        ) {
            _ throws(Fault) in throw Fault(.notFound, "No.", hint: "")
        }
        #expect(throws: RegistryMistakes.self) { try registry([("shop", { $0.add(screen) })]) }
    }

    private static func blocks(_ tool: String?) -> Operation<JSONValue, [AnswerContent]> {
        Operation(
            "blocks", tool: tool, title: "Give blocks", doc: "Gives blocks.", effect: .reads, example: [],
            parameters: .verbatim(["type": "object", "if": ["required": ["a"]]]),
            result: ResultShape([ResultField("count", .whole, "How many.") { $0.count }]),
            content: { $0 }, present: { Document([.text("\($0.count) blocks")]) }
        ) { given, _ throws(Fault) in
            [
                .text(String(decoding: given.serialized(), as: UTF8.self)),
                .sound(AnswerMedia(mimeType: "a/b", base64: "")),
            ]
        }
    }

    @Test(
        "an operation may name its tool, as clients take names",
        arguments: [
            (nil, "shelf_blocks", true), ("json_schema-2020_12", "json_schema-2020_12", true), ("", "", false),
            ("a.b", "a.b", false), ("a b", "a b", false), ("é", "é", false),
            (String(repeating: "a", count: 64), String(repeating: "a", count: 64), true),
            (String(repeating: "a", count: 65), "", false),
        ] as [(String?, String, Bool)])
    func toolNames(_ tool: String?, _ expected: String, _ isRight: Bool) {
        do throws(RegistryMistakes) {
            let registry = try registry([("shelf", { $0.add(Self.blocks(tool)) })])
            #expect(isRight && registry.operations.map(\.toolName) == [expected])
            #expect(Router(registry).operation(tool: expected)?.method == "shelf.blocks")
        } catch {
            #expect(!isRight && error.mistakes == ["shelf.blocks: a tool name is 1 to 64 letters, digits, _ and -"])
        }
    }

    @Test(
        "a schema of others is handed on as it is, and any object is taken",
        arguments: [(nil, "{}"), ("{}", "{}"), ("null", "{}"), (#"{"x":[1],"a":{}}"#, #"{"x":[1],"a":{}}"#)])
    func verbatim(_ sent: String?, _ expected: String) async throws {
        let registry = try registry([("shelf", { $0.add(Self.blocks(nil)) })])
        let operation = try #require(registry.operations.first)
        #expect(operation.parameterSchema() == ["type": "object", "if": ["required": ["a"]]] && operation.givesContent)
        let answer = try await operation.call(try sent.map(read), CallContext())
        #expect(answer.content == [.text(expected), .sound(AnswerMedia(mimeType: "a/b", base64: ""))])
        #expect(written { answer.write(&$0) } == #"{"count":2}"#)
        await #expect(throws: Fault.self) { try await operation.call(read("[1]"), CallContext()) }
    }
}
