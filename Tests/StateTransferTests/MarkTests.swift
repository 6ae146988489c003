import Testing

@testable import StateTransfer

@Suite("The mark of a move") struct MarkTests {
    @Test("it knows its commits, in few bytes, and is read as it was written")
    func versions() throws {
        var mark = MoveMark(source: "sqlite:/a b/é.db")
        for version in [1, 2, 3, 7, 9, 10] as [Int64] { mark.add(version) }
        #expect(mark.versions == [1...3, 7...7, 9...10])
        for version in 0...12 as ClosedRange<Int64> {
            #expect(mark.covers(version) == [1, 2, 3, 7, 9, 10].contains(version), "\(version)")
        }
        #expect(MoveMark(mark.bytes) == mark)
        #expect(MoveMark(MoveMark(source: "s").bytes) == MoveMark(source: "s"))
        mark.add(.max)
        mark.add(.max)
        #expect(mark.covers(.max))
    }

    @Test(
        "a source is read as it was named, ends of lines in a path among it",
        arguments: [
            "sqlite:/a\nb/state.db", "sqlite:/a\r\nb", "sqlite:\n", "sqlite:/\n1-2", "sqlite:/a\\nb\"c",
            "sqlite:/\u{2028}\u{1}",
            "", "sqlite:/e\u{301}",
        ])
    func sources(_ source: String) throws {
        var mark = MoveMark(source: source)
        mark.add(7)
        let read = try #require(MoveMark(mark.bytes))
        #expect(read.source.utf8.elementsEqual(source.utf8) && read.versions == [7...7])
    }

    @Test(
        "other bytes are refused",
        arguments: [
            "", "galleria move 1", "galleria move 2\n\"s\"\n1-2", "galleria move 1\n\"s\"\n2-1",
            "galleria move 1\n\"s\"\n-5",
            "galleria move 1\n\"s\"\nx-y", "galleria move 1\n\"s\"\n1-99999999999999999999",
            "galleria move 1\n\"s\"\n1-2\n", "galleria move 1\ns\n1-2", "galleria move 1\n7\n1-2",
            "galleria move 1\n\n1-2",
        ])
    func others(_ text: String) { #expect(MoveMark(Array(text.utf8)) == nil) }
}
