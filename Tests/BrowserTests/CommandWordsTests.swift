import Testing

@testable import Browser

/// Words of the line behind `:`, as a person types them.
@Suite("Words of a command line")
struct CommandWordsTests {
    /// A line, and the words that it is.
    static let lines: [(line: String, words: [String])] = [
        ("", []),
        ("   ", []),
        ("catalog.list sort=price limit=3", ["catalog.list", "sort=price", "limit=3"]),
        ("  catalog.list   query=\"red dress\"  ", ["catalog.list", "query=red dress"]),
        ("memo 'a b' \"\"", ["memo", "a b", ""]),
        ("text=it's", ["text=it's"]),
        ("text='it is'", ["text=it is"]),
        ("text='she said \"no\"'", ["text=she said \"no\""]),
        ("text=\"it's\"", ["text=it's"]),
        (
            #"keyboards.checkout email=a@b.c address={"postal_code": "6160", "address_country": "AU"} delivery=fast"#,
            [
                "keyboards.checkout", "email=a@b.c", #"address={"postal_code": "6160", "address_country": "AU"}"#,
                "delivery=fast",
            ]
        ),
        (
            #"setCart items=[{"id": "a b", "quantity": 2}, {"id": "c", "quantity": 0}]"#,
            ["setCart", #"items=[{"id": "a b", "quantity": 2}, {"id": "c", "quantity": 0}]"#]
        ),
        (#"a={"text": "a } and a \" and a ]"} b"#, [#"a={"text": "a } and a \" and a ]"}"#, "b"]),
        (#"a='{"b": "c d"}'"#, [#"a={"b": "c d"}"#]),
        (#"{"sku": "A 1"}"#, [#"{"sku": "A 1"}"#]),
        (#"a={"b": 1"#, [#"a={"b": 1"#]),
        ("f(x)={1, 2} y", ["f(x)={1, 2}", "y"]),
        ("a{b c}", ["a{b", "c}"]),
        ("galleria://forecast/서울 특별시", ["galleria://forecast/서울", "특별시"]),
        ("코틀린 \"작은 서버\"", ["코틀린", "작은 서버"]),
    ]

    @Test("words are parted by spaces, but within quotes and within JSON", arguments: lines)
    func words(_ line: String, _ words: [String]) {
        #expect(commandWords(line) == words)
    }

    @Test("a line that is still being typed is taken apart as far as it goes", arguments: lines)
    func prefixes(_ line: String, _ words: [String]) {
        for end in line.indices {
            let typed = commandWords(String(line[..<end]))
            #expect(typed.count <= words.count, "\(line[..<end])")
            // All but the word under the cursor are what they will be.
            #expect(Array(typed.dropLast()) == Array(words.prefix(max(0, typed.count - 1))), "\(line[..<end])")
        }
    }

    @Test("a completion goes on where the last word begins, within quotes and JSON as well")
    func completions() {
        var line = CommandLine(history: [])
        func type(_ text: String) {
            line = CommandLine(history: [])
            for character in text { _ = line.take(.text(String(character))) }
        }
        type("catalog.list so")
        line.offer([CompletedWord("sort=", ""), CompletedWord("skus=", "")])
        #expect(line.editor.text == "catalog.list sort=")
        type(#"shop.checkout address={"a": "b c"} em"#)
        line.offer([CompletedWord("email=", "")])
        #expect(line.editor.text == #"shop.checkout address={"a": "b c"} email="#)
        type("book 'a b' ")
        #expect(line.words == ["book", "a b", ""])
        line.offer([CompletedWord("text=", ""), CompletedWord("title=", "")])
        #expect(line.completions.map(\.word) == ["text=", "title="])
        #expect(line.editor.text == "book 'a b' t")
    }
}
