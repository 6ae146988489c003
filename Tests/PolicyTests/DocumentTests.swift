import Testing

/// What documents say of the sources is so. Each rule is tried on the tree, then on a bad example that it must report.
@Suite("Documents") struct DocumentTests {
    static let page = "Modules/TROUBLESHOOTING.md"
    static let catalog = "Modules/Galleria.docc"
    let tree = SourceTree.repository

    /// What users may be told: the literals of Swift, an ellipsis for each interpolation; scripts and clients as they stand.
    private func said() throws -> [String] {
        let scripts = tree.files(in: ["Tools/editors"]) + ["Tools/galleria", "Tools/install-dependencies"]
        return try SourceTree.sources.get().flatMap { $0.literals.map(\.text) }
            + scripts.map { try tree.text(of: $0).replacing("%s", with: "…") }
    }

    @Test("the troubleshooting page is of texts that are said")
    func troubles() throws {
        let page = try tree.text(of: Self.page)
        #expect(DocumentRules.texts(of: page).count >= 40)
        #expect(
            page.split(separator: "\n").count { $0.hasPrefix("### ") } == DocumentRules.texts(of: page).count,
            "each heading is a text")
        expectNone(DocumentRules.troubles(path: Self.page, page: page, said: try said()))
    }

    @Test("a text that nobody says, that is not explained or comes twice is reported")
    func troublesAreReported() {
        func count(_ page: String) -> Int {
            DocumentRules.troubles(path: "P", page: page, said: ["The … is `a` gone."]).count
        }
        #expect(count("### ``… is `a` gone``\nWait.\n") == 0)
        #expect(count("### `gone.`\n\n### `The`\n### `is`\nWait.\n") == 2)
        #expect(count("### `went`\nWait.\n") == 1)
        #expect(count("### `gone`\nWait.\n### `gone`\nWait.\n") == 1)
    }

    @Test(
        "articles link to what there is, and the first to every module but the features, which Tools/documentation lists"
    )
    func links() throws {
        let manifest = try Manifest.ofRepository()
        let sources = try SourceTree.sources.get()
        var declared: [String: Set<String>] = [:]
        for module in manifest.modules {
            declared[module.name] = sources.filter { $0.path.hasPrefix("\(module.folder)/Sources/") }
                .reduce(into: []) { $0.formUnion(DocumentRules.declared(in: $1)) }
        }
        let files = tree.names(in: Self.catalog)
        let articles = Set(files.map { String($0.prefix { $0 != "." }) })
        #expect(articles.contains("Architecture"))
        for file in files {
            let path = "\(Self.catalog)/\(file)"
            expectNone(
                DocumentRules.links(
                    path: path, article: try tree.text(of: path), declared: declared, articles: articles,
                    exists: tree.exists))
        }
        let root = try tree.text(of: "\(Self.catalog)/Galleria.md")
        #expect(manifest.rows.filter { !root.contains("``/\($0.name)``") }.map(\.name) == [])
    }

    @Test("a link to nothing is reported")
    func linksAreReported() {
        func count(_ article: String) -> Int {
            DocumentRules.links(
                path: "P", article: article, declared: ["Core": ["Router"]], articles: ["A"],
                exists: { $0 == "Tools/test" }
            ).count
        }
        #expect(count("``/Core``, ``/Core/Router``, <doc:A>, `Tools/test --record`, `code`") == 0)
        #expect(count("``/Cor``, ``/Core/Route``, <doc:B>, `Tools/tests`") == 4)
    }
}
