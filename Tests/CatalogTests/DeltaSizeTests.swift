import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import Catalog

@Suite("A like is told by what it changes")
struct DeltaSizeTests {
    @Test("64 open lists of 100 rows tell a like in at most 600 bytes each")
    func like() async throws {
        // Its name takes more room than a liked one: the columns stay as they are.
        let long = Warehouse.row(50, [JSONMember("name", "A product of a name that is longer than any other")])
        let page = Warehouse.page(
            (1...100).map { $0 == 50 ? long : Warehouse.row($0) }, [JSONMember("total_items", 100)])
        let shelves = Warehouse.shelves(100)
        let harness = try FeatureHarness.catalog(
            ScriptedHTTPClient { $0.path == ["catalog", "products"] ? .json(page) : shelves($0) },
            settings: [("modules.catalog.pageSize", "100")])
        var followers: [String: ScreenFollower] = [:]
        for _ in 0..<64 {
            let opened = try await harness.call(
                "screen.open",
                ["route": "galleria://catalog", "window": ["from": 0, "count": 100], "deltas": true, "style": "plain"])
            followers[try #require(opened["screen"]?.string)] = ScreenFollower(opened)
        }
        harness.settle()
        for change in harness.changes { #expect(followers[change.screen]?.apply(change.parameters) == []) }
        for liked in [true, false] {
            let before = harness.changes.count
            try await harness.call("catalog.like", ["skus": "P0007", "liked": .bool(liked)])
            harness.settle()
            let told = harness.changes.dropFirst(before)
            #expect(Set(told.map(\.screen)) == Set(followers.keys) && told.count == 64)
            for change in told {
                let envelope = #"{"jsonrpc":"2.0","method":"screen.changed","params":}"#.utf8.count + 1
                #expect(change.parameters.serialized().count + envelope <= 600)
                #expect(change.parameters["items"]?.array?.count == 1)
                #expect(followers[change.screen]?.apply(change.parameters) == [])
            }
        }
        for (id, follower) in followers {
            #expect(follower.differences(from: try await harness.call("screen.state", ["screen": .string(id)])) == [])
        }
    }
}
