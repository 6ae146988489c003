import DesignSystem
import HTTP
import JSON
import Testing

@testable import FeatureKit

@Suite("Prompts")
struct PromptTests {
    static let planArguments = [
        PromptArgument("topic", "What to learn.", isRequired: true, example: "swift"),
        PromptArgument("weeks", "How long.", isRequired: false),
    ]

    /// A prompt that gives back what it was asked for.
    static func prompt(
        _ name: String, title: String = "Plan", doc: String = "Plans.", arguments: [PromptArgument] = planArguments,
        write: @escaping Prompt.Write = { arguments throws(Fault) in
            [.paragraphs(arguments.required("topic"), arguments["weeks"] ?? "")]
        }
    ) -> Prompt {
        Prompt(name, title: title, doc: doc, arguments: arguments, write: write)
    }

    private func registered(_ prompt: Prompt) throws -> RegisteredPrompt {
        let registry = try registry([("bookShelf", { $0.add(prompt) })])
        return try #require(registry.prompts.first)
    }

    private func text(_ messages: [PromptMessage]) -> [String] {
        messages.map { message in
            switch message {
            case .text(let text): text
            case .facts(let document): document.rendered(RenderOptions(style: .markdown))
            case .picture(let media): media.mimeType
            case .resource(let contents): contents.uri
            case .screen(let route, let document): route + " " + document.rendered(RenderOptions(style: .markdown))
            }
        }
    }

    @Test("A prompt's name on the wire has its module, like a tool's")
    func names() throws {
        let prompt = try registered(Self.prompt("readingPlan"))
        #expect(prompt.name == "book_shelf_reading_plan")
        #expect(prompt.declaredName == "bookShelf.readingPlan")
        #expect(prompt.module == "bookShelf" && prompt.title == "Plan" && prompt.doc == "Plans.")
        #expect(prompt.arguments.map(\.name) == ["topic", "weeks"])
    }

