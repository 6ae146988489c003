import Testing
import Values

@Suite("Letters and digits of ASCII")
struct ASCIITests {
    @Test("A text is letters and digits alone if each of its bytes is one, wherever it stands", arguments: 0...26)
    func texts(_ count: Int) {
        let alike = (0..<count).map { Array("aZ09zA".utf8)[$0 % 6] }
        #expect(alike.withUnsafeBufferPointer(areLettersOrDigits))
        for place in 0..<count {
            for byte in UInt8.min...UInt8.max {
                var text = alike
                text[place] = byte
                #expect(
                    text.withUnsafeBufferPointer(areLettersOrDigits) == byte.isASCIILetterOrDigit, "\(byte) at \(place)"
                )
            }
        }
    }
}
