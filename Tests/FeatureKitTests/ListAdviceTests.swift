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
            (
                #"{"query":"bude zoe","kind":["food"],"maxPrice":50}"#,
                ["Alone, with maxPrice 50, kind food: 4 with “bude”, 4 with “zoe”. Either"], ["Alone: "]
            ),
            (
                #"{"query":"bude","closed":true,"minPrice":12}"#,
                ["3 without closed", "None of these 3 is closed."], ["No kiosk is", "yet"]
            ),
            (
                #"{"query":"bude","minDiscount":99}"#,
                ["Asked for query bude, minDiscount 99. There are 8 without minDiscount."], ["reduced"]
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

    @Test(
        "an order by a reduction that no row has says so; one that a row has does not",
        arguments: [
            (#"{"sort":"-discount","minPrice":100}"#, true), (#"{"sort":"reduced","minPrice":100}"#, true),
            (#"{"sort":"-discount"}"#, false), (#"{"sort":"-price","minPrice":100}"#, false),
            (#"{"sort":"-discount","query":"nowhere"}"#, false),
        ])
    func reduction(_ asked: String, _ isSaid: Bool) async throws {
        let harness = try FeatureHarness.sample(Kiosk.feature(nil))
        let text = try await harness.answer("kiosk.list", JSONValue(try read(asked))).markdown
        #expect(text.contains("None of these is reduced.") == isSaid, "\(text)")
    }

    /// A list of lamps, none of which is lit; whether one is dusted is kept in the state.
    private static let lamps = Feature(
        "lamps", title: "Lamps", doc: "Lamps.", endpoint: "https://lamps.example", sample: { _ in nil },
        parts: [
            ListPart("list", title: "Lamps", doc: "Lamps.", of: lamp) { _ throws(Fault) in
                RowPage(lamp.rows(of: ["a", "b"]) { name, row in row.set(id, name) })
            }
        ])
    private static let id = Field.text("id", "Its number.", .key)
    private static let lamp = RowLayout(
        "lamp",
        [
            id, Field.flag("lit", "Whether it is lit.", nil, .filter), Field.flag("hasShade", "A shade.", nil, .filter),
            Field.flag("dusted", "Whether it is dusted.", nil, .filter).stored { _, _ in nil },
        ])

    @Test(
        "a flag that no row has is said in words, one that is kept here with yet",
        arguments: [
            (#"{"lit":true}"#, "No lamp is lit."), (#"{"hasShade":true}"#, "No lamp has shade."),
            (#"{"dusted":true}"#, "Nothing is dusted yet."), (#"{"lit":true,"query":"a"}"#, "No lamp is lit."),
        ])
    func flags(_ asked: String, _ sentence: String) async throws {
        let harness = try FeatureHarness.sample(Self.lamps)
        let text = try await harness.answer("lamps.list", JSONValue(try read(asked))).markdown
        #expect(text.contains(sentence), "\(text)")
        let other = try await harness.answer("lamps.list", JSONValue(try read(asked.replacing("true", with: "false"))))
        #expect(other.json["total"] != 0 && !other.markdown.contains(sentence))
    }
}
