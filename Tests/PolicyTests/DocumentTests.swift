import Foundation
import Testing

/// Documents agree with the sources. Each rule is tried on the tree, then on a bad example that it must report.
@Suite("Documents") struct DocumentTests {
    static let page = "Modules/TROUBLESHOOTING.md"
    static let catalog = "Modules/Galleria.docc"
    let tree = SourceTree.repository

    /// Texts for users: the literals of Swift, an ellipsis for each interpolation; scripts and clients as they stand.
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
        let files = tree.names(in: Self.catalog).filter { $0.hasSuffix(".md") }
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

    /// Every page but those of test corpora and templates.
    private func pages() -> [String] {
        ["README.md"]
            + tree.files(in: ["Apps", "Config", "Modules", "Tests", "Tools"]).filter {
                $0.hasSuffix(".md") && !$0.contains("/Corpus/") && !$0.contains("/templates/")
                    && !$0.contains("/Transcripts/")
            }
    }

    @Test("links of pages lead to files; commands in them name scripts and options of Tools")
    func filesAndCommands() throws {
        #expect(pages().count > 20)
        for path in pages() {
            let page = try tree.text(of: path)
            expectNone(DocumentRules.fileLinks(path: path, page: page, exists: tree.exists))
            expectNone(DocumentRules.commands(path: path, page: page) { try? tree.text(of: "Tools/\($0)") })
        }
    }

    @Test("a broken link, a missing script and an unknown option are reported")
    func filesAndCommandsAreReported() {
        func links(_ page: String) -> Int {
            DocumentRules.fileLinks(path: "A/B/C.md", page: page) { $0 == "A/D.md" || $0 == "A/B/E.png" }.count
        }
        #expect(links("[a](../D.md#b), ![e](E.png), [w](https://a.example/x), [s](#s)") == 0)
        #expect(links("[a](D.md) [b](../../A/F.md#c)") == 2)
        func commands(_ line: String) -> Int {
            DocumentRules.commands(path: "P", page: "```console\n\(line)\n```\n$ Tools/none") {
                $0 == "test" ? "--record" : nil
            }.count
        }
        #expect(commands("$ Tools/test --record FeatureKit   # --note") == 0)
        #expect(commands("$ Tools/galleria --anything") == 0)
        #expect(commands("$ Tools/test --recrod") == 1)
        #expect(commands("$ Tools/tset") == 1)
    }

    @Test("the README has at most 12,000 bytes, and its pictures at most 200,000 each")
    func readmeSize() throws {
        let readme = try tree.text(of: "README.md")
        #expect(readme.utf8.count <= 12_000, "move it beside its subject")
        let pictures = readme.matches(of: #/!\[[^\]]+\]\(([^)]+)\)/#).map { String($0.1) }
        #expect(pictures.count == 2)
        for picture in pictures {
            let bytes = try Data(contentsOf: tree.root.appending(path: picture))
            #expect(bytes.count <= 200_000, "\(picture)")
            #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(picture) is no PNG")
        }
    }

    @Test("a link to nothing is reported")
    func linksAreReported() {
        func count(_ article: String) -> Int {
            DocumentRules.links(
                path: "P", article: article, declared: ["FeatureKit": ["Router"]], articles: ["A"],
                exists: { $0 == "Tools/test" }
            ).count
        }
        #expect(count("``/FeatureKit``, ``/FeatureKit/Router``, <doc:A>, `Tools/test --record`, `code`") == 0)
        #expect(count("``/FeatureKi``, ``/FeatureKit/Route``, <doc:B>, `Tools/tests`") == 4)
    }
}
