import FeatureKit
import JSON
import JSONRPC
import MCP
import Settings
package import StdioTransport
import Synchronization

/// One client's conversation: takes messages, gives each request exactly one answer, and ends when the client does.
package final class ClientSession: TransportHandler {
    let host: Host
    let calls: InFlightCalls
    private let transport: StdioTransport
    private let log: DiagnosticLog
    private let jsonLimits: JSONLimits
    /// Memory of the messages in progress.
    private let memory = JSONMemory()
    let heartbeat: Duration
    let progressGap: Duration
    private let phase = Mutex(Phase())
    private let catalogs: ClientCatalogs
    /// Called once, when the first message has been written.
    private let firstSent: @Sendable () -> Void
    private let hasSent = Atomic(false)
    private let hasToldFirst = Atomic(false)
    /// Room for large answers to a client that does not read.
    let outputRoom: OutputRoom
    let subscriptions: Subscriptions
    private let changes: ChangeNotifications
    /// Requests to clients after a handshake.
    let outgoing: OutgoingRequests
    /// The calls that go on after they were answered.
    let tasks: ClientTasks
    /// Ties the answers of stateless clients to what they were asked.
    let proofs: RequestProofs

    private struct Phase {
        /// Set by `initialize`; from then on the client speaks MCP.
        var client: MCPClient?
        var isShutDown = false
        var isEnding = false
        var isClosed = false
        /// Everything is done, but the client has not read all of it.
        var isLingering = false
        /// A signal, `exit` or a closed output: what is unread is not waited for.
        var isHurried = false
        var exitStatus: Int32 = 0
        /// Last report of wrong settings; nil once they are right.
        var wrongSettings: String?
        /// Timers that end the session if nothing else does; cancelled then, or a loop that stopped would keep them.
        var deadlines: [TimerID] = []
    }

    /// Calls that may wait behind those that run.
    private static let waitingLimit = 16_384

    /// Bytes that the messages of calls which are not answered yet may take together. One is always taken.
    private static let memoryLimit = 20 << 20

    /// Members that a batch may have.
    private static let batchLimit = 16_384

    /// Tasks that may be there at once, those that ended a moment ago included.
    private static let taskLimit = 256

    /// - Parameters:
    ///   - heartbeat: after how long a client hears that a call still goes on, if it gave a progress token.
    ///   - progressGap: the least time between a progress notification and the answer of its call.
    ///   - taskClock: by which tasks are dated and kept.
    ///   - firstSent: called once, on the loop's thread, when the first message has been written.
    package init(
        host: Host, transport: StdioTransport, log: DiagnosticLog, heartbeat: Duration = .seconds(15),
        progressGap: Duration = .milliseconds(20), taskClock: TaskClock = .system,
        firstSent: @escaping @Sendable () -> Void = {}
    ) {
        self.host = host
        self.heartbeat = heartbeat
        self.progressGap = progressGap
        self.transport = transport
        self.log = log
        self.firstSent = firstSent
        let unread = host.transportLimits.queuedOutputBytes / 4
        outputRoom = OutputRoom { transport.pendingOutputBytes <= unread }
        proofs = RequestProofs(host.requestFiles) { log.write(.warning, $0) }
        jsonLimits = JSONLimits(depth: host.settings[HostSettings.depth])
        calls = InFlightCalls(
            limit: host.settings[HostSettings.inFlight], waitingLimit: Self.waitingLimit, executor: host.loop)
        // Calls that wait for the client leave half of the places to the others.
        outgoing = OutgoingRequests(
            prefix: "\(Host.name)-", limit: max(1, min(64, host.settings[HostSettings.inFlight] / 2))
        ) { transport.send($0) }
        let subscriptions = Subscriptions(
            RouteWatches(
                router: { host.router }, background: { work in host.background.starter.run(work) },
                wake: { host.loop.wake() }),
            isStill: { host.router.registry.resource(at: $0) != nil })
        self.subscriptions = subscriptions
        changes = ChangeNotifications(host: host, subscriptions: subscriptions, transport: transport)
        tasks = ClientTasks(
            limit: min(Self.taskLimit, host.settings[HostSettings.inFlight]), clock: taskClock
        ) { task in
            for message in subscriptions.changed(task) { transport.send(message) }
        }
        host.resourceNews.listen { [weak subscriptions] uri in
            for message in subscriptions?.changed(uri) ?? [] { transport.send(message) }
        }
        let catalogs = ClientCatalogs(
            router: { host.router }, subscriptions: subscriptions, send: { transport.send($0) })
        self.catalogs = catalogs
        host.listen { [weak catalogs] ended, old in catalogs?.modulesChanged(ended: ended, from: old) }
    }

    /// The process's exit status, once the loop has ended.
    package var exitStatus: Int32 { phase.withLock { $0.exitStatus } }

    /// The MCP client that shook hands; nil for others.
    var client: MCPClient? {
        get { phase.withLock { $0.client } }
        set {
            phase.withLock { $0.client = newValue }
            catalogs.shookHands()
        }
    }

    /// The tools as they are now.
    var tools: ToolCatalog { catalogs.tools }

    /// The resources as they are now.
    var resources: ResourceCatalog { catalogs.resources }

    /// The prompts as they are now.
    var prompts: PromptCatalog { catalogs.prompts }

    /// The names by which an MCP client knows operations.
    var toolNames: ToolNames { catalogs.toolNames }

    func send(_ message: [UInt8]) {
        hasSent.store(true, ordering: .relaxed)
        transport.send(message)
    }

    // MARK: - TransportHandler

    package func received(_ message: UnsafeRawBufferPointer) {
        let document: JSONDocument
        do throws(JSONFault) {
            document = try JSONDocument(parsing: message, limits: jsonLimits, countedIn: memory)
        } catch {
            log.write(.debug, "a message is not JSON: \(error.sentence)")
            return send(RPCReply.error(.null, .parse(error)))
        }
        defer { changes.tellShownStates() }
        let isRefused = memory.bytes > max(Self.memoryLimit, document.heldBytes)
        let root = document.root
        if root.kind == .array {
            handleBatch(document, isRefused: isRefused)
        } else {
            // The message is held until it is answered, so that what is kept of it (an id of a megabyte) is counted.
            handle(RPCMessage(root), isRefused: isRefused) { [self, document] reply in
                withExtendedLifetime(document) { if let reply { send(reply) } }
            }
        }
    }

    package func rejected(_ input: RejectedInput) {
        switch input {
        case .tooLong(let limit):
            send(RPCReply.error(.null, .invalidRequest("the message is longer than \(limit) bytes")))
        case .malformedHeader:
            send(RPCReply.error(.null, RPCError(code: -32700, message: "Parse error: \(input.sentence)")))
        }
    }

    package func endOfInput() { end(within: host.settings[HostSettings.drain]) }

    package func outputClosed() {
        // Nobody reads any more: what is in flight would be computed for nothing.
        calls.cancelAll()
        hurry()
        end(within: .milliseconds(500))
    }

    package func signalled(_ event: ProcessEvent) {
        switch event {
        case .terminate, .parentGone:
            transport.pauseInput()
            hurry()
            end(within: .milliseconds(1200))
        case .hangup:
            reload()
        }
    }

    package func outboxDrained() {
        if phase.withLock({ $0.isLingering }) { return transport.stop() }
        if !hasToldFirst.load(ordering: .relaxed), hasSent.load(ordering: .relaxed) {
            hasToldFirst.store(true, ordering: .relaxed)
            firstSent()
        }
    }

    package func turnEnded() {
        outputRoom.turnEnded()
        changes.turnEnded()
    }

    /// A settings file changed: reads the settings again, and says nothing that it said before.
    package func settingsFileChanged() { reload(isAsked: false) }

    /// Reads the settings again. Calls in flight end with the settings they began with.
    /// - Parameter isAsked: by SIGHUP, which is always answered; a file may be written without a change, or often.
    private func reload(isAsked: Bool = true) {
        do throws(ReloadFault) {
            let news = try host.modules.reload()
            if let level = LogLevel(rawValue: host.settings[HostSettings.logLevel]) { log.setLevel(level) }
            phase.withLock { $0.wrongSettings = nil }
            let level: LogLevel = !news.waiting.isEmpty ? .warning : isAsked || !news.isEmpty ? .info : .debug
            log.write(level, "settings read again: \(news.sentence)")
        } catch {
            let sentence = error.sentence
            let isKnown = phase.withLock { phase in
                defer { phase.wrongSettings = sentence }
                return phase.wrongSettings == sentence
            }
            if isAsked || !isKnown {
                log.write(.error, "settings read again and left as they were: \(sentence)")
            }
        }
    }

    // MARK: - Messages

    /// Answers one message, or one member of a batch.
    /// - Parameters:
    ///   - isRefused: a request is answered that too much is waiting; all else is taken.
    ///   - reply: called exactly once, now or later; nil when there is no answer.
    private func handle(_ message: RPCMessage, isRefused: Bool, reply: @escaping Reply) {
        switch message {
        case .invalid(let id): reply(RPCReply.error(id, .invalidRequest("not a JSON-RPC 2.0 request")))
        case .response(let response):
            outgoing.received(response)
            reply(nil)
        case .call(let call):
            guard let id = call.id else {
                notified(call)
                return reply(nil)
            }
            if id.isNull, client != nil {
                return reply(RPCReply.error(id, .invalidRequest("an MCP request needs an id that is not null")))
            }
            if isRefused { return reply(RPCReply.error(id, RPCError(Fault.tooMuchAtOnce))) }
            if calls.contains(id) || subscriptions.contains(id) {
                return reply(RPCReply.error(id, .invalidRequest("a request with this id is in flight")))
            }
            requested(call, id: id, reply: reply)
        }
    }

    private func handleBatch(_ document: JSONDocument, isRefused: Bool) {
        let root = document.root
        if let revision = client?.revision, !revision.allowsBatches {
            return send(RPCReply.error(.null, .invalidRequest("MCP \(revision.rawValue) has no batches")))
        }
        guard root.count > 0 else { return send(RPCReply.error(.null, .invalidRequest("the batch is empty"))) }
        guard root.count <= Self.batchLimit else {
            return send(RPCReply.error(.null, .invalidRequest("a batch has at most \(Self.batchLimit) members")))
        }
        let batch = BatchReply(count: root.count, limit: host.transportLimits.queuedOutputBytes) {
            [self, document] bytes in
            withExtendedLifetime(document) { send(bytes) }
        }
        for (index, element) in root.elements.enumerated() {
            let message = RPCMessage(element)
            handle(message, isRefused: isRefused || batch.isFull) { reply in
                batch.end(index, reply) { RPCReply.error(message.requestID, RPCError(Fault.tooMuchAtOnce)) }
            }
        }
    }

    private func notified(_ call: RPCCall) {
        switch ProtocolMethod(exactly: call.method) {
        case .cancelled: cancel(call.params?["requestId"], .silent)
        case .cancelRequest: cancel(call.params?["id"], .answered)
        case .exit:
            phase.withLock { phase in phase.exitStatus = phase.isShutDown ? 0 : 1 }
            transport.pauseInput()
            end(within: .milliseconds(500))
        default: break  // JSON-RPC 2.0 section 4.1: a notification is never answered, not even an unknown one
        }
    }

    private func cancel(_ node: JSONNode?, _ cancellation: Cancellation) {
        guard let id = node.flatMap(RPCIdentifier.init), !subscriptions.cancel(id, cancellation) else { return }
        calls.cancel(id, cancellation)
    }

    /// Answers `shutdown`: what follows is `exit`.
    func shutDown() { phase.withLock { $0.isShutDown = true } }

    // MARK: - End

    /// Called when a call or a task has ended: the last one of a session that is ending closes it.
    func callEnded() {
        if phase.withLock({ $0.isEnding }), isQuiet { closeWhenQuiet() }
    }

    private var isQuiet: Bool { calls.isEmpty && tasks.isIdle }

    /// Closes once no screen loads any more, so that what the client opened is told to the end.
    private func closeWhenQuiet() {
        Task.immediate(executorPreference: host.loop) { [self] in
            await host.background.idle()
            close()
        }
    }

    /// Lets calls in flight be answered for at most `grace`, then closes. Asked again, such as by a signal after the end
    /// of input, the shorter time holds.
    private func end(within grace: Duration) {
        phase.withLock { $0.isEnding = true }
        // Nothing is read any more, so nothing that was asked can be answered.
        outgoing.end()
        tasks.end()
        if isQuiet { closeWhenQuiet() }
        endLater(after: grace) { [self] in
            host.hurryState()
            // Those that are still in flight are answered as cancelled, and closing follows with the last of them.
            calls.cancelAll()
            endLater(after: phase.withLock(\.isHurried) ? .milliseconds(300) : .seconds(1)) { [self] in close() }
        }
    }

    private func endLater(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        guard !phase.withLock({ $0.isClosed }) else { return }
        let deadline = host.loop.schedule(after: delay, body)
        phase.withLock { $0.deadlines.append(deadline) }
    }

    private func close() {
        let (isFirst, deadlines) = phase.withLock { phase in
            defer { (phase.isClosed, phase.deadlines) = (true, []) }
            return (!phase.isClosed, phase.deadlines)
        }
        guard isFirst else { return }
        for deadline in deadlines { host.loop.cancel(deadline) }
        // The last state of each screen is told, even if the client has said all it had to say.
        changes.publish(limit: .max)
        subscriptions.end()
        host.hurryState()
        // A disk that stalls keeps the state from being closed. What was acknowledged is durable; nothing else is waited for.
        let deadline = host.loop.schedule(after: .milliseconds(200)) { [self] in linger() }
        Task.immediate(executorPreference: host.loop) { [self] in
            await host.close()
            host.loop.cancel(deadline)
            if !phase.withLock({ $0.isLingering }) { linger() }
        }
    }

    /// Stops when the client has read everything. One that takes nothing for as long as `limits.drain` is not waited for.
    /// - Parameter unread: bytes that were unread when this was asked last.
    private func linger(unread: Int = .max) {
        let pending = transport.pendingOutputBytes
        let isHurried = phase.withLock { phase in
            phase.isLingering = true
            return phase.isHurried
        }
        guard !isHurried, pending > 0, pending < unread else { return transport.stop() }
        host.loop.schedule(after: host.settings[HostSettings.drain]) { [self] in linger(unread: pending) }
    }

    /// Waits no longer for a client that does not read.
    private func hurry() {
        let isLingering = phase.withLock { phase in
            phase.isHurried = true
            return phase.isLingering
        }
        if isLingering { transport.stop() }
    }
}
