import Foundation
import Testing

/// A galleria whose allocations are counted from outside, by `Tests/Growth/allocations.c` preloaded into it.
///
/// The whole process is counted, on the way that a client's request takes. Counts repeat where times don't: requests go
/// one at a time, so that every one finds the same state and makes a batch of its own.
final class CountedGalleria {
    /// Allocations, and the bytes that they asked for.
    struct Counts {
        var allocations: Double
        var bytes: Double

        static func - (left: Counts, right: Counts) -> Counts {
            Counts(allocations: left.allocations - right.allocations, bytes: left.bytes - right.bytes)
        }

        static func / (counts: Counts, count: Double) -> Counts {
            Counts(allocations: counts.allocations / count, bytes: counts.bytes / count)
        }
    }

    let process: GalleriaProcess
    private let file: URL

    /// The sample data, so that what is counted never waits for a network.
    init(_ settings: [String] = []) throws {
        (process, file) = try Self.start(GalleriaProcess.executable, settings, [:])
    }

    /// The generated features of `Tests/Growth` in place of the others.
    init(modules: Int, rows: Int = 10) throws {
        (process, file) = try Self.start(
            GalleriaProcess.executable(named: "galleria-growth"), ["modules.growth0000.rows=\(rows)"],
            ["GALLERIA_GROWTH_MODULES": "\(modules)"])
    }

    private static func start(
        _ executable: String, _ settings: [String], _ environment: [String: String]
    ) throws -> (GalleriaProcess, URL) {
        let home = try TemporaryHome()
        let (library, counts) = ("\(home.path)/liballocations.so", URL(filePath: "\(home.path)/allocations"))
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let compiler = try ChildProcess(
            "/usr/bin/env",
            ["clang", "-O2", "-shared", "-fPIC", "-o", library, Repository.path("Tests/Growth/allocations.c")],
            environment: ["PATH": path])
        let ending = try compiler.waitForEnd()
        try #require(ending == .exited(0), "clang, which comes with Swift, failed:\n\(compiler.errorText)")
        try Data(count: 16).write(to: counts)
        let process = try GalleriaProcess(
            ["serve", "--environment", "sample"] + settings.flatMap { ["--set", $0] },
            environment: environment.merging(["LD_PRELOAD": library, "ALLOCATION_COUNTS": counts.path()]) { $1 },
            home: home, executable: executable)
        return (process, counts)
    }

    /// The counts from the start of the process until now.
    func counts() throws -> Counts {
        let bytes = try Data(contentsOf: file)
        func number(at offset: Int) -> Double {
            Double(bytes.dropFirst(offset).prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        let counts = Counts(allocations: number(at: 0), bytes: number(at: 8))
        try #require(counts.allocations > 0, "nothing was counted: is it preloaded?")
        return counts
    }

    /// Cost of one request after a warm-up, as the mean of many.
    func cost(of method: String, _ params: String = "{}", requests: Int = 100) throws -> Counts {
        for _ in 0..<20 { try succeed(method, params) }
        let before = try counts()
        for _ in 0..<requests { try succeed(method, params) }
        return try (counts() - before) / Double(requests)
    }

    /// The same of a tool.
    func cost(ofTool tool: String, _ arguments: String = "{}", requests: Int = 100) throws -> Counts {
        try cost(of: "tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#, requests: requests)
    }

    private func succeed(_ method: String, _ params: String) throws {
        try process.send(line: ChildProcess.request(method, params, id: 1))
        // Not parsed: a long answer would take the harness seconds.
        let line = try #require(try process.readLine(), "the output has ended; stderr: \(process.errorText)")
        #expect(line.contains(#""result":"#) && !line.contains(#""isError":true"#), "\(line.prefix(500))")
    }

    deinit { process.closeInput() }
}
