import Testing

/// The scanner decides what the rules see, so it is tested like any other parser.
@Suite("Source scanner") struct SourceScannerTests {
    @Test(
        "blanks comments and the contents of strings, and keeps code",
        arguments: [
            ("line comment", "a // b\nc", "a     \nc"),
            ("nested block comment", "a/* /* b */ c */d", "a               d"),
            ("string", #"f("x!")"#, #"f("  ")"#),
            ("escaped quote", #"f("\"!") + b"#, #"f("   ") + b"#),
            ("raw string", ##"f(#"a"!"#)!"##, ##"f(#"   "#)!"##),
            ("interpolation is code", #""a\(b!)c""#, #""  (b!) ""#),
            ("string inside interpolation", #""\(f("x)"))" + y!"#, #"" (f("  "))" + y!"#),
            ("multi-line string", "\"\"\"\na! \"b\"\n\"\"\" + c!", "\"\"\"\n      \n\"\"\" + c!"),
            ("slashes in a string", #""http://a" + b!"#, #""        " + b!"#),
            ("unfinished string ends with its line", "\"a\nb!", "\" \nb!"),
        ])
    func code(_ id: String, _ source: String, _ expected: String) {
        #expect(SourceScanner.scan(source).code == expected)
    }

    @Test(
        "hands out the contents of string literals with their first line",
        arguments: [
            ("plain", "\n\"a\"", [SourceScanner.Literal(text: "a", line: 2)]),
            ("escape", #""{\"a\"}""#, [SourceScanner.Literal(text: #"{"a"}"#, line: 1)]),
            ("raw", ##"#"{"a"}"#"##, [SourceScanner.Literal(text: #"{"a"}"#, line: 1)]),
            ("interpolated", #""a\(b)c""#, [SourceScanner.Literal(text: "a…c", line: 1)]),
        ])
    func literals(_ id: String, _ source: String, _ expected: [SourceScanner.Literal]) {
        #expect(SourceScanner.scan(source).literals == expected)
    }

    @Test("reads the modules that a file imports")
    func imports() {
        let text = """
            package import JSON
            @testable import FeatureKit
            import struct Foundation.Data
            #if BookShelf
                internal import BookShelf
            #endif
            // import Dispatch
            let text = "import Glibc"
            """
        let imports = SourceFile(path: "a.swift", text: text).imports
        #expect(imports.map(\.module) == ["JSON", "FeatureKit", "Foundation", "BookShelf"])
        #expect(imports.map(\.line) == [1, 2, 3, 5])
    }
}
