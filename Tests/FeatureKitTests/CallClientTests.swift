import DesignSystem
import JSON
import Synchronization
import Testing

@testable import FeatureKit

/// Questions and messages of an operation to its client.
@Suite("The client of a call") struct CallClientTests {
    /// A client that answers by kind, and writes down what it was asked.
    private final class Answering: Sendable {
        let asked = Mutex<[[String]]>([])
        let confirms: Bool

        init(confirms: Bool = true) { self.confirms = confirms }

        func client(_ abilities: Set<ClientAbility> = [.elicitation, .memory]) -> CallClient {
            CallClient(abilities: abilities) { [self] questions throws(Fault) in
                asked.withLock { $0.append(questions.all.map(\.name)) }
                return ClientAnswers(
                    questions.all.map { name, question in
                        let answer: ClientAnswer =
                            switch question {
                            case .confirmation: .confirmation(confirms)
                            case .elicitation: .form(FormAnswer(.accept, content: ["name": "Ann"]))
                            case .extended: .value("Ha.")
                            }
                        return (name: name, answer: answer)
                    })
            }
        }
    }

    private static let all: ClientQuestions = [
        "sure": .confirmation("Sure?"), "who": .elicitation(message: "Who?", schema: ["type": "object"]),
        "joke": .joke,
    ]

    @Test("several things are asked at once, and each answer is found under its name, by its kind")
    func answers() async throws {
        let answering = Answering()
        let answers = try await answering.client().ask(Self.all)
        #expect(answering.asked.withLock { $0 } == [["sure", "who", "joke"]])
        #expect(answers.isConfirmed("sure") && answers.form("who").content["name"] == "Ann")
        #expect(answers.value("joke") == "Ha.")
        // What was not asked, or is of another kind, is nothing.
        #expect(answers["nobody"] == nil && !answers.isConfirmed("joke") && answers.value("sure") == nil)
        #expect(answers.form("joke") == FormAnswer(.cancel) && answers.value("who") == nil)
    }

    @Test(
        "what the client can't do is not asked, and named",
        arguments: [
            ([], [.elicitation, .memory]), ([.elicitation], [.memory]), ([.memory], [.elicitation]),
        ] as [(Set<ClientAbility>, [ClientAbility])])
    func incapable(_ abilities: Set<ClientAbility>, _ missing: [ClientAbility]) async {
        let answering = Answering()
        let fault = await #expect(throws: Fault.self) { try await answering.client(abilities).ask(Self.all) }
        #expect(fault?.code == .clientIncapable && fault?.requires == missing)
        #expect(answering.asked.withLock { $0 } == [])
    }

    @Test("nobody can be asked, told anything, or required to be able to do something")
    func nobody() async {
        CallClient.none.log(.error, "Nobody hears.")
        let fault = #expect(throws: Fault.self) { try CallClient.none.require([.memory]) }
        #expect(fault?.requires == [.memory])
        let asking = CallClient(abilities: [.memory])
        let unanswered = await #expect(throws: Fault.self) { try await asking.ask(["a": .joke]) }
        #expect(unanswered?.code == .clientIncapable)
    }

    private func registered(
        _ counter: Counter, confirm: @escaping @Sendable (SearchParameters) -> String?
    ) -> RegisteredOperation {
        var registration = ModuleRegistration(id: "shelf")
        registration.add(
            Operation(
                "burn", title: "Burn it", doc: "Burns.", effect: .writes(idempotent: true, destructive: true),
                example: [JSONMember("query", "a")], parameters: SearchParameters.shape,
                result: ResultShape([ResultField("query", .text, "It.") { (it: String) in it }]), confirm: confirm,
                present: { Document([.text($0)]) }
            ) { parameters, _ throws(Fault) in
                counter.runs.withLock { $0 += 1 }
                return parameters.query
            })
        return registration.operations[0]
    }

    private final class Counter: Sendable {
        let runs = Mutex(0)
        let questions = Mutex(0)
    }

    @Test(
        "what wants a confirmation is asked once where the client can ask, and done only after a yes",
        arguments: [
            (true, true, 1, 1), (true, false, 1, 0), (false, false, 0, 1),
        ])
    func confirmation(_ canAsk: Bool, _ confirms: Bool, _ questions: Int, _ runs: Int) async throws {
        let (counter, answering) = (Counter(), Answering(confirms: confirms))
        let operation = registered(counter) { parameters in
            counter.questions.withLock { $0 += 1 }
            return "Burn \(parameters.query)?"
        }
        let context = CallContext(client: answering.client(canAsk ? [.elicitation] : [.memory]))
        let outcome = await Result { try await operation.call(read(#"{"query":"a"}"#), context) }
        #expect(counter.questions.withLock { $0 } == questions && counter.runs.withLock { $0 } == runs)
        #expect(answering.asked.withLock { $0.count } == questions)
        if runs == 0 {
            let fault = #expect(throws: Fault.self) { try outcome.get() }
            #expect(fault?.code == .cancelled && fault?.module == "shelf")
        }
    }

    @Test("what needs no confirmation, and what is refused, is not asked about")
    func notAsked() async throws {
        let (counter, answering) = (Counter(), Answering())
        let operation = registered(counter) { parameters in parameters.query == "safe" ? nil : "Sure?" }
        let context = CallContext(client: answering.client())
        _ = try await operation.call(read(#"{"query":"safe"}"#), context)
        await #expect(throws: Fault.self) { try await operation.call(read(#"{"query":true}"#), context) }
        #expect(answering.asked.withLock { $0 } == [] && counter.runs.withLock { $0 } == 1)
    }
}

extension ClientAbility {
    fileprivate static let memory = ClientAbility("memory")
}

extension ClientQuestion {
    /// As an extension brings one along.
    fileprivate static let joke = ClientQuestion.extended(
        ExtendedQuestion(needs: .memory, method: "memory/joke") { $0.string.map { .string($0) } })
}

extension Result where Failure == any Error {
    /// Result of asynchronous work.
    fileprivate init(_ work: () async throws -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