    @Test("A prompt is found by the exact bytes of its name")
    func router() throws {
        let router = Router(try registry([("k", { $0.add(Self.prompt("plan")) })]))
        #expect(router.prompt("k_plan")?.declaredName == "k.plan")
        for name in ["k.plan", "\u{212A}_plan", "k_plan ", "K_PLAN", ""] { #expect(router.prompt(name) == nil) }
        #expect(Router.empty.prompt("k_plan") == nil)
    }

    @Test(
        "Arguments are read",
        arguments: [
            Case("one", #"{"topic":"swift"}"#, "swift"),
            Case("both", #"{"weeks":"2","topic":"swift"}"#, "swift\n\n2"),
            Case("blanks at the ends", #"{"topic":" swift ","weeks":" "}"#, "swift"),
            Case("left empty by a host", #"{"topic":"swift","weeks":""}"#, "swift"),
            Case("null counts as left out", #"{"topic":"swift","weeks":null}"#, "swift"),
        ])
    func reads(_ row: Case<String, String>) async throws {
        let prompt = try registered(Self.prompt("plan"))
        #expect(text(try await prompt.messages(try prompt.read(read(row.input)))) == [row.expected])
    }

    @Test(
        "Wrong arguments are refused by name",
        arguments: [
            Case("none", "null", "topic"), Case("an empty object", "{}", "topic"),
            Case("blank", #"{"topic":"  "}"#, "topic"), Case("null", #"{"topic":null}"#, "topic"),
            Case("a number", #"{"topic":5}"#, "topic"), Case("an object", #"{"topic":{}}"#, "topic"),
            Case("an unknown one", #"{"topic":"a","topics":"b"}"#, "topics"),
            Case("a look-alike", #"{"topi\u0441":"a"}"#, "topi\u{441}"),
            Case("too long", #"{"topic":"\#(String(repeating: "a", count: 501))"}"#, "topic"),
            Case("no object", "[]", nil), Case("a text", #""swift""#, nil),
        ])
    func refuses(_ row: Case<String, String?>) throws {
        let prompt = try registered(Self.prompt("plan"))
        do throws(Fault) {
            let node = try? read(row.input)
            _ = try prompt.read(node)
            Issue.record("taken")
        } catch {
            #expect(error.code == .invalidArgument && sameBytes(error.field, row.expected))
            #expect(error.text.contains("book_shelf_plan") && !error.hint.isEmpty)
        }
    }

    @Test("An unknown argument suggests the one that was meant, a missing one gives its example")
    func hints() throws {
        let prompt = try registered(Self.prompt("plan"))
        #expect(throws: Fault.self) { try prompt.read(read(#"{"topci":"a"}"#)) }
        do throws(Fault) {
            _ = try prompt.read(try? read(#"{"topci":"a"}"#))
        } catch {
            #expect(error.suggestions == ["topic"])
        }
        do throws(Fault) {
            _ = try prompt.read(nil)
        } catch {
            #expect(error.hint.contains("topic=swift"))
        }
    }

    @Test("A failing prompt's fault names the module")
    func failure() async throws {
        let prompt = try registered(
            Self.prompt("plan") { _ throws(Fault) in throw Fault(.notFound, "No book.", hint: "Another.") })
        await #expect(throws: Fault(.notFound, "No book.", hint: "Another.", module: "bookShelf")) {
            try await prompt.messages(PromptArguments())
        }
    }

    @Test("A prompt may ask who wants it; nobody who can be asked is a fault of the module")
    func asking() async throws {
        let prompt = try registered(
            Prompt("plan", title: "Plan", doc: "Plans.") { _, client throws(Fault) in
                let answers = try await client.ask(["who": .elicitation(message: "Who?", schema: ["type": "object"])])
                return [.text("For \(answers.form("who").content["name"]?.string ?? "").")]
            })
        let client = CallClient(abilities: [.elicitation]) { questions throws(Fault) in
            let form = FormAnswer(.accept, content: ["name": "Ann"])
            return ClientAnswers(questions.all.map { (name: $0.name, answer: .form(form)) })
        }
        #expect(text(try await prompt.messages(PromptArguments(), for: client)) == ["For Ann."])
        let fault = await #expect(throws: Fault.self) { try await prompt.messages(PromptArguments()) }
        #expect(fault?.code == .clientIncapable && fault?.module == "bookShelf")
    }

    @Test("Facts that were kept say so, instructions do not")
    func origin() async throws {
        let prompt = try registered(
            Self.prompt("plan") { _ throws(Fault) in
                AnswerOrigin.Recorder.current?.record(.cache(age: 300, isStale: false), bytes: 0)
                let document = Document([.paragraph("Facts.")])
                return [.text("Do it."), .facts(document), .screen(route: "galleria://shelf", document)]
            })
        let texts = text(try await prompt.messages(PromptArguments()))
        #expect(texts.map { $0.contains("Kept answer, 5 min old.") } == [false, true, true])
        #expect(texts[2].hasPrefix("galleria://shelf "))
    }

    @Test("Each mistake in a declaration is found", arguments: mistakes)
    func declarations(_ row: Case<Prompt, [String]>) {
        do throws(RegistryMistakes) {
            _ = try registry([("shelf", { $0.add(row.input) })])
            #expect(row.expected.isEmpty)
        } catch {
            #expect(error.mistakes == row.expected)
        }
    }

    static let mistakes: [Case<Prompt, [String]>] = [
        Case("none", prompt("plan"), []),
        Case("the longest name", prompt(String(repeating: "a", count: 34)), []),
        Case("a name in capitals", prompt("Plan"), ["shelf.Plan: a prompt is two names in lower camel case"]),
        Case("snake case", prompt("a_b"), ["shelf.a_b: a prompt is two names in lower camel case"]),
        Case("an empty name", prompt(""), ["shelf.: a prompt is two names in lower camel case"]),
        Case(
            "a long name", prompt(String(repeating: "a", count: 35)),
            ["shelf.\(String(repeating: "a", count: 35)): a prompt's name has at most 40 characters"]),
        Case("no title", prompt("plan", title: ""), ["shelf.plan: no documentation"]),
        Case("no doc", prompt("plan", doc: ""), ["shelf.plan: no documentation"]),
        Case(
            "an argument without documentation",
            prompt("plan", arguments: [PromptArgument("a", "", isRequired: false)]),
            ["shelf.plan: an argument without documentation"]),
        Case(
            "an argument twice",
            prompt("plan", arguments: [planArguments[0], planArguments[0]]),
            ["shelf.plan: an argument is declared twice"]),
        Case(
            "an argument's name", prompt("plan", arguments: [PromptArgument("a b", "A.", isRequired: false)]),
            ["shelf.plan: an argument's name is lower camel case"]),
        Case(
            "nothing known of a required argument",
            prompt("plan", arguments: [PromptArgument("a", "A.", isRequired: true)]),
            ["shelf.plan: a required argument neither completes nor takes any text"]),
        Case(
            "a required argument that completes",
            prompt("plan", arguments: [PromptArgument("a", "A.", isRequired: true, complete: .oneOf(["x"]))]), []),
    ]

    @Test("One name of two prompts names both owners")
    func duplicates() {
        #expect(
            throws: RegistryMistakes(mistakes: [
                "the prompt a_b_c is declared twice, by aB.c and by a.bC"
            ])
        ) {
            try registry([("aB", { $0.add(Self.prompt("c")) }), ("a", { $0.add(Self.prompt("bC")) })])
        }
    }

    @Test("Prompts are in the order declared, those of a module that is off are absent")
    func order() throws {
        let registry = try registry(
            [("mall", { $0.add(Self.prompt("b")) }), ("shelf", { $0.add(Self.prompt("a")) })], disabled: ["forecast"])
        #expect(registry.prompts.map(\.name) == ["mall_b", "shelf_a"])
    }
}
