import JSON
import Testing

@testable import JMESPath

@Suite("The compliance suite of JMESPath") struct ComplianceTests {
    /// The cases that are refused on purpose: both are benchmarks, which have no result to compare.
    private static let exceptions = [
        // 104 projections, each on the elements of the one before; 32 levels are the most.
        "deep projection 104",
        // 26 sums of lists in lists: 52 levels.
        "lots of function application",
    ]

    @Test("the suite is complete")
    func complete() throws {
        #expect(ComplianceSuite.files.count == 16)
        #expect(try ComplianceSuite.files.flatMap(ComplianceSuite.cases).count == 908)
    }

    @Test("each case has the result or the error that it names, but for those refused on purpose")
    func passes() throws {
        var deviations: [String] = []
        for file in ComplianceSuite.files {
            for row in try ComplianceSuite.cases(of: file) {
                guard let deviation = Self.deviation(of: row) else { continue }
                deviations.append(row.comment ?? "\(file): \(row.expression): \(deviation)")
            }
        }
        #expect(deviations.sorted() == Self.exceptions.sorted())
    }

    /// Difference from what the suite says; nil without any.
    private static func deviation(of row: ComplianceSuite.Case) -> String? {
        do throws(JMESFault) {
            let expression = try JMESExpression(parsing: row.expression)
            var steps = JMESSteps()
            let value = try expression.value(of: .node(row.given), in: Fixture(), steps: &steps)
            if let error = row.error { return "\(value.text) instead of the error \(error)" }
            guard let wanted = row.result else { return nil }
            return isSame(value, .node(wanted)) ? nil : "\(value.text) instead of \(JMESValue.node(wanted).text)"
        } catch {
            if error.kind.rawValue == row.error { return nil }
            return "\(error.kind) (\(error.sentence)) instead of \(row.error ?? "a result")"
        }
    }

    /// Numbers by their value: the suite spells them as it likes.
    private static func isSame(_ one: JMESValue, _ other: JMESValue) -> Bool {
        var evaluator = Evaluator(
            terms: [Term(form: .current, range: 0..<0)], environment: Fixture(), steps: JMESSteps())
        return (try? evaluator.isEqual(one, other, at: 0)) ?? false
    }
}
