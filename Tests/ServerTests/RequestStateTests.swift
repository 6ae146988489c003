import DiskCache
import FeatureKit
import Foundation
import JSON
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// `requestState`: whose key seals it, and that it is good once.
@Suite("17.17: State of requests") struct RequestStateTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private func params(_ members: String = "") -> String {
        #"{"name":"probe_forget","arguments":{"text":"a","really":true}\#(members),"_meta":{"#
            + #""io.modelcontextprotocol/protocolVersion":"2026-07-28","#
            + #""io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}"#
    }

    private func ask(_ client: Client) throws -> String {
        let result = try client.call("tools/call", params())["result"]
        return try #require(result?["requestState"]?.string)
    }

    private func answer(_ client: Client, _ state: String) throws -> JSONValue {
        try client.call(
            "tools/call",
            params(
                #","requestState":"\#(state)","inputResponses":{"confirm":{"action":"accept","content":{"confirm":true}}}"#
            ))
    }

    private var keyPath: String { folder("state/request-state.key") }

    @Test("another process of the same user and state takes it, and no process takes it twice")
    func otherProcess() throws {
        let (one, other) = (try Client(state: folder("state")), try Client(state: folder("state")))
        let first = try ask(one)
        #expect(try answer(other, first)["result"]?["structuredContent"] == ["text": "a"])
        for client in [one, other, try Client(state: folder("state"))] {
            let again = try answer(client, first)
            #expect(again["error"]?["code"] == -32602)
            #expect(again["error"]?["message"]?.string?.contains("used before") == true)
        }
        #expect(Folder.permissions(of: keyPath) == 0o600)
        #expect(try folder.read("state/request-state.key").count == 32)
        #expect(Folder.permissions(of: folder("state")) == 0o700)
        // Nothing else is left but the markers of used states.
        let names = folder.everything.filter { $0.contains("request") && !$0.contains("used-request-states/") }
        #expect(names == ["state/request-state.key", "state/used-request-states"])
    }

    @Test("many that start at once agree on one key")
    func race() async throws {
        let directory = folder("state")
        let keys = await withTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<16 {
                group.addTask { RequestFiles(directory: directory, isReadOnly: false).key?(true) ?? nil }
            }
            return await group.reduce(into: Set<[UInt8]?>()) { $0.insert($1) }
        }
        #expect(keys.count == 1 && keys.first??.count == 32)
        #expect(folder.everything == ["state", "state/request-state.key"])
    }

    @Test("one that reads the state writes nothing, and uses the key that is there")
    func readOnly() throws {
        let restriction = Restriction(isReadOnly: true, modules: nil)
        let reader = RequestFiles(directory: folder("state"), isReadOnly: true)
        #expect(reader.key?(true) == .some(nil) && reader.use == nil)
        #expect(folder.everything == [])
        let made = RequestFiles(directory: folder("state"), isReadOnly: false).key?(true)
        #expect(reader.key?(true) == made)
        let before = folder.everything
        let client = try Client(features: [Feature(Asker.self)], restriction: restriction, state: folder("state"))
        let call =
            #"{"name":"asker_twice","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
            + #""io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}"#
        #expect(try client.call("tools/call", call)["result"]?["requestState"] != nil)
        #expect(folder.everything.filter { $0.contains("request") } == before.filter { $0.contains("request") })
    }

    @Test(
        "a key that is not the user's alone, or no key, is not used: the process has its own",
        arguments: ["readable", "short", "link", "pipe", "folder", "unwritable"])
    func unusable(_ id: String) throws {
        let state = folder("state")
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
        switch id {
        case "readable":
            try folder.write([UInt8](repeating: 7, count: 32), "state/request-state.key")
            chmod(keyPath, 0o644)
        case "short":
            try folder.write([1, 2, 3], "state/request-state.key")
            chmod(keyPath, 0o600)
        case "link":
            try folder.write([UInt8](repeating: 7, count: 32), "elsewhere")
            chmod(folder("elsewhere"), 0o600)
            symlink(folder("elsewhere"), keyPath)
        case "pipe": mkfifo(keyPath, 0o600)
        case "folder": mkdir(keyPath, 0o700)
        default:
            // Whoever runs the tests may be root, whom no permission stops.
            try FileManager.default.removeItem(atPath: state)
            try folder.write([], "state")
        }
        let files = RequestFiles(directory: state, isReadOnly: false)
        #expect(files.key?(true) == .some(nil))
    }

    @Test("in a place that takes no key a state counts in its own process, once")
    func processKey() async throws {
        let proofs = RequestProofs(.none)
        let sealed = try #require(await proofs.sealed("text", for: ["a"]))
        #expect(await RequestProofs(.none).opened(sealed, for: ["a"]) == .foreign)
        #expect(await proofs.opened(sealed, for: ["b"]) == .foreign)
        #expect(await proofs.opened(sealed, for: ["a"]) == .text("text"))
        #expect(await proofs.opened(sealed, for: ["a"]) == .used)
    }

    @Test("a disk that stalls keeps a call for its patience, the next one not, and what was sealed meanwhile counts")
    func stalled() async throws {
        let gate = DispatchSemaphore(value: 0)
        let key = [UInt8](repeating: 9, count: 32)
        let files = RequestFiles(
            key: { _ in
                gate.wait()
                gate.signal()
                return key
            }, use: { _, _, _ in true })
        let proofs = RequestProofs(files, patience: .milliseconds(50))
        let during = try #require(await proofs.sealed("during", for: ["a"]))
        gate.signal()
        // The thread of the disk works in order: what comes after it has the key.
        var after = try #require(await proofs.sealed("after", for: ["a"]))
        while await RequestProofs(files).opened(after, for: ["a"]) != .text("after") {
            after = try #require(await proofs.sealed("after", for: ["a"]))
        }
        #expect(await proofs.opened(during, for: ["a"]) == .text("during"))
    }

    @Test("a state is good for ten minutes of the machine's clock, and not before its time")
    func time() async throws {
        let clock = TestWallClock()
        let proofs = RequestProofs(.none, clock: CacheClock(now: clock.now))
        let early = try #require(await proofs.sealed("early", for: ["a"]))
        let late = try #require(await proofs.sealed("late", for: ["a"]))
        clock.advance(600)
        #expect(await proofs.opened(early, for: ["a"]) == .text("early"))
        clock.advance(1)
        #expect(await proofs.opened(late, for: ["a"]) == .foreign)
        let next = try #require(await proofs.sealed("next", for: ["a"]))
        clock.advance(-61)
        #expect(await proofs.opened(next, for: ["a"]) == .foreign)
    }

    @Test("what is remembered is bounded: the oldest count as used when room is needed")
    func bounded() {
        var used = UsedRequests(limit: 3)
        func inserted(_ nonces: String, until end: Int64, now: Int64 = 5) -> [Bool] {
            nonces.map { used.insert(String($0), until: end, now: now) }
        }
        #expect(inserted("aab", until: 10) == [true, false, true])
        #expect(inserted("cc", until: 12) == [true, false])
        #expect(inserted("d", until: 13) == [true])
        // `a` and `b` went; whatever is as old counts as used.
        #expect(inserted("abe", until: 10) == [false, false, false])
        #expect(inserted("cde", until: 13) == [false, false, true])
        // Those that ended make room by themselves.
        #expect(inserted("ghg", until: 20, now: 15) == [true, true, false])
    }

    @Test("markers of states that ended are removed")
    func markers() throws {
        let files = RequestFiles(directory: folder.path, isReadOnly: false)
        #expect(files.use?("aa", 100, 50) == true && files.use?("aa", 100, 50) == false)
        #expect(files.use?("bb", 300, 101) == true)
        #expect(folder.everything == ["used-request-states", "used-request-states/300-bb"])
        #expect(Folder.permissions(of: folder("used-request-states")) == 0o700)
    }
}
