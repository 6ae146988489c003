import JSON
import Values

/// A module's file made of an answer of its API: the text, the samples, what was guessed and what could not be.
package struct ModuleDraft: Sendable {
    /// YAML, which the reader of modules' files takes.
    package let text: String
    package let samples: [SampleFile]
    package let report: DraftReport
}

/// An answer of an upstream.
package struct DraftAnswer: Sendable {
    package let body: [UInt8]
    /// The values of its `Link` fields (RFC 8288).
    package let links: [String]

    package init(_ body: [UInt8], links: [String] = []) {
        (self.body, self.links) = (body, links)
    }
}

/// The request of a further page: the second proves a guess of the paging.
package enum FurtherPage: Sendable, Equatable {
    /// An address in the answer before it, relative to the request's.
    case address(String)
    /// The same address with these parameters instead.
    case query([DraftAddress.Item])
    /// The same with another last part of its path.
    case lastPart(String)
}

/// The first answer, understood; a draft is made of it, and of the pages behind it.
package struct DraftReading: Sendable {
    let id: String
    let address: DraftAddress
    let example: Example
    let paging: DraftPaging
    private let links: [String]

    /// Pages that are kept as samples at most; a list that is no longer is there whole.
    private static let mostPages = 5
    /// Bytes of all pages.
    private static let mostBytes = 1 << 20

    /// - Parameters:
    ///   - id: of the module: a name of letters and digits that begins in lower case.
    ///   - address: the one whose answer it is.
    /// - Throws: why nothing can be made of the answer.
    package init(id: String, address: DraftAddress, answer: DraftAnswer) throws(DraftRefusal) {
        example = try Example(answer.body)
        let hasLink = linkTarget(of: "next", in: answer.links) != nil
        let found = PagingSearch.paging(of: example, at: address, hasLinkField: hasLink)
        (self.id, paging, links) = (id, found, answer.links)
        if case .numberInPath = found.form { self.address = address.withLongerPath } else { self.address = address }
    }

    /// The request of the page behind those that were read; nil behind the last, behind enough, and where nothing says how to ask.
    /// - Parameter further: the pages behind the first.
    package func page(behind further: [DraftAnswer]) -> FurtherPage? {
        let pages = further.map { try? Example($0.body) }
        let bytes = example.document.root.documentText.count + further.reduce(0) { $0 + $1.body.count }
        guard further.count < Self.mostPages - 1, further.isEmpty || bytes < Self.mostBytes,
            let last = pages.last ?? example, !last.rows.isEmpty
        else { return nil }
        // The first page again: the upstream did not know how it was asked.
        if let before = pages.count > 1 ? pages[pages.count - 2] ?? nil : pages.isEmpty ? nil : example,
            let row = before.rows.first, last.rows.first.map({ $0.rawText.elementsEqual(row.rawText) }) ?? false
        {
            return nil
        }
        let (root, number) = (last.document.root, further.count + 1)
        let rows = example.rows.count + pages.reduce(0) { $0 + ($1?.rows.count ?? 0) }
        let mayHaveMore = paging.totalCount.map { $0 > rows } ?? (last.rows.count >= example.rows.count)
        switch paging.form {
        case .whole: return nil
        case .next(let at): return root.value(at: at)?.string.map(FurtherPage.address)
        case .link: return linkTarget(of: "next", in: further.last?.links ?? links).map(FurtherPage.address)
        case .cursor(let at, let parameter, _):
            guard let cursor = root.value(at: at)?.plainText, !cursor.isEmpty else { return nil }
            return .query(replacing([(parameter, cursor)]))
        case .offset(let parameter, let size):
            guard mayHaveMore else { return nil }
            return .query(replacing([(parameter, String(rows)), (size, String(paging.size))]))
        case .number(let parameter, let size, let first):
            guard mayHaveMore else { return nil }
            return .query(
                replacing([(parameter, String(first + number))] + (size.map { [($0, String(paging.size))] } ?? [])))
        case .numberInPath(let first): return mayHaveMore ? .lastPart(String(first + number)) : nil
        }
    }

    /// The query of the address with other values, secrets not among them.
    private func replacing(_ values: [(name: String, value: String)]) -> [DraftAddress.Item] {
        address.query.filter { item in !values.contains { $0.name == item.name } }
            + values.map { DraftAddress.Item($0.name, $0.value) }
    }

    /// Makes the draft.
    /// - Parameter further: the answers to ``page(behind:)``, as far as they were asked for.
    /// - Throws: why the samples can't be made.
    package func draft(further: [DraftAnswer] = []) throws(DraftRefusal) -> ModuleDraft {
        try DraftMaker(reading: self).draft(further)
    }
}
