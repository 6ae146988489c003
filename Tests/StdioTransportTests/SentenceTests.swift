import Testing

@testable import Runtime
@testable import StdioTransport

@Suite("Sentences")
struct SentenceTests {
    @Test("Each fact is one sentence that says what to do, and names no type of the program")
    func sentences() {
        let headers: [HeaderFault] = [
            .notAField, .badLength, .conflictingLengths, .missingLength, .unsupportedCharset, .tooLong(limit: 8_192),
            .endOfInput,
        ]
        let faults: [DescriptorFault] = [
            .inputUnavailable, .inputIsDirectory, .outputUnavailable, .noDescriptor(purpose: .wakeUps, errno: 24),
            .noDescriptor(purpose: .signals, errno: 24),
        ]
        let all =
            headers.map { RejectedInput.malformedHeader($0).sentence } + faults.map(\.sentence)
            + [RejectedInput.tooLong(limit: 4_194_304).sentence]
        #expect(Set(all).count == all.count)
        for sentence in all {
            #expect(sentence.hasSuffix("."))
            #expect(!sentence.contains("\n"))
            #expect(sentence.contains(";"))
            for word in ["Fault", "Error(", "Optional", "StdioTransport"] { #expect(!sentence.contains(word)) }
        }
        #expect(RejectedInput.tooLong(limit: 7).sentence.contains("7 bytes"))
        #expect(DescriptorFault.noDescriptor(purpose: .signals, errno: 24).sentence.contains("Too many open files"))
    }
}
