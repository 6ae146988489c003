import Testing

/// Hardening flags of the linked program.
@Suite("Hardening") struct HardeningTests {
    private func readelf(_ option: String) throws -> [String] {
        let process = try ChildProcess(
            "/usr/bin/env", ["readelf", "-W", option, GalleriaProcess.executable],
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C"])
        process.closeInput()
        let lines = try process.readToEnd()
        try #require(try process.waitForEnd() == .exited(0), "readelf comes with binutils, which Swift needs")
        return lines
    }

    @Test("17.15: functions of libraries are bound before main, and the table of their addresses is read-only")
    func fullRELRO() throws {
        #expect(try readelf("-d").contains { $0.contains("(FLAGS)") && $0.contains("BIND_NOW") })
        #expect(try readelf("-l").contains { $0.contains("GNU_RELRO") })
    }

    @Test("17.15: the program is position-independent and its stack holds no code")
    func positions() throws {
        #expect(try readelf("-h").contains { $0.contains("Type:") && $0.contains("DYN") })
        #expect(try readelf("-l").contains { $0.contains("GNU_STACK") && $0.contains(" RW ") })
    }
}
