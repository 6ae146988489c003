import Storage
import Testing

@testable import StateTransfer

/// Each failure says what happened, and then what to do.
@Suite("Sentences of transfers") struct SentenceTests {
    private static let key = StateKey(namespace: StateNamespace("shelf", origin: "sample"), key: "978")

    static let faults: [TransferFault] =
        [
            .noState("sqlite:/a.db"), .disturbed("sqlite:/a.db"),
            .conflict(state: "sqlite:/a.db", count: 1, first: [key]),
            .conflict(state: "sqlite:/a.db", count: 9, first: [key, key, key]),
            .unfinished(state: "sqlite:/a.db", source: "sqlite:/b.db"), .unfinished(state: "sqlite:/a.db", source: nil),
            .noDigests, .output(28),
        ] + problems.map { .export(ExportFault(line: 7, problem: $0)) }

    static let problems: [ExportFault.Problem] = [
        .malformed, .notAnExport, .laterFormat(9), .outOfOrder, .storage(.tooLarge(.key, limit: 1024)), .tooLong, .cut,
        .wrongCount(expected: 3, found: 2), .wrongChecksum, .trailing,
    ]

    @Test("each is a sentence, with a remedy", arguments: faults)
    func sentences(_ fault: TransferFault) {
        #expect(fault.sentence.last == "." || fault.sentence.hasSuffix(" …"), "\(fault.sentence)")
        #expect(!fault.remedy.isEmpty && !fault.remedy.contains("  "))
        #expect(!fault.sentence.contains("TransferFault") && !fault.sentence.contains("nil"))
    }

    @Test("a mistake in an export has its line, unless it is of the whole", arguments: problems)
    func lines(_ problem: ExportFault.Problem) {
        let sentence = ExportFault(line: 7, problem: problem).sentence
        let isOfAll = if case .laterFormat = problem { true } else if case .wrongCount = problem { true } else { false }
        #expect(sentence.contains("7") != isOfAll, "\(sentence)")
    }

    @Test("what nothing was changed by says so, names and counts are in it")
    func facts() {
        let conflict = TransferFault.conflict(state: "sqlite:/a.db", count: 9, first: [Self.key])
        #expect(conflict.sentence.contains("9 entries") && conflict.sentence.contains("sample shelf “978” …"))
        #expect(conflict.remedy.contains("Nothing was changed") && conflict.remedy.contains("galleria state verify"))
        let one = TransferFault.conflict(state: "sqlite:/a.db", count: 1, first: [Self.key])
        #expect(one.sentence.contains("1 entry that") && one.sentence.hasSuffix("“978”."))
        #expect(TransferFault.storage(.closed).sentence == StorageFailure.closed.sentence)
        #expect(TransferFault.storage(.closed).remedy.isEmpty, "the sentence has it")
        #expect(TransferFault.export(ExportFault(line: 1, problem: .laterFormat(2))).sentence.contains("format 1"))
    }
}
