import BookShelf
import DesignSystem
import FeatureKit
import Friends
import Glibc
import HTTP
import JSON
import Settings
import Storage

/// A search in the rows that a screen has loaded, as a client sees it: `screen.send` with what is typed, and
/// `screen.changed` with the rows found and their text.
struct SearchTimes {
    private let router: Router
    private let screens: OpenScreens
    /// The member of the state that has the rows.
    private let rows: String

    /// The list of friends: `find` narrows it by name.
    static func friends(file: String, text: String, expected: Int, for seconds: Double) async throws -> Report {
        let body = try bytes(of: file)
        let man = try bytes(of: file + ".man")
        let speed = try SearchTimes(Friends.friends, rows: "items") { path in
            path.last == "man.json" ? man : body
        }
        return try await speed.report(
            "galleria://friends", action: "find", text: text, expected: expected, for: seconds)
    }

    /// The shelf: `edit` narrows the loaded books by title, subtitle and price.
    static func shelf(file: String, text: String, expected: Int, for seconds: Double) async throws -> Report {
        let body = try bytes(of: file)
        let speed = try SearchTimes(bookShelf, rows: "items") { _ in body }
        return try await speed.report("galleria://shelf", action: "edit", text: text, expected: expected, for: seconds)
    }

    /// - Parameter body: of the upstream's answer to a path.
    private init(
        _ feature: Feature, rows: String, body: @escaping @Sendable ([String]) -> [UInt8]
    ) throws {
        let manifest = feature.manifest
        let catalog = try SettingsCatalog(manifest.declarations)
        let settings = try Settings.load(
            catalog: catalog, sources: SettingsSources(environmentFile: { _ in ("speed", []) }))
        let upstream = Upstream(
            module: manifest.id, endpoint: try HTTPEndpoint(parsing: manifest.settings?.endpoint.defaultValue ?? ""),
            timeout: .seconds(10),
            client: SampleHTTPClient { request in HTTPResponse(status: 200, body: body(request.path)) },
            // The lists searched here are longer than one answer of an upstream may be.
            limits: JSONLimits())
        let context = FeatureContext(
            settings: settings, upstream: upstream, state: InMemoryStateStore(), clock: ContinuousClock(),
            background: Background { work in Task { await work() } })
        var builder = RegistryBuilder()
        builder.add(try feature.register(context), manifest: manifest)
        let routes = Router(try builder.build())
        screens = OpenScreens(router: { routes }, options: RenderOptions(style: .plain), wake: {})
        builder.add(try screens.feature.register(context))
        router = Router(try builder.build())
        self.rows = rows
    }

    private func report(
        _ route: String, action: String, text: String, expected: Int, for seconds: Double
    ) async throws -> Report {
        let screen = try await answer("screen.open", [JSONMember("route", .string(route))])["screen"]?.string ?? ""
        // Typed before the rows are there: no answer ever has all of them.
        func search() async throws -> Int {
            let sent = try await answer(
                "screen.send",
                [
                    JSONMember("screen", .string(screen)), JSONMember("action", .string(action)),
                    JSONMember("params", ["text": .string(text)]),
                ])
            guard sent["accepted"]?.bool == true else { throw Failed("\(action) was not accepted") }
            return try changed()?["state"]?[rows]?.count ?? -1
        }
        let deadline = now(CLOCK_MONOTONIC) + 120_000_000_000
        while try await search() != expected {
            guard now(CLOCK_MONOTONIC) < deadline else { throw Failed("there are no \(expected) rows with “\(text)”") }
            usleep(50_000)
        }
        var counted: (allocations: Int, bytes: Int)?
        if let counts = AllocationCounts() {
            let before = counts.current
            _ = try await search()
            let after = counts.current
            counted = (after.allocations - before.allocations, after.bytes - before.bytes)
        }
        var report = try await measure(for: seconds) {
            guard try await search() == expected else { throw Failed("another number of rows") }
        }
        if let counted {
            report.counts = [
                JSONMember("allocations", .integer(counted.allocations)), JSONMember("bytes", .integer(counted.bytes)),
            ]
        }
        return report
    }

    /// Last change of the screen's state, read as its client reads it.
    private func changed() throws -> JSONNode? {
        var last: [UInt8]?
        screens.publish { change in
            var writer = JSONWriter()
            change(&writer)
            last = writer.bytes
            return true
        }
        return try last.map { try JSONDocument(parsing: $0).root }
    }

    /// The result of a method, read as its client reads it.
    private func answer(_ method: String, _ parameters: [JSONMember]) async throws -> JSONNode {
        guard let operation = router.operation(method: method) else { throw Failed("no \(method)") }
        let node = try JSONDocument(parsing: JSONValue.object(parameters).serialized()).root
        let answer = try await operation.call(node, CallContext())
        var writer = JSONWriter()
        answer.write(&writer)
        return try JSONDocument(parsing: writer.bytes).root
    }
}

/// Counters of `Tests/Growth/allocations.c`, where it is preloaded.
private struct AllocationCounts {
    private let pages: UnsafeMutableRawPointer

    init?() {
        guard let name = getenv("ALLOCATION_COUNTS") else { return nil }
        let file = open(name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard let mapped = mmap(nil, 16, PROT_READ, MAP_SHARED, file, 0), mapped != MAP_FAILED else { return nil }
        pages = mapped
    }

    var current: (allocations: Int, bytes: Int) {
        (Int(pages.load(as: UInt64.self)), Int(pages.load(fromByteOffset: 8, as: UInt64.self)))
    }
}
