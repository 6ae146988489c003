import TestSupport
import Testing

@testable import JSON

@Suite("Members of one object after another")
struct MemberFinderTests {
    private static let names = [
        "a", "b", "sku", "name", "eight888", "nine99999", "sixteen_letters_", "seventeen_letters", "", "é",
        "short_description",
    ]
    /// Spellings of names that the table has, and of others.
    private static let spellings =
        names + [
            "c", "sk", "skus", "nine99998", "eight889", "sixteen_letters-", "seventeen-letters", "\\u0061", "\\u0073ku",
            "\\u00e9",
            "short_descriptioN",
        ]

    private static func object(_ generator: inout SeededGenerator) -> String {
        let members = spellings.shuffled(using: &generator).prefix(Int.random(in: 0...12, using: &generator))
            .map {
                "\"\($0)\":\(["1", "null", "[{\"a\":2}]", "{\"sku\":{}}", "\"x\""].randomElement(using: &generator) ?? "0")"
            }
        return "{" + members.joined(separator: ",") + "}"
    }

    @Test("they are found as one by one, whatever stood in the object before", arguments: 1...30 as ClosedRange<UInt64>)
    func places(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        var objects: [String] = []
        while objects.count < 60 {
            let object = Self.object(&generator)
            guard (try? JSONDocument(parsing: object)) != nil else { continue }
            // Several alike, as rows are, and some that are no objects.
            objects += Array(repeating: object, count: Int.random(in: 1...4, using: &generator))
            if Int.random(in: 0..<5, using: &generator) == 0 { objects.append("[\(object)]") }
        }
        let root = try read("[" + objects.joined(separator: ",") + "]")
        var finder = MemberFinder(MemberTable(Self.names))
        var paths = MemberPaths()
        let steps = Self.names.map { paths.add([$0]).lowerBound }
        var found = 0
        for node in root.elements {
            finder.find(in: node.place, of: node)
            for ((name, step), place) in zip(zip(Self.names, steps), finder.places) {
                let expected = node[name]
                #expect((place.kind == .missing) == (expected == nil), "\(name)")
                if let expected {
                    #expect(node.node(at: place).rawText == expected.rawText)
                    found += 1
                }
                let alone = paths.member(step, of: node.place, in: root)
                #expect(alone.kind == place.kind && alone.offset == place.offset && alone.length == place.length)
            }
        }
        #expect(found > 60)
    }

    @Test("a name that nobody looked for may become one that was missing, where another of its length stood")
    func shapes() throws {
        let rows = [
            #"{"a":1,"xyz":2,"q":3}"#, #"{"a":1,"xyz":2,"q":3}"#, #"{"a":1,"sku":2,"q":3}"#, #"{"a":1,"xyz":2,"q":3}"#,
            #"{"a":1,"xyzw":2,"b":3}"#, #"{"a":1,"s\u006bu":2,"b":3}"#, #"{"b":1,"xyz":2,"a":3}"#, "7",
            #"{"b":1,"xyz":2,"a":3}"#, #"{"b":1,"other":2,"a":3}"#, #"{"b":1,"other":2,"a":3,"sku":4}"#, "{}",
            #"{"sku":1}"#,
        ]
        let root = try read("[" + rows.joined(separator: ",") + "]")
        let names = ["a", "sku", "b"]
        var finder = MemberFinder(MemberTable(names))
        for node in root.elements {
            finder.find(in: node.place, of: node)
            for (name, place) in zip(names, finder.places) {
                #expect(node.found(at: place)?.rawText == (node.kind == .object ? node[name]?.rawText : nil), "\(name)")
            }
        }
    }

    @Test("what is no object has no members", arguments: ["1", "\"a\"", "null", "[{\"a\":1}]", "{}"])
    func none(_ text: String) throws {
        let root = try read("[{\"a\":1},\(text)]")
        var finder = MemberFinder(MemberTable(["a"]))
        for node in root.elements { finder.find(in: node.place, of: node) }
        #expect(finder.places.allSatisfy { $0.kind == .missing })
        var paths = MemberPaths()
        let step = paths.add(["a"]).lowerBound
        let last = try #require(root[1])
        #expect(paths.member(step, of: last.place, in: root).kind == .missing)
    }
}

@Suite("Paths below members")
struct MemberPathsTests {
    @Test("the steps of several paths stand one behind the other, each with its name")
    func steps() throws {
        var paths = MemberPaths()
        let first = paths.add(["a", nil, "seventeen_letters"])
        let none = paths.add([])
        let second = paths.add(["", "é"])
        #expect(first == 0..<3 && none.isEmpty && second == 3..<5)
        #expect((0..<5).map(paths.isOfElements) == [false, true, false, false, false])
        let root = try read(##"{"seventeen_lettars":1,"seventeen_letters":2,"":3,"é":4,"a":5,"\u0061a":6}"##)
        let texts = [0, 2, 3, 4].map { root.node(at: paths.member($0, of: root.place, in: root)).integer }
        #expect(texts == [5, 2, 3, 4])
    }

    @Test(
        "elements are walked as the sequence of them is",
        arguments: ["[]", "[1]", "[[1,[2]],{},[],\"a\",{\"b\":[1,2]},null]", "{}", "1", "\"[1]\""])
    func elements(_ text: String) throws {
        let root = try read(#"{"a":\#(text),"b":1}"#)
        let array = try #require(root["a"])
        var (place, left) = root.elements(at: array.place)
        #expect(left == Array(array.elements).count)
        #expect((place.kind == .missing) == (left == 0))
        for element in array.elements {
            #expect(root.node(at: place).rawText == element.rawText)
            left -= 1
            if left > 0 { place = root.element(after: place) }
        }
        #expect(left == 0)
    }
}
