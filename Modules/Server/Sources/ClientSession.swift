package import Composition
import FeatureKit
import JSON
import JSONRPC
import MCP
package import Runtime
import Settings
package import StdioTransport
import Synchronization
import UCPFace
import Values

/// One client's conversation: takes messages, gives each request exactly one answer, and ends when the client does.
package final class ClientSession: TransportHandler {
    package let storefront: Storefront
    let calls: InFlightCalls
    private let transport: StdioTransport
    private let log: DiagnosticLog
    private let jsonLimits: JSONLimits
    /// Memory of the messages in progress.
    private let memory = JSONMemory()
    private let desk = LoopConfined(MessageDesk())
    let heartbeat: Duration
    let progressGap: Duration
    private let phase = Mutex(Phase())
    private let catalogs: ClientCatalogs
    /// Room for large answers to a client that does not read.
    let outputRoom: OutputRoom
    let subscriptions: Subscriptions
    private let changes: ChangeNotifications
    /// Closes the session when its client has gone.
    let ending: SessionEnd
    /// Requests to clients after a handshake.
    let outgoing: OutgoingRequests
    /// The calls that go on after they were answered; nil in a program without tasks.
    let tasks: (any TaskExtension)?
    /// The tools of UCP, which are then all that is served; nil for the modules.
    let face: UCPFace?
    /// Ties the answers of stateless clients to what they were asked.
    let proofs: RequestProofs

    private struct Phase {
        /// Set by `initialize`; from then on the client speaks MCP.
        var client: MCPClient?
        /// Last report of wrong settings; nil once they are right.
        var wrongSettings: String?
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
    ///   - tasks: makes the tasks of the session; nil for a program without.
    ///   - servesUCP: whether the tools of UCP are served, in place of the modules.
    package init(
        storefront: Storefront, transport: StdioTransport, log: DiagnosticLog, heartbeat: Duration = .seconds(15),
        progressGap: Duration = .milliseconds(20), tasks makeTasks: TaskExtension.Make? = nil,
        servesUCP: Bool = false
    ) {
        self.storefront = storefront
        face = servesUCP ? storefront.ucpFace() : nil
        self.heartbeat = heartbeat
        self.progressGap = progressGap
        self.transport = transport
        self.log = log
        let unread = storefront.transportLimits.queuedOutputBytes / 4
        outputRoom = OutputRoom { transport.pendingOutputBytes <= unread }
        let files = RequestFiles(
            beside: storefront.settings[ProgramSettings.statePath], isReadOnly: storefront.isReadOnly)
        proofs = RequestProofs(files) { log.write(.warning, $0) }
        jsonLimits = JSONLimits(depth: storefront.settings[ProgramSettings.depth])
        calls = InFlightCalls(
            limit: storefront.settings[ProgramSettings.inFlight], waitingLimit: Self.waitingLimit,
            executor: storefront.loop)
        // Calls that wait for the client leave half of the places to the others.
        outgoing = OutgoingRequests(
            prefix: "\(Program.name)-", limit: max(1, min(64, storefront.settings[ProgramSettings.inFlight] / 2))
        ) { transport.send($0) }
        let subscriptions = Subscriptions(
            RouteWatches(
                router: { storefront.router }, background: { work in storefront.background.starter.run(work) },
                wake: { storefront.loop.wake() }),
            isStill: { storefront.router.registry.resource(at: $0) != nil })
        self.subscriptions = subscriptions
        changes = ChangeNotifications(storefront: storefront, subscriptions: subscriptions, transport: transport)
        tasks = makeTasks?(min(Self.taskLimit, storefront.settings[ProgramSettings.inFlight])) { task in
            for message in subscriptions.changed(task) { transport.send(message) }
        }
        storefront.resourceNews.listen { [weak subscriptions] uri in
            for message in subscriptions?.changed(uri) ?? [] { transport.send(message) }
        }
        ending = SessionEnd(
            storefront: storefront, transport: transport, calls: calls, tasks: tasks, outgoing: outgoing,
            subscriptions: subscriptions, changes: changes)
        let catalogs = ClientCatalogs(
            router: { storefront.router }, subscriptions: subscriptions, send: { transport.send($0) })
        self.catalogs = catalogs
        // The tools of UCP are the same whatever modules there are.
        if face == nil {
            storefront.listen { [weak catalogs] ended, old in catalogs?.modulesChanged(ended: ended, from: old) }
        }
    }

    /// A task has ended: the last work of a session that is ending closes it.
    package func callEnded() { ending.callEnded() }

    /// The process's exit status, once the loop has ended.
    package var exitStatus: Int32 { ending.exitStatus }

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

    /// The skills as they are now.
    var skills: SkillCatalog { catalogs.skills }

    /// The names by which an MCP client knows operations.
    package var toolNames: ToolNames { catalogs.toolNames }

    func send(_ message: [UInt8]) { transport.send(message) }

    /// Writes an answer where it lies until it is sent.
    func onDesk(_ write: (inout JSONWriter) -> Void) -> Reply {
        desk.value(on: storefront.loop).write(write)
        return .onDesk
    }

    // MARK: - TransportHandler

    package func received(_ message: UnsafeRawBufferPointer) {
        let document: JSONDocument
        // One that can't be answered at once.
        var known: RPCMessage?
        do throws(JSONFault) {
            let desk = desk.value(on: storefront.loop)
            switch try desk.read(
                message, jsonLimits, memory, atMost: Self.memoryLimit,
                mayAnswer: calls.isEmpty && subscriptions.isEmpty, { transport.send($0) })
            {
            case .document(let read): document = read
            case .lent(let lent, let envelope):
                if let call = RPCCall(lent.root, envelope) {
                    if answersAtOnce(call) { return changes.tellShownStates() }
                    document = desk.document(of: message, memory)
                    known = .call(call.moved(to: document.root))
                } else {
                    document = desk.document(of: message, memory)
                    known = RPCMessage(document.root, envelope)
                }
            case .answered: return changes.tellShownStates()
            }
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
            let reply = reply(to: known ?? RPCMessage(root), isRefused: isRefused, wasTried: known != nil)
            if !isSent(reply) { settle(reply, to: ReplyPlace(message: document, batch: nil, transport: transport)) }
        }
    }

    /// Answers a request of an operation that has nothing to wait for.
    /// - Returns: false for all else, of which nothing has been done.
    private func answersAtOnce(_ call: RPCCall) -> Bool {
        guard face == nil, let id = call.id, !id.isNull || client == nil,
            !calls.contains(id), !subscriptions.contains(id), let reply = replyAtOnce(call, id: id)
        else { return false }
        return isSent(reply)
    }

    /// Sends an answer that is there already.
    /// - Returns: false for any other.
    private func isSent(_ reply: Reply) -> Bool {
        switch reply {
        case .onDesk: desk.value(on: storefront.loop).withAnswer { transport.send($0) }
        case .now(let bytes): transport.send(bytes)
        default: return false
        }
        return true
    }

    package func rejected(_ input: RejectedInput) {
        switch input {
        case .tooLong(let limit):
            send(RPCReply.error(.null, .invalidRequest("the message is longer than \(limit) bytes")))
        case .malformedHeader:
            send(RPCReply.error(.null, RPCError(code: -32700, message: "Parse error: \(input.sentence)")))
        }
    }

    package func endOfInput() { ending.begin(within: storefront.settings[ProgramSettings.drain]) }

    package func outputClosed() {
        // Nobody reads any more: what is in flight would be computed for nothing.
        calls.cancelAll()
        ending.hurry()
        ending.begin(within: .milliseconds(500))
    }

    package func signalled(_ event: ProcessEvent) {
        switch event {
        case .terminate, .parentGone:
            transport.pauseInput()
            ending.hurry()
            ending.begin(within: .milliseconds(1200))
        case .hangup:
            reload()
        }
    }

    package func outboxDrained() {
        if ending.isLingering { transport.stop() }
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
            let news = try storefront.modules.reload()
            if let level = LogLevel(rawValue: storefront.settings[ProgramSettings.logLevel]) { log.setLevel(level) }
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
    ///   - wasTried: whether it was tried to answer it at once.
    private func reply(to message: RPCMessage, isRefused: Bool, wasTried: Bool) -> Reply {
        switch message {
        case .invalid(let id): return .now(RPCReply.error(id, .invalidRequest("not a JSON-RPC 2.0 request")))
        case .response(let response):
            outgoing.received(response)
            return .none
        case .call(let call):
            guard let id = call.id else {
                notified(call)
                return .none
            }
            do throws(RPCError) {
                if id.isNull, client != nil { throw .nullID }
                if isRefused { throw RPCError(Fault.tooMuchAtOnce) }
                if calls.contains(id) || subscriptions.contains(id) { throw .idInFlight }
                if let face { return try faceRequested(call, id: id, of: face) }
                if !wasTried, let reply = replyAtOnce(call, id: id) { return reply }
                return try requested(call, id: id)
            } catch {
                return .now(RPCReply.error(id, error))
            }
        }
    }

    /// Sends an answer to its destination, now or when it is there.
    private func settle(_ reply: Reply, to place: ReplyPlace) {
        switch reply {
        case .now(let bytes): place.take(bytes)
        case .onDesk: place.take(desk.value(on: storefront.loop).withAnswer { [UInt8]($0) })
        case .later(let answer): begin(answer, to: place)
        case .subscription(let id, let wanted):
            do throws(RPCError) {
                let filter = try subscriptions.listen(id, wanted, to: place)
                send(
                    RPCReply.notification("notifications/subscriptions/acknowledged") { writer in
                        filter.write(for: id, into: &writer)
                    })
            } catch {
                place.take(RPCReply.error(id, error))
            }
        case .none: place.take(nil)
        }
    }

    /// Does work that may wait, as a call that the client can cancel.
    private func begin(_ answer: LaterAnswer, to place: ReplyPlace) {
        let id = answer.id
        // Without a list of captures: with one a closure is not of those that go on where their caller runs, and takes a hop and two frames
        // more (Swift 6.3).
        let admission = calls.submit(id) {
            let text = await answer.work()
            if let cancellation = self.calls.finish(id) {
                self.cancelled(id, cancellation, place)
            } else {
                place.take(text: text)
            }
            self.ending.callEnded()
        } onCancelledWhileWaiting: { [self] cancellation in
            answer.progress?.end()
            cancelled(id, cancellation, place)
            ending.callEnded()
        }
        if admission == .accepted { return }
        answer.progress?.end()
        place.take(
            text: admission == .full
                ? answer.face.reply(id, .failure(.tooManyCalls)) : InsetText(RPCReply.error(id, .idInFlight)))
    }

    private func cancelled(_ id: RPCIdentifier, _ cancellation: Cancellation, _ place: ReplyPlace) {
        place.take(cancellation == .answered ? RPCReply.error(id, .requestCancelled) : nil)
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
        let batch = BatchReply(count: root.count, limit: storefront.transportLimits.queuedOutputBytes)
        for (index, element) in root.elements.enumerated() {
            let message = RPCMessage(element)
            let reply = reply(to: message, isRefused: isRefused || batch.isFull, wasTried: false)
            let member = (batch, index, message.requestID)
            settle(reply, to: ReplyPlace(message: document, batch: member, transport: transport))
        }
    }

    private func notified(_ call: RPCCall) {
        switch ProtocolMethod(exactly: call.method) {
        case .cancelled: cancel(call.params?["requestId"], .silent)
        case .cancelRequest: cancel(call.params?["id"], .answered)
        case .exit:
            transport.pauseInput()
            ending.exit()
        default: break  // JSON-RPC 2.0 section 4.1: a notification is never answered, not even an unknown one
        }
    }

    private func cancel(_ node: JSONNode?, _ cancellation: Cancellation) {
        guard let id = node.flatMap(RPCIdentifier.init) else { return }
        if let place = subscriptions.cancel(id) {
            cancelled(id, cancellation, place)
        } else {
            calls.cancel(id, cancellation)
        }
    }
}
