import Synchronization
import TestSupport
import Testing

@testable import DesignSystem

/// Rows that stay are laid out once, and come out as if each layout were the first.
@Suite("Layouts that remember rows") struct LayoutMemoryTests {
    /// A row of a version; another version is another row of the same name.
    private final class Source: Sendable {
        let name: String
        let isMarked: Bool

        init(_ name: String, isMarked: Bool = false) { (self.name, self.isMarked) = (name, isMarked) }
    }

    private struct Rows: FactBlock, TableRows {
        let sources: [Source]
        let made: Made
        /// Whether marks are told at all.
        var tellsMarks = true

        final class Made: Sendable {
            private let number = Mutex(0)
            var count: Int { number.withLock { $0 } }
            func add() { number.withLock { $0 += 1 } }
        }

        /// Whether room is kept for marks.
        var reservesMarks = false
        var columns: [Column] {
            var title = Column("Title", priority: 2, minimumWidth: 16, rank: .title)
            if reservesMarks { title.reservedBadges = ["♥ liked"] }
            return [
                title, Column("Id", priority: 0, rank: .key),
                Column("Price", alignment: .trailing, priority: 0, rank: .price), Column("Note"),
            ]
        }
        let emptyText: String? = "None."
        var count: Int { sources.count }
        var blocks: [Block] { [] }
        var tableRows: (any TableRows)? { self }

        func cells(_ index: Int) -> [Inline] {
            made.add()
            let source = sources[index]
            let badge = source.isMarked && tellsMarks ? [Span(" "), Span("♥ liked", .badge)] : []
            return [
                Inline([Span(source.name, .title)] + badge), Inline("id\(source.name.count)", .code),
                Inline("5.00", .price),
                Inline(source.name.count % 3 == 0 ? "" : "a note on \(source.name)"),
            ]
        }

        func identity(_ index: Int) -> RowIdentity? { RowIdentity(sources[index].name, route: "galleria://x") }
        func origin(_ index: Int) -> RowOrigin? { RowOrigin(sources[index], 0) }
        var form: [Int] { [tellsMarks ? 1 : 0] }
        func write(into markdown: inout MarkdownRenderer) {}
    }

    private static func options(_ style: RenderStyle, _ width: Int?, _ fit: TableFit, _ scale: TextScale)
        -> RenderOptions
    {
        var options = RenderOptions(style: style, width: width, colorDepth: .ansi16, scale: scale)
        options.tables = fit
        return options
    }

    @Test("a row is made again only when it is another, or when the columns have other widths")
    func counts() {
        let counter = Rows.Made()
        var memory = LayoutMemory()
        func made(_ sources: [Source], _ width: Int = 200) -> Int {
            let before = counter.count
            let document = Document([.heading(level: 1, "List"), .facts(Facts(Rows(sources: sources, made: counter)))])
            _ = document.laidOut(Self.options(.ansi, width, .whole, .standard), &memory)
            return counter.count - before
        }
        var sources = [Source("the longest of these names")] + (0..<99).map { Source("name \($0)") }
        #expect(made(sources) == 100)
        #expect(made(sources) == 0)
        sources[50] = Source("name 49", isMarked: true)
        #expect(made(sources) == 1, "it takes no more room than the longest")
        sources[50] = Source("name 49")
        #expect(made(sources) == 1, "and leaves no room either")
        sources[50] = Source("name 49, which is longer than the longest of these names")
        #expect(made(sources) == 100, "the columns are wider")
        sources[50] = Source("name 49")
        #expect(made(sources) == 100, "and narrower")
        sources.swapAt(3, 70)
        #expect(made(Array(sources.dropLast(10))) == 0)
        #expect(made(Array(sources.dropFirst().dropLast(10))) > 80, "the longest is gone: the columns are narrower")
        #expect(made(sources, 60) == 100, "another width is another layout")
    }

