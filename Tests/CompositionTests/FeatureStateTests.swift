import BookShelf
import Catalog
import FeatureKit
import Foundation
import Friends
import ProductDetail
import Settings
import Storage
import TestSupport
import Testing

@testable import Composition

/// Kinds of place that state may have.
private enum Place: CaseIterable { case memory, file, server }

/// The features that keep state, over every place that it may have.
@Suite("Features over every place of state") struct FeatureStateTests {
    private static let kits = [
        FeatureConformance(bookShelf, screens: ["galleria://shelf": "bookShelf.list", "galleria://book/{isbn13}": ""]),
        FeatureConformance(catalog, screens: ["galleria://catalog": "catalog.list"], companions: [productDetail]),
        FeatureConformance(
            productDetail,
            screens: ["galleria://product/{sku}": "productDetail.show", "galleria://bag": "productDetail.bag"],
            stored: [
                .set(
                    StateKey(namespace: "productDetail", key: "bag"),
                    Array(#"[{"sku":"BL204DR17KLM","name":"Dress","quantity":2,"price":"AUD 97.49"}]"#.utf8))
            ]),
        FeatureConformance(friends, screens: ["galleria://friends{?scenario}": "friends.list"]),
    ]

    /// Opens a place of the settings' own, as often as it is called: each time as another process does.
    private func opening(_ place: Place, in folder: Folder) throws -> @Sendable () throws -> any StateStore {
        let memory = InMemoryStateStore()
        var flags: [(key: String, value: String)] = [("state.path", folder("state.db"))]
        switch place {
        // Of a store in memory there is one, which every process would have to share.
        case .memory: return { Shared(memory) }
        case .file: break
        case .server:
            flags += [("state.url", try PostgresServer.shared().url()), ("state.profile", UUID().uuidString)]
        }
        let settings = try Settings.load(
            catalog: ProgramSettings.catalog(of: []), sources: SettingsSources(flags: flags, home: folder.path))
        return { StatePlace(settings).store(takesWrites: true, timeout: .seconds(10)) }
    }

    @Test(
        "what a feature stores is answered and shown by every process, the same in memory, in a file and on a server",
        arguments: kits)
    func same(_ kit: FeatureConformance) async throws {
        var first: [String]?
        for place in Place.allCases {
            let folder = try Folder()
            let proof = try await kit.stateProof(over: try opening(place, in: folder))
            #expect(proof.findings.isEmpty, "\(place): \(proof.findings.joined(separator: "\n"))")
            #expect(proof.answers.count > 4)
            if let first { #expect(proof.answers == first, "\(place) answers otherwise") }
            first = first ?? proof.answers
        }
    }

    @Test(
        "a place that loses what was stored, and processes that hear nothing of each other, are found",
        arguments: [2, 1])
    func fallible(_ sharing: Int) async throws {
        for kit in Self.kits {
            let memory = InMemoryStateStore()
            // The first processes share a place; a later one finds an empty one.
            var opened = 0
            let proof = try await kit.stateProof {
                opened += 1
                return opened > sharing ? InMemoryStateStore() : Shared(memory)
            }
            let who = sharing == 2 ? "a restarted process" : "another process"
            #expect(proof.findings.contains { $0.utf8.starts(with: who.utf8) }, "\(proof.findings)")
        }
    }
}

/// A store that several processes of a test share: the end of one is not the others'.
private final class Shared: StateStore {
    let base: InMemoryStateStore

    init(_ base: InMemoryStateStore) { self.base = base }

    var takesWrites: Bool { base.takesWrites }
    var isReady: Bool { base.isReady }
    var trouble: StorageFailure? { base.trouble }
    func ready() async { await base.ready() }
    func knownValue(for key: StateKey) throws(StorageFailure) -> [UInt8]? { try base.knownValue(for: key) }
    func knownValues(for keys: [StateKey]) throws(StorageFailure) -> [[UInt8]?] { try base.knownValues(for: keys) }
    func knownSpace(_ namespace: StateNamespace) throws(StorageFailure) -> StateSpace { try base.knownSpace(namespace) }
    func knownEntries(
        in namespace: StateNamespace, limit: Int
    ) throws(StorageFailure) -> [(key: String, value: [UInt8])] {
        try base.knownEntries(in: namespace, limit: limit)
    }
    func commit(_ changes: [StateChange]) async throws(StorageFailure) { try await base.commit(changes) }
    func update(_ key: StateKey, _ transform: @escaping Transform) async throws(StorageFailure) -> [UInt8]? {
        try await base.update(key, transform)
    }
    func observe(_ namespace: StateNamespace, _ body: @escaping @Sendable (StateNews) -> Void) -> StateObservation {
        base.observe(namespace, body)
    }
    func hurry() {}
    func close() async {}
}
