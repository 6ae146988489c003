import Conformance
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

/// Completions of every kind of word, and lines that come back out of the history.
@Suite("Completions of a command line")
struct CommandCompletionTests {
    private func line(_ text: String, history: [String] = []) -> CommandLine {
        var line = CommandLine(history: history)
        _ = line.take(.pasted(text))
        return line
    }

    @Test(
        "a word that is completed is read as that word",
        arguments: [
            "red dress", "place=São Paulo", "text=she said \"no\"", "text=\"no\"", "text='tis", "'tis", "\"a\"",
            "title=it's",
            "it's here", "text={curly", "text=[1] a", "{a b}", "[x]", "a=b=c d", "url=https://x.example/?q=a b",
            "text=",
        ])
    func reads(_ word: String) {
        for before in ["", "book ", "book a='b c' ", #"book a={"b": "c d"} "#] {
            var line = line(before)
            line.offer([CompletedWord(word)])
            #expect(commandWords(line.editor.text) == commandWords(before) + [word], "\(line.editor.text)")
            var several = self.line(before)
            several.offer([CompletedWord("\u{1F}"), CompletedWord(word)])
            several.complete(1)
            several.complete(1)
            #expect(commandWords(several.editor.text) == commandWords(before) + [word], "\(several.editor.text)")
            #expect(several.words == commandWords(before) + [word])
        }
    }

    @Test("seeded words, whole or up to what they have in common, are read as they were offered")
    func property() {
        var random = SeededGenerator("words")
        let letters = ["a", "b", "=", " ", "'", "{", "[", "}", "é", "서", ".", "/"]
        for _ in 0..<3_000 {
            let word = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? "a"
            }.joined()
            var line = line("book ")
            line.offer([CompletedWord(word)])
            #expect(commandWords(line.editor.text) == ["book", word], "“\(word)” became “\(line.editor.text)”")
        }
    }

    @Test("of several words the line takes what all begin with, and Tab goes round them in both directions")
    func round() {
        var line = line("book ti")
        line.offer(["title=One", "title=Two", "text="].map { CompletedWord($0) })
        #expect(line.editor.text == "book title=" && line.completions.count == 2 && line.chosen == nil)
        var seen: [String] = []
        for step in [1, 1, 1, -1, -1] {
            line.complete(step)
            seen.append(line.editor.text)
        }
        #expect(seen == ["book title=One", "book title=Two", "book title=One", "book title=Two", "book title=One"])
        _ = line.take(.text("x"))
        #expect(line.completions.isEmpty && line.editor.text == "book title=Onex")
        line.complete(1)
        #expect(line.editor.text == "book title=Onex", "there is nothing to complete any more")
    }

    @Test("nothing fits, and the line stays")
    func none() {
        var line = line("book x")
        line.offer([CompletedWord("title=")])
        #expect(line.completions.isEmpty && line.editor.text == "book x")
        line.offer([])
        line.complete(-1)
        #expect(line.editor.text == "book x")
    }

    @Test("the history is gone through, and the line that was typed waits at its end")
    func history() {
        var line = line("dra", history: ["one", "two"])
        var seen: [String] = []
        for key in [Key.up, .up, .up, .down, .down, .down] {
            _ = line.take(key)
            seen.append(line.editor.text)
        }
        #expect(seen == ["two", "one", "one", "two", "dra", "dra"])
        _ = line.take(.up)
        _ = line.take(.text("!"))
        _ = line.take(.down)
        #expect(line.editor.text == "dra", "a line of the history that is changed is not kept")
    }
}
