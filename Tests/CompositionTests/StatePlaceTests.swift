import Foundation
import Settings
import Storage
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
        let store = stateStore(at: settings[ProgramSettings.statePath], takesWrites: true, timeout: .seconds(10))
        try await store.commit([.set(key, [1])])
        await store.close()
        #expect(FileManager.default.fileExists(atPath: "\(path)/.local/state/galleria/state.db"))
        let again = stateStore(
            at: "\(path)/.local/state/galleria/state.db", takesWrites: true, timeout: .seconds(10))
        #expect(try await again.value(for: key) == [1])
        await again.close()
    }

    @Test("F14: without a home there is no state, and a write says why", arguments: [nil, "", "relative"] as [String?])
    func noHome(_ home: String?) async throws {
        let settings = try Settings.load(
            catalog: ProgramSettings.catalog(of: []), sources: SettingsSources(home: home))
        let store = stateStore(at: settings[ProgramSettings.statePath], takesWrites: true, timeout: .seconds(10))
        #expect(try await store.value(for: key) == nil)
        do {
            try await store.commit([.set(key, [1])])
            Issue.record("a write into nowhere was answered as done")
        } catch {
            #expect(error.sentence.contains("HOME"))
        }
        #expect(!FileManager.default.fileExists(atPath: "~"))
    }
}
