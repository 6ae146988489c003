import Foundation
import Testing

/// W7: lines far longer than any message may be.
@Suite("Endless lines") struct EndlessLineTests {
    /// A gibibyte of one line, which only some end.
    @Test(
        "W7: a line of 1 GiB, ended or not, gets one -32600 and costs twice the limit at most", arguments: ["\n", ""])
    func gibibyte(_ end: String) throws {
        let process = try GalleriaProcess()
        try process.warmUp()
        let before = try #require(process.kilobytes("VmHWM"))
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<1024 { try process.send(piece) }
        try process.send(Array(end.utf8))
        #expect(try process.answer().errorCode == -32600)
        if !end.isEmpty { try process.expectServing() }
        #expect(try #require(process.kilobytes("VmHWM")) - before <= 2 * 4096, "KiB")
        #expect(try process.finish() == [])
    }
}
