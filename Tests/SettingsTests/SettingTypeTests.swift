import Testing

@testable import Settings

@Suite("What each type of setting takes")
struct SettingTypeTests {
    /// Reads one value as `--set` would, or nil.
    private static func value<Value: Sendable>(
        _ type: SettingType<Value>, _ text: String, home: String? = "/h"
    ) -> Value? {
        let source = SourceText(Array(text.utf8))
        guard let root = YAMLReader.read(source).root else { return nil }
        var faults: [ValueFault] = []
        let value = type.read(root, ValueContext(home: home), &faults)
        #expect((value == nil) == !faults.isEmpty, "a value or a fault, never both: \(text)")
        return value
    }

    @Test(
        "durations",
        arguments: [
            ("250ms", 250), ("10s", 10_000), ("5m", 300_000), ("2h", 7_200_000), ("7d", 604_800_000), ("0s", 0),
            ("007s", 7_000), ("'1s'", 1_000), ("365d", 31_536_000_000), ("366d", nil), ("10", nil), ("1.5s", nil),
            ("10 s", nil),
            ("-1s", nil), ("+1s", nil), ("s", nil), ("10S", nil), ("10sec", nil), ("1h30m", nil), ("1e3s", nil),
            ("１s", nil),
            ("99999999999999999999s", nil), ("9223372036854775807ms", nil), ("true", nil), ("[1s]", nil), ("~", nil),
        ] as [(String, Int?)])
    func duration(_ text: String, _ milliseconds: Int?) {
        let value = Self.value(.duration(.zero ... .seconds(86_400 * 365)), text)
        #expect(value == milliseconds.map { .milliseconds($0) })
    }

    @Test(
        "sizes",
        arguments: [
            ("0B", 0), ("512B", 512), ("100kB", 100_000), ("1MB", 1_000_000), ("2GB", 2_000_000_000), ("1KiB", 1_024),
            ("4MiB", 4_194_304), ("1GiB", 1_073_741_824), ("4096", nil), ("4mib", nil), ("4M", nil), ("4KB", nil),
            ("4 MiB", nil), ("-4MiB", nil), ("4.5MiB", nil), ("9223372036854775807GiB", nil), ("8589934592GiB", nil),
            ("1\u{212A}iB", nil), ("0x10B", nil),
        ] as [(String, Int?)])
    func size(_ text: String, _ bytes: Int?) {
        #expect(Self.value(.size(0 ... .max), text) == bytes)
    }

    @Test(
        "durations and sizes are written in their largest whole unit",
        arguments: [
            (0, "0s", "0B"), (1, "1ms", "1B"), (1_000, "1s", "1kB"), (1_024, "1024ms", "1KiB"), (60_000, "1m", "60kB"),
            (86_400_000, "1d", "84375KiB"), (1 << 20, "1048576ms", "1MiB"), (90_000, "90s", "90kB"),
        ] as [(Int64, String, String)])
    func written(_ total: Int64, _ duration: String, _ size: String) {
        #expect(Quantity.written(total, in: Quantity.durations) == duration)
        #expect(Quantity.written(total, in: Quantity.sizes) == size)
    }

    @Test(
        "addresses that are taken",
        arguments: [
            "http://127.0.0.1:8080", "https://api.itbook.store/1.0", "HTTPS://Example.COM/a%20b/", "http://[::1]:80/x",
            "http://a_b.example", "https://h:65535",
        ])
    func url(_ text: String) {
        #expect(Self.value(.url, "\"\(text)\"") == text)
    }

    @Test(
        "addresses that are refused",
        arguments: [
            "", "http://", "https:///x", "ftp://h", "//h/x", "h.example", "http:/h", "http://h:", "http://h:0",
            "http://h:65536",
            "http://h:+80", "http://h:8a", "http://u@h", "http://u:p@h", "http://h?q", "http://h/#f", "http://h/a b",
            "http://h\\x", "http://[::1", "http://[]", "http://[::g]", "http://h/ü", "http://bücher.example",
            "http://h/\u{7F}",
            "http://①②⑦.⓪.⓪.①", "http://h/\u{301}", "javascript:alert(1)", "file:///etc/passwd", "http://h\\n",
        ])
    func badURL(_ text: String) {
        let scalar = YAMLScalar(text: text, isPlain: false)
        var faults: [ValueFault] = []
        let node = YAMLNode(content: .scalar(scalar), span: 0..<1)
        #expect(SettingType<String>.url.read(node, ValueContext(home: nil), &faults) == nil)
        #expect(faults.count == 1)
    }

    @Test(
        "paths",
        arguments: [
            ("/a/b", "/a/b"), ("~", "/h"), ("~/x y", "/h/x y"), ("a/~b", "a/~b"), ("~root/x", nil), ("''", nil),
            ("\"a\\0b\"", nil), ("7", nil),
        ] as [(String, String?)])
    func path(_ text: String, _ path: String?) {
        #expect(Self.value(.path, text) == path)
    }

    @Test("a path from ~ needs a home")
    func noHome() {
        #expect(Self.value(.path, "~/x", home: nil) == nil)
        #expect(Self.value(.path, "/x", home: nil) == "/x")
    }

    @Test("text is counted in scalars")
    func text() {
        #expect(Self.value(.text(2...2), "한국") == "한국")
        #expect(Self.value(.text(1...1), "\"e\\u0301\"") == nil)
        #expect(Self.value(.text(), "''") == "")
        #expect(Self.value(.text(), "null") == nil)
    }

    @Test("words are compared by bytes")
    func words() {
        #expect(Self.value(.oneOf(["K", "live"]), "live") == "live")
        #expect(Self.value(.oneOf(["K", "live"]), "\u{212A}") == nil)
        #expect(Self.value(.oneOf(["K", "live"]), "Live") == nil)
        #expect(Self.value(.oneOf(DataMode.self), "replay") == .replay)
        #expect(Self.value(.oneOf(DataMode.self), "~") == nil)
    }

    @Test("lists and optional values")
    func compounds() {
        #expect(Self.value(.list(of: .whole(0...9)), "[1, 0x2, 03]") == [1, 2, 3])
        #expect(Self.value(.list(of: .whole(0...9)), "[1, 10]") == nil)
        #expect(Self.value(.list(of: .whole(0...9)), "[]") == [])
        #expect(Self.value(.optional(of: .whole(0...9)), "~") == .some(nil))
        #expect(Self.value(.optional(of: .whole(0...9)), "5") == .some(5))
        #expect(Self.value(.optional(of: .whole(0...9)), "x") == nil)
    }
}
