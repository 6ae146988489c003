import Testing

@testable import JSON

/// Documents that are read into the memory of earlier ones.
@Suite("Spare memory")
struct SpareTests {
    private let memory = JSONMemory()

    private func read(_ text: String, _ spare: inout JSONSpare) throws -> JSONDocument {
        try Array(text.utf8).withUnsafeBytes { bytes in
            try JSONDocument(parsing: bytes, countedIn: memory, using: &spare)
        }
    }

    private func address(_ document: JSONDocument) -> ObjectIdentifier { ObjectIdentifier(document.storage) }

    @Test("one text after the other takes the same memory, shorter or longer, and reads as by itself")
    func again() throws {
        var spare = JSONSpare()
        var addresses: Set<ObjectIdentifier> = []
        for text in [
            #"{"a":[1,2,3]}"#, "7", #"["long \#(String(repeating: "x", count: 900))",{"b":{}}]"#, "[]", #""é\u00e9""#,
        ] {
            let document = try read(text, &spare)
            addresses.insert(address(document))
            #expect(JSONValue(document.root) == (try JSONValue(parsing: text)))
            #expect(memory.bytes == document.heldBytes)
            spare.keep(consume document)
            #expect(memory.bytes == 0)
        }
        #expect(addresses.count == 1)
    }

    @Test("a document whose node is held keeps its memory for itself")
    func held() throws {
        var spare = JSONSpare()
        let first = try read(#"{"a":"first"}"#, &spare)
        let node = try #require(first.root["a"])
        let counted = first.heldBytes
        spare.keep(consume first)
        let second = try read(#"{"a":"other"}"#, &spare)
        #expect(node.string == "first")
        #expect(second.root["a"]?.string == "other")
        #expect(memory.bytes == counted + second.heldBytes)
    }

    @Test("what is no JSON leaves the memory spare, and counts nothing")
    func broken() throws {
        var spare = JSONSpare()
        let first = try read("[1]", &spare)
        let place = address(first)
        spare.keep(consume first)
        #expect(throws: JSONFault.self) { try read(#"{"a":[1,"#, &spare) }
        #expect(memory.bytes == 0)
        let last = try read(#"{"b":2}"#, &spare)
        #expect(address(last) == place)
        #expect(last.root["b"]?.integer == 2)
    }

    @Test("a long text neither takes spare memory nor becomes any")
    func long() throws {
        var spare = JSONSpare()
        let short = try read("[1]", &spare)
        let place = address(short)
        spare.keep(consume short)
        let long = try read("[\(String(repeating: "1,", count: 2_000))1]", &spare)
        #expect(address(long) != place)
        spare.keep(consume long)
        #expect(memory.bytes == 0)
        #expect(try address(read("[2]", &spare)) == place)
    }

    @Test("the deepest texts that fit read as by themselves", arguments: [64, 128, 129])
    func deep(depth: Int) throws {
        var spare = JSONSpare()
        spare.keep(try read("[]", &spare))
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let alone = Result { try JSONDocument(parsing: text).root.count }
        let again = Result { try read(text, &spare).root.count }
        switch (alone, again) {
        case (.success(let one), .success(let other)): #expect(one == other)
        case (.failure(let one as JSONFault), .failure(let other as JSONFault)): #expect(one == other)
        default: Issue.record("\(alone) beside \(again)")
        }
    }
}
