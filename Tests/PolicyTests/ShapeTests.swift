import Testing

/// The shape of the tree. Each rule is tried on the tree, then on a bad example that it must report.
@Suite("Shape") struct ShapeTests {
    let tree = SourceTree.repository
    let manifest: Manifest

    init() throws {
        manifest = try Manifest.ofRepository()
    }

    private func file(_ path: String, lines: Int) -> SourceFile {
        SourceFile(path: path, text: String(repeating: "\n", count: lines))
    }

    @Test("source files are short: none over 400 lines, 90th percentile 300, median 110")
    func sizes() throws {
        expectNone(ShapeRules.sizes(of: try tree.swiftFiles(in: "Modules", "Apps")))
    }

    @Test("long files are reported, generated ones are not")
    func sizesAreReported() {
        #expect(ShapeRules.sizes(of: [file("A.swift", lines: 100), file("WidthsGenerated.swift", lines: 5000)]) == [])
        let one = ShapeRules.sizes(of: [
            file("A.swift", lines: 10), file("B.swift", lines: 9), file("C.swift", lines: 401),
        ])
        #expect(one.contains { $0.path == "C.swift" })
        #expect(ShapeRules.sizes(of: [file("A.swift", lines: 111)]).count == 1)
        #expect(ShapeRules.sizes(of: [file("A.swift", lines: 301)]).count == 2)
    }

    @Test("tests have at least as many lines as sources")
    func testLines() throws {
        let kit = "Modules/Conformance/"
        let sources = try tree.swiftFiles(in: "Modules", "Apps").filter {
            !$0.name.hasSuffix("Generated.swift") && !$0.path.hasPrefix(kit)
        }
        // The conformance kit proves features, wherever it is run.
        let tests = try tree.swiftFiles(in: "Tests") + tree.swiftFiles(in: "Modules").filter { $0.path.hasPrefix(kit) }
        #expect(tests.map(\.lineCount).reduce(0, +) >= sources.map(\.lineCount).reduce(0, +))
    }

    @Test("each module has a README of one screen: owns, may import, invariants, must not know")
    func readmes() {
        let paths = manifest.modules.map { "\($0.folder)/README.md" }
        expectNone(paths.flatMap { ShapeRules.readme(path: $0, text: try? tree.text(of: $0)) })
    }

    @Test("a missing, partial or long README is reported")
    func readmesAreReported() {
        let whole = "# A\n## Owns\n**May import** b\n- Invariants: c\n### Must not know\n"
        #expect(ShapeRules.readme(path: "R", text: whole) == [])
        #expect(ShapeRules.readme(path: "R", text: nil).count == 1)
        #expect(ShapeRules.readme(path: "R", text: "# A\n## Owns\n## May import\n").count == 2)
        #expect(ShapeRules.readme(path: "R", text: whole + String(repeating: "\n", count: 60)).count == 1)
    }

    @Test("each module has a folder of tests with a test in it, and each folder of tests its module")
    func testsPerModule() throws {
        let tests = try tree.swiftFiles(in: "Tests")
        expectNone(manifest.modules.flatMap { ShapeRules.tests(of: $0.name, tests) })
        let known = Set(manifest.modules.map { "\($0.name)Tests" }).union([
            "EndToEndTests", "FuzzTargetsTests", "PolicyTests",
        ])
        let folders = tree.names(in: "Tests").filter { $0.hasSuffix("Tests") }
        #expect(folders.filter { !known.contains($0) } == [])
    }

    @Test("a folder of tests without a test is reported")
    func testsPerModuleAreReported() {
        let empty = [SourceFile(path: "Tests/FeatureKitTests/A.swift", text: "import Testing\n// @Test")]
        #expect(ShapeRules.tests(of: "FeatureKit", empty).count == 1)
        let full = [SourceFile(path: "Tests/FeatureKitTests/A.swift", text: "@Test func a() {}")]
        #expect(ShapeRules.tests(of: "FeatureKit", full) == [])
    }

    @Test("each feature is one entry of Package.swift's table, one line of the executable, and its own folders")
    func registration() throws {
        let path = "Apps/galleria/main.swift"
        let main = SourceFile(path: path, text: try tree.text(of: path))
        expectNone(manifest.features.flatMap { ShapeRules.registration(of: $0, main: main, exists: tree.exists) })
        #expect(manifest.features == manifest.features.sorted())
        #expect(
            tree.names(in: "Modules/Features").filter { tree.isFolder("Modules/Features/\($0)") } == manifest.features)
    }

    @Test("a feature registered never or twice, or without its folders, is reported")
    func registrationIsReported() {
        let once = "#if BookShelf\n    import BookShelf\n#endif\nlet features = [\n    BookShelfModule.self\n]"
        for (text, count) in [(once, 0), ("", 1), (once + "\nBookShelfModule.self", 1), ("// BookShelf", 1)] {
            let main = SourceFile(path: "main.swift", text: text)
            #expect(ShapeRules.registration(of: "BookShelf", main: main) { _ in true }.count == count)
        }
        let main = SourceFile(path: "main.swift", text: once)
        #expect(ShapeRules.registration(of: "BookShelf", main: main) { _ in false }.count == 3)
    }

    @Test("the top level holds only what the map names")
    func topLevel() throws {
        expectNone(ShapeRules.topLevel(names: tree.names(in: ""), ignored: try tree.text(of: ".gitignore")))
    }

    @Test("a stray name at the top level is reported")
    func topLevelIsReported() {
        let findings = ShapeRules.topLevel(names: ["Modules", "notes.txt", ".venv"], ignored: "/.venv/\n")
        #expect(findings.map(\.path) == ["notes.txt"])
    }

    @Test("each file of Tools and .ci is an executable script")
    func scripts() throws {
        for path in ["Tools", ".ci"].flatMap({ folder in tree.names(in: folder).map { "\(folder)/\($0)" } })
        where !tree.isFolder(path) && !path.hasSuffix(".md") {
            let text = try tree.text(of: path)
            expectNone(ShapeRules.script(path: path, text: text, isExecutable: tree.isExecutable(path)))
        }
    }

    @Test("a script without #! or the permission to run is reported")
    func scriptsAreReported() {
        #expect(ShapeRules.script(path: "Tools/a", text: "#!/bin/sh\n", isExecutable: true) == [])
        #expect(ShapeRules.script(path: "Tools/a", text: "#!/bin/sh\n", isExecutable: false).count == 1)
        #expect(ShapeRules.script(path: "Tools/a", text: "echo", isExecutable: true).count == 1)
    }
}
