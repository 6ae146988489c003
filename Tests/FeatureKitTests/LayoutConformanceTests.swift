import TestSupport
import Testing

@testable import FeatureKit

/// The kit's laws of fields: each is broken once, and found with a sentence that says which field, row and operation it is.
@Suite("The conformance kit judges lists by the fields of their rows")
struct LayoutConformanceTests {
    private func kit(_ flaw: KioskFlaw?) -> FeatureConformance {
        FeatureConformance(
            Kiosk.feature(flaw), screens: ["galleria://kiosks": "kiosk.list", "galleria://kiosks/{id}": ""],
            routes: ["galleria://kiosks/100"])
    }

    @Test("a sound feature keeps every rule", arguments: FeatureConformance.Rule.allCases)
    func sound(_ rule: FeatureConformance.Rule) async throws {
        try await kit(nil).check(rule)
    }

    @Test("a flaw is found, and said in one sentence", arguments: KioskFlaw.allCases)
    func finds(_ flaw: KioskFlaw) async throws {
        let (rule, sentence) = Self.expected(flaw)
        let findings = try await kit(flaw).findings(rule)
        #expect(findings.contains { $0.contains(sentence) }, "\(findings.joined(separator: "\n"))")
    }

    /// The rule that finds a flaw, and what it says.
    static func expected(_ flaw: KioskFlaw) -> (rule: FeatureConformance.Rule, sentence: String) {
        switch flaw {
        case .tableLacksSeats:
            (.fieldTexts, #"kiosk.list {}: the text of the kiosk 100 lacks the field seats, “4”"#)
        case .markdownLacksSeats: (.fieldTexts, "kiosk.list {}: its Markdown is not that of its facts")
        case .routeLacks:
            (
                .fieldTexts,
                #"kiosk.list {"fields":["route"]}: the text of the kiosk 100 lacks the field route, “galleria://kiosks/100”"#
            )
        case .detailLacksProse:
            (.fieldTexts, #"kiosk.show {"ids":[100]}: the text of the kiosk 100 lacks the field about, “Papers of 0"#)
        case .boundHides:
            (.filters, #"kiosk.list {"minPrice":12.5} hides the kiosk 100 (price "EUR 12.50", reduced none)"#)
        case .boundLetsThrough:
            (.filters, #"kiosk.list {"maxPrice":4} lets the kiosk 100 (price "EUR 12.50", reduced none) through"#)
        case .discountIsIgnored:
            (.filters, #"kiosk.list {"minDiscount":50} lets the kiosk 100 (discount none) through"#)
        case .flagIsIgnored: (.filters, #"kiosk.list {"heated":true} lets the kiosk 107 (heated false) through"#)
        case .wordIsIgnored: (.filters, #"kiosk.list {"kind":["food"]} lets the kiosk 100 (kind "news") through"#)
        case .keyIsLost: (.filters, #"kiosk.list {"ids":["119","122","106","116","100"]} hides the kiosk 119 (id 119)"#)
        case .hiddenFlagLetsThrough: (.filters, "kiosk.list corner: the kiosk 100 is in 2 of both halves")
        case .missingIsNotSaid: (.filters, "does not say that “no such kiosk” is not there")
        case .sortIsIgnored:
            (.sorts, #"kiosk.list {"sort":"id"} puts the kiosk 121 (id 121) before the kiosk 102 (id 102)"#)
        case .sortIsUnstable:
            (
                .sorts,
                #"kiosk.list {"sort":"price"} puts the kiosk 116 (price "EUR 8.00") before the kiosk 121 (price "EUR 8.00"), "#
                    + "which are equal and stood the other way"
            )
        case .missingFirst:
            (
                .sorts,
                #"kiosk.list {"sort":"score"} puts the kiosk 112 (score none) before the kiosk 121 (score 3.25), "#
                    + "a row without a value"
            )
        case .sortLosesRow: (.sorts, #"kiosk.list {"sort":"id"} hides the kiosk 125"#)
        case .descendingIsAscending:
            (
                .sorts,
                #"{"sort":"-opened"} puts the kiosk 112 (opened "2010-01-10") before the kiosk 117 (opened "2010-02-11")"#
            )
        case .keyIsDropped: (.projections, #"kiosk.list {"fields":["seats"]} gives row 1 without its key id"#)
        case .othersAreGiven:
            (.projections, #"kiosk.list {"fields":["id"]} gives name of the kiosk 100, which was not asked for"#)
        case .valueChanges: (.projections, #"kiosk.list {"fields":["seats"]} gives the kiosk 107 (seats 12) with 13"#)
        case .emptyIsGiven: (.projections, "kiosk.list {} gives the kiosk 109 with an empty street")
        case .wrongType: (.projections, "the result of kiosk.list {}.items[1].seats is not of the type integer")
        case .accentsCount:
            (.queries, ", as “Nordring”, hides the kiosk 100")
        case .anyWordWill: (.queries, #"kiosk.list {"query":"news  100"} lets the kiosk 102 (id 102,"#)
        case .cursorForgetsOrder: (.walks, #"kiosk.list {"limit":1} does not come to an end"#)
        case .cursorRepeatsRow: (.walks, #"kiosk.list {"limit":1} gives the kiosk 107 twice"#)
        case .totalOfUpstream: (.walks, #""fields":["opened"],"limit":2}: the total is 26, and 4 rows come"#)
        case .screenShowsOtherPrice:
            (
                .sameRows,
                #"galleria://kiosks shows price "EUR 999.00" of the kiosk 116, where kiosk.list has "EUR 8.00""#
            )
        case .rowScreenShowsOtherPrice:
            (
                .sameRows,
                #"galleria://kiosks/116 shows price "EUR 999.00" of the kiosk 116, where kiosk.list has "EUR 8.00""#
            )
        case .screenLacksRow: (.sameRows, "galleria://kiosks, beside kiosk.list, hides the kiosk 116")
        case .screenFindsOtherwise:
            (.sameRows, #"galleria://kiosks asked {"query":"Café"}, beside kiosk.list, hides the kiosk 100"#)
        case .screenSortsOtherwise:
            (.sameRows, #"galleria://kiosks asked {"sort":"-opened"}, beside kiosk.list, gives the kiosk"#)
        case .screenFiltersOtherwise:
            (.sameRows, #"galleria://kiosks asked {"heated":true}, beside kiosk.list, hides the kiosk 107"#)
        case .unknownKeyIsOffered: (.keyCompletions, "galleria://kiosks/{id} offers 999, which is the key of no kiosk")
        }
    }
}
