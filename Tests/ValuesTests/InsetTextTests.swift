import TestSupport
import Testing
import Values

@Suite("A text with base64 set into it")
struct InsetTextTests {
    private func bytes(_ count: Int) -> [UInt8] {
        var numbers = SeededGenerator(UInt64(count))
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    }

    @Test("without one it is its bytes")
    func none() {
        let text = InsetText(Array("text".utf8))
        #expect(text.whole == Array("text".utf8) && text.count == 4)
        #expect(InsetText([]).whole == [] && InsetText([]).count == 0)
    }

    @Test("the whole text has it in its place, and is as long as it says", arguments: 0...40, [0, 1, 5])
    func whole(_ count: Int, _ place: Int) {
        let bytes = bytes(count)
        let text = InsetText(Array("abcde".utf8), inset: Base64Inset(at: place, bytes))
        let expected = "abcde".prefix(place) + base64(bytes, .standard) + "abcde".dropFirst(place)
        #expect(String(decoding: text.whole, as: UTF8.self) == expected)
        #expect(text.count == expected.utf8.count)
    }

    @Test("pieces of any size, one behind the other, are the whole of it", arguments: [3, 6, 48, 999, 49_152])
    func pieces(_ size: Int) {
        for count in [0, 1, 2, 3, 997, 998, 999, 1_000, 100_001] {
            let inset = Base64Inset(at: 0, bytes(count))
            var text: [UInt8] = [7]
            var (start, turns) = (0, 0)
            repeat {
                let end = inset.append(upTo: size, from: start, to: &text)
                #expect(end == min(start + size, count))
                start = end
                turns += 1
            } while start < count
            #expect(turns == max(1, (count + size - 1) / size))
            #expect(text == [7] + Array(base64(inset.bytes, .standard).utf8))
            #expect(text.count == 1 + inset.letterCount)
        }
    }
}
