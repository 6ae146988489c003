import DesignSystem
import FeatureKit
import JSON
import Runtime
import Settings
import StdioTransport
import TestSupport
import Testing

import class Foundation.Pipe

@testable import Composition
@testable import Server

/// End of a session.
@Suite("End of a session") struct EndTests {
    @Test("P1: the end of input without a request ends with status 0")
    func empty() throws {
        let client = try Client()
        client.endInput()
        #expect(try client.rest() == [])
        #expect(try client.exitStatus() == 0)
    }

    @Test("P1: calls in flight at the end of input are answered before the end")
    func drains() throws {
        let client = try Client()
        for id in 0..<20 {
            client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"probe.hold","params":{"gate":"drain"}}"#)
        }
        #expect(try client.call("ping", id: "99")["result"] == .object([]))
        client.endInput()
        Gate.named("drain").open()
        #expect(try client.rest().compactMap { $0["id"]?.integer }.sorted() == Array(0..<20))
        #expect(try client.exitStatus() == 0)
    }

    @Test("P1: limits.drain bounds that: what is then still in flight is answered as cancelled")
    func drainLimit() throws {
        let client = try Client([("limits.drain", "0ms")])
        client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"probe.hold","params":{"gate":"drain-limit"}}"#,
            #"[{"jsonrpc":"2.0","id":2,"method":"probe.hold","params":{"gate":"drain-limit"}}]"#)
        client.endInput()
        let answers = try client.rest()
        #expect(answers.count == 2)
        #expect(answers.contains { $0["id"] == 1 && $0["error"]?["data"]?["code"] == "cancelled" })
        #expect(answers.contains { $0[0]?["id"] == 2 && $0[0]?["error"]?["data"]?["code"] == "cancelled" })
        #expect(try client.exitStatus() == 0)
    }

    @Test(
        "shutdown then exit ends with status 0, exit alone with 1",
        arguments: [(true, 0), (false, 1)] as [(Bool, Int32)])
    func exit(_ hasShutDown: Bool, _ status: Int32) throws {
        let client = try Client()
        if hasShutDown { #expect(try client.call("shutdown")["result"] == .some(.null)) }
        client.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
        #expect(try client.rest() == [])
        #expect(try client.exitStatus() == status)
    }

    @Test(
        "P2 P4: a signal, or the parent's end, bounds the time for calls in flight, also after the end of input",
        arguments: [ProcessEvent.terminate(signal: 15), .parentGone], [true, false])
    func signalled(_ event: ProcessEvent, _ hasEnded: Bool) throws {
        let client = try Client([("limits.drain", "60s")])
        client.send(#"{"jsonrpc":"2.0","id":1,"method":"probe.hold","params":{"gate":"signalled"}}"#)
        #expect(try client.call("ping", id: "2")["result"] == .object([]))
        if hasEnded { client.endInput() }
        client.tell(event)
        #expect(try client.rest().map { $0["error"]?["data"]?["code"] } == ["cancelled"])
        #expect(try client.exitStatus() == 0)
    }

    @Test("P1 P6: a client that reads late gets every answer, however much is unread at the end of input")
    func lateReader() throws {
        let client = try Client()
        let text = String(repeating: "x", count: 1000)
        for id in 0..<4000 {
            client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"probe.echo","params":{"text":"\#(text)"}}"#)
        }
        client.endInput()
        #expect(try client.rest().compactMap { $0["id"]?.integer } == Array(0..<4000))
        #expect(try client.exitStatus() == 0)
    }

    @Test(
        "P2 P6: one that reads nothing is not waited for beyond limits.drain, nor after a signal",
        arguments: [true, false])
    func noReader(_ isSignalled: Bool) throws {
        let client = try Client([("limits.drain", isSignalled ? "60s" : "0s")])
        let text = String(repeating: "x", count: 1000)
        for id in 0..<4000 {
            client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"probe.echo","params":{"text":"\#(text)"}}"#)
        }
        client.endInput()
        if isSignalled { client.tell(.terminate(signal: 15)) }
        #expect(try client.exitStatus() == 0)
    }

    @Test("P2: SIGHUP while the parent lives ends nothing")
    func hangup() throws {
        let client = try Client()
        client.tell(.hangup)
        #expect(try client.call("ping")["result"] == .object([]))
    }

    @Test("P14: a session that has ended is let go of, with its storefront, whatever timers it had set")
    func released() throws {
        weak var session: ClientSession?
        weak var storefront: Storefront?
        do {
            let (requests, answers) = (Pipe(), Pipe())
            try requests.fileHandleForWriting.close()
            let loop = try EventLoop()
            let log = DiagnosticLog(level: .error)
            let settings = try Settings.load(
                catalog: ProgramSettings.catalog(of: [Feature(Probe.self)]),
                sources: SettingsSources(flags: [("network.data", "sample"), ("limits.drain", "60s")]))
            let load: RunningModules.LoadSettings = { _, _ in settings }
            let made = Storefront(
                features: [Feature(Probe.self)], settings: settings, loadSettings: load, loop: loop,
                screenOptions: RenderOptions(style: .plain), log: log
            ) { Issue.record("the modules could not be made: \($0.sentence)") }
            let transport = try StdioTransport(
                loop: loop, input: requests.fileHandleForReading.fileDescriptor,
                output: answers.fileHandleForWriting.fileDescriptor, limits: made.transportLimits, log: log)
            let handler = ClientSession(storefront: made, transport: transport, log: log)
            (session, storefront) = (handler, made)
            transport.start(handler: handler)
            transport.run()
            withExtendedLifetime((requests, answers)) {}
        }
        #expect(session == nil)
        #expect(storefront == nil)
    }

    @Test("after exit nothing is read any more")
    func afterExit() throws {
        let client = try Client()
        client.send(#"{"jsonrpc":"2.0","method":"exit"}"#, #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
        #expect(try client.rest() == [])
    }
}
