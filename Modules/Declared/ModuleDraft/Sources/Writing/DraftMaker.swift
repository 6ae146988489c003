import JSON

/// Puts together what was read: fields with their roles, the file, its samples, the report.
struct DraftMaker {
    let reading: DraftReading

    private var example: Example { reading.example }

    func draft(_ further: [DraftAnswer]) throws(DraftRefusal) -> ModuleDraft {
        var paging = reading.paging
        let pages = provedPages(further, &paging)
        let guess = try RowGuess(example)
        let words = RowWords(id: reading.id, path: example.path ?? [], segment: reading.address.lastSegment)
        let operation = example.path == nil ? "show" : "list"
        let samples = try samples(operation, pages, paging)
        let file = DraftFile(
            id: reading.id, address: reading.address, example: example, words: words, fields: guess.fields,
            key: guess.key,
            paging: paging, operation: operation, samples: samples.map(\.name))
        let lines = file.lines()
        let report = DraftReport(
            file: file, lines: lines, key: guess.found, leftOut: guess.leftOut, withoutCurrency: guess.withoutCurrency,
            samples: samples, hasSecond: !pages.isEmpty)
        return ModuleDraft(text: lines.text, samples: samples, report: report)
    }

    // MARK: - Further pages

    /// The pages behind the first, where the second proves the guess of the paging; else the guess is taken back or told as one.
    private func provedPages(_ further: [DraftAnswer], _ paging: inout DraftPaging) -> [Example] {
        let pages = further.compactMap { try? Example($0.body) }.filter { $0.path == example.path }
        guard let page = pages.first else { return [] }
        let isSame = page.rows.first.map { first in
            example.rows.first.map { $0.rawText.elementsEqual(first.rawText) } ?? false
        }
        guard isSame == true else {
            paging.guessed = []
            return pages
        }
        // The upstream did not know the parameter.
        paging.doubts.append(
            "how further pages are asked for: `\(paging.guessed.joined(separator: "`, `"))` gave the first again")
        paging.form = .whole
        paging.guessed = []
        paging.said = "one answer is read"
        return []
    }

    private func samples(
        _ operation: String, _ pages: [Example], _ paging: DraftPaging
    ) throws(DraftRefusal) -> [SampleFile] {
        var cutters = ([example] + pages).map { SampleCutter(example: $0, secrets: reading.address.secrets) }
        // The last page that there is a sample of leads to no further one.
        let last = cutters.count - 1
        switch paging.form {
        case .next(let at), .cursor(let at, _, nil): cutters[last].replaced.append((at, "null"))
        case .cursor(_, _, let more?): cutters[last].replaced.append((more, "false"))
        case .whole, .link, .offset, .number, .numberInPath: break
        }
        func made() throws(DraftRefusal) -> [SampleFile] {
            var samples: [SampleFile] = []
            for (index, cutter) in cutters.enumerated() {
                let number = index == 0 ? "" : "-\(index + 1)"
                samples.append(try cutter.sample(named: "\(reading.id)/\(operation)\(number).json"))
            }
            return samples
        }
        let samples = try made()
        // A total counts the rows that the samples have: else they would promise rows that nobody can see.
        let rows = samples.reduce(0) { $0 + $1.rows }
        guard let total = paging.total, let all = paging.totalCount, all > rows else { return samples }
        for index in cutters.indices { cutters[index].replaced.append((total, "\(rows)")) }
        return try made()
    }
}
