import Testing

@testable import Settings

@Suite("Variables in strings")
struct InterpolationTests {
    static let variables = ["A": "one", "EMPTY": "", "DOLLAR": "x$", "REF": "${A}", "n_1": "low"]

    @Test("replaced", arguments: replacements)
    func replaced(_ source: String, _ text: String, _ usesVariable: Bool) {
        let interpolation = Interpolation(source, variables: Self.variables)
        #expect(interpolation.text == text)
        #expect(interpolation.usesVariable == usesVariable)
        #expect(interpolation.faults.isEmpty)
    }

    static let replacements: [(String, String, Bool)] = [
        ("plain", "plain", false), ("${A}", "one", true), ("<${A}>", "<one>", true), ("${A}${A}", "oneone", true),
        ("${NONE:-two}", "two", false), ("${EMPTY:-two}", "two", false), ("${EMPTY}", "", true),
        ("${NONE:-}", "", false), ("${A:-two}", "one", true), ("$${A}", "${A}", false), ("$$${A}", "$${A}", false),
        ("$A $ {A} }", "$A $ {A} }", false), ("${REF}", "${A}", true), ("${DOLLAR}${A}", "x$one", true),
        ("${n_1}", "low", true), ("${NONE:-a:-b c}", "a:-b c", false), ("한${A}국", "한one국", true), ("$", "$", false),
        ("", "", false),
    ]

    @Test("refused", arguments: refusals)
    func refused(_ source: String, _ faults: [Interpolation.Fault]) {
        #expect(Interpolation(source, variables: Self.variables).faults == faults)
    }

    static let refusals: [(String, [Interpolation.Fault])] = [
        ("${NONE}", [.undefined("NONE")]), ("${NONE} ${A} ${OTHER}", [.undefined("NONE"), .undefined("OTHER")]),
        ("${A", [.unclosed]), ("x ${", [.unclosed]), ("${}", [.badName("")]), ("${1A}", [.badName("1A")]),
        ("${A B}", [.badName("A")]), ("${A-x}", [.badName("A")]), ("${A:-${B}}", [.badName("A")]),
        ("${한}", [.badName("")]),
    ]

    @Test("a plain scalar may become a number or text, a quoted one is text")
    func types() throws {
        let variables = ["N": "12", "CODE": "123"]
        let days = "modules:\n  forecast:\n    days: ${N}\n"
        #expect(try Sample.load(Sample.sources(days, variables: variables))[Sample.days] == 12)
        let quoted = "modules:\n  forecast:\n    days: \"${N}\"\n"
        #expect(try Sample.report(Sample.sources(quoted, variables: variables)) != nil)
        let code = "modules:\n  catalog:\n    currency: ${CODE}\n"
        #expect(try Sample.load(Sample.sources(code, variables: variables))[Sample.currency] == "123")
    }

    @Test("variables stand in every layer, in items too, and keys are left alone")
    func everywhere() throws {
        var sources = Sample.sources(
            "images: { allowHosts: [\"${H}\", b.example] }\n", flags: [("modules.catalog.currency", "${C}")],
            variables: ["H": "a.example", "C": "EUR", "GALLERIA_SET_state__path": "${H}/x"],
            environments: ["sample": "network:\n  timeout: \"${T:-5s}\"\n"])
        let settings = try Sample.load(sources)
        #expect(settings[Sample.hosts] == ["a.example", "b.example"])
        #expect(settings[Sample.currency] == "EUR")
        #expect(settings[Sample.path] == "a.example/x")
        #expect(settings[Sample.timeout] == .seconds(5))
        sources.baseFile = ("f.yaml", Array("\"${H}\": 1\n".utf8))
        #expect(try Sample.report(sources)?.problems.map(\.kind) == [.unknownKey])
    }

    @Test("lax takes a variable that is not set for granted, and the layers below")
    func lax() throws {
        let base = "modules:\n  catalog: { currency: \"${NONE}\" }\nnetwork:\n  timeout: ${NONE}\n"
        var sources = Sample.sources(base, flags: [("modules.forecast.days", "3")])
        let undefined = SettingProblemKind.undefinedVariable("NONE")
        #expect(try Sample.report(sources)?.problems.map(\.kind) == [undefined, undefined])
        sources.lax = true
        let settings = try Sample.load(sources)
        #expect(settings[Sample.timeout] == .seconds(10))
        #expect(settings[Sample.currency] == "AUD")
        sources.flags = [("network.timeout", "${NONE")]
        #expect(try Sample.report(sources)?.problems.map(\.kind) == [.unclosedVariable])
    }
}
