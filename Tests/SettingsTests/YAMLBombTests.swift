import Testing

@testable import Settings

@Suite("Bombs are refused while they are read (C1)")
struct YAMLBombTests {
    private static func faults(_ text: String) -> [YAMLFault] {
        YAMLReader.read(SourceText(Array(text.utf8))).faults.map(\.fault)
    }

    private static let tooDeep = [YAMLFault.tooDeep(limit: 32)]
    private static let tooMany = [YAMLFault.tooManyNodes(limit: 10_000)]

    @Test("a megabyte of one opening", arguments: ["[", "{", "- ", "? ", "{a: ", "[{b: "])
    func deep(_ opening: String) {
        let text = String(repeating: opening, count: 1_000_000 / opening.utf8.count)
        #expect(Self.faults(text) == Self.tooDeep)
    }

    @Test("depth 32 is read, depth 33 is not", arguments: [(32, true), (33, false)])
    func depth(_ depth: Int, _ isRead: Bool) {
        let flow = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let block = (0..<depth).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        #expect(Self.faults(flow).isEmpty == isRead)
        #expect(Self.faults(block).isEmpty == isRead)
    }

    @Test("aliases count the depth of what they stand for")
    func aliasDepth() {
        let half = String(repeating: "[", count: 20) + String(repeating: "]", count: 20)
        #expect(Self.faults("[&a \(half), [[[[[[[[[[*a]]]]]]]]]]]").isEmpty)
        #expect(Self.faults("[&a \(half), [[[[[[[[[[[[*a]]]]]]]]]]]]]") == Self.tooDeep)
    }

    @Test("10,000 nodes are read, one more is not")
    func nodes() {
        func list(_ items: Int) -> String { "[" + String(repeating: "x,", count: items) + "]" }
        #expect(Self.faults(list(9_999)).isEmpty)
        #expect(Self.faults(list(10_000)) == Self.tooMany)
        let keys = (0..<5_000).map { "k\($0): v\n" }.joined()
        #expect(Self.faults(keys) == Self.tooMany)
    }

    @Test("aliases count what they stand for")
    func aliases() {
        // Nine levels of nine: 9^9 nodes if they were built.
        var laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let items = String(repeating: "*a\(level - 1), ", count: 9)
            laughs += "a\(level): &a\(level) [\(items)]\n"
        }
        #expect(Self.faults(laughs) == Self.tooMany)
        let wide = "a: &a [\(String(repeating: "x, ", count: 99))]\nb: [\(String(repeating: "*a, ", count: 98))]\n"
        #expect(Self.faults(wide).isEmpty)
        #expect(Self.faults(wide + "c: [*a, *a]\n") == Self.tooMany)
    }

    @Test("more than a mebibyte is not looked at")
    func size() {
        let line = "# " + String(repeating: "x", count: 1021) + "\n"
        #expect(Self.faults(String(repeating: line, count: 1024)).isEmpty)
        #expect(Self.faults(String(repeating: line, count: 1024) + "#") == [.tooLarge(limit: 1 << 20)])
    }

    @Test("lists of tag directives are refused before they are compared with each other")
    func tagDirectives() {
        let lines = (0..<50_000).map { "%TAG !a\($0)! x\n" }.joined()
        #expect(Self.faults(lines) == [.tagDirective])
        #expect(Self.faults("a: 1\n...\n" + lines) == [.tagDirective])
    }

    @Test("a file of nothing but faults gives a report of bounded size")
    func manyFaults() throws {
        let keys = (0..<4_990).map { "k\($0): v" }.joined(separator: ", ")
        let report = try #require(try Sample.report(Sample.sources("{ \(keys) }")))
        #expect(report.problems.count == 100)
        #expect(report.omitted == 4_890)
        #expect(report.rendered().utf8.count < 100_000)
        #expect(report.rendered().hasSuffix("error: 4890 more like these\n"))
    }

    @Test("what variables are put into is bounded")
    func interpolated() throws {
        let items = String(repeating: "\"${BIG}\", ", count: 900)
        let list = SettingKey("a", .list(of: .text(0...1 << 20)), default: [], "A list.")
        let catalog = try SettingsCatalog([list.declaration])
        let sources = Sample.sources("a: [\(items)]\n", variables: ["BIG": String(repeating: "x", count: 2_000)])
        do throws(SettingsReport) {
            _ = try Settings.load(catalog: catalog, sources: sources)
            Issue.record("accepted")
        } catch {
            #expect(error.problems.map(\.kind) == [.tooMuchInterpolated(limit: 1 << 20)])
        }
    }
}
