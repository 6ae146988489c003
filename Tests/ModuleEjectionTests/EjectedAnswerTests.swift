import DeclaredFeature
import Depot
import DesignSystem
import FeatureKit
import Github
import GoCardless
import Gutendex
import HTTP
import HackerNews
import JSON
import ModuleFile
import Settings
import TestSupport
import Testing
import WeatherGov

/// Compares the answers of features in Swift with those of the files that they were, byte for byte.
@Suite("Answers of ejected features") struct EjectedAnswerTests {
    private static let features = [
        "depot": depot, "github": github, "goCardless": goCardless, "gutendex": gutendex, "hackerNews": hackerNews,
        "weatherGov": weatherGov,
    ]

    private func pair(_ id: String) throws -> (file: Feature, swift: Feature) {
        let file = Feature(try Gallery.module(id), samples: Gallery.samples(of: id))
        return (file, try #require(Self.features[id]))
    }

    private func expectSame(_ file: [String], _ swift: [String], atLeast least: Int) {
        #expect(file.count >= least && file.count == swift.count)
        for (file, swift) in zip(file, swift) where file != swift {
            Issue.record("the file: \(file.prefix(2_000))\nin Swift: \(swift.prefix(2_000))")
        }
    }

    @Test("operations, screens and settings are declared alike", arguments: Gallery.ejectedModules)
    func declarations(_ id: String) throws {
        let (file, swift) = try pair(id)
        func facts(_ feature: Feature) throws -> [String] {
            let registry = try FeatureHarness.sample(feature).router.registry
            let manifest = feature.manifest
            var facts = ["\(manifest.id) \(manifest.title) \(manifest.doc) \(manifest.routes.map(\.text))"]
            for operation in registry.operations {
                facts.append("\(operation.method) \(operation.toolName) \(operation.title) \(operation.doc)")
                facts.append("\(operation.effect) \(JSONValue.object(operation.example).line)")
                facts += [operation.parameterSchema().line, operation.resultSchema().line]
            }
            for screen in registry.screens { facts.append("\(screen.template.text) \(screen.actions.map(\.name))") }
            for setting in manifest.declarations { facts.append("\(setting.path) \(setting.doc) \(setting.shape)") }
            return facts
        }
        expectSame(try facts(file), try facts(swift), atLeast: 8)
    }

    /// Questions to each operation: its example, and what may be asked of a list.
    private func questions(_ operation: RegisteredOperation) -> [JSONValue] {
        let example = operation.example
        func with(_ name: String, _ value: JSONValue) -> JSONValue {
            .object(example.filter { $0.key != name } + [JSONMember(name, value)])
        }
        var asked: [JSONValue] = [
            .object(example), [:], with("nothing", 1), .object(example.map { JSONMember($0.key, "💥 ../") }),
        ]
        guard operation.parameters.contains(where: { $0.name == "fields" }) else { return asked }
        asked += [with("limit", 1), with("limit", 100), with("fields", "all"), with("query", "a"), with("cursor", "x")]
        for field in operation.resultFields.map(\.name) + [
            "id", "title", "weight", "fee", "due", "points", "amount", "day",
        ] {
            asked += [with("sort", .string("-\(field)")), with("fields", [.string(field)])]
        }
        for parameter in operation.parameters {
            let schema = parameter.schema
            let values: [JSONValue] =
                schema["enum"]?.array ?? (schema["type"] == "boolean" ? [true] : [1, "1 KRW", "2026-03-01"])
            asked += values.map { with(parameter.name, $0) }
        }
        return asked
    }

    private func told(_ harness: FeatureHarness, _ method: String, _ question: JSONValue) async -> (
        String, cursor: String?
    ) {
        do throws(Fault) {
            let answer = try await harness.answer(method, question)
            let texts = RenderStyle.allCases.map { answer.document().rendered(RenderOptions(style: $0)) }
            let json = answer.json
            return (
                "\(method) \(question.line): \(json.line) \(texts.joined()) \(answer.modelText())",
                json["nextCursor"]?.string
            )
        } catch {
            return ("\(method) \(question.line): \(error)", nil)
        }
    }

    @Test("samples give the same JSON and texts, page by page, whatever is asked", arguments: Gallery.ejectedModules)
    func samples(_ id: String) async throws {
        let (file, swift) = try pair(id)
        func transcript(_ feature: Feature) async throws -> [String] {
            let harness = try FeatureHarness.sample(feature)
            var lines: [String] = []
            for operation in harness.router.registry.operations where operation.module == id {
                for question in questions(operation) {
                    var (line, cursor) = await told(harness, operation.method, question)
                    lines.append(line)
                    var walked = 0
                    while let next = cursor, walked < 50, let members = question.members {
                        let further = JSONValue.object(
                            members.filter { $0.key != "cursor" } + [JSONMember("cursor", .string(next))])
                        (line, cursor) = await told(harness, operation.method, further)
                        lines.append(line)
                        walked += 1
                    }
                }
            }
            return lines
        }
        expectSame(try await transcript(file), try await transcript(swift), atLeast: 20)
    }

    @Test("screens show the same, and take the same actions", arguments: Gallery.ejectedModules)
    func screens(_ id: String) async throws {
        let (file, swift) = try pair(id)
        func transcript(_ feature: Feature) async throws -> [String] {
            let harness = try FeatureHarness.sample(feature)
            let registry = harness.router.registry
            var lines: [String] = []
            let values = registry.operations.filter { $0.module == id }.flatMap(\.example)
            for definition in registry.screens where definition.template.text.hasPrefix("galleria://\(id)") {
                let route = definition.template.filled { name -> String? in
                    let value = values.first { $0.key == name || $0.key == "\(name)s" }?.value
                    return (value?.array?.first ?? value).map { $0.string ?? $0.line }
                        ?? (definition.template.text.contains("?") ? nil : "1")
                }
                let screen = try await harness.open(route)
                lines.append(screen.opened.line.replacing(screen.id, with: "ID"))
                for action in ["refresh", "loadMore", "retry"] {
                    let sent = try? await screen.send(action)
                    lines.append("\(action) \(sent?.line ?? "refused")")
                }
                lines.append(try await screen.whole.line.replacing(screen.id, with: "ID"))
            }
            return lines
        }
        expectSame(try await transcript(file), try await transcript(swift), atLeast: 5)
    }

    /// Answers of an upstream, by their names.
    private static let upstreams: [(name: String, response: HTTPResponse)] =
        [
            ("empty object", HTTPResponse(status: 200, body: Array("{}".utf8))),
            ("no JSON", HTTPResponse(status: 200, body: Array("<html>".utf8))),
            ("a list", HTTPResponse(status: 200, body: Array("[1]".utf8))),
            (
                "an error",
                HTTPResponse(
                    status: 200, body: Array(#"{"error": {"code": "gone", "text": "away", "message": "M"}}"#.utf8))
            ),
        ]
        + [400, 401, 403, 404, 409, 422, 429, 500].map { status in
            (
                "\(status)",
                HTTPResponse(
                    status: status, body: Array(#"{"reason": "부산", "detail": "D", "error": {"message": "M"}}"#.utf8))
            )
        }

    @Test("requests and failures are the same", arguments: Gallery.ejectedModules)
    func failures(_ id: String) async throws {
        let (file, swift) = try pair(id)
        let settings = try Gallery.module(id).settings.filter { $0.kind == .secret }.map {
            (key: "modules.\(id).\($0.name)", value: "s3cret")
        }
        func transcript(_ feature: Feature) async throws -> [String] {
            var lines: [String] = []
            for upstream in Self.upstreams {
                let client = ScriptedHTTPClient(respond: { _ in .response(upstream.response) })
                let harness = try FeatureHarness([feature], client: { _ in client }, settings: settings, data: .live)
                for operation in harness.router.registry.operations where operation.module == id {
                    lines.append(await told(harness, operation.method, .object(operation.example)).0)
                }
                lines += harness.requests.map { request in
                    let once = request.headers.filter { !$0.isNamed("X-Once") && !$0.isNamed("Idempotency-Key") }
                    return
                        "\(request.method) \(request.url) \(once) \(request.body.map { String(decoding: $0, as: UTF8.self) } ?? "") "
                        + "\(request.isRepeatable) \(request.lifetime as Any) \(request.lifetimeUnsaid as Any) \(request.timeout as Any)"
                }
            }
            return lines
        }
        expectSame(try await transcript(file), try await transcript(swift), atLeast: 24)
    }
}

extension JSONValue {
    /// The value on one line.
    fileprivate var line: String { String(decoding: serialized(), as: UTF8.self) }
}
