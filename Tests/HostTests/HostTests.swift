import FeatureKit
import Foundation
import HTTP
import JSON
import Settings
import Testing

@testable import Host

/// The host itself: its settings, what it tells of itself, modules that are off.
@Suite("Host") struct HostTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("host.info tells of every module, those that are off as well")
    func information() throws {
        let client = try Client(
            [("modules.bookShelf.enabled", "false")], features: [Feature(Probe.self), Feature(StandIn.self)])
        #expect(
            try client.call("host.info")["result"] == [
                "name": "galleria", "version": .string(Host.version), "environment": "sample", "data": "live",
                "modules": [
                    [
                        "id": "probe", "enabled": true, "reason": nil,
                        "operations": ["probe.echo", "probe.forget", "probe.hold", "probe.list", "probe.fail"],
                        "routes": ["galleria://probe"],
                    ],
                    [
                        "id": "bookShelf", "enabled": false, "reason": "modules.bookShelf.enabled is false",
                        "operations": [], "routes": [],
                    ],
                ],
            ])
    }

    @Test("a module that is off is absent: no tools, no screens, and its methods say why")
    func disabled() throws {
        let client = try Client([("modules.probe.enabled", "false")])
        let error = try client.call("probe.echo", #"{"text":"a"}"#)["error"]
        #expect(error?["code"] == -32601)
        #expect(error?["data"]?["code"] == "module_disabled")
        #expect(error?["data"]?["module"] == "probe")
        let route = try client.call("screen.open", #"{"route":"galleria://probe"}"#)["error"]
        #expect(route?["code"] == -32601 && route?["data"]?["code"] == "module_disabled")
        #expect(route?["data"]?["module"] == "probe" && route?["data"]?["field"] == "route")
        try client.initialize()
        let resource = try client.call("resources/read", #"{"uri":"galleria://probe"}"#)["error"]
        #expect(resource?["code"] == -32602 && resource?["message"]?.string?.contains("switched off") == true)
        let tools = try client.call("tools/list")["result"]?["tools"]?.array ?? []
        #expect(tools.compactMap { $0["name"] } == ["host_info", "images_show"])
        let call = try client.call("tools/call", #"{"name":"probe_echo","arguments":{"text":"a"}}"#)
        #expect(call["error"]?["code"] == -32602)
    }

    @Test("the catalog has every key of the host once, and those of the features")
    func catalog() throws {
        let catalog = try HostSettings.catalog(of: [Feature(Probe.self), Feature(StandIn.self)])
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
            try HostSettings.catalog(of: [Feature(Probe.self), Feature(Probe.self)])
        }
    }

    @Test("the settings reach the transport and the HTTP client")
    func reach() throws {
        let settings = try Self.settings([
            ("limits.messageBytes", "2KiB"), ("network.timeout", "3s"), ("network.retries", "0"),
            ("network.maxBytes", "1MiB"),
        ])
        let configuration = HostSettings.httpConfiguration(settings)
        #expect(configuration.timeout == .seconds(3))
        #expect(configuration.retries == 0)
        #expect(configuration.maxBytes == 1 << 20)
        #expect(configuration.userAgent == "galleria/\(Host.version)")
        #expect(configuration.allowHosts.isEmpty)
        #expect(settings[HostSettings.messageBytes] == 2048)
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
            catalog: HostSettings.catalog(of: [Feature(Probe.self), Feature(StandIn.self)]),
            sources: SettingsSources(
                environmentFile: { name throws(SettingsFileFault) in
                    ShippedEnvironments.file(name).map { (label: name, bytes: $0) }
                }, environmentName: environment, flags: flags))
    }
}
