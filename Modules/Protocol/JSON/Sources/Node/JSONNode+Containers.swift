extension JSONNode {
    /// Number of elements or members; 0 for a scalar.
    package var count: Int {
        word.isContainer ? TapePair(bits: storage.tape[index + 1]).count : 0
    }

    /// The elements in order; none when the value is not an array.
    package var elements: JSONElements { JSONElements(node: self) }

    /// The members in the order of the text; none when the value is not an object.
    package var members: JSONMembers { JSONMembers(node: self) }

    /// The member of this name, compared byte for byte after unescaping; nil without it and when the value is not an
    /// object. Takes time in proportion to the number of members.
    package subscript(_ name: String) -> JSONNode? {
        let length = name.utf8.count
        return firstMember { word in
            // Nearly all differ in their length.
            if !word.isEscaped, word.length != length { return false }
            var name = name
            return name.withUTF8 { storage.matches(word, $0) }
        }
    }

    /// The same for a literal, without making a String.
    package subscript(_ name: StaticString) -> JSONNode? {
        firstMember { storage.matches($0, name) }
    }

    /// The places of the members of four names, found in one pass; all `missing` where the value is no object.
    ///
    /// Not nodes: each of those counts a reference to the document.
    /// - Parameter table: of four names.
    package func find(_ table: MemberTable) -> InlineArray<4, JSONPlace> {
        let (tape, bytes) = (storage.tape, storage.bytes)
        return tape.withUnsafeBufferPointer { fourPlaces(of: table, in: $0, at: index, bytes.span.bytes) }
    }

    /// The value at a place of the same document; nil where none was found.
    @inlinable
    package func found(at place: JSONPlace) -> JSONNode? { place.isMissing ? nil : node(at: place) }

    /// The text of a string at a place of the same document; nil for anything else.
    package func string(at place: JSONPlace) -> String? {
        place.isText ? storage.text(of: storage.word(at: Int(place.index))) : nil
    }

    /// Whether at a place of the same document stands a string of these bytes; see ``isString(_:)``.
    package func isString(_ text: StaticString, at place: JSONPlace) -> Bool {
        storage.bytes.withUnsafeBytes { place.isText(text, in: $0.bytes) }
    }

    /// Gives `body` the UTF-8 of a string at a place of the same document, unescaped; does nothing with anything else. Without a result,
    /// whose type the runtime would be asked for.
    package func withUTF8(at place: JSONPlace, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        if place.isText { storage.withUTF8(of: storage.word(at: Int(place.index)), body) }
    }

    /// True if no member has another name than those of the table.
    package func hasNoMember(beside table: MemberTable) -> Bool {
        guard word.tag == .object else { return true }
        var (name, guess) = (index &+ 2, 0)
        let text = storage.bytes
        let bytes = text.span.bytes
        for _ in 0..<count {
            let word = storage.word(at: name)
            guard !word.isEscaped, let place = table.place(from: word.offset, to: word.end, of: bytes, guess: guess)
            else { return false }
            guess = place &+ 1
            name = storage.end(of: name &+ 1)
        }
        return true
    }

    /// The element at `position`, from 0; nil beyond the end and when the value is not an array. Takes time in
    /// proportion to `position`: use ``elements`` to visit all.
    package subscript(_ position: Int) -> JSONNode? {
        guard word.tag == .array, position >= 0, position < count else { return nil }
        var element = index + 2
        for _ in 0..<position { element = storage.end(of: element) }
        return JSONNode(storage, at: element)
    }

    @inline(__always)
    private func firstMember(where isWanted: (TapeWord) -> Bool) -> JSONNode? {
        guard word.tag == .object else { return nil }
        var name = index &+ 2
        for _ in 0..<count {
            if isWanted(storage.word(at: name)) { return JSONNode(storage, at: name &+ 1) }
            name = storage.end(of: name &+ 1)
        }
        return nil
    }
}

/// The elements of an array, in order.
package struct JSONElements: Sequence, Sendable {
    let node: JSONNode

    /// Starts at the first element.
    package func makeIterator() -> Iterator { Iterator(node) }

    /// Number of elements.
    package var underestimatedCount: Int { node.word.tag == .array ? node.count : 0 }

    /// Walks the tape from element to element.
    package struct Iterator: IteratorProtocol {
        private let storage: JSONStorage
        private var index: Int
        private var remaining: Int

        init(_ node: JSONNode) {
            storage = node.storage
            index = node.index + 2
            remaining = node.word.tag == .array ? node.count : 0
        }

        /// The next element, or nil after the last.
        package mutating func next() -> JSONNode? {
            guard remaining > 0 else { return nil }
            remaining -= 1
            defer { index = storage.end(of: index) }
            return JSONNode(storage, at: index)
        }
    }
}

/// The members of an object, in the order of the text.
package struct JSONMembers: Sequence, Sendable {
    let node: JSONNode

    /// Starts at the first member.
    package func makeIterator() -> Iterator { Iterator(node) }

    /// Number of members.
    package var underestimatedCount: Int { node.word.tag == .object ? node.count : 0 }

    /// Walks the tape from member to member.
    package struct Iterator: IteratorProtocol {
        private let storage: JSONStorage
        private var index: Int
        private var remaining: Int

        init(_ node: JSONNode) {
            storage = node.storage
            index = node.index + 2
            remaining = node.word.tag == .object ? node.count : 0
        }

        /// The next member with its name unescaped, or nil after the last.
        package mutating func next() -> (key: String, value: JSONNode)? {
            guard remaining > 0 else { return nil }
            remaining -= 1
            let name = storage.word(at: index)
            let value = JSONNode(storage, at: index + 1)
            index = storage.end(of: index + 1)
            return (storage.text(of: name), value)
        }
    }
}
