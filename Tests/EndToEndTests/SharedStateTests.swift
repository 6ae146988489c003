import Foundation
import Testing

/// The campaigns of `Tools/shared-state`, short: a real server, real processes, kills at random moments.
@Suite("State on a server, under kills", .serialized) struct SharedStateTests {
    /// Runs a campaign with this build.
    /// - Returns: its report.
    private func campaign(_ name: String, _ arguments: [String]) throws -> WireValue {
        let process = try ChildProcess(
            "/usr/bin/python3",
            [Repository.path("Tests/EndToEndTests/SharedState/\(name).py"), "--galleria", GalleriaProcess.executable]
                + arguments,
            environment: TemporaryHome().environment)
        var last: String?
        while let line = try process.readLine(within: .seconds(300)) { last = line }
        let ending = try process.waitForEnd()
        #expect(ending == .exited(0), "\(process.errorText)")
        return try #require(last.flatMap { WireValue($0) }, "\(process.errorText)")
    }

    @Test("the judge of histories finds a lost write, a doubled one and a stale read, and takes every true history")
    func judge() throws {
        let report = try campaign("check", ["--rounds", "25"])
        #expect(report["wrong"]?.elements?.isEmpty == true)
        for fault in ["lost", "doubled", "stale"] { #expect(report["found"]?[fault]?.integer == 50, "\(fault)") }
    }

    @Test("23: a move of 5,000 entries, killed 5 times and run again, ends with both sides equal")
    func migrate() throws {
        let report = try campaign("migrate", ["--entries", "5000", "--kills", "5", "--seed", "3"])
        #expect(report["kills"]?.integer == 5)
        #expect((report["moves"]?.integer ?? 0) > 0 && report["entries"]?.integer == 5_000)
    }

    @Test("23: 24 processes change one state at the same moment: each comes to know every change")
    func fleet() throws {
        let report = try campaign("fleet", ["--processes", "24"])
        #expect(report["processes"]?.integer == 24 && (report["connections"]?.integer ?? 0) >= 24)
    }

    @Test("23: 64 writers, 20 kills of processes and 3 of the server: nothing is lost, done twice, or read stale")
    func kill() throws {
        let report = try campaign("kill", ["--kills", "20", "--server-kills", "3", "--processes", "8", "--seed", "7"])
        #expect(report["kills"]?.integer == 20 && report["serverKills"]?.integer == 3)
        #expect(report["faults"]?.elements?.isEmpty == true && report["troubles"]?.elements?.isEmpty == true)
        #expect((report["acknowledged"]?.integer ?? 0) > 100 && (report["unknown"]?.integer ?? 0) > 0)
    }
}
