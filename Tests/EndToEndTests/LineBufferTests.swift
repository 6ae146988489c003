import Testing

@Suite("Line buffer") struct LineBufferTests {
    @Test(
        "lines are the same however the bytes arrive",
        arguments: [("", []), ("a\n", ["a"]), ("a\n\nb\nrest", ["a", "", "b"]), ("é\n", ["é"])] as [(String, [String])])
    func pieces(_ text: String, _ expected: [String]) {
        let bytes = Array(text.utf8)
        for size in 1...max(1, bytes.count) {
            var buffer = LineBuffer()
            var lines: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                buffer.append(bytes[start..<min(bytes.count, start + size)])
                while let line = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
            }
            #expect(lines == expected)
            #expect(buffer.rest == (text.hasSuffix("rest") ? "rest" : ""))
        }
    }
}
