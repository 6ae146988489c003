import Foundation
import Testing

/// Libraries that the loader has to find and load for the release program, at each start.
@Suite(
    "Libraries of the release program",
    .enabled(
        if: ProcessInfo.processInfo.environment["GALLERIA_BINARY"] != nil, "needs GALLERIA_BINARY, a release build"))
struct LibraryTests {
    @Test("a start loads the C library and nothing else; libm would be there if CMath lacked one of its functions")
    func loaded() throws {
        let process = Process()
        process.executableURL = URL(
            fileURLWithPath: try #require(ProcessInfo.processInfo.environment["GALLERIA_BINARY"]))
        // The loader lists what it would load, and does not start the program (ld.so(8)).
        process.environment = ["LD_TRACE_LOADED_OBJECTS": "1"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let names = text.split(separator: "\n").compactMap { $0.split(whereSeparator: \.isWhitespace).first }
        #expect(names.contains { $0 == "libc.so.6" })
        let others = names.filter { $0 != "libc.so.6" && !$0.contains("vdso") && !$0.contains("ld-linux") }
        #expect(others.isEmpty, "\(text)")
    }
}
