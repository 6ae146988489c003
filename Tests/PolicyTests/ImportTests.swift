import Testing

/// Rules for imports. Each rule is tried on the tree, then on a bad example that it must report.
@Suite("Imports") struct ImportTests {
    let sources: [SourceFile]
    let manifest: Manifest

    init() throws {
        sources = try SourceTree.sources.get()
        manifest = try Manifest.ofRepository()
    }

    /// A manifest and a source file that break every rule.
    private let badManifest = Manifest(
        text: """
            let featurePorts = ["FeatureKit", "JSON"]
            let features = ["Catalog", "BookShelf"]
            let featureDomains: [String: [String]] = [
                "Catalog": ["Products"],
                "BookShelf": ["Catalog"],
            ]
            Module("FeatureKit", in: "FeatureKit", uses: ["JSON"]),
            Module("Products", in: "Domain", uses: ["FeatureKit", "BookShelf"]),
            Module("Settings", in: "Platform", uses: ["CYAML", "Server"]),
            Module("JSON", in: "Protocol", uses: ["Settings"]),
            Module("Values", in: "Values", uses: ["JSON"]),
            Module("Composition", in: "Composition", uses: ["Server"]),
            Module("Server", in: "Server", uses: ["Catalog"]),
            """)

    private func bad(_ path: String, _ text: String) -> [SourceFile] { [SourceFile(path: path, text: text)] }

    @Test("the manifest's table is read whole")
    func readsManifest() {
        #expect(manifest.rows.count >= 12)
        #expect(manifest.features.contains("BookShelf"))
        #expect(manifest.featurePorts.contains("FeatureKit"))
        #expect(manifest.featureDomains["Catalog"] == ["Products"])
        #expect(manifest.featureDomains.keys.allSatisfy(manifest.features.contains))
        #expect(manifest.rows.first { $0.name == "HTTP" }?.uses == ["CCurl", "Runtime", "Values"])
        #expect(manifest.rows.first { $0.name == "FeatureKit" }?.folder == "Modules/FeatureKit")
        for module in manifest.modules { #expect(SourceTree.repository.isFolder("\(module.folder)/Sources")) }
    }

    @Test("a module imports only what its row in Package.swift names, and no feature imports another")
    func undeclared() {
        expectNone(ImportRules.undeclared(in: sources, manifest))
    }

    @Test("an import that the row does not name is reported")
    func undeclaredIsReported() {
        let file = bad("Modules/Features/Catalog/Sources/A.swift", "import FeatureKit\nimport BookShelf\nimport Glibc")
        let findings = ImportRules.undeclared(in: file, badManifest)
        #expect(findings.map(\.line) == [2])
    }

    @Test("a feature may import the Domain modules that its row names, and another feature's never")
    func domains() {
        let catalog = bad("Modules/Features/Catalog/Sources/A.swift", "import Products")
        #expect(ImportRules.undeclared(in: catalog, badManifest).isEmpty)
        let bookShelf = bad("Modules/Features/BookShelf/Sources/A.swift", "import Products")
        #expect(ImportRules.undeclared(in: bookShelf, badManifest).count == 1)
    }

    @Test(
        "the table keeps the direction of the house: Protocol and Platform below FeatureKit, below Composition, below Server"
    )
    func directions() {
        expectNone(ImportRules.wrongDirections(in: manifest))
    }

    @Test("rows against the direction are reported")
    func directionsAreReported() {
        let findings = ImportRules.wrongDirections(in: badManifest).map(\.sentence)
        #expect(
            findings == [
                "Products in Domain must not use BookShelf in Features",
                "Settings in Platform must not use Server in Server",
                "JSON in Protocol must not use Settings in Platform",
                "Values in Values must not use JSON in Protocol",
                "Composition in Composition must not use Server in Server",
                "Server in Server must not use Catalog in Features",
                "BookShelf in Features must not use Catalog in Features",
            ])
    }

    @Test("libyaml, libcurl, SQLite and the embedded files are each behind one module")
    func strayLibraries() {
        expectNone(ImportRules.strayLibraries(in: sources, manifest))
    }

    @Test(
        "a C module imported elsewhere is reported",
        arguments: ["CYAML", "CCurl", "CSQLite", "ShippedSettings", "BookShelfSamples", "ProductsSamples"])
    func strayLibrariesAreReported(_ name: String) {
        let file = bad("Modules/FeatureKit/Sources/A.swift", "import \(name)")
        #expect(ImportRules.strayLibraries(in: file, badManifest).count == 1)
    }

    @Test("Foundation and Dispatch are not imported in Modules and Apps")
    func heavyFrameworks() {
        expectNone(ImportRules.heavyFrameworks(in: sources))
    }

    @Test(
        "Foundation and Dispatch are reported, whatever their spelling",
        arguments: [
            "import Foundation", "import FoundationEssentials", "internal import Dispatch",
            "import struct Foundation.Date", "@preconcurrency import FoundationNetworking",
        ])
    func heavyFrameworksAreReported(_ line: String) {
        #expect(ImportRules.heavyFrameworks(in: bad("Modules/A.swift", line)).count == 1)
    }
}
