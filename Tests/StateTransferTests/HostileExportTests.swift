import Conformance
import DiskCache
import Storage
import TestSupport
import Testing

@testable import StateTransfer

/// Exports that somebody made up: everything in them adds up, but for one thing.
@Suite("Exports that are made up") struct HostileExportTests {
    /// An export of these lines, whose counts and checksum are right.
    private static func export(
        _ lines: [String], entries: Int? = nil, namespaces: String? = nil, version: String = "1", more: String = ""
    ) -> [UInt8] {
        export(lines.map { Array($0.utf8) }, entries: entries, namespaces: namespaces, version: version, more: more)
    }

    private static func export(
        _ lines: [[UInt8]], entries: Int? = nil, namespaces: String? = nil, version: String = "1", more: String = ""
    ) -> [UInt8] {
        let count = entries ?? lines.count
        let parts = namespaces ?? #"{"origin":"o","namespace":"n","entries":\#(lines.count)}"#
        let head =
            #"{"format":"galleria.state","version":\#(version),"program":"p","entries":\#(count),"namespaces":[\#(parts)]\#(more)}"#
        let body = Array(head.utf8) + [10] + lines.flatMap { $0 + [10] }
        return body + Array(#"{"end":\#(lines.count),"sha256":"\#(SHA256.hexadecimal(body) ?? "")"}"#.utf8) + [10]
    }

    private static func line(_ key: String, _ value: String = #""text":"v""#) -> String {
        #"{"origin":"o","namespace":"n","key":"\#(key)",\#(value)}"#
    }

    private func read(_ bytes: [UInt8]) throws(TransferFault) -> [StoredEntry] {
        var reader = try ExportReader()
        try reader.take(bytes)
        return try reader.finish()
    }

    private func fault(_ bytes: [UInt8]) -> ExportFault? {
        do throws(TransferFault) {
            _ = try read(bytes)
            return nil
        } catch {
            if case .export(let fault) = error { return fault }
            Issue.record("\(error)")
            return nil
        }
    }

    @Test("what is well made is taken, whatever its values hold")
    func taken() throws {
        let entries = try read(
            Self.export([
                Self.line("", #""text":"""#), Self.line(#"\u0000"#, #""text":"\u0000\n""#),
                Self.line("a", #""bytes":"_w""#),
                Self.line("a\\u0000", #""bytes":"""#), Self.line(#"\ud83d\ude00"#),
            ]))
        #expect(entries.map { Array($0.key.key.utf8) } == [[], [0], [97], [97, 0], [0xF0, 0x9F, 0x98, 0x80]])
        #expect(entries.map(\.value) == [[], [0, 10], [0xFF], [], [118]])
        #expect(try read(Self.export([String](), namespaces: "")).isEmpty)
    }

    @Test(
        "an entry of another form is damaged, and its line is named",
        arguments: [
            "{}", "[]", "7", "", " ", "\u{FEFF}{}", line("a", #""text":7"#), line("a", #""text":null"#),
            line("a", #""value":"v""#),
            line("a", #""bytes":"+/8=""#), line("a", #""bytes":"_""#), line("a", #""bytes":"_w==""#),
            line("a", #""bytes":"a b""#),
            line("a", #""text":"v","bytes":"_w""#), line("a", #""text":"v","text":"v""#), line(#"\ud800"#),
            #"{"origin":"o","namespace":"n","text":"v","n":1}"#, #"{"origin":7,"namespace":"n","key":"a","text":"v"}"#,
            #"{"origin":"galleria","namespace":"n","key":"a","text":"v"}"#, line("a") + line("b"), line("a") + ",",
            "/* " + line("a") + " */", String(repeating: "[", count: 100_000),
        ])
    func entries(_ line: String) {
        #expect(
            fault(Self.export([Self.line("0"), line])) == ExportFault(line: 3, problem: .malformed),
            "\(line.prefix(80))")
    }

    @Test("bytes that are no UTF-8 are damaged wherever they stand")
    func encoding() {
        for wrong in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]] {
            let line = Self.line("a").split(separator: "v").map { Array($0.utf8) }
            let bytes = line[0] + wrong + line[1]
            #expect(fault(Self.export([bytes])) == ExportFault(line: 2, problem: .malformed), "\(wrong)")
        }
    }

    @Test("an entry that is there twice, or before another, is out of order, by the names' bytes")
    func order() {
        for keys in [["a", "a"], ["b", "a"], ["a", "B"], ["aa", "a"], ["\u{E9}", "e\u{301}"], ["\u{FFFF}", "z"]] {
            #expect(
                fault(Self.export(keys.map { Self.line($0) })) == ExportFault(line: 3, problem: .outOfOrder), "\(keys)")
        }
        #expect(fault(Self.export([Self.line("e\u{301}"), Self.line("\u{E9}")])) == nil, "these are two names")
    }

    @Test(
        "a first line that says otherwise than the lines after it is not believed",
        arguments: [
            (2, #"{"origin":"o","namespace":"n","entries":1}"#), (1, #"{"origin":"o","namespace":"n","entries":2}"#),
            (1, #"{"origin":"o","namespace":"m","entries":1}"#), (1, ""),
            (-1, #"{"origin":"o","namespace":"n","entries":1}"#),
            (1, #"{"origin":"o","namespace":"n","entries":1},{"origin":"o","namespace":"z","entries":1}"#),
        ])
    func counts(_ entries: Int, _ namespaces: String) {
        let fault = fault(Self.export([Self.line("a")], entries: entries, namespaces: namespaces))
        #expect(fault == ExportFault(line: 3, problem: .wrongCount(expected: entries, found: 1)))
    }

    @Test(
        "a first line of another form is damaged",
        arguments: [
            #"{"origin":"o","namespace":"n","entries":0}"#, #"{"origin":"o","namespace":"n","entries":-1}"#,
            #"{"origin":"o","namespace":"n","entries":1.5}"#, #"{"origin":"o","namespace":"n","entries":"1"}"#,
            #"{"origin":"o","namespace":"n"}"#, #"{"origin":"o","namespace":"n","entries":1,"x":1}"#, "7", "[]",
            #"{"origin":"o","namespace":"n","entries":1},{"origin":"o","namespace":"n","entries":1}"#,
            #"{"origin":"o","namespace":"n","entries":99999999999999999999}"#,
        ])
    func heads(_ namespaces: String) {
        let fault = fault(Self.export([Self.line("a")], namespaces: namespaces))
        #expect(fault == ExportFault(line: 1, problem: .malformed))
    }

    @Test("only this format's number is read, and a later one says so")
    func versions() {
        for (version, problem) in [
            ("2", ExportFault.Problem.laterFormat(2)), ("9007199254740993", .laterFormat(9_007_199_254_740_993)),
            ("\"1\"", .notAnExport), ("1.5", .notAnExport), ("null", .notAnExport),
            ("99999999999999999999", .notAnExport),
        ] {
            #expect(fault(Self.export([Self.line("a")], version: version))?.problem == problem, "\(version)")
        }
        #expect(fault(Self.export([Self.line("a")], more: #","later":1"#))?.problem == .malformed)
    }

    @Test("whatever is stored comes back as it was, through pieces of any size")
    func property() throws {
        var random = SeededGenerator("exports")
        for round in 0..<40 {
            var entries: [StateKey: [UInt8]] = [:]
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                let scalars = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
                    Unicode.Scalar(
                        UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x10FFFF), using: &random))
                }
                let key = String(String.UnicodeScalarView(scalars))
                let namespace = StateNamespace(["a", "b", "B.c"].randomElement(using: &random) ?? "a", origin: "o")
                entries[StateKey(namespace: namespace, key: key)] = (0..<Int.random(in: 0...9, using: &random)).map {
                    _ in
                    UInt8.random(in: 0...255, using: &random)
                }
            }
            let sorted = entries.sorted { $0.key.precedes($1.key) }
            let counts = Dictionary(grouping: sorted) { $0.key.namespace }
                .map { (namespace: $0.key, entries: $0.value.count) }
            var bytes = ExportFormat.head(counts, program: "p")
            for (key, value) in sorted { bytes += ExportFormat.entry(StoredEntry(key: key, value: value, version: 0)) }
            bytes += ExportFormat.end(entries: sorted.count, checksum: SHA256.hexadecimal(bytes) ?? "")
            var reader = try ExportReader()
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...64, using: &random))
                try reader.take(Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            let read = try reader.finish()
            #expect(read.map(\.key) == sorted.map(\.key) && read.map(\.value) == sorted.map(\.value), "round \(round)")
        }
    }
}
