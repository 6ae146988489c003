import Foundation
import Testing

/// Forty-nine jobs that people give to agents, in six kinds. Each is done in at most three calls whose texts take at most 2,500 tokens
/// (a token is four bytes), and its result is what the sample data say.
@Suite("Jobs of an agent") struct JobTests {
    @Test("a job takes three calls and 2,500 tokens", arguments: Job.all)
    func job(_ job: Job) throws {
        let home = try TemporaryHome()
        let earlier = try ShoppingAgent(home: home)
        try job.before(earlier)
        try earlier.leave()

        let agent = try ShoppingAgent(home: home)
        let found = try job.work(agent)
        #expect(found == job.truth(), "\(job.wish)\n\(agent.texts)")
        for fact in found { #expect(agent.texts.contains(fact), "an agent reads texts: \(fact)") }
        #expect(agent.calls <= 3)
        #expect(agent.bytesRead / 4 <= 2_500)
        try agent.leave()
    }

    @Test("there are forty-nine, at least five of each kind")
    func kinds() {
        let counts = Dictionary(grouping: Job.all, by: \.kind).mapValues(\.count)
        #expect(Job.all.count == 49 && counts.count == Job.Kind.allCases.count && counts.values.allSatisfy { $0 >= 5 })
    }
}

/// A job: a wish, the way an agent goes, and what must come out.
struct Job: Sendable, CustomTestStringConvertible {
    enum Kind: CaseIterable {
        case findTheCheapest, compare, fillTheBag, answerMany, planByWeather, findAgain
    }

    let kind: Kind
    let wish: String
    /// Kept from an earlier conversation.
    var before: @Sendable (ShoppingAgent) throws -> Void = { _ in }
    /// Facts that the agent reads, which answer the wish.
    let work: @Sendable (ShoppingAgent) throws -> [String]
    let truth: @Sendable () -> [String]

    var testDescription: String { wish }

    static let all = cheapest + comparisons + bags + answers + plans + finds + inOtherWords + overviews

    /// The sku, or another name, of the row with the least value; the first of equals.
    static func least(
        _ rows: [SampleTruth.Row], _ name: String, by value: (SampleTruth.Row) -> Double
    ) -> [String] { rows.min { value($0) < value($1) }.map { [$0.text(name)] } ?? [] }
}
