import Testing

@testable import Settings

@Suite("Layers: later wins, mappings merge, scalars and sequences replace")
struct PrecedenceTests {
    /// Each layer says its own timeout; `count` of them speak.
    private static func sources(_ count: Int) -> SettingsSources {
        Sample.sources(
            count >= 1 ? "network:\n  timeout: 1s\n" : nil,
            flags: count >= 4 ? [("network.timeout", "3s"), ("network.timeout", "4s")] : [],
            variables: count >= 3 ? ["GALLERIA_SET_network__timeout": "3s"] : [:],
            environments: ["sample": count >= 2 ? "network: { timeout: 2s }" : ""])
    }

    @Test("the last layer that speaks wins", arguments: [(0, 10), (1, 1), (2, 2), (3, 3), (4, 4)])
    func order(_ layers: Int, _ seconds: Int) throws {
        #expect(try Sample.load(Self.sources(layers))[Sample.timeout] == .seconds(seconds))
    }

    @Test("origins name who spoke, in force first")
    func origins() throws {
        let origins = try Sample.load(Self.sources(4)).origins(of: "network.timeout")
        #expect(
            origins == [
                SettingOrigin(layer: .flag, label: "--set", line: nil, column: nil, valueText: "4s"),
                SettingOrigin(layer: .flag, label: "--set", line: nil, column: nil, valueText: "3s"),
                SettingOrigin(
                    layer: .variable, label: "GALLERIA_SET_network__timeout", line: nil, column: nil, valueText: "3s"),
                SettingOrigin(
                    layer: .environmentFile, label: "environments/sample.yaml", line: 1, column: 21, valueText: "2s"),
                SettingOrigin(layer: .baseFile, label: "/home/me/galleria.yaml", line: 2, column: 12, valueText: "1s"),
                SettingOrigin(layer: .defaults, label: "default", line: nil, column: nil, valueText: "10s"),
            ])
        #expect(try Sample.load(Self.sources(0)).origins(of: "network").isEmpty)
    }

    @Test("mappings merge key by key, sequences are replaced whole")
    func merging() throws {
        let settings = try Sample.load(
            Sample.sources(
                "network: { data: record, timeout: 1s }\nimages: { allowHosts: [a, b] }\n",
                flags: [("images", "{ allowHosts: [d] }"), ("modules.bookShelf", "{ enabled: false }")],
                environments: ["sample": "network: { timeout: 2s }\nimages: { allowHosts: [c] }\n"]))
        #expect(settings[Sample.data] == .record)
        #expect(settings[Sample.timeout] == .seconds(2))
        #expect(settings[Sample.hosts] == ["d"])
        #expect(settings[Sample.enabled] == false)
    }

    @Test(
        "files that say nothing are valid",
        arguments: ["", "# nothing\n", "---\n", "modules:\n", "modules: {}\n", "\u{FEFF}"])
    func empty(_ base: String) throws {
        #expect(try Sample.load(Sample.sources(base)).printed() == Settings(defaultsOf: Sample.catalog()).printed())
    }

    @Test("the environment comes from the option, --set, the variable, the file, or is sample")
    func environment() throws {
        let environments = ["sample": "", "a": "network: { timeout: 1s }", "b": "network: { timeout: 2s }"]
        var sources = Sample.sources(environments: environments)
        #expect(try Sample.load(sources).environment == "sample")
        sources.baseFile = ("f.yaml", Array("environment: a\n".utf8))
        #expect(try Sample.load(sources)[Sample.timeout] == .seconds(1))
        sources.variables["GALLERIA_SET_environment"] = "b"
        #expect(try Sample.load(sources)[Sample.timeout] == .seconds(2))
        sources.flags = [("environment", "a")]
        #expect(try Sample.load(sources).environment == "a")
        sources.environmentName = "b"
        let settings = try Sample.load(sources)
        #expect(settings.environment == "b")
        #expect(settings[Sample.timeout] == .seconds(2))
        #expect(
            settings.origins(of: "environment").map(\.label) == [
                "--environment", "--set", "GALLERIA_SET_environment", "f.yaml", "default",
            ])
    }

    @Test("a default environment without a file is no error, a chosen one is")
    func missingEnvironment() throws {
        #expect(try Sample.load(Sample.sources(environments: [:])).environment == "sample")
        var sources = Sample.sources()
        sources.environmentName = "prod"
        #expect(try Sample.report(sources)?.problems.map(\.kind) == [.unknownEnvironment("prod")])
        for name in ["", "../x", "a/b", "a\0", "ä", String(repeating: "a", count: 65)] {
            sources.environmentName = name
            #expect(try Sample.report(sources)?.problems.map(\.kind) == [.badEnvironmentName])
        }
    }

    @Test("the file of an environment can't choose another, and its faults have its places")
    func environmentFile() throws {
        let sources = Sample.sources(environments: ["sample": "environment: production\nnetwork: { data: 1 }\n"])
        let problems = try #require(try Sample.report(sources)).problems
        #expect(problems.map(\.label) == ["environments/sample.yaml", "environments/sample.yaml"])
        #expect(problems.map(\.line) == [1, 2])
        #expect(problems.first?.kind == .environmentInEnvironmentFile)
    }

    @Test("an unreadable environment file is a problem")
    func unreadableEnvironment() throws {
        var sources = Sample.sources()
        sources.environmentFile = { _ throws(SettingsFileFault) in
            throw SettingsFileFault(path: "/e/sample.yaml", reason: .directory)
        }
        let report = try #require(try Sample.report(sources))
        #expect(
            report.rendered() == "error: the settings file is a directory; name the file in it\n --> /e/sample.yaml\n")
    }

    @Test("a wrong value is wrong even if a later layer replaces it")
    func wrongBelow() throws {
        let sources = Sample.sources(
            "network: { timeout: 1 }\n", flags: [("network.timeout", "5s"), ("network.timeout", "6")],
            variables: ["GALLERIA_SET_network__timeout": "x", "GALLERIA_SET_": "1", "OTHER": "1"])
        let problems = try #require(try Sample.report(sources)).problems
        #expect(
            problems.map(\.label) == [
                "/home/me/galleria.yaml", "GALLERIA_SET_", "GALLERIA_SET_network__timeout", "--set",
            ])
    }

    @Test("an empty value of a flag or variable is empty text, and a number may be text")
    func looseEntries() throws {
        let settings = try Sample.load(
            Sample.sources(
                flags: [("modules.forecast.apiKey", "12345"), ("modules.catalog.data", "null")],
                variables: [
                    "GALLERIA_SET_modules__forecast__apiKey": "", "GALLERIA_SET_modules__catalog__data": "live",
                ]))
        #expect(settings[Sample.apiKey] == "12345")
        #expect(settings[Sample.ownData] == nil)
        #expect(try Sample.report(Sample.sources(flags: [("network.timeout", "")])) != nil)
        #expect(try Sample.report(Sample.sources(flags: [("modules.catalog.currency", "[1]")])) != nil)
    }
}
