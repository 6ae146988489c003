import FeatureKit
import HTTP
import JSON
import Storage
import Synchronization

/// Random uses of each screen, followed by a client that is told deltas.
extension FeatureConformance {
    func deltaFindings() async throws -> [String] {
        var found: [String] = []
        for route in try await exampleRoutes(of: try harness()) {
            for turn in 0..<4 where found.count < 10 {
                var walk = DeltaWalk(route, seed: "\(route) \(turn)")
                // Every other time the upstream fails now and then.
                let failures = turn % 2 == 0 ? 0 : 3
                let harness = try FeatureHarness(
                    [feature] + companions, client: { FailingSamples($0, one: failures, name: "\(route) \(turn)") },
                    store: InMemoryStateStore(holding: stored))
                found += try await walk.findings(harness, steps: 40)
            }
        }
        return found.thinned
    }
}

/// Answers from samples, of which some fail.
private final class FailingSamples: HTTPClient {
    private let samples: SampleHTTPClient
    private let one: Int
    private let random: Mutex<SeededGenerator>

    /// - Parameter one: of how many requests one fails; 0 for none.
    init(_ manifest: ModuleManifest, one: Int, name: String) {
        samples = SampleHTTPClient(manifest.sample)
        self.one = one
        random = Mutex(SeededGenerator(name))
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let fails = one > 0 && random.withLock { Int.random(in: 0..<one, using: &$0) == 0 }
        return fails ? HTTPResponse(status: 503, source: .sample) : try await samples.send(request)
    }
}

/// One random use of a screen.
private struct DeltaWalk {
    let route: String
    private var random: SeededGenerator

    init(_ route: String, seed: String) {
        self.route = route
        random = SeededGenerator(seed)
    }

    mutating func findings(_ harness: FeatureHarness, steps: Int) async throws -> [String] {
        var parameters: JSONValue = ["route": .string(route), "deltas": true, "style": "plain", "width": 60]
        if Bool.random(using: &random) { parameters = parameters.with("window", window()) }
        if Bool.random(using: &random) { parameters = parameters.with("rows", true) }
        let opened = try await harness.call("screen.open", parameters)
        let id: JSONValue = opened["screen"] ?? .null
        var follower = ScreenFollower(opened)
        var (applied, done): (Int, [String]) = (0, [])
        for _ in 0..<steps {
            done.append(await step(harness, id, opened, follower))
            // Now and then several changes are told as one.
            if Int.random(in: 0..<3, using: &random) == 0 { continue }
            harness.settle()
            let reading = try await harness.call("screen.state", ["screen": id])
            harness.settle()
            var found: [String] = []
            for change in harness.changes.dropFirst(applied) { found += follower.apply(change.parameters) }
            applied = harness.changes.count
            found += follower.differences(from: try await harness.call("screen.state", ["screen": id]))
            if reading["revision"]?.integer ?? 0 > follower.revision { found.append("what was answered was not told") }
            if !found.isEmpty { return found.map { "\(route) after \(done.joined(separator: ", ")): \($0)" } }
        }
        return applied == 0 ? ["\(route): nothing was told"] : []
    }

    private mutating func window() -> JSONValue {
        [
            "from": .integer([0, 0, 1, 5, 17, 1_000].randomElement(using: &random) ?? 0),
            "count": .integer([0, 1, 4, 10, 1_000_000].randomElement(using: &random) ?? 1),
        ]
    }

    /// Does something that may change the screen, whether it can be done or not.
    /// - Returns: what, in a word.
    private mutating func step(
        _ harness: FeatureHarness, _ id: JSONValue, _ opened: JSONValue, _ follower: ScreenFollower
    ) async -> String {
        let kind = Int.random(in: 0..<10, using: &random)
        if kind == 0 {
            var layout: JSONValue = ["screen": id]
            if Bool.random(using: &random) {
                layout = layout.with("width", .integer(.random(in: 20...120, using: &random)))
            }
            if Int.random(in: 0..<3, using: &random) == 0 {
                layout = layout.with("style", ["ansi", "plain", "markdown", "html"].randomElement(using: &random))
            }
            _ = try? await harness.call("screen.resize", layout.with("window", window()))
            return "resize"
        }
        if kind == 1 {
            harness.advance(by: .milliseconds(600))
            return "time"
        }
        let actions = opened["actions"]?.array ?? []
        // Two of three change the rows that are shown.
        let rows = ["find", "sort", "filter", "loadMore", "refresh", "retry"]
        let preferred = actions.filter { action in rows.contains { action["name"]?.string == $0 } }
        guard let action = (kind < 8 && !preferred.isEmpty ? preferred : actions).randomElement(using: &random),
            let name = action["name"]?.string
        else { return "nothing" }
        var calls = GeneratedCalls(action["schema"] ?? [:], name: "\(random.next())")
        var given = calls.valid()
        let row = follower.items?.randomElement(using: &random)
        for member in given.members ?? [] {
            if let value = row?[member.key], Int.random(in: 0..<4, using: &random) > 0 {
                given = given.with(member.key, value)
            }
        }
        if name == "find" { given = ["text": .string(words(row))] }
        _ = try? await harness.call("screen.send", ["screen": id, "action": .string(name), "params": given])
        return name
    }

    /// A piece of a text of a row, nothing, or what no row has.
    private mutating func words(_ row: JSONValue?) -> String {
        let text = (row?.members ?? []).compactMap(\.value.string).randomElement(using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return ""
        case 1: return "\u{0}zzz"
        default: return String((text ?? "a").prefix(.random(in: 1...3, using: &random)))
        }
    }
}
