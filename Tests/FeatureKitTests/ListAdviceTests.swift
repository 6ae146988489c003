import JSON
import TestSupport
import Testing

@testable import FeatureKit

/// Answers about what is not there: whoever asked should be able to ask for what is, at once.
@Suite("An empty answer says what to ask instead")
struct ListAdviceTests {
    @Test(
        "conditions that exclude each other, words and values that no row has, keys that are not there",
        arguments: [
            (
                #"{"query":"bude","maxPrice":1}"#,
                ["Asked for query bude, maxPrice 1.", "without maxPrice"],
                ["nothing to show", "Not there"]
            ),
            (
                #"{"query":"kiosks"}"#, ["Asked for query kiosks.", "No kiosk has “kiosks”; there is “kiosk”."],
                ["There are"]
            ),
            (
                #"{"query":"bude zoe"}"#, ["Alone: 8 with “bude”, 8 with “zoe”. Either: query “bude|zoe”."],
                ["No kiosk has"]
            ),
            (
                #"{"query":"bude xylophone"}"#, ["Alone: 8 with “bude”.", "No kiosk has “xylophone”"], ["Either"]
            ),
            (#"{"kind":["food"],"ids":["100"]}"#, ["Asked for ids 100, kind food.", "1 without kind"], ["Not there"]),
            (#"{"ids":["nowhere"]}"#, ["Not there: nowhere."], ["No kiosks", "nothing to show", "showing"]),
        ])
    func advice(_ asked: String, _ said: [String], _ unsaid: [String]) async throws {
        let harness = try FeatureHarness.sample(Kiosk.feature(nil))
        let text = try await harness.answer("kiosk.list", JSONValue(try read(asked))).markdown
        for words in said { #expect(text.contains(words), "\(text)") }
        for words in unsaid { #expect(!text.contains(words), "\(text)") }
    }
}
