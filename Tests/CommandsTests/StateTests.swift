import Foundation
import JSON
import TestSupport
import Testing

@testable import Commands

/// `galleria state`, and what `doctor` says of a state on a server.
@Suite("The command state") struct StateTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("info of a file makes nothing, and counts what is in it")
    func file() throws {
        let path = "\(folder.path)/state.db"
        let found = try galleria(["state", "info", "--json", "--set", "state.path=\(path)"])
        #expect(found.status == .done)
        #expect(found.json?["state"] == .string("sqlite:\(path)"))
        #expect(found.json?["exists"] == false && found.json?["entries"] == 0)
        #expect(found.json?["profile"] == nil)
        #expect(folder.everything.isEmpty)
        let refused = try galleria(["state", "init", "--json", "--set", "state.path=\(path)"])
        #expect(refused.status != .done)
        #expect(refused.json?["error"]?["code"] == "invalid_argument")
    }

    @Test("info of a server makes nothing, init makes the schema once and prints grants, doctor is satisfied")
    func server() throws {
        let server = try PostgresServer.shared()
        let url = server.url(try server.database())
        let settings = ["--set", "state.url=\(url)", "--set", "state.profile=anna"]
        let before = try galleria(["state", "info", "--json"] + settings)
        #expect(before.status == .done)
        #expect(before.json?["exists"] == false && before.json?["profile"] == "anna")
        #expect(before.output.contains("PostgreSQL 1") && !before.output.contains("tester"))
        let made = try galleria(["state", "init"] + settings)
        #expect(made.status == .done && made.output.contains("GRANT USAGE ON SCHEMA galleria TO \"ROLE\";"))
        #expect(try galleria(["state", "init"] + settings).status == .done)
        let after = try galleria(["state", "info"] + settings)
        #expect(after.output.contains("schema") && after.output.contains("anna"))
        let doctor = try galleria(["doctor", "--offline", "--json"] + settings)
        #expect(doctor.output.contains("schema 1 of 1, profile anna, 0 entries"))
    }

    @Test("a server that is away, and a password in the address, are problems that are said; the password is not")
    func problems() throws {
        let away = try galleria(["state", "info", "--json", "--set", "state.url=postgresql://127.0.0.1:1/shop"])
        #expect(away.status == .failed)
        #expect(away.json?["error"]?["code"] == "storage_failed" && away.json?["error"]?["retryable"] == true)
        let wrong = "state.url=postgresql://anna:geheim@127.0.0.1:1/shop"
        for line in [["state", "info"], ["state", "init"], ["doctor", "--offline"], ["config", "check"]] {
            let refused = try galleria(line + ["--json", "--set", wrong])
            // doctor goes on with what needs no settings, and says that they are wrong.
            let isDoctor = line[0] == "doctor"
            #expect(refused.status == .usage, "\(line)")
            #expect(refused.output.contains(isDoctor ? "galleria does not start" : "state.password"), "\(line)")
            #expect(!refused.output.contains("geheim"), "\(line)")
            #expect(try !galleria(["config", "print", "--set", wrong]).output.contains("geheim"))
        }
    }
}
