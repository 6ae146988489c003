import Composition
import DesignSystem
import FeatureKit
import HTTP
import JSON
import ModuleDraft
import ModuleFile
import Runtime
import Settings

extension Command {
    static var moduleNew: Command {
        Command(
            "new", [Arguments.newModule], doc: "Writes a module's file from an answer of its API, and says each guess.",
            detail: "Asks the address for at most five pages. Nothing is overwritten.",
            options: [Options.draftEndpoint, Options.draftSample, Options.json],
            examples: [
                "galleria module new concerts --endpoint https://api.example.com/v1/concerts",
                "galleria module new books --endpoint 'https://api.example.com/books?page=1' --sample answer.json",
            ], isLenient: true, run: newModule)
    }
}

/// `galleria module new ID --endpoint URL [--sample FILE]`
@Sendable private func newModule(_ invocation: Invocation) throws -> ExitStatus {
    let id = try invocation[Arguments.newModule]
    guard let endpoint = invocation[Options.draftEndpoint] else {
        throw UsageFault.missing("--endpoint URL", example: Command.moduleNew.examples.first)
    }
    // A file that is there declares a module by now.
    let place = try ModulePlace(id, in: invocation.settingsFiles)
    try place.expectFree()
    try invocation.expectFree(id)
    let address: DraftAddress
    do throws(DraftRefusal) {
        address = try DraftAddress(endpoint)
    } catch {
        throw UsageFault(error.sentence, hint: error.hint)
    }
    let draft: ModuleDraft
    if let file = invocation[Options.draftSample] {
        let bytes = try contents(of: file, limit: DraftFetch.longestFile)
        do throws(DraftRefusal) {
            draft = try DraftReading(id: id, address: address, answer: DraftAnswer(bytes)).draft()
        } catch {
            throw UsageFault("\(sanitized(file)): \(error.sentence)", hint: error.hint)
        }
    } else {
        draft = try DraftFetch(id: id, address: address).draft()
    }
    return try invocation.keep(draft, id: id)
}

extension Invocation {
    /// Writes a draft beside the settings, and tells of it.
    func keep(_ draft: ModuleDraft, id: String) throws -> ExitStatus {
        let place = try ModulePlace(id, in: settingsFiles)
        try place.expectFree()
        try expectFree(id)
        // A file that the reader would not take is a mistake of ours, and is not written.
        if case .failure(let report) = ModuleFile.read(Array(draft.text.utf8), label: place.file, id: id) {
            throw Fault(.internal, "The file would be wrong: \(report.problems.first?.sentence ?? "").", hint: "")
        }
        try place.write(draft)
        return show(
            json: { $0.value(draft.json(at: place)) },
            text: { draft.document(id: id, at: place).rendered(renderOptions()) })
    }

    /// - Throws: whose name the id is already.
    fileprivate func expectFree(_ id: String) throws(UsageFault) {
        let route = "galleria://\(id)"
        // Names of the program's own methods, screens and files.
        let reserved = ["host", "images", "screen", "home", "state", "config", "modules"]
        // A module of a file is found by its place, which is not overwritten.
        let owner = features.first { feature in
            guard feature.revision == 0 else { return false }
            return
                feature.manifest.id == id
                || feature.manifest.routes.contains { template in
                    template.text == route
                        || ["/", "{", "?"].contains { template.text.utf8.starts(with: (route + $0).utf8) }
                }
        }
        if let owner {
            throw UsageFault("\(id) is a name of the module \(owner.manifest.id).", hint: "Take another name.")
        }
        if reserved.contains(id) { throw UsageFault("\(id) is a name of the program.", hint: "Take another name.") }
    }
}

extension ModuleDraft {
    /// The draft for people: findings, questions with their lines, and commands to go on with.
    fileprivate func document(id: String, at place: ModulePlace) -> Document {
        let files = samples.count == 1 ? "1 sample" : "\(samples.count) samples"
        var blocks: [Block] = [
            .paragraph(Inline("\(id): \(report.summary)")),
            .keyValues(report.findings.map { KeyValue($0.label, Inline($0.value)) }),
        ]
        if !report.questions.isEmpty {
            blocks.append(
                .list(
                    ordered: false,
                    report.questions.map { question in
                        let line = question.line.map { " Say it in \(id).yaml, line \($0)." } ?? ""
                        return Inline("Not guessed: \(question.text).\(line)")
                    }))
        }
        for secret in report.secrets {
            blocks.append(
                .paragraph(
                    Inline(
                        "The value of \(secret.parameter) is written nowhere. It is the setting "
                            + "modules.\(id).\(secret.setting), such as \(Self.variable(id, secret.setting)).")))
        }
        blocks.append(.paragraph(Inline("Wrote \(place.file) and \(files) beside it.")))
        blocks.append(.list(ordered: false, commands(id, at: place).map { Inline($0, .code) }))
        return Document(blocks)
    }

    /// `"${CONCERTS_API_KEY}"`
    private static func variable(_ id: String, _ setting: String) -> String {
        let words = nameParts(id) + nameParts(setting)
        return "\"${\(words.map { $0.uppercased() }.joined(separator: "_"))}\""
    }

    /// The words of a camel-case name.
    private static func nameParts(_ name: String) -> [String] {
        name.reduce(into: [""]) { words, letter in
            if letter.isUppercase, words.last?.isEmpty == false { words.append("") }
            words[words.count - 1].append(letter)
        }
    }

    /// Command lines to go on with, as they stand in a shell.
    private func commands(_ id: String, at place: ModulePlace) -> [String] {
        [
            shellLine(["galleria", "module", "check", place.file]), shellLine(["galleria", "call"] + report.call),
            shellLine(["galleria", "browse", "galleria://\(id)"]),
        ]
    }

    fileprivate func json(at place: ModulePlace) -> JSONValue {
        [
            "file": .string(place.file), "samples": .array(samples.map { .string(place.path(of: $0)) }),
            "summary": .string(report.summary),
            "findings": .array(report.findings.map { ["label": .string($0.label), "value": .string($0.value)] }),
            "questions": .array(
                report.questions.map {
                    .object(given: ["text": .string($0.text), "line": $0.line.map { .integer($0) }])
                }),
            "secrets": .array(
                report.secrets.map { ["parameter": .string($0.parameter), "setting": .string($0.setting)] }),
            "call": .array(report.call.map { .string($0) }),
        ]
    }
}
