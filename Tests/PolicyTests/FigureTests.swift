import Testing

/// The figures that the project tells of itself. 17.18: a yardstick stays, and what was not measured is not reached.
@Suite("Figures") struct FigureTests {
    let tree = SourceTree.repository

    @Test(
        "17.18: a goal's peer and target stay; another peer is another row",
        arguments: [
            ("ping-64-c", "C, JSON by hand", "≥", 0.35), ("book-64-c", "C, the same work", "≥", 0.5),
            ("book-64-node", "Node, the same work", "≥", 5),
            ("book-64-python", "Python with orjson, the same work", "≥", 6),
            ("question", "C over the same bytes", "≥", 0.4),
            ("page-cpp", "C++ with libcurl and simdjson, the same answer", "≥", 0.6),
            ("old-page-cpp", "C++ of before, which looks at names more slowly", "≥", 0.6),
            ("books-64-c", "C, the same work", "≥", 0.5),
            ("keystroke-editor-time", "", "≤", 5), ("keystroke-editor-bytes", "", "≤", 20),
            ("like-bytes-most", "", "≤", 38.4),
            ("page-curl", "`curl --parallel`, which fetches alone", "≥", 0.4),
            ("start-initialize", "ruff's first reply", "≤", 0.75), ("start-list", "ruff's first reply", "≤", 1),
            ("held-friends", "", "≤", 300), ("held-shelf", "", "≤", 400), ("old-held-shelf", "", "≤", 300),
            ("keystroke-time", "", "≤", 3), ("keystroke-bytes", "", "≤", 20), ("like-time", "", "≤", 3),
            ("like-bytes", "", "≤", 38.4), ("picture-memory-c", "C: SIMD base64, one write", "≤", 2.5),
            ("picture-disk-c", "C: read, SIMD base64, one write", "≤", 3), ("picture-read", "a plain read", "≤", 2.2),
            ("old-read-306 B", "JSONDecoder, typed", "≥", 60), ("old-read-50 KB", "JSONDecoder, typed", "≥", 60),
            ("old-read-5 MB", "JSONDecoder, typed", "≥", 60),
            ("old-search-friends", "memmem over the names joined to one text", "≥", 0.5),
            ("old-search-shelf", "memmem over the titles, subtitles and prices joined to one text", "≥", 0.5),
        ])
    func yardsticks(id: String, beside: String, bound: String, target: Double) throws {
        let figures = try Figures(tree: tree)
        let goal = try #require(figures.goal(id))
        #expect(goal.beside == beside)
        #expect(goal.bound == bound)
        #expect(goal.target == target)
        #expect(figures.sections.contains { ["goals", "before"].contains($0.id) && $0.rows.contains { $0.id == id } })
    }

    @Test("17.18: replays and budgets are not counted, and an error answer is named so")
    func unlikeWork() throws {
        for section in try Figures(tree: tree).sections {
            for goal in section.rows {
                if goal.beside.contains("pipe floor") { #expect(goal.target == nil, "\(goal.id)") }
                if goal.what.contains("instructions of") { #expect(section.id == "budgets", "\(goal.id)") }
                let isEditors = ["ruff", "clangd", "sourcekit-lsp"].contains(where: goal.beside.contains)
                if isEditors, goal.what.contains("`ping`") {
                    #expect(goal.beside.contains("error answer"), "\(goal.id)")
                }
            }
        }
    }

    @Test("17.18: the pages say what the kept results give, and call nothing reached that was not measured")
    func pages() throws {
        let figures = try Figures(tree: tree)
        for path in ["README.md", "Tools/bench/README.md"] {
            let page = try tree.text(of: path)
            #expect(page.contains(figures.count), "\(path): run Tools/bench/run pages")
            let unknown = page.split(separator: "\n").filter { $0.contains(#/\| (?:not measured|disturbed)/#) }
            for line in unknown { #expect(!line.contains("| reached"), "\(path): \(line)") }
        }
        let speed = try #require(try tree.text(of: "README.md").split(separator: "\n## Speed\n").last)
        let rows = speed.prefix { $0 != "#" }.split(separator: "\n").filter { $0.hasPrefix("|") }
        #expect(rows.count == 6, "heads, a rule and four rows")
        #expect(speed.contains("(Tools/bench/README.md)"))
    }

    @Test("17.18: the files that `Tools/bench/run build` edits are there, and each goal's part is one of the bench's")
    func parts() throws {
        let edited = try tree.text(of: "Tools/bench/build.py").matches(of: #/"(Modules\/[^"]+\.swift)"/#).map(\.1)
        #expect(Set(edited).count == 3)
        let files = Set(tree.files(in: ["Modules"]))
        for file in edited { #expect(files.contains(String(file)), "\(file)") }
        let run = try tree.text(of: "Tools/bench/run")
        for goal in try Figures(tree: tree).sections.flatMap(\.rows) {
            #expect(run.contains("\"\(goal.part)\": "), "\(goal.id): there is no part \(goal.part)")
        }
    }

    @Test("17.20: ThreadSanitizer's reports have no suppressions, and each run proves that it knows Mutex")
    func sanitizer() throws {
        let script = try tree.text(of: "Tools/check")
        #expect(!script.contains(#/TSAN_OPTIONS=.*suppressions/#))
        #expect(script.contains("mutex=$(known_mutex)"))
        #expect(!tree.names(in: "Tools/check.d").contains("thread.suppressions"))
    }
}
