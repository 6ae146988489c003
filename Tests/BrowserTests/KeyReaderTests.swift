import TestSupport
import Testing

@testable import Browser

@Suite("Keys from a terminal's bytes") struct KeyReaderTests {
    private static let typed: [(String, [Key])] = [
        ("j", [.text("j")]), ("\r", [.enter]), ("\n", [.enter]), ("\u{7F}", [.backspace]), ("\u{08}", [.backspace]),
        ("\t", [.tab]), ("\u{03}", [.control("c")]), ("\u{1A}", [.control("z")]), ("\u{00}", []),
        ("\u{1B}[A", [.up]), ("\u{1B}OA", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
        ("\u{1B}[H", [.home]), ("\u{1B}[1~", [.home]), ("\u{1B}[F", [.end]), ("\u{1B}[4~", [.end]),
        ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[3~", [.delete]), ("\u{1B}[1;5A", [.up]),
        ("\u{1B}[99;3u", []), ("\u{1B}[?1;2c", []), ("\u{1B}[Ij", [.text("j")]),
        ("한글", [.text("한"), .text("글")]), ("書🎉", [.text("書"), .text("🎉")]),
        ("\u{1B}[200~q\r\u{1B}[Ax\u{1B}[201~j", [.pasted("q\r\u{1B}[Ax"), .text("j")]),
        ("\u{1B}[200~\u{1B}[201~", [.pasted("")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
        ("\u{1B}q", [.escape, .text("q")]), ("\u{1B}[Z", [.backTab]),
        ("\u{1B}[<0;5;3M\u{1B}[<0;5;3m", [.mouse(MousePress(button: .main, column: 4, row: 2))]),
        ("\u{1B}[<64;1;1M", [.mouse(MousePress(button: .wheelUp, column: 0, row: 0))]),
        ("\u{1B}[<81;120;9M", [.mouse(MousePress(button: .wheelDown, column: 119, row: 8))]),
        (
            "\u{1B}[<2;1;1M\u{1B}[<128;1;1M",
            [
                .mouse(MousePress(button: .secondary, column: 0, row: 0)),
                .mouse(MousePress(button: .back, column: 0, row: 0)),
            ]
        ),
        ("\u{1B}[<0;0;3M\u{1B}[<0;99999999999999999999;1M\u{1B}[<1;2M\u{1B}[<;;M", []),
    ]

    @Test("each key, however its bytes are cut into reads", arguments: typed)
    func keys(_ text: String, _ keys: [Key]) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var reader = KeyReader()
            #expect(reader.read(Array(bytes[..<cut])) + reader.read(Array(bytes[cut...])) == keys, "cut at \(cut)")
            #expect(!reader.isUndecided)
        }
    }

    @Test("the escape byte alone is decided by what follows, or by nothing")
    func escape() {
        var reader = KeyReader()
        #expect(reader.read([0x1B]).isEmpty && reader.isUndecided)
        #expect(reader.decide() == [.escape] && !reader.isUndecided)
        #expect(reader.read([0x1B]).isEmpty)
        #expect(reader.read(Array("[A".utf8)) == [.up])
        #expect(reader.decide().isEmpty)
        #expect(reader.read(Array("\u{1B}[5".utf8)).isEmpty)
        #expect(reader.decide() == [.escape])
        #expect(reader.read(Array("j".utf8)) == [.text("j")])
    }

    @Test("half a syllable waits; what is no UTF-8, and C1 controls, are no keys")
    func damaged() {
        var reader = KeyReader()
        let bytes = Array("한".utf8)
        #expect(reader.read(Array(bytes[..<2])).isEmpty && !reader.isUndecided)
        #expect(reader.read(Array(bytes[2...])) == [.text("한")])
        #expect(reader.read([0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xC2, 0x9B, 0x6A]) == [.text("j")])
    }

    @Test("no bytes make it keep more than a sequence, or take longer than they are")
    func bounded() {
        var generator = SeededGenerator(7)
        var reader = KeyReader()
        for _ in 0..<2000 {
            let alphabet: [UInt8] = [0x1B, 0x5B, 0x4F, 0x3B, 0x31, 0x7E, 0x41, 0xED, 0x95, 0x9C, 0x03, 0x20, 0x80]
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            #expect(reader.read(bytes).count <= bytes.count + 40)
        }
        #expect(reader.read(Array("\u{1B}[200~".utf8) + Array(repeating: 0x61, count: 100_000)).isEmpty)
        guard case .pasted(let text) = reader.read(Array("\u{1B}[201~".utf8)).last else {
            Issue.record("no paste")
            return
        }
        #expect(text.utf8.count == 4096)
    }

    @Test("no key stands for two commands, and each command has a line of help")
    func table() {
        let keys = KeyBinding.all.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        #expect(KeyBinding.all.allSatisfy { !$0.names.isEmpty && !$0.doc.isEmpty })
        #expect(KeyBinding.command(of: .text("l")) == .act(["like"]) && KeyBinding.command(of: .text("w")) == nil)
        #expect(!KeyBinding.bindings(with: ["refresh"]).contains { $0.command == .act(["like"]) })
        #expect(KeyBinding.bindings(with: ["edit"]).contains { $0.command == .find })
    }
}
