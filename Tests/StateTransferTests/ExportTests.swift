import DiskCache
import Foundation
import Storage
import TestSupport
import Testing

@testable import StateTransfer

/// Exports that go through whole, and those that are refused whole.
@Suite("Exporting and importing") struct ExportTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func read(_ bytes: [UInt8], piece: Int = 1 << 16) throws(TransferFault) -> [StoredEntry] {
        var reader = try ExportReader()
        for start in stride(from: 0, to: bytes.count, by: piece) {
            try reader.take(Array(bytes[start..<min(bytes.count, start + piece)]))
        }
        return try reader.finish()
    }

    @Test("an export that is imported is exported as the same bytes", arguments: Engine.pairs)
    func roundTrip(_ from: Engine, _ to: Engine) throws {
        let (source, target) = (try from.state(in: folder), try to.state(in: folder))
        try source.change(Entries.odd + Entries.many(1_200))
        let export = try source.export
        let result = try StateImport.run(try read(export), into: target, replaces: false)
        #expect(result.added == Entries.odd.count + 1_200)
        #expect(try target.export == export)
        #expect(try StateComparison.make(source, target).isEqual)
        let before = try target.everything
        let again = try StateImport.run(try read(export), into: target, replaces: false)
        #expect(again.added == 0 && again.kept == result.added)
        #expect(try target.everything == before, "nothing is written again")
    }

    @Test("its lines are sorted, counted, and summed so that sha256sum agrees")
    func form() throws {
        let state = try Engine.file.state(in: folder)
        #expect(try read(state.export).isEmpty, "a state that was not made has an export")
        try state.change([.set(Entries.key("é"), Array("{\"a\":1}".utf8)), .set(Entries.key("b", in: "bag"), [0xFF])])
        let lines = String(decoding: try state.export, as: UTF8.self).split(separator: "\n").map(String.init)
        let head = #"{"format":"galleria.state","version":1,"program":"test","entries":2,"namespaces":["#
        #expect(lines.first?.hasPrefix(head + #"{"origin":"sample","namespace":"bag","entries":1},"#) == true)
        #expect(
            Array(lines[1...2]) == [
                #"{"origin":"sample","namespace":"bag","key":"b","bytes":"_w"}"#,
                #"{"origin":"sample","namespace":"shelf","key":"é","text":"{\"a\":1}"}"#,
            ])
        let body = lines.dropLast().map { $0 + "\n" }.joined()
        #expect(lines[3] == #"{"end":2,"sha256":"\#(SHA256.hexadecimal(body.utf8) ?? "")"}"#)
    }

    /// An export of a few entries, small enough to try every mistake.
    private func small() throws -> [UInt8] {
        let state = try Engine.file.state(in: folder)
        try state.change([
            .set(Entries.key("a"), Array("one".utf8)), .set(Entries.key("b"), [0xFE, 1]),
            .set(Entries.key("é", in: "bag", of: "https://shop.example"), []),
        ])
        return try state.export
    }

    @Test("every bit flipped, every cut, is refused, in pieces of any size")
    func damaged() throws {
        let export = try small()
        #expect(try read(export, piece: 1).count == 3)
        var accepted: [String] = []
        for place in export.indices {
            for bit in 0..<8 {
                var wrong = export
                wrong[place] ^= 1 << UInt8(bit)
                if (try? read(wrong)) != nil { accepted.append("bit \(bit) of byte \(place)") }
            }
            if (try? read(Array(export[..<place]))) != nil { accepted.append("cut at \(place)") }
        }
        #expect(accepted.isEmpty)
    }

    @Test("lines that are there twice, missing, exchanged, added or of another program are refused, with their number")
    func lines() throws {
        let lines = String(decoding: try small(), as: UTF8.self).split(separator: "\n").map { "\($0)\n" }
        func fault(_ lines: [String]) -> ExportFault? {
            do throws(TransferFault) {
                _ = try read(Array(lines.joined().utf8))
                return nil
            } catch {
                if case .export(let fault) = error { return fault }
                return nil
            }
        }
        #expect(fault(lines) == nil && lines.count == 5)
        for index in lines.indices {
            var twice = lines
            twice.insert(lines[index], at: index)
            #expect(
                fault(twice)?.line == index + (index == 4 ? 1 : 2),
                "line \(index + 1) twice: \(String(describing: fault(twice)))")
            var missing = lines
            missing.remove(at: index)
            #expect(fault(missing) != nil, "line \(index + 1) missing")
            for other in lines.indices where other > index {
                var exchanged = lines
                exchanged.swapAt(index, other)
                #expect(fault(exchanged) != nil, "lines \(index + 1) and \(other + 1) exchanged")
            }
        }
        #expect(fault(lines + ["\n"])?.problem == .trailing)
        #expect(fault(lines + ["{}"])?.problem == .trailing)
        #expect(fault([]) == ExportFault(line: 1, problem: .notAnExport))
        #expect(fault(["name,price\n"])?.problem == .notAnExport)
        #expect(fault([#"{"format":"other","version":1}"# + "\n"])?.problem == .notAnExport)
        let later = lines[0].replacingOccurrences(of: #""version":1"#, with: #""version":2"#)
        #expect(fault([later] + lines[1...])?.problem == .laterFormat(2))
        let foreign = lines[1].replacingOccurrences(of: #""key""#, with: #""expires":1,"key""#)
        #expect(fault([lines[0], foreign] + lines[2...]) == ExportFault(line: 2, problem: .malformed))
        let hidden = lines[1].replacingOccurrences(of: "https://shop.example", with: "galleria")
        #expect(fault([lines[0], hidden] + lines[2...])?.problem == .malformed)
    }

    @Test("names over their bounds, and a line without end, are refused before they are kept")
    func bounds() throws {
        let head = #"{"format":"galleria.state","version":1,"program":"x","entries":1,"namespaces":[]}"# + "\n"
        let long = String(repeating: "k", count: 1025)
        let line = #"{"origin":"sample","namespace":"a","key":"\#(long)","text":""}"# + "\n"
        #expect(throws: TransferFault.export(ExportFault(line: 2, problem: .storage(.tooLarge(.key, limit: 1024))))) {
            try read(Array((head + line).utf8))
        }
        let space = #"{"origin":"sample","namespace":"a b","key":"","text":""}"# + "\n"
        #expect(throws: TransferFault.export(ExportFault(line: 2, problem: .storage(.badNamespace)))) {
            try read(Array((head + space).utf8))
        }
        #expect(throws: TransferFault.export(ExportFault(line: 1, problem: .tooLong))) {
            try read([UInt8](repeating: 0x20, count: ExportFormat.lineBytes + 1))
        }
    }

    @Test(
        "a state with other entries is left as it is, or made the export's where that is asked for",
        arguments: Engine.allCases)
    func conflict(_ engine: Engine) throws {
        let (source, target) = (try Engine.file.state(in: folder), try engine.state(in: folder))
        try source.change(Entries.many(10))
        try target.change([
            .set(Entries.key("k1"), Array("value 1".utf8)), .set(Entries.key("k2"), [2]),
            .set(Entries.key("mine"), [3]),
        ])
        let entries = try read(source.export)
        let before = try target.everything
        #expect(
            throws: TransferFault.conflict(
                state: target.name, count: 2, first: [Entries.key("k2"), Entries.key("mine")])
        ) { try StateImport.run(entries, into: target, replaces: false) }
        #expect(try target.everything == before)
        let result = try StateImport.run(entries, into: target, replaces: true)
        #expect(result.added == 8 && result.kept == 1 && result.replaced == 1 && result.removed == 1)
        #expect(try target.export == source.export)
    }

    @Test("an import whose commit fails leaves nothing of it", arguments: Engine.allCases)
    func failed(_ engine: Engine) throws {
        let target = try engine.state(in: folder)
        try target.change([.set(Entries.key("k1"), Array("value 1".utf8))])
        let before = try target.everything
        let entries = Entries.many(2_500).sorted { $0.key.precedes($1.key) }
            .map { StoredEntry(key: $0.key, value: $0.value ?? [], version: 0) }
        #expect(throws: TransferFault.storage(.refused(reason: "killed"))) {
            try StateImport.run(entries, into: DyingState(try target.again, commits: 0), replaces: false)
        }
        #expect(try target.everything == before)
        #expect(try StateImport.run(entries, into: target, replaces: false).added == 2_499)
    }

    @Test("an export that can't be written ends there, and is refused when it is read")
    func unwritten() throws {
        let state = try Engine.file.state(in: folder)
        try state.change(Entries.many(5_000))
        var bytes: [UInt8] = []
        #expect(throws: TransferFault.output(28)) {
            try StateExport.write(state, program: "test") { piece throws(TransferFault) in
                if !bytes.isEmpty { throw .output(28) }
                bytes += piece
            }
        }
        #expect(throws: TransferFault.self) { try read(bytes) }
        #expect(TransferFault.output(28).sentence.contains("No space left"))
    }
}
