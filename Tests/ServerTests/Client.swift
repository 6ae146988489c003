import DesignSystem
import FeatureKit
import Foundation
import JSON
import MCPExtensions
import Runtime
import Settings
import StdioTransport
import Synchronization
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// A client that talks with a session in this process, over two pipes. The session's loop has a thread of its own.
final class Client: Sendable {
    /// Far longer than anything takes: reached only by a session that hangs.
    private static let patience: Int32 = 30_000

    private let requests: Pipe
    private let answers: Pipe
    private let session: ClientSession
    private let loop: EventLoop
    private let ended = DispatchSemaphore(value: 0)
    private let unread = Mutex<[UInt8]>([])
    private let state: String
    private let ownsState: Bool

    /// - Parameters:
    ///   - flags: settings as `--set` gives them.
    ///   - features: the list of the executable.
    ///   - restriction: as `serve` gives it.
    ///   - taskClock: by which tasks are dated and kept; nil for a program without tasks.
    ///   - state: the folder of its state; its own by default, which goes with it.
    ///   - progressGap: the least time between a progress notification and the answer.
    ///   - heartbeat: after how long a call under a progress token is told of; by default later than any test ends.
    init(
        _ flags: [(key: String, value: String)] = [], features: [Feature] = [Feature(Probe.self)],
        restriction: Restriction = .none, state given: String? = nil, heartbeat: Duration = .seconds(600),
        progressGap: Duration = .zero, taskClock: TaskClock? = .system
    ) throws {
        signal(SIGPIPE, SIG_IGN)
        let own = FileManager.default.temporaryDirectory.appending(path: "galleria-host-\(UUID().uuidString)").path()
        (state, ownsState) = (given ?? own, given == nil)
        let catalog = try ProgramSettings.catalog(of: features)
        let flags =
            [
                (key: "state.path", value: "\(state)/state.db"), (key: "images.disk.path", value: "\(state)/images"),
                (key: "network.cache.path", value: "\(state)/answers"),
            ]
            + flags
        let load: RunningModules.LoadSettings = { environment, _ throws(SettingsReport) in
            try Settings.load(
                catalog: catalog,
                sources: SettingsSources(
                    environmentFile: { name in ShippedEnvironments.file(name).map { (label: name, bytes: $0) } },
                    shippedEnvironments: ShippedEnvironments.names, environmentName: environment, flags: flags))
        }
        let settings = try Settings.load(catalog: catalog, sources: SettingsSources(flags: flags))
        let loop = try EventLoop()
        let storefront = Storefront(
            features: features, settings: settings, loadSettings: load, loop: loop,
            screenOptions: RenderOptions(style: .plain), restriction: restriction, log: DiagnosticLog(level: .error)
        ) { Issue.record("the modules could not be made: \($0.sentence)") }
        let (requests, answers) = (Pipe(), Pipe())
        let log = DiagnosticLog(level: .error)
        // After the loop's end nothing more is written: what a session owes it must have seen to before.
        var limits = storefront.transportLimits
        limits.flushTimeout = .zero
        let transport = try StdioTransport(
            loop: loop, input: requests.fileHandleForReading.fileDescriptor,
            output: answers.fileHandleForWriting.fileDescriptor, limits: limits, log: log)
        let session = ClientSession(
            storefront: storefront, transport: transport, log: log, heartbeat: heartbeat, progressGap: progressGap,
            tasks: taskClock.map { ClientTasks.made(by: $0) })
        self.requests = requests
        self.answers = answers
        self.session = session
        self.loop = loop
        let ended = ended
        // The thread holds the pipes: a descriptor closed under the loop would become another test's.
        Thread.detachNewThread {
            defer { withExtendedLifetime(requests) {} }
            transport.start(handler: session)
            transport.run()
            // What the session has ended may not have had its turn: left in the loop, it would hold the loop, and leak.
            loop.run(until: { true })
            try? answers.fileHandleForWriting.close()
            ended.signal()
        }
    }

    deinit {
        try? requests.fileHandleForWriting.close()
        if ownsState { try? FileManager.default.removeItem(atPath: state) }
    }

    // MARK: Talking

    func send(_ lines: String...) {
        try? requests.fileHandleForWriting.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    }

    /// The next line; nil at the end of output.
    func line() throws -> String? {
        while true {
            if let line = takeLine() { return line }
            var entry = pollfd(fd: answers.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            try #require(poll(&entry, 1, Self.patience) > 0, "the session says nothing")
            let more = answers.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            unread.withLock { $0 += more }
        }
    }

    /// The next message.
    func message() throws -> JSONValue {
        try JSONValue(parsing: try #require(try line(), "the session has ended"))
    }

    /// Sends one line and gives the next message.
    func ask(_ line: String) throws -> JSONValue {
        send(line)
        return try message()
    }

    /// Sends a request of this method and params, and gives its answer, which must be the next message.
    func call(_ method: String, _ params: String = "{}", id: String = "1") throws -> JSONValue {
        let answer = try ask(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
        #expect(answer["id"] == (try JSONValue(parsing: id)))
        return answer
    }

    /// Answers a request of the session's with this result, and gives the next message.
    func answer(_ question: JSONValue, _ result: String) throws -> JSONValue {
        let id = String(decoding: try #require(question["id"]).serialized(), as: UTF8.self)
        return try ask(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#)
    }

    /// Every message up to the end of output.
    func rest() throws -> [JSONValue] {
        var all: [JSONValue] = []
        while let line = try line() { all.append(try JSONValue(parsing: line)) }
        return all
    }

    /// Shakes hands, as an MCP client of this revision.
    @discardableResult
    func initialize(_ revision: String = "2025-11-25", capabilities: String = "{}") throws -> JSONValue {
        let params =
            #"{"protocolVersion":"\#(revision)","capabilities":\#(capabilities),"clientInfo":{"name":"t","version":"1"}}"#
        let answer = try call("initialize", params, id: #""hello""#)
        send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
        return answer
    }

    // MARK: Ending

    func endInput() { try? requests.fileHandleForWriting.close() }

    /// Tells the session of a signal or the parent's end, and returns when it was told.
    func tell(_ event: ProcessEvent) {
        let told = DispatchSemaphore(value: 0)
        loop.enqueue { [session] in
            session.signalled(event)
            told.signal()
        }
        told.wait()
    }

    /// Waits for the session's end and gives the exit status.
    func exitStatus() throws -> Int32 {
        try #require(ended.wait(timeout: .now() + .seconds(30)) == .success, "the session did not end")
        ended.signal()
        return session.exitStatus
    }

    private func takeLine() -> String? {
        unread.withLock { bytes in
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { bytes.removeFirst(end + 1) }
            return String(decoding: bytes[..<end], as: UTF8.self)
        }
    }
}
