import BookShelf
import FeatureKit
import TestSupport
import Testing

/// The program of Tests/Laws, which tries the laws in the place of a test's own process.
@Suite("Laws by a program") struct LawTests {
    private static let program = GalleriaProcess.executable(named: "galleria-laws")

    private func ended(_ words: [String]) throws -> Ended {
        try Ended(ChildProcess(Self.program, words, environment: [:]))
    }

    @Test(
        "a question that is not understood is exit status 2 and says what is wrong",
        arguments: [
            ([], "RULE is missing"), (["no law"], "no law “no law”"),
            ([FeatureConformance.Rule.schemas.rawValue], "FEATURE is missing"),
            ([FeatureConformance.Rule.schemas.rawValue, "shelf"], "no feature shelf"),
            ([FeatureConformance.Rule.schemas.rawValue, "bookShelf", "--companion", "shelf"], "no feature shelf"),
            ([FeatureConformance.Rule.schemas.rawValue, "bookShelf", "--route"], "--route is missing"),
            ([FeatureConformance.Rule.schemas.rawValue, "bookShelf", "--routes", "x"], "no option --routes"),
        ])
    func mistakes(_ words: [String], _ sentence: String) throws {
        let ended = try ended(words)
        #expect(ended.status == .exited(2) && ended.output == "" && ended.errors.contains(sentence), "\(ended.errors)")
    }

    @Test(
        "documents that can't be read are exit status 1, and a test's findings from a program that fails are its failure"
    )
    func failures() throws {
        let words = [FeatureConformance.Rule.schemas.rawValue, "bookShelf", "--documents", "/nowhere"]
        #expect(try ended(words).status == .exited(1))
        let harbour = FeatureConformance(Feature("harbour", title: "", doc: "", parts: []), screens: [:])
        #expect(throws: LawProgram.Failure.self) { try LawProgram(Self.program).findings(.schemas, of: harbour) }
        #expect(throws: (any Error).self) { try LawProgram("/nowhere").findings(.schemas, of: harbour) }
    }

    @Test("a law that holds has no findings; of one that does not a test is told the same as it finds itself")
    func findings() async throws {
        func told(_ screens: [String: String]) async throws -> (there: [String], here: [String]) {
            let shelf = FeatureConformance(bookShelf, screens: screens)
            return (
                try LawProgram(Self.program).findings(.screens, of: shelf), try await shelf.findings(.screens)
            )
        }
        let right = try await told(["galleria://shelf": "bookShelf.list", "galleria://book/{isbn13}": ""])
        #expect(right == ([], []))
        // Without its screens' operations nothing can be compared.
        let wrong = try await told([:])
        #expect(wrong.there == wrong.here)
        #expect(wrong.there.contains { $0.hasPrefix("galleria://shelf: ") })
    }
}
