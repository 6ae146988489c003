import DesignSystem
import FeatureKit
import HTTP
import JSON
import Storage

/// Subject played over altered samples, and its required result.
struct AlteredSubject {
    let name: String
    let stage: AlteredStage
    /// Schema of the result, or of a loaded screen's state.
    let schema: JSONSchema
    let isScreen: Bool
    let module: String

    /// Findings in an outcome that no client can use: neither a result of the schema nor a fault of the upstream, or a
    /// text that no reader may be shown.
    func findings(in outcome: AlteredStage.Outcome) -> [String] {
        var found = outcome.text.forbiddenScalars.prefix(3).map { "shows \($0)" }
        if let result = outcome.result { found += schema.mistakes(in: result) }
        switch outcome {
        case .answer: break
        case .fault(let fault):
            if [.invalidArgument, .internal].contains(fault.code) { found.append("is refused: \(fault.text)") }
            if fault.module != module || fault.message.isEmpty { found.append("has no fault of the module") }
            if fault.text.contains(where: \.isNewline) { found.append("has a fault of two lines") }
        case .screen(let state, let text):
            if text.isEmpty { found.append("has no text") }
            if let refresh = state["refresh"] {
                found += JSONSchema(RefreshStatus.shape.schema).mistakes(in: refresh, at: "refresh")
                if refresh["running"] != "none" { found.append("still loads") }
            }
        }
        return found
    }
}

extension FeatureConformance {
    /// Operations and screens that ask the upstream.
    private func alteredSubjects() async throws -> [AlteredSubject] {
        let listing = try harness()
        var subjects: [AlteredSubject] = []
        for operation in operations(of: listing) {
            let stage = try await stage(.operation(operation))
            if stage.samples.requests.isEmpty { continue }
            subjects.append(
                AlteredSubject(
                    name: operation.method, stage: stage, schema: JSONSchema(operation.resultSchema()), isScreen: false,
                    module: id))
        }
        for route in try await exampleRoutes(of: listing) {
            let stage = try await stage(.route(route))
            if stage.samples.requests.isEmpty { continue }
            let definition = try listing.router.screen(at: route).0
            let method = matchingMethods[definition.template.text] ?? ""
            let operation = listing.router.operation(method: method)
            let schema = operation.map { stateSchema(definition, of: $0, listing) } ?? .null
            subjects.append(
                AlteredSubject(name: route, stage: stage, schema: JSONSchema(schema), isScreen: true, module: id))
        }
        return subjects
    }

    func stage(_ subject: AlteredStage.Subject) async throws -> AlteredStage {
        try await AlteredStage.stage(subject, feature) { client in
            try FeatureHarness(
                [feature] + companions,
                client: { $0.id == id ? client : SampleHTTPClient($0.sample) },
                store: InMemoryStateStore(holding: stored))
        }
    }

    // MARK: Spoiled answers

    /// Tries for each address that is asked. A screen, and an operation that asks what others ask, gets a tenth.
    private static let mutations = 1_000

    func spoiledAnswerFindings() async throws -> [String] {
        var found: [String] = []
        var known: Set<String> = []
        for subject in try await alteredSubjects() {
            let addresses = Set(subject.stage.samples.bodies.map(\.url))
            let isFirst = !subject.isScreen && !addresses.isSubset(of: known)
            known.formUnion(addresses)
            found += try await spoiledAnswerFindings(subject, isFirst).thinned
        }
        return found
    }

    private func spoiledAnswerFindings(_ subject: AlteredSubject, _ isFirst: Bool) async throws -> [String] {
        let (stage, name) = (subject.stage, subject.name)
        var found: [String] = []
        var alterations: [(what: String, alter: AlteredSamples.Alteration)] = []
        if !subject.isScreen { alterations = Self.oddNumbers(in: stage.samples.bodies) }
        let count = isFirst ? max(Self.mutations / 4, Self.mutations - alterations.count) : Self.mutations / 10
        alterations += (0..<count).map { number in
            (
                "mutation \(number)",
                { url, body in
                    var mutations = BodyMutations("\(name) \(number) \(url)")
                    return mutations.mutated(body)
                }
            )
        }
        var (read, refused) = (0, 0)
        for (number, (what, alter)) in alterations.enumerated() {
            let styles: [RenderStyle] = [.markdown, .plain, .html]
            let outcome = try await stage.play(alter, style: styles[number % styles.count])
            if outcome.result == nil { refused += 1 } else { read += 1 }
            found += subject.findings(in: outcome).prefix(2).map { "\(name), \(what): \($0)" }
        }
        if read == 0 || refused == 0 { found.append("\(name): \(read) read, \(refused) refused, which proves little") }
        if isFirst { found += try await suiteFindings(subject) }
        return found
    }

    /// The kit's documents as bodies: what is not JSON is said to be none, the rest is read or refused.
    private func suiteFindings(_ subject: AlteredSubject) async throws -> [String] {
        var found: [String] = []
        for (name, bytes) in documents {
            let outcome = try await subject.stage.play { _, _ in bytes }
            found += subject.findings(in: outcome).map { "\(subject.name), \(name): \($0)" }
            guard name.hasPrefix("n_") else { continue }
            if case .fault(let fault) = outcome, fault.code == .upstreamMalformed { continue }
            found.append("\(subject.name) takes \(name)")
        }
        return found
    }

