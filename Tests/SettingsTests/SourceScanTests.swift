import Testing

@testable import Settings

@Suite("A text of settings is looked through once")
struct SourceScanTests {
    @Test("printable ASCII ends at the first other byte, wherever it stands")
    func printable() {
        for count in [0, 1, 7, 8, 9, 15, 16, 17, 30] {
            let plain = [UInt8](repeating: UInt8(ascii: "~"), count: count)
            for start in 0...count { #expect(endOfPrintable(plain, from: start) == count) }
            for place in 0..<count {
                for byte in UInt8.min...UInt8.max {
                    var text = plain
                    text[place] = byte
                    let isPrintable = byte == 0x09 || (0x20..<0x7F).contains(byte)
                    #expect(
                        endOfPrintable(text, from: 0) == (isPrintable ? count : place),
                        "\(byte) at \(place) of \(count)")
                }
            }
        }
    }

    @Test("lines begin behind each line end, and places count scalars", arguments: ["\n", "\r\n", "\r"])
    func lines(_ end: String) {
        let lines = ["a: 1", "", "# 한국어 and more than eight bytes", "\tb", "c: \u{E9}\u{1F600}"]
        let source = SourceText(Array(lines.joined(separator: end).utf8))
        #expect(source.unreadable == nil && source.lineCount == lines.count)
        for (number, line) in lines.enumerated() {
            #expect(String(String.UnicodeScalarView(source.scalars(ofLine: number + 1))) == line)
            let first = source.firstScalar(ofLine: number + 1)
            #expect(source.position(of: first) == SourcePosition(line: number + 1, column: 1))
        }
    }

    @Test("a tag directive is refused at the start of any line, and nowhere else")
    func tagDirective() {
        func fault(_ text: String) -> YAMLFault? { SourceText(Array(text.utf8)).unreadable?.fault }
        for text in ["%TAG ! x", "a: 1\n%TAG", "# x\r\n%TAG ! y\n"] { #expect(fault(text) == .tagDirective, "\(text)") }
        for text in ["%YAML 1.2\n---\n", "a: %TAG", " %TAG", "%TA", "%", "\n%"] {
            #expect(fault(text) == nil, "\(text)")
        }
    }
}
