import JSON
import JSONRPC
package import Masking
import Runtime
package import StdioTransport
import Synchronization

/// The client of a recorded conversation, who holds it once more.
package final class ReplayClient: TransportHandler {
    private struct State {
        /// The step that is next.
        var step = 0
        /// Messages that came early, by kind, in order.
        var arrived: [ServerMessage.Kind: [ServerMessage]] = [:]
        /// Expectations of the next step that are still open.
        var open: [ReplayPlan.Expectation] = []
        var hasBegun = false
        /// Nothing more can come.
        var isServerGone = false
        /// Texts that this galleria has others for.
        var carried: [String: String] = [:]
        var timer: TimerID?
        /// The timer is that of a wait which is not worth much.
        var isHurried = false
        /// An answer of the next step was another one.
        var differs = false
        var outcome = ReplayOutcome()
        var hasEnded = false
    }

    private let plan: ReplayPlan
    private let redaction: Redaction
    private let isStrict: Bool
    private let patience: Duration
    private let transport: StdioTransport
    private let endInput: @Sendable () -> Void
    private let progress: @Sendable (Int) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - redaction: what was masked in the recording, and so is masked before it is compared.
    ///   - isStrict: compares what differs from run to run as well.
    ///   - patience: how long what the recorded client heard is waited for.
    ///   - endInput: ends the other galleria's input.
    ///   - progress: told how many messages were sent.
    package init(
        _ plan: ReplayPlan, redaction: Redaction, isStrict: Bool, patience: Duration, transport: StdioTransport,
        endInput: @escaping @Sendable () -> Void, progress: @escaping @Sendable (Int) -> Void
    ) {
        self.plan = plan
        self.redaction = redaction
        self.isStrict = isStrict
        self.patience = patience
        self.transport = transport
        self.endInput = endInput
        self.progress = progress
    }

    /// Outcome, once the loop has ended.
    package var outcome: ReplayOutcome { state.withLock { $0.outcome } }

    /// Says the first message. On the loop's thread, after the transport was started.
    package func begin() { goOn() }

    // MARK: - TransportHandler

    package func received(_ message: UnsafeRawBufferPointer) {
        guard let document = try? JSONDocument(parsing: message, limits: Transcript.limits) else {
            return fail("galleria wrote a line that is not JSON")
        }
        var writer = JSONWriter()
        redaction.write(document.root, into: &writer)
        guard let masked = try? JSONDocument(parsing: writer.bytes, limits: Transcript.limits) else { return }
        let messages = ServerMessage.all(in: masked.root)
        let unmasked = ServerMessage.all(in: document.root)
        state.withLock { state in
            for (message, original) in zip(messages, unmasked) {
                // By the kind it has unmasked: ids are no secrets.
                let message = ServerMessage(kind: original.kind, value: message.value)
                if case .notification = original.kind { state.arrived[original.kind] = [] }
                state.arrived[original.kind, default: []].append(message)
            }
        }
        goOn()
    }

    package func rejected(_ input: RejectedInput) { fail("galleria wrote what is no message: \(input.sentence)") }

    package func endOfInput() {
        state.withLock { $0.isServerGone = true }
        goOn()
    }

    package func outputClosed() {}

    package func signalled(_ event: ProcessEvent) {
        if case .terminate(let signal) = event { fail("it was ended by signal \(signal)") }
    }

    package func outboxDrained() {
        // What was said is gone out: now the input may end.
        if state.withLock({ $0.hasEnded }) { endInput() }
    }

    package func turnEnded() {}

    private func fail(_ mishap: String) {
        state.withLock { $0.outcome.mishap = mishap }
        transport.stop()
    }

    // MARK: - Steps

    /// Takes every step that nothing is waited for.
    private func goOn() {
        while let sent = state.withLock({ step(&$0) }) {
            if let message = sent.message { transport.send(message) }
            progress(sent.count)
        }
        let (isOver, pause) = state.withLock { state in
            (state.step >= plan.steps.count && state.isServerGone, self.pause(&state))
        }
        if isOver { return finish() }
        if let pause { waitAWhile(pause) }
    }

    /// - Returns: nil when something is waited for, or nothing is left.
    private func step(_ state: inout State) -> (message: [UInt8]?, count: Int)? {
        guard state.step < plan.steps.count else { return nil }
        let step = plan.steps[state.step]
        if !state.hasBegun {
            state.open = step.awaited
            state.hasBegun = true
        }
        settle(&state)
        guard state.open.isEmpty || state.isServerGone else { return nil }
        for expectation in state.open { miss(expectation, &state) }
        return act(step.action, &state)
    }

    private func act(_ action: ReplayPlan.Action, _ state: inout State) -> (message: [UInt8]?, count: Int) {
        if let timer = state.timer { transport.loop.cancel(timer) }
        state.timer = nil
        state.step += 1
        state.hasBegun = false
        state.differs = false
        state.open = []
        switch action {
        case .send(let bytes):
            state.outcome.messages += 1
            return (carryingOn(bytes, state.carried), state.outcome.messages)
        case .endInput, .end:
            state.hasEnded = true
            return (nil, state.outcome.messages)
        }
    }

    /// Takes off what has come of what is waited for, and compares it.
    private func settle(_ state: inout State) {
        var open: [ReplayPlan.Expectation] = []
        for expectation in state.open {
            let kind = expectation.message.kind
            guard let found = state.arrived[kind]?.first else {
                if case .notification(let method) = kind, VolatileMembers.optional.contains(method) { continue }
                open.append(expectation)
                continue
            }
            switch kind {
            case .notification: break
            case .answer, .request:
                state.arrived[kind]?.removeFirst()
                compare(expectation, found, &state)
            }
        }
        state.open = open
        // Of notifications, those of one method between two answers are one: taken together, once all have come.
        if open.isEmpty {
            for case .notification(let method) in plan.steps[state.step].awaited.map(\.message.kind) {
                state.arrived[.notification(method)] = nil
            }
        }
    }

    private func compare(_ expectation: ReplayPlan.Expectation, _ found: ServerMessage, _ state: inout State) {
        var comparison = AnswerComparison(isStrict: isStrict)
        comparison.compare(expectation.message.value, found.value)
        state.outcome.answers += 1
        if !comparison.differences.isEmpty { state.differs = true }
        state.carried.merge(comparison.carried) { $1 }
        state.outcome.differences += comparison.differences.map { value in
            ReplayOutcome.Difference(
                kind: .value, line: expectation.line, id: expectation.message.value["id"], method: expectation.method,
                value: value)
        }
    }

    private func miss(_ expectation: ReplayPlan.Expectation, _ state: inout State) {
        let isNotification = if case .notification = expectation.message.kind { true } else { false }
        state.outcome.differences.append(
            ReplayOutcome.Difference(
                kind: isNotification ? .missingNotification : .missingAnswer, line: expectation.line,
                id: expectation.message.value["id"], method: expectation.method, value: nil))
    }

    /// A message with what this galleria has other texts for.
    private func carryingOn(_ bytes: [UInt8], _ carried: [String: String]) -> [UInt8] {
        guard !carried.isEmpty, let document = try? JSONDocument(parsing: bytes, limits: Transcript.limits) else {
            return bytes
        }
        func put(_ value: JSONValue) -> JSONValue {
            switch value {
            case .string(let text): .string(carried[text] ?? text)
            case .array(let elements): .array(elements.map(put))
            case .object(let members): .object(members.map { JSONMember($0.key, put($0.value)) })
            default: value
            }
        }
        return put(JSONValue(document.root)).serialized()
    }

    // MARK: - Waiting

    /// Wait for each message after a first difference, since it may never come.
    private static let hurriedPatience = Duration.seconds(1)

    /// - Returns: how long to wait from now; nil where that is known already.
    private func pause(_ state: inout State) -> Duration? {
        let onlyNews = state.open.allSatisfy { if case .notification = $0.message.kind { true } else { false } }
        let isHurried = state.differs && onlyNews && !state.open.isEmpty
        if let timer = state.timer {
            guard isHurried, !state.isHurried else { return nil }
            transport.loop.cancel(timer)
            state.timer = nil
        }
        state.isHurried = isHurried
        // Behind its input's end it is given its own time to end.
        if state.step >= plan.steps.count { return patience + .seconds(20) }
        return isHurried ? min(patience, Self.hurriedPatience) : patience
    }

    private func waitAWhile(_ duration: Duration) {
        let timer = transport.loop.schedule(after: duration) { [self] in
            let sent = state.withLock { state -> (message: [UInt8]?, count: Int)? in
                state.timer = nil
                guard state.step < plan.steps.count else {
                    state.outcome.mishap = "galleria did not end although its input had"
                    return nil
                }
                for expectation in state.open { miss(expectation, &state) }
                return act(plan.steps[state.step].action, &state)
            }
            if sent == nil { return transport.stop() }
            if let message = sent?.message { transport.send(message) }
            goOn()
        }
        state.withLock { $0.timer = timer }
    }

    /// The other galleria has ended: what it said beside what was recorded is a difference.
    private func finish() {
        state.withLock { state in
            guard plan.isWhole else { return }
            let rest = state.arrived.flatMap { kind, messages in messages.map { (kind, $0) } }
            for (kind, message) in rest {
                switch kind {
                case .answer, .request:
                    state.outcome.differences.append(
                        ReplayOutcome.Difference(
                            kind: .unexpectedAnswer, line: nil, id: message.value["id"],
                            method: message.value["method"]?.string ?? "",
                            value: ValueDifference(path: "", old: nil, new: message.value)))
                case .notification(let method):
                    let isKnown = plan.notified.contains(method) || VolatileMembers.timed.contains(method)
                    let difference = ReplayOutcome.Difference(
                        kind: .unexpectedNotification, line: nil, id: nil, method: method, value: nil)
                    if !isKnown, !state.outcome.differences.contains(difference) {
                        state.outcome.differences.append(difference)
                    }
                }
            }
        }
        transport.stop()
    }
}
