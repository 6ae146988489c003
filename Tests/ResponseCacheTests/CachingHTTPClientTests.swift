import DiskCache
import Settings
import Synchronization
import TestSupport
import Testing

@testable import HTTP
@testable import ResponseCache

@Suite("A client with a cache before it")
struct CachingHTTPClientTests {
    private let folder: Folder
    private let clock = TestWallClock()
    private let log = LogLines()
    private let beside = BesideWork()

    init() throws {
        folder = try Folder()
    }

    private func cache(_ flags: [(key: String, value: String)] = []) throws -> ResponseCache {
        let settings = try Settings.load(
            catalog: try SettingsCatalog(ResponseCacheSettings.declarations), sources: SettingsSources(flags: flags))
        return ResponseCache(
            settings, path: folder("answers"), maxBytes: 1 << 20, clock: CacheClock(now: clock.now), log: log.write)
    }

    private static let endpoint = try? HTTPEndpoint(parsing: "https://shop.example/v1")

    private func request(_ path: String = "list", key: String? = nil) throws -> HTTPRequest {
        HTTPRequest(
            get: [path], query: key.map { [HTTPQueryItem(name: "appid", value: $0)] } ?? [],
            at: try #require(Self.endpoint), secretQueryNames: ["appid"])
    }

    private func ask(
        _ cache: ResponseCache, _ scripted: ScriptedHTTPClient, _ request: HTTPRequest
    ) async -> Result<HTTPResponse, HTTPFailure> {
        await CachingHTTPClient(scripted, cache: cache, beside: beside.run).result(of: request)
    }

    private static func fresh(_ body: String = "{}") -> ScriptedHTTPClient.Answer {
        .response(response([("Cache-Control", "max-age=60"), ("ETag", "\"1\"")], body: body))
    }

    @Test("a fresh answer costs one request, also for another process; then it is asked for again")
    func fresh() async throws {
        let scripted = ScriptedHTTPClient([Self.fresh("one"), Self.fresh("two")])
        #expect(try await ask(cache(), scripted, request()).get().source == .network)
        clock.advance(59)
        let again = try await ask(cache(), scripted, request()).get()
        #expect(again.source == .cache(age: 59, isStale: false) && again.body == Array("one".utf8))
        #expect(again.field("ETag") == "\"1\"")
        clock.advance(1)
        let third = try await ask(cache(), scripted, request()).get()
        #expect(third.source == .network && third.body == Array("two".utf8))
        #expect(scripted.unusedCount == 0 && log.all.isEmpty)
    }

    @Test(
        "F15: after a jump of the clock, and after it was set back, the server is asked again",
        arguments: [400 * 86_400, 1 << 31, 1 << 32] as [Int64])
    func clockJumps(_ seconds: Int64) async throws {
        let scripted = ScriptedHTTPClient([Self.fresh("one"), Self.fresh("two"), Self.fresh("three")])
        for (jump, text) in [(0, "one"), (seconds, "two"), (-seconds, "three")] {
            clock.advance(jump)
            #expect(try await ask(cache(), scripted, request()).get().body == Array(text.utf8))
            let again = try await ask(cache(), scripted, request()).get()
            #expect(again.source == .cache(age: 0, isStale: false) && again.body == Array(text.utf8))
        }
        #expect(scripted.unusedCount == 0 && log.all.isEmpty)
    }

    @Test("17.12: a large kept answer waits for its room before it is read, a small one does not")
    func largeBodies() async throws {
        let (small, large) = ("small", String(repeating: "l", count: LargeBodies.least))
        let scripted = ScriptedHTTPClient([Self.fresh(small), Self.fresh(large)])
        let (cache, bodies) = (try cache(), LargeBodies(limit: LargeBodies.least))
        let requests = (small: try request("small"), large: try request("large"))
        _ = try await ask(cache, scripted, requests.small).get()
        _ = try await ask(cache, scripted, requests.large).get()
        var reader: LargeBodies.Visit? = LargeBodies.Visit(to: bodies)
        await reader?.enter(LargeBodies.least)
        let second = LargeBodies.Visit(to: bodies)
        let kept = try await LargeBodies.Visit.$current.withValue(second) {
            try await ask(cache, scripted, requests.small).get().body
        }
        #expect(kept == Array(small.utf8) && bodies.load.waiting == 0)
        let isRead = Mutex(false)
        async let body = LargeBodies.Visit.$current.withValue(second) {
            defer { isRead.withLock { $0 = true } }
            return try await ask(cache, scripted, requests.large).get().body
        }
        while bodies.load.waiting == 0, !isRead.withLock({ $0 }) { await Task.yield() }
        #expect(bodies.load.waiting == 1 && !isRead.withLock { $0 })
        reader = nil
        #expect(try await body == Array(large.utf8))
        withExtendedLifetime(second) {}
    }

    @Test("an answer without a word on freshness is asked for each time")
    func unsaid() async throws {
        let scripted = ScriptedHTTPClient([.body("one"), .body("two")])
        for text in ["one", "two"] {
            #expect(try await ask(cache(), scripted, request()).get().body == Array(text.utf8))
        }
        #expect(scripted.requests.allSatisfy { $0.headers.isEmpty }, "there is no validator to ask with")
    }

    @Test("a stale answer is confirmed by its ETag, and lives on by the fields of the confirmation")
    func confirmed() async throws {
        let scripted = ScriptedHTTPClient([
            Self.fresh("one"), .response(response([("Cache-Control", "max-age=10")], status: 304)),
        ])
        _ = try await ask(cache(), scripted, request()).get()
        clock.advance(100)
        let second = try await ask(cache(), scripted, request()).get()
        #expect(second.status == 200 && second.body == Array("one".utf8))
        #expect(second.source == .cache(age: 0, isStale: false))
        #expect(scripted.requests.last?.headers.map(\.value) == ["\"1\""])
        clock.advance(9)
        #expect(try await ask(cache(), scripted, request()).get().source == .cache(age: 9, isStale: false))
        #expect(scripted.requests.count == 2)
    }

    @Test("what must be revalidated is, however fresh")
    func revalidated() async throws {
        let scripted = ScriptedHTTPClient([Self.fresh("one"), .response(response([], status: 304))])
        _ = try await ask(cache(), scripted, request()).get()
        var refresh = try request()
        refresh.mustRevalidate = true
        #expect(try await ask(cache(), scripted, refresh).get().source == .cache(age: 0, isStale: false))
        #expect(scripted.requests.count == 2)
    }

    private static let outages: [HTTPFailure] = [
        .timedOut(after: .seconds(1)), .unreachable(host: "h", detail: "d"), .connectionLost, .truncatedBody,
    ]

    @Test(
        "stale-if-error: an outage gives the kept answer where the settings allow it, and else the outage",
        arguments: outages)
    func standsIn(_ outage: HTTPFailure) async throws {
        let scripted = ScriptedHTTPClient([Self.fresh("one"), .failure(outage), .failure(outage), .failure(outage)])
        _ = try await ask(cache(), scripted, request()).get()
        clock.advance(100)
        #expect(try await ask(cache(), scripted, request()) == .failure(outage))
        let allowing = try cache([(key: "network.cache.staleIfError", value: "1m")])
        #expect(try await ask(allowing, scripted, request()).get().source == .cache(age: 100, isStale: true))
        clock.advance(20)
        #expect(try await ask(allowing, scripted, request()) == .failure(outage))
    }

    @Test("stale-if-error: so does a 5xx, but no refusal and no cancellation")
    func serverError() async throws {
        let scripted = ScriptedHTTPClient([
            Self.fresh("one"), .response(response([], status: 503)), .response(response([], status: 403)),
            .failure(.cancelled), .failure(.blockedAddress(host: "h")),
        ])
        let allowing = try cache([(key: "network.cache.staleIfError", value: "1d")])
        _ = try await ask(allowing, scripted, request()).get()
        clock.advance(100)
        #expect(try await ask(allowing, scripted, request()).get().source == .cache(age: 100, isStale: true))
        #expect(try await ask(allowing, scripted, request()).get().status == 403)
        #expect(try await ask(allowing, scripted, request()) == .failure(.cancelled))
        #expect(try await ask(allowing, scripted, request()) == .failure(.blockedAddress(host: "h")))
    }

    private static let swr = [("Cache-Control", "max-age=60, stale-while-revalidate=30"), ("ETag", "\"1\"")]

    @Test("17.14: stale-while-revalidate answers at once and asks beside it, once; then the new answer is given")
    func besides() async throws {
        let scripted = ScriptedHTTPClient([
            .response(response(Self.swr, body: "one")), .response(response(Self.swr, body: "two")),
        ])
        let cache = try cache()
        _ = try await ask(cache, scripted, request()).get()
        clock.advance(70)
        for _ in 0..<3 {
            let given = try await ask(cache, scripted, request()).get()
            #expect(given.body == Array("one".utf8) && given.source == .cache(age: 70, isStale: false))
        }
        #expect(scripted.requests.count == 1 && beside.count == 1, "nobody waits for the server")
        await beside.runAll()
        #expect(scripted.requests.count == 2 && scripted.requests.last?.headers.map(\.value) == ["\"1\""])
        let next = try await ask(cache, scripted, request()).get()
        #expect(next.body == Array("two".utf8) && next.source == .cache(age: 0, isStale: false))
    }

    @Test("17.14: a refresh that fails leaves the answer as it is, and the next asker begins another")
    func failedBesides() async throws {
        let scripted = ScriptedHTTPClient([
            .response(response(Self.swr, body: "one")), .failure(.connectionLost),
            .response(response([], status: 304)),
        ])
        let cache = try cache()
        _ = try await ask(cache, scripted, request()).get()
        clock.advance(60)
        for _ in 0..<2 {
            #expect(try await ask(cache, scripted, request()).get().source == .cache(age: 60, isStale: false))
            await beside.runAll()
        }
        #expect(try await ask(cache, scripted, request()).get().source == .cache(age: 0, isStale: false))
        #expect(scripted.unusedCount == 0)
    }

    @Test(
        "17.14: after its time, for a request that must be revalidated, and against must-revalidate, the server is waited for"
    )
    func noBesides() async throws {
        let scripted = ScriptedHTTPClient([
            .response(response(Self.swr, body: "one")), .response(response(Self.swr, body: "two")),
            .response(response([("Cache-Control", "must-revalidate, max-age=1, stale-while-revalidate=30")])),
            Self.fresh("four"),
        ])
        _ = try await ask(cache(), scripted, request()).get()
        clock.advance(90)
        #expect(try await ask(cache(), scripted, request()).get().body == Array("two".utf8))
        clock.advance(70)
        var refresh = try request()
        refresh.mustRevalidate = true
        #expect(try await ask(cache(), scripted, refresh).get().source == .network)
        clock.advance(2)
        #expect(try await ask(cache(), scripted, request()).get().body == Array("four".utf8))
        #expect(beside.count == 0)
    }

    @Test("17.11: an answer that is forgotten is asked for again, by this process and the next, also offline")
    func forget() async throws {
        let scripted = ScriptedHTTPClient([Self.fresh("<html>"), Self.fresh("{}")])
        let cache = try cache()
        _ = try await ask(cache, scripted, request()).get()
        await CachingHTTPClient(scripted, cache: cache, beside: beside.run).forget(try request())
        #expect(try await CacheOnlyHTTPClient(self.cache()).result(of: request()) == .failure(.offline))
        #expect(try await ask(self.cache(), scripted, request()).get().body == Array("{}".utf8))
        #expect(scripted.requests.allSatisfy { $0.headers.isEmpty }, "whole, without a condition")
    }

    @Test("an answer tells how long it may be given again: one that is kept and fresh, and no other")
    func reuse() async throws {
        let fresh = HTTPReuse(age: 0, lifetime: 60)
        let confirmation = response([("Cache-Control", "max-age=60")], body: "", status: 304)
        let scripted = ScriptedHTTPClient([
            Self.fresh("one"), .response(confirmation), .response(response([("Cache-Control", "no-store")])),
        ])
        #expect(try await ask(cache(), scripted, request()).get().reuse == fresh)
        clock.advance(59)
        #expect(try await ask(cache(), scripted, request()).get().reuse == HTTPReuse(age: 59, lifetime: 1))
        clock.advance(1)
        #expect(try await ask(cache(), scripted, request()).get().reuse == fresh, "confirmed")
        #expect(try await CacheOnlyHTTPClient(cache()).send(request()).reuse == nil)
        #expect(try await ask(cache(), scripted, request("other")).get().reuse == nil, "may not be kept")
        #expect(scripted.unusedCount == 0)
    }

    @Test(
        "without a folder nobody looks again in the same second, unless it was made here; then what another process kept is found"
    )
    func missingFolder() async throws {
        let (one, other) = (try cache(), try cache())
        #expect(await one.read(try request()) == nil)
        #expect(await other.read(try request()) == nil)
        _ = try await ask(other, ScriptedHTTPClient([Self.fresh("one")]), request()).get()
        #expect(await other.read(try request())?.body == Array("one".utf8))
        #expect(await one.read(try request()) == nil)
        clock.advance(1)
        #expect(await one.read(try request())?.body == Array("one".utf8))
    }

    @Test("offline: what was asked for is given, however old; what was not is a clear failure")
    func offline() async throws {
        _ = try await ask(cache(), ScriptedHTTPClient([.body("one")]), request()).get()
        clock.advance(10 * 86_400)
        let offline = CacheOnlyHTTPClient(try cache())
        let kept = try await offline.send(request())
        #expect(kept.body == Array("one".utf8) && kept.source == .cache(age: 10 * 86_400, isStale: true))
        #expect(try await offline.result(of: request("other")) == .failure(.offline))
    }

    @Test(
        "what is gone, or may no longer be kept, is forgotten",
        arguments: [(404, ""), (410, ""), (200, "no-store")])
    func forgotten(_ status: Int, _ control: String) async throws {
        let gone = response([("Cache-Control", control)], status: status)
        let scripted = ScriptedHTTPClient([.body("one"), .response(gone)])
        for _ in 0..<2 { _ = try await ask(cache(), scripted, request()).get() }
        #expect(try await CacheOnlyHTTPClient(cache()).result(of: request()) == .failure(.offline))
    }

    @Test("C5: no URL and no secret stands on the disk, neither as a name nor within a file")
    func secret() async throws {
        // The server repeats the key.
        let scripted = ScriptedHTTPClient([Self.fresh(#"{"echo":"canary-7731"}"#)])
        _ = try await ask(cache(), scripted, request("weather", key: "canary-7731")).get()
        #expect(folder.everything.count == 2)
        for name in folder.everything.dropFirst() {
            let text = String(decoding: try folder.read(name), as: UTF8.self)
            #expect(!text.contains("canary") && !text.contains("shop.example") && !name.contains("canary"))
        }
        // Another key is the same question.
        let other = try await ask(cache(), scripted, request("weather", key: "other")).get()
        #expect(other.source == .cache(age: 0, isStale: false))
    }

    @Test("without a folder to keep them in, answers come all the same, and the log knows why")
    func withoutFolder() async throws {
        try folder.write([1], "answers")
        let scripted = ScriptedHTTPClient([Self.fresh("one"), Self.fresh("two")])
        for text in ["one", "two"] {
            #expect(try await ask(cache(), scripted, request()).get().body == Array(text.utf8))
        }
        #expect(
            log.all.allSatisfy { $0.hasPrefix("answers are not kept on disk: ") && $0.contains("network.cache.path") })
        #expect(!log.all.isEmpty)
    }
}

/// Work that no answer waits for, until the test runs it.
private final class BesideWork: Sendable {
    private let works = Mutex<[@Sendable () async -> Void]>([])

    var count: Int { works.withLock { $0.count } }

    @Sendable func run(_ work: @escaping @Sendable () async -> Void) { works.withLock { $0.append(work) } }

    func runAll() async {
        let taken = works.withLock { works in
            defer { works = [] }
            return works
        }
        for work in taken { await work() }
    }
}
