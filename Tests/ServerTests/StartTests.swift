import DesignSystem
import FeatureKit
import Runtime
import Settings
import StdioTransport
import Synchronization
import TestSupport
import Testing

import struct Foundation.Data
import class Foundation.Pipe

@testable import Composition
@testable import Server

@Suite("Start")
struct StartTests {
    @Test("a handshake and a ping need no module; the first list makes them, and a fault is told then, once")
    func later() throws {
        let told = Mutex<[String]>([])
        let heard = Mutex<[String]>([])
        let (requests, answers) = (Pipe(), Pipe())
        let loop = try EventLoop()
        let log = DiagnosticLog(level: .error)
        let storefront = try storefront(loop: loop, log: log) { fault in told.withLock { $0.append(fault.sentence) } }
        let transport = try StdioTransport(
            loop: loop, input: requests.fileHandleForReading.fileDescriptor,
            output: answers.fileHandleForWriting.fileDescriptor, limits: storefront.transportLimits, log: log)
        let session = ClientSession(storefront: storefront, transport: transport, log: log, tasks: nil)
        loop.whenIdle {
            // The handshake was answered and written, and nothing was made for it.
            heard.withLock { $0 = told.withLock { $0 } + ["first message written"] }
            requests.fileHandleForWriting.write(
                Data((#"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"# + "\n").utf8))
            try? requests.fileHandleForWriting.close()
        }
        requests.fileHandleForWriting.write(
            Data(
                (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","#
                    + #""capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"# + "\n"
                    + #"{"jsonrpc":"2.0","id":2,"method":"ping"}"# + "\n").utf8))
        transport.start(handler: session)
        transport.run()
        try answers.fileHandleForWriting.close()
        let lines = String(decoding: answers.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(separator: "\n")
        #expect(heard.withLock { $0 } == ["first message written"])
        #expect(told.withLock { $0 } == ["The module broken could not start: It has no heart. Give it one."])
        #expect(lines.count == 3)
        // Nothing is served, and the session goes on.
        #expect(lines.last?.contains(#""tools":[]"#) == true)
        withExtendedLifetime((requests, answers)) {}
    }

    @Test("started before its use, a storefront throws what is wrong and tells it to nobody else")
    func before() throws {
        let storefront = try storefront(loop: EventLoop(), log: DiagnosticLog(level: .error)) {
            Issue.record("told of \($0.sentence)")
        }
        #expect {
            try storefront.start()
        } throws: { error in
            (error as? CompositionFault)?.sentence == "The module broken could not start: It has no heart. Give it one."
        }
    }

    private func storefront(
        loop: EventLoop, log: DiagnosticLog, failed: @escaping @Sendable (CompositionFault) -> Void
    ) throws -> Storefront {
        let settings = try Settings.load(
            catalog: ProgramSettings.catalog(of: [Feature(Broken.self)]),
            sources: SettingsSources(flags: [("network.data", "sample")]))
        return Storefront(
            features: [Feature(Broken.self)], settings: settings, loadSettings: { _, _ in settings }, loop: loop,
            screenOptions: RenderOptions(style: .plain), log: log, failed: failed)
    }
}

/// A feature that can't be made.
private struct Broken: FeatureModule {
    static let manifest = ModuleManifest(
        id: "broken", title: "Broken", doc: "A feature for tests.",
        settings: ModuleSettings(id: "broken", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)),
        sample: { _ in nil })

    init(_ context: FeatureContext) throws(Fault) {
        throw Fault(.internal, "It has no heart.", hint: "Give it one.")
    }

    func register(in registry: inout ModuleRegistration) {}
}
