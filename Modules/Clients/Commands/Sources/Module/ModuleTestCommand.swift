import Composition
import Conformance
import DeclaredFeature
import DesignSystem
import FeatureKit
import JSON
import ModuleFile
import Runtime
import Settings

extension Command {
    static var moduleTest: Command {
        Command(
            "test", [Arguments.testedModule],
            doc: "Proves the laws of modules over a file's samples, without a network.",
            detail:
                "Without ID it tests the files of --module. Exit status 1: a law is broken, or a sample can't be read.",
            options: [Options.json],
            examples: ["galleria module test concerts", "galleria module test --module ./concerts.yaml --json"],
            isLenient: true, run: testModules)
    }
}

/// `galleria module test ID`
@Sendable private func testModules(_ invocation: Invocation) throws -> ExitStatus {
    var tested: [TestedModule] = []
    for path in try invocation.testedPaths() {
        let module: ModuleDeclaration
        do throws(SettingsReport) {
            module = try invocation.declaredModules.module(path).0
        } catch {
            return invocation.fail(error, "The file is wrong.")
        }
        let result = try EventLoop().result { try await TestedModule(path, module) }
        guard let result else { throw Fault(.cancelled, "The test was cancelled.", hint: "") }
        tested.append(result)
    }
    let isRight = tested.allSatisfy(\.isRight)
    _ = invocation.show(
        json: { $0.value(["ok": .bool(isRight), "modules": .array(tested.map(\.json))]) },
        text: { Document(tested.flatMap(\.blocks)).rendered(invocation.renderOptions()) })
    return isRight ? .done : .failed
}

extension Invocation {
    /// Paths of the files to test.
    fileprivate func testedPaths() throws -> [String] {
        let named = self[Options.module]
        guard let id = try self[Arguments.testedModule] else {
            if named.isEmpty { throw UsageFault.missing("ID", example: Command.moduleTest.examples.first) }
            return named
        }
        return [try declaredPath(of: id)]
    }
}

/// Outcome of the laws over one module's samples.
private struct TestedModule: Sendable {
    let path: String
    let module: ModuleDeclaration
    let review: SampleReview
    /// Laws that don't hold, with what was found.
    let broken: [(law: FeatureConformance.Rule, findings: [String])]

    init(_ path: String, _ module: ModuleDeclaration) async throws {
        (self.path, self.module) = (path, module)
        let samples = ModuleFiles.samples(of: path)
        review = SampleReview(module, samples: samples)
        let kit = FeatureConformance(
            Feature(module, samples: samples), screens: module.screenMethods, searches: module.searches)
        var broken: [(FeatureConformance.Rule, [String])] = []
        // Without its samples nothing can be proved.
        if review.problems.isEmpty {
            for rule in FeatureConformance.Rule.allCases {
                let findings: [String]
                do {
                    findings = try await kit.findings(rule)
                } catch let fault as Fault {
                    findings = [fault.text]
                } catch {
                    findings = ["\(error)"]
                }
                if !findings.isEmpty { broken.append((rule, findings)) }
            }
        }
        self.broken = broken
    }

    var isRight: Bool { broken.isEmpty && review.problems.isEmpty }

    /// `27 laws hold over 5 samples, 37 rows`
    private var summary: String {
        let all = FeatureConformance.Rule.allCases.count
        let over = "over \(counted(module.samples.count, "sample")), \(counted(review.rowCount, "row"))"
        if !review.problems.isEmpty { return "\(module.id): no law was tried, since not all samples can be read." }
        if broken.isEmpty { return "\(module.id): \(all) laws hold \(over)." }
        return "\(module.id): \(broken.count) of \(all) laws are broken \(over)."
    }

    /// Fields that some row lacks.
    private var lacking: [SampleReview.FieldCount] {
        review.fields.filter { $0.without + $0.mistyped + $0.unreadable > 0 }
    }

    var blocks: [Block] {
        var blocks: [Block] = []
        if !review.problems.isEmpty {
            blocks.append(.list(ordered: false, review.problems.map { Inline("Not read: \($0).") }))
        }
        for (law, findings) in broken {
            blocks.append(.notice(.failure, title: Inline("Broken: \(law.description)")))
            blocks.append(.list(ordered: false, findings.map { Inline($0) }))
        }
        blocks.append(.paragraph(Inline(summary)))
        let rows = lacking.map { count in
            [Inline("\(count.row).\(count.field)")]
                + [count.rows, count.without, count.mistyped, count.unreadable].map { Inline("\($0)") }
        }
        if !rows.isEmpty {
            let titles = ["rows", "no value", "wrong type", "not readable"]
            blocks.append(
                .table(
                    Table(
                        columns: [Column("Field")]
                            + titles.map { Column($0, alignment: .trailing, priority: 0) }, rows: rows)))
        }
        let mistakes = lacking.compactMap { count in count.firstMistake.map { "\(count.row).\(count.field): \($0)" } }
        let notes =
            mistakes.map { "Wrong type: \($0)" }
            + review.unsampled.map { "No sample: \($0)." }
            + review.unseenErrors.map { "Errors in no sample: \($0)." }
        if !notes.isEmpty { blocks.append(.list(ordered: false, notes.map { Inline($0) })) }
        return blocks
    }

    var json: JSONValue {
        func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
        return [
            "file": .string(path), "id": .string(module.id), "ok": .bool(isRight),
            "laws": .integer(FeatureConformance.Rule.allCases.count), "samples": .integer(module.samples.count),
            "rows": .integer(review.rowCount),
            "broken": .array(
                broken.map { ["law": .string($0.law.description), "findings": texts($0.findings)] }),
            "fields": .array(
                review.fields.map { count in
                    [
                        "row": .string(count.row), "field": .string(count.field), "rows": .integer(count.rows),
                        "withoutValue": .integer(count.without), "wrongType": .integer(count.mistyped),
                        "notReadable": .integer(count.unreadable),
                    ]
                }),
            "unreadSamples": texts(review.problems), "unsampled": texts(review.unsampled),
            "unseenErrors": texts(review.unseenErrors),
        ]
    }
}

/// `1 sample`, `5 samples`
private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
