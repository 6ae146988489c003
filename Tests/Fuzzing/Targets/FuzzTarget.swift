/// One way into the program for bytes from outside, with what must hold whatever they are.
///
/// The libFuzzer entry (Tests/Fuzzing/Entry) and the replay of the kept corpus (Tests/FuzzTargetsTests) call the same
/// function. A trap, a hang and a thrown ``BrokenProperty`` each count as a find.
package struct FuzzTarget: Sendable {
    /// As `Tools/fuzz` and the folder of its corpus are named.
    package let name: String
    /// Takes any bytes and returns when every property held.
    package let check: @Sendable (_ input: [UInt8]) throws(BrokenProperty) -> Void

    /// Every target, by name.
    package static let all: [FuzzTarget] = [
        FuzzTarget(name: "cassette", check: CassetteTarget.check),
        FuzzTarget(name: "expression", check: ExpressionTarget.check),
        FuzzTarget(name: "facts", check: FactsTarget.check),
        FuzzTarget(name: "html", check: HTMLTarget.check),
        FuzzTarget(name: "image", check: ImageTarget.check),
        FuzzTarget(name: "json", check: JSONTarget.check),
        FuzzTarget(name: "jsonc", check: JSONCTarget.check),
        FuzzTarget(name: "line", check: LineTarget.check),
        FuzzTarget(name: "sanitizer", check: SanitizerTarget.check),
        FuzzTarget(name: "template", check: TemplateTarget.check),
        FuzzTarget(name: "transcript", check: TranscriptTarget.check),
        FuzzTarget(name: "yaml", check: YAMLTarget.check),
    ]
}

/// Something that must always hold, and did not.
package struct BrokenProperty: Error, Equatable {
    /// Expectation and actual value.
    package let sentence: String
}

/// - Throws: the sentence, when the condition does not hold.
func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) throws(BrokenProperty) {
    if !condition { throw BrokenProperty(sentence: sentence()) }
}
