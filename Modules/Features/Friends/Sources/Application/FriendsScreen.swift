import DesignSystem
import FeatureKit
import JSON
import Storage
import Synchronization

/// The view model of the friends: one scenario's rows with the user's answers, narrowed as the user types.
final class FriendsScreen: ScreenModel {
    let state: ScreenState<FriendsState>
    private let circle: Circle
    private let loading = Mutex<Task<Void, Never>?>(nil)
    private let observation = Mutex<StateObservation?>(nil)
    /// Held while answers are read and shown, so that older ones never replace newer ones.
    private let reading = Mutex(())

    init(_ circle: Circle, scenario: Scenario) {
        self.circle = circle
        self.state = ScreenState(FriendsState(scenario: scenario, strings: circle.strings))
    }

    static var shape: ResultShape<FriendsState> { FriendsState.shape }

    static var actions: [ScreenAction<FriendsScreen>] {
        [
            ScreenAction("refresh", "Loads the rows again; answers stay.") { screen in
                screen.load { $0.begin() }
            },
            ScreenAction(
                "search", "Narrows the loaded friends by name; never asks the upstream.",
                ParameterShape({ $0 }, Parameter.required("text", .text(0...200), "What is typed.", examples: ["林"]))
            ) { screen, text in
                screen.state.change { $0.text = text }
                return .accepted
            },
            ScreenAction(
                "accept", "Accepts an invitation.", effect: .writes(idempotent: true, destructive: true),
                ParameterShape({ $0 }, RespondParameters.fid)
            ) {
                screen, fid throws(Fault) in try screen.respond(.accept, to: fid)
            },
            ScreenAction(
                "decline", "Declines an invitation.", effect: .writes(idempotent: true, destructive: true),
                ParameterShape({ $0 }, RespondParameters.fid)
            ) {
                screen, fid throws(Fault) in try screen.respond(.decline, to: fid)
            },
            ScreenAction(
                "forgetAnswers", "Takes back every answer: the invitations are open again.",
                effect: .writes(idempotent: true, destructive: true)
            ) { screen in screen.save { storage throws(Fault) in try await storage.forgetAll() } },
            ScreenAction(
                "useScenario", "Shows a scenario, loaded anew.",
                ParameterShape(
                    { $0 },
                    Parameter<Scenario>.required(
                        "scenario", .oneOf, "Which lists to ask for.", examples: ["friendsOnly"]))
            ) { screen, scenario in screen.use(scenario) },
        ]
    }

    func present(_ state: FriendsState) -> Document { state.document }

    func open() {
        observation.withLock { current in
            current = circle.storage.observe { [weak self] in self?.readAnswers() }
        }
        readAnswers()
        _ = load { $0.begin() }
    }

    /// An answer under way is still kept: the host waits for it.
    func close() {
        observation.withLock { $0 = nil }
        loading.withLock { $0 }?.cancel()
    }

    private func use(_ scenario: Scenario) -> ActionOutcome {
        load { state in state.scenario == scenario ? state.begin() : state.begin(scenario) }
    }

    /// Begins a load, or joins the one under way: refreshing twice asks once.
    private func load(_ begin: @Sendable (inout FriendsState) -> Int?) -> ActionOutcome {
        let (generation, scenario) = state.change { state in (begin(&state), state.scenario) }
        guard let generation else { return .accepted }
        let task = circle.background.run { [weak self] in await self?.run(generation, scenario) }
        let superseded = loading.withLock { current in
            defer { current = task }
            return current
        }
        superseded?.cancel()
        return .accepted
    }

    private func run(_ generation: Int, _ scenario: Scenario) async {
        do throws(Fault) {
            let server = try await circle.api.friends(of: scenario)
            await circle.storage.ready()
            readAnswers()
            state.change { $0.finish(generation, with: server) }
        } catch {
            state.change { $0.fail(generation, error) }
        }
    }

    private func readAnswers() {
        reading.withLock { _ in
            let (answers, failure) = circle.storage.known()
            state.changeIfAny { $0.show(answers, failure: failure) }
        }
    }

    /// Keeps an answer; the page changes when it is durable.
    private func respond(_ answer: InvitationAnswer, to fid: String) throws(Fault) -> ActionOutcome {
        guard let server = state.current.server else { return .ignored }
        guard server.row(fid)?.status == .invited else { throw .unknownInvitation(fid) }
        return save { storage throws(Fault) in try await storage.record(answer, to: fid) }
    }

    /// Saves something; what fails is told to whoever asked, and here.
    private func save(_ work: @escaping @Sendable (AnswerStorage) async throws(Fault) -> Void) -> ActionOutcome {
        circle.background.save { [state, storage = circle.storage] () throws(Fault) in
            do throws(Fault) {
                try await work(storage)
                if state.current.savingNotice != nil { state.change { $0.savingNotice = nil } }
            } catch {
                state.change { $0.savingNotice = error.text }
                throw error
            }
        }
    }
}
