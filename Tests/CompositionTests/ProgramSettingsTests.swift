import FeatureKit
import Foundation
import HTTP
import Settings
import Testing

@testable import Composition

@Suite("The program's settings") struct ProgramSettingsTests {
    private static let features = ["probe", "bookShelf"].map { id in
        Feature(
            id, title: id, doc: "A feature for tests.", endpoint: "http://127.0.0.1:9", sample: { _ in nil }, parts: [])
    }

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("the catalog has every key of the host once, and those of the features")
    func catalog() throws {
        let catalog = try ProgramSettings.catalog(of: Self.features)
        let paths = catalog.declarations.map(\.path)
        #expect(Set(paths).count == paths.count)
        for path in [
            "environment", "network.data", "network.timeout", "network.retries", "network.maxBytes", "state.path",
            "limits.messageBytes", "limits.depth", "limits.inFlight", "limits.drain", "output.style", "output.locale",
            "output.ambiguousWidth", "output.pictures", "log.level", "modules.probe.enabled", "modules.probe.endpoint",
            "modules.probe.timeout", "modules.probe.data", "modules.bookShelf.enabled",
        ] {
            #expect(catalog.declaration(at: path) != nil, "\(path)")
        }
        for declaration in catalog.declarations { #expect(!declaration.doc.isEmpty, "\(declaration.path)") }
    }

    @Test("the same feature twice is a mistake that names its key")
    func twice() {
        #expect(throws: SettingsCatalogFault.duplicatePath("modules.probe.enabled")) {
            try ProgramSettings.catalog(of: [Self.features[0], Self.features[0]])
        }
    }

    @Test("the settings reach the transport and the HTTP client")
    func reach() throws {
        let settings = try Self.settings([
            ("limits.messageBytes", "2KiB"), ("network.timeout", "3s"), ("network.retries", "0"),
            ("network.maxBytes", "1MiB"),
        ])
        let configuration = ProgramSettings.httpConfiguration(settings)
        #expect(configuration.timeout == .seconds(3))
        #expect(configuration.retries == 0)
        #expect(configuration.maxBytes == 1 << 20)
        #expect(configuration.userAgent == "galleria/\(Program.version)")
        #expect(configuration.allowHosts.isEmpty)
        #expect(settings[ProgramSettings.messageBytes] == 2048)
    }

    @Test("the environments inside the binary are the files of Config/environments, to the byte")
    func environments() throws {
        let folder = Self.root.appending(path: "Config/environments")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
        #expect(ShippedEnvironments.names.map { "\($0).yaml" }.sorted() == names)
        for name in ShippedEnvironments.names {
            let file = try Data(contentsOf: folder.appending(path: "\(name).yaml"))
            #expect(ShippedEnvironments.file(name) == [UInt8](file), "\(name)")
        }
        #expect(ShippedEnvironments.file("Sample") == nil)
        #expect(ShippedEnvironments.file("") == nil)
    }

    private static func settings(
        _ flags: [(key: String, value: String)], environment: String? = nil
    ) throws -> Settings {
        try Settings.load(
            catalog: ProgramSettings.catalog(of: Self.features),
            sources: SettingsSources(
                environmentFile: { name throws(SettingsFileFault) in
                    ShippedEnvironments.file(name).map { (label: name, bytes: $0) }
                }, environmentName: environment, flags: flags))
    }
}