    @Test("a row that another memory measured is not made to be known, unless its table tells other facts of it")
    func alike() {
        let shared = MeasuredRows()
        let counter = Rows.Made()
        var memories = (0..<3).map { _ in LayoutMemory(sharing: shared) }
        var sources = [Source("the longest of these names")] + (0..<19).map { Source("name \($0)") }
        func made(_ place: Int) -> Int {
            let document = Document([
                .facts(Facts(Rows(sources: sources, made: counter, tellsMarks: place < 2)))
            ])
            let options = Self.options(.plain, 80, .whole, .standard)
            let before = counter.count
            let laidOut = document.laidOut(options, &memories[place])
            let count = counter.count - before
            #expect(laidOut == document.laidOut(options))
            return count
        }
        #expect((0..<3).map(made) == [20, 20, 20])
        for _ in 0..<3 {
            sources[8] = Source("name 7", isMarked: !sources[8].isMarked)
            // The third one is measured by its cells, which are those of the row before.
            #expect((0..<3).map(made) == [1, 0, 1])
        }
    }

    @Test("a mark that comes or goes moves no other row where room is kept for it, whatever the width")
    func reserved() {
        let names = ["the longest of all these names", "a", "梁 long é name", "name of things, many"]
        for fit in [TableFit.whole, .lines] {
            for style in [RenderStyle.ansi, .plain] {
                for width in [nil, 20, 34, 48, 60, 62, 64, 66, 68, 70, 72, 74, 76, 78, 80, 120] as [Int?] {
                    let sources = (0..<12).map { Source("\(names[$0 % names.count]) \($0)", isMarked: $0 % 5 == 0) }
                    func lines(_ sources: [Source], _ memory: inout LayoutMemory) -> [(String, RowIdentity?)] {
                        let rows = Rows(sources: sources, made: Rows.Made(), reservesMarks: true)
                        let document = Document([.facts(Facts(rows))])
                        let text = document.laidOut(Self.options(style, width, fit, .standard), &memory)
                        var identities = [RowIdentity?](repeating: nil, count: text.lines.count)
                        for row in text.rows {
                            for line in row.line..<row.line + row.lineCount { identities[line] = row.identity }
                        }
                        return Array(zip(text.lines, identities))
                    }
                    for index in sources.indices {
                        var memory = LayoutMemory()
                        let before = lines(sources, &memory)
                        var changed = sources
                        let name = sources[index].name
                        changed[index] = Source(name, isMarked: !sources[index].isMarked)
                        let after = lines(changed, &memory)
                        let others = { (line: (String, RowIdentity?)) in line.1?.key != name }
                        #expect(
                            before.filter(others).map(\.0) == after.filter(others).map(\.0),
                            "\(style) \(fit) \(width ?? 0)")
                        #expect(before.map(\.0) != after.map(\.0))
                    }
                }
            }
        }
    }

    @Test(
        "whatever changes, the lines are those of a first layout, also where several share the rows that they measured")
    func same() {
        for scale in TextScale.allCases {
            for fit in [TableFit.whole, .lines] {
                for style in [RenderStyle.ansi, .plain] {
                    var random = SeededGenerator("\(scale) \(fit) \(style)")
                    let shared = MeasuredRows()
                    var memories = [LayoutMemory(), LayoutMemory(sharing: shared), LayoutMemory(sharing: shared)]
                    var sources: [Source] = []
                    var width: Int? = 80
                    for _ in 0..<60 {
                        switch Int.random(in: 0..<8, using: &random) {
                        case 0: width = [nil, 20, 34, 48, 80, 120].randomElement(using: &random) ?? nil
                        case 1: sources.shuffle(using: &random)
                        case 2 where !sources.isEmpty: sources.remove(at: .random(in: sources.indices, using: &random))
                        case 3..<6 where !sources.isEmpty:
                            // As a like does, or a longer name.
                            for _ in 0..<Int.random(in: 1...3, using: &random) {
                                let index = Int.random(in: sources.indices, using: &random)
                                let name =
                                    Bool.random(using: &random) ? sources[index].name : "梁 long é name of things, many"
                                sources[index] = Source(name, isMarked: Bool.random(using: &random))
                            }
                        default:
                            let length = Int.random(in: 1...40, using: &random)
                            sources.append(
                                Source(
                                    String("梁 long é name of things, many words".prefix(length)),
                                    isMarked: Bool.random(using: &random)))
                        }
                        let document = Document([
                            .facts(Facts(Rows(sources: sources, made: Rows.Made(), reservesMarks: scale == .standard)))
                        ])
                        for place in memories.indices {
                            // The last two are of one width now and then.
                            let width = place == 2 && Bool.random(using: &random) ? 60 : width
                            let options = Self.options(style, width, fit, scale)
                            #expect(document.laidOut(options, &memories[place]) == document.laidOut(options))
                        }
                    }
                }
            }
        }
    }
}
