import JSON

/// Puts together what was read: fields with their roles, the file, its samples, the report.
struct DraftMaker {
    let reading: DraftReading

    private var example: Example { reading.example }

    func draft(second: DraftAnswer?) throws(DraftRefusal) -> ModuleDraft {
        var paging = reading.paging
        let page = provedPage(second, &paging)
        let guess = try RowGuess(example)
        let words = RowWords(id: reading.id, path: example.path ?? [], segment: reading.address.lastSegment)
        let operation = example.path == nil ? "show" : "list"
        let samples = try samples(operation, page, paging)
        let file = DraftFile(
            id: reading.id, address: reading.address, example: example, words: words, fields: guess.fields,
            key: guess.key,
            paging: paging, operation: operation, samples: samples.map(\.name))
        let lines = file.lines()
        let report = DraftReport(
            file: file, lines: lines, key: guess.found, leftOut: guess.leftOut, withoutCurrency: guess.withoutCurrency,
            samples: samples, hasSecond: page != nil)
        return ModuleDraft(text: lines.text, samples: samples, report: report)
    }

    // MARK: - The second page

    /// The second page, where it proves the guess of the paging; else the guess is taken back or told as one.
    private func provedPage(_ second: DraftAnswer?, _ paging: inout DraftPaging) -> Example? {
        guard let second, let page = try? Example(second.body), page.path == example.path else { return nil }
        let isSame = page.rows.first.map { first in
            example.rows.first.map { $0.rawText.elementsEqual(first.rawText) } ?? false
        }
        guard isSame == true else {
            paging.guessed = []
            return page
        }
        // The upstream did not know the parameter.
        paging.doubts.append(
            "how further pages are asked for: `\(paging.guessed.joined(separator: "`, `"))` gave the first again")
        paging.form = .whole
        paging.guessed = []
        paging.said = "one answer is read"
        return nil
    }

    private func samples(
        _ operation: String, _ page: Example?, _ paging: DraftPaging
    ) throws(DraftRefusal) -> [SampleFile] {
        let secrets = reading.address.secrets
        let first = try SampleCutter(example: example, secrets: secrets).sample(
            named: "\(reading.id)/\(operation).json")
        guard let page else { return [first] }
        var cutter = SampleCutter(example: page, secrets: secrets)
        // The last page that there is a sample of leads to no further one.
        switch paging.form {
        case .next(let at), .cursor(let at, _, nil): cutter.ending = at
        default: break
        }
        return [first, try cutter.sample(named: "\(reading.id)/\(operation)-2.json")]
    }
}
