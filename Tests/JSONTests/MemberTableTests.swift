import TestSupport
import Testing

@testable import JSON

/// The names of a table lie one behind the other: each must be found by all of its bytes, and nothing else.
@Suite("Tables of names")
struct MemberTableTests {
    /// Names of every length about those that are compared in one word, with the same beginnings and the same ends.
    private static let names: [String] = {
        var names = ["", "id", "이름", "名字", "e\u{301}", "\u{E9}"]
        for length in [1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64] {
            names.append(String(repeating: "a", count: length))
            names.append(String(repeating: "a", count: length - 1) + "b")
            names.append("b" + String(repeating: "a", count: length - 1) + "c")
        }
        return names
    }()

    /// The place that a table finds, of a name alone and of one that stands within a text.
    private static func places(of name: String, in table: MemberTable, guess: Int) -> [Int?] {
        let alone = Array(name.utf8)
        let (before, after) = (Array("{\"".utf8), Array("\":\"a value behind it\"}".utf8))
        let within = before + alone + after
        let short = before + alone
        return [
            table.place(of: alone.span.bytes, guess: guess),
            table.place(from: before.count, to: before.count + alone.count, of: within.span.bytes, guess: guess),
            table.place(from: before.count, to: short.count, of: short.span.bytes, guess: guess),
        ]
    }

    @Test("each name is found at its place, whatever is guessed")
    func found() {
        let table = MemberTable(Self.names)
        #expect(table.count == Self.names.count)
        for (place, name) in Self.names.enumerated() {
            for guess in [place, 0, place + 1, Self.names.count - 1, Self.names.count, Int.max] {
                #expect(Self.places(of: name, in: table, guess: guess) == [place, place, place], "\(name) \(guess)")
            }
        }
    }

    @Test("a name that differs in one byte, is longer or shorter is not found")
    func notFound() {
        let table = MemberTable(Self.names)
        let known = Set(Self.names.map { Array($0.utf8) })
        for name in Self.names {
            let bytes = Array(name.utf8)
            var others = [bytes + [0x61], bytes + [0], Array(bytes.dropLast()), Array(bytes.dropFirst())]
            for place in bytes.indices {
                others.append(bytes)
                others[others.count - 1][place] ^= 0x01
            }
            for other in others where !known.contains(other) {
                for guess in [0, Self.names.count / 2] {
                    #expect(table.place(of: other.span.bytes, guess: guess) == nil, "\(other) beside \(name)")
                }
            }
        }
    }

    @Test("a table without names finds none, and one of a name finds that alone")
    func few() {
        for name in Self.names {
            #expect(Self.places(of: name, in: MemberTable([]), guess: 0) == [nil, nil, nil])
            for other in Self.names {
                let place = name.utf8.elementsEqual(other.utf8) ? 0 : nil
                #expect(Self.places(of: other, in: MemberTable([name]), guess: 0) == [place, place, place])
            }
        }
    }

    @Test("names in another order have other places")
    func order() {
        let turned = Array(Self.names.reversed())
        let table = MemberTable(turned)
        for (place, name) in turned.enumerated() {
            #expect(Self.places(of: name, in: table, guess: 0) == [place, place, place])
        }
    }
}
