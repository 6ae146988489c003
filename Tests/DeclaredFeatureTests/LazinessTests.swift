import DeclaredFeature
import FeatureKit
import JSON
import Synchronization
import TestSupport
import Testing

@Suite("A start makes nothing of a feature over an API")
struct LazinessTests {
    /// Names of what was made, in its order.
    private final class Made: Sendable {
        private let all = Mutex<[String]>([])

        var names: [String] { all.withLock { $0 } }

        func noting<Value>(_ name: String, _ value: Value) -> Value {
            all.withLock { $0.append(name) }
            return value
        }
    }

    @Test("its parts, its calls and its samples are made by the first question that needs each")
    func lazy() async throws {
        let made = Made()
        let api = HTTPAPI("trees", title: "Trees", endpoint: "https://trees.example") { name in
            made.noting(name, Array(#"{"trees": [{"id": "은행나무"}]}"#.utf8))
        }
        let layout = RowLayout("tree", [Field.text("id", "Id.", .key), Field.route("galleria://trees/{id}")])
        let list = api.list(
            "list", "The trees.", of: layout, request: .get("/trees"), items: "trees", samples: [.of([:], "1.json")])
        let feature = Feature(
            api, doc: "Trees.", sampling: made.noting("calls", [list]),
            parts: made.noting("parts", [ListPart(list).screen("galleria://trees").detail("galleria://trees/{id}")]))
        #expect(!feature.manifest.declarations.isEmpty && made.names.isEmpty)
        let harness = try FeatureHarness.sample(feature)
        #expect(made.names == ["parts"])
        let answer = try await harness.answer("trees.list", [:])
        #expect(answer.json["items"]?.array?.count == 1)
        #expect(made.names == ["parts", "calls", "1.json"])
    }
}
