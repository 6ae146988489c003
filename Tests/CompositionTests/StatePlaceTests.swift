import Foundation
import PostgreSQL
import Settings
import Storage
import TestSupport
import Testing

@testable import Composition

/// Place of the state: the default is below the home directory, never below the working directory.
@Suite("Place of state") struct StatePlaceTests {
    private let key = StateKey(namespace: "probe", key: "a")

    @Test("F14: ~ is the home directory")
    func home() async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "galleria-state-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let path = home.path(percentEncoded: false)
        let settings = try Settings.load(
            catalog: ProgramSettings.catalog(of: []), sources: SettingsSources(home: path))
        let store = StatePlace(settings).store(takesWrites: true, timeout: .seconds(10))
        try await store.commit([.set(key, [1])])
        await store.close()
        #expect(FileManager.default.fileExists(atPath: "\(path)/.local/state/galleria/state.db"))
        let again = StatePlace.file("\(path)/.local/state/galleria/state.db").store(
            takesWrites: true, timeout: .seconds(10))
        #expect(try await again.value(for: key) == [1])
        await again.close()
    }

    @Test("F14: without a home there is no state, and a write says why", arguments: [nil, "", "relative"] as [String?])
    func noHome(_ home: String?) async throws {
        let settings = try Settings.load(
            catalog: ProgramSettings.catalog(of: []), sources: SettingsSources(home: home))
        let store = StatePlace(settings).store(takesWrites: true, timeout: .seconds(10))
        #expect(try await store.value(for: key) == nil)
        do {
            try await store.commit([.set(key, [1])])
            Issue.record("a write into nowhere was answered as done")
        } catch {
            #expect(error.sentence.contains("HOME"))
        }
        #expect(!FileManager.default.fileExists(atPath: "~"))
    }

    @Test("with state.url it is on that server, in the profile, and the file is not touched")
    func server() async throws {
        let server = try PostgresServer.shared()
        let home = try Folder()
        let (anna, ben) = (UUID().uuidString, UUID().uuidString)
        func store(_ profile: String) throws -> any StateStore {
            let flags = [(key: "state.url", value: server.url()), (key: "state.profile", value: profile)]
            let settings = try Settings.load(
                catalog: ProgramSettings.catalog(of: []), sources: SettingsSources(flags: flags, home: home.path))
            return StatePlace(settings).store(takesWrites: true, timeout: .seconds(10))
        }
        let (first, second, other) = (try store(anna), try store(anna), try store(ben))
        try await first.commit([.set(key, [7])])
        #expect(try await second.value(for: key) == [7])
        #expect(try await other.value(for: key) == nil)
        for store in [first, second, other] { await store.close() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }

    @Test(
        "a password in the address is refused and not repeated",
        arguments: ["?password=geheim", "?sslpassword=geheim", ""])
    func password(_ query: String) async throws {
        let user = query.isEmpty ? "anna:geheim" : "anna"
        let store = StatePlace.server(PostgresAddress("postgresql://\(user)@127.0.0.1:1/shop\(query)"), profile: "p")
            .store(takesWrites: true, timeout: .seconds(10))
        do {
            _ = try await store.value(for: key)
            Issue.record("state that can't be read counts as empty")
        } catch {
            #expect(error.sentence.contains("state.password"))
            #expect(!error.sentence.contains("geheim"))
        }
        await store.close()
    }
}