    /// Each odd number in the place of each number of the bodies; where that is text, as text also.
    private static func oddNumbers(
        in bodies: [(url: String, body: JSONValue)]
    ) -> [(what: String, alter: AlteredSamples.Alteration)] {
        var alterations: [(what: String, alter: AlteredSamples.Alteration)] = []
        for (place, body) in bodies {
            for path in body.leafPaths(rows: 1) {
                var forms: [(String) -> JSONValue] = [{ .number($0) }]
                if let text = body.value(at: path)?.string {
                    let digits = text.drop { !$0.isNumber && $0 != "-" }
                    guard Double(digits) != nil else { continue }
                    let sign = String(text.dropLast(digits.count))
                    forms.append { .string(sign + $0) }
                } else if body.value(at: path)?.double == nil {
                    continue
                }
                for form in forms {
                    for literal in OddNumbers.literals {
                        let spoiled = body.replacing(path, with: form(literal)).serialized()
                        alterations.append(
                            ("\(literal) at \(path)", { url, body in url == place ? spoiled : body.serialized() }))
                    }
                }
            }
        }
        return alterations
    }

    // MARK: Hostile texts

    func hostileTextFindings() async throws -> [String] {
        var found: [String] = []
        // One that tells of the upstream in words of its own shows no text of it; of all of them that would prove nothing.
        var (mute, proves): (String?, Bool) = (nil, false)
        for subject in try await alteredSubjects() {
            let (findings, silence) = try await hostileTextFindings(subject)
            found += findings.thinned
            if let silence { mute = mute ?? silence } else { proves = true }
        }
        return proves ? found : found + [mute].compactMap(\.self)
    }

    /// - Returns: what is wrong, and the sentence on a subject that shows no text of its upstream.
    private func hostileTextFindings(_ subject: AlteredSubject) async throws -> ([String], silence: String?) {
        let (stage, name) = (subject.stage, subject.name)
        let tools = stage.tools
        let (shown, keys) = try await leaves(of: stage)
        // An answer of numbers and a key has no text that could be hostile.
        let bodies = stage.samples.bodies
        let hasText = shown.contains { leaf in
            bodies.contains { $0.url == leaf.url && $0.body.value(at: leaf.path)?.string != nil }
        }
        if !hasText, !keys.isEmpty { return ([], nil) }
        let tame = try await stage.play(Self.placing(Self.harmless, at: shown)).text
        var found: [String] = []
        let silence =
            tame.holds("harmless")
            ? nil : "\(name) shows no text of its upstream, which proves nothing: \(tame.prefix(200))"
        // A short one also stands where a long one is refused, such as in an address that is made of it.
        let short = try await stage.play(Self.placing("harmless", at: shown)).text
        let frame = MarkdownFrame(tame).joined(with: MarkdownFrame(short))
        for (number, text) in (HostileText.all.map(\.text) + HostileText.lures).enumerated() {
            let styles: [RenderStyle] = [.markdown, .plain, .markdown, .html]
            let style = subject.isScreen ? styles[number % styles.count] : .markdown
            let outcome = try await stage.play(Self.placing(text, at: shown), style: style)
            var faults = subject.findings(in: outcome)
            if style == .markdown { faults += MarkdownFrame(outcome.text).breaches(of: frame) }
            for key in keys {
                let outcome = try await stage.play(Self.placing(text, at: [key]), style: style)
                faults += subject.findings(in: outcome)
            }
            found += faults.prefix(3).map { "\(name), \(text.debugDescription): \($0)" }
        }
        if stage.tools != tools { found.append("\(name): the tools changed with what the upstream said") }
        return (found, silence)
    }

    /// As long as the longest of the hostile texts, so that what a bound refuses is refused of it as well.
    private static let harmless = String(repeating: "harmless ", count: 112)

    private typealias Leaf = (url: String, path: [Int])

    /// The values of the first rows that may be any text, and those that may not, since without them a row or the whole
    /// answer is lost, or looked for elsewhere. The other rows stay as they are, so that no answer becomes a large one,
    /// which would be read on the pool while the harness believes that all has settled.
    private func leaves(of stage: AlteredStage) async throws -> (shown: [Leaf], keys: [Leaf]) {
        var (shown, keys): ([Leaf], [Leaf]) = ([], [])
        let rows = try await stage.play { _, body in body.serialized() }.result?.elementCount ?? 0
        let asked = stage.asked
        for (url, body) in stage.samples.bodies {
            for path in body.leafPaths(rows: 1) {
                let outcome = try await stage.play(Self.placing(Self.harmless, at: shown + [(url, path)]))
                let isSame = stage.asked == asked
                // A text that must be an address is none of those that are shown.
                let escape = HostileText.all.first?.text ?? ""
                let isTaken = try await stage.play(Self.placing(escape, at: [(url, path)])).result != nil
                if let result = outcome.result, result.elementCount >= rows, isSame, isTaken {
                    shown.append((url, path))
                } else {
                    keys.append((url, path))
                }
            }
        }
        return (shown, keys)
    }

    /// The samples with a text in the place of these leaves.
    private static func placing(_ text: String, at leaves: [Leaf]) -> AlteredSamples.Alteration {
        let paths = Dictionary(grouping: leaves, by: \.url).mapValues { $0.map(\.path) }
        return { url, body in
            (paths[url] ?? []).reduce(body) { $0.replacing($1, with: .string(text)) }.serialized()
        }
    }
}

extension JSONValue {
    /// The elements of all lists, and the objects: those of one row within a row are lost with its key.
    fileprivate var elementCount: Int {
        (array?.count ?? 0) + (members == nil ? 0 : 1)
            + (array ?? members?.map(\.value) ?? []).reduce(0) { $0 + $1.elementCount }
    }
}
