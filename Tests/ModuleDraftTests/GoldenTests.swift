import Foundation
import Testing

@testable import ModuleDraft

/// Answers of many habits, and the file that each becomes, to the byte. With GALLERIA_RECORD_TRANSCRIPTS=1 they are written.
@Suite("Files made of answers") struct GoldenTests {
    struct Habit: Sendable, CustomTestStringConvertible {
        let id: String
        let answer: String
        let address: String

        var testDescription: String { id }
    }

    static let habits = [
        Habit(id: "concerts", answer: "concerts.json", address: "https://api.stage.example/v2/concerts/?city=seoul"),
        Habit(id: "teaShop", answer: "products.json", address: "https://leaf.example/products"),
        Habit(
            id: "books", answer: "books.json",
            address: "https://shelf.example/api/books?pageNo=1&numOfRows=4&serviceKey=s3cr%2Bt77"),
        Habit(id: "stations", answer: "stations.json", address: "https://bikes.example/stations.json"),
        Habit(id: "weather2", answer: "cities.json", address: "https://sky.example/v1/cities"),
        Habit(id: "oddRows", answer: "odd.json", address: "https://a.example/?q=swift+ui&lang=en"),
        Habit(id: "exchangeRates", answer: "rates.json", address: "https://a.example/KRW"),
    ]

    @Test("an answer of each habit becomes the file that it became before", arguments: habits)
    func golden(_ habit: Habit) throws {
        let body = Array(try Data(contentsOf: corpus(habit.answer)))
        let made = try DraftReading(id: habit.id, address: DraftAddress(habit.address), answer: DraftAnswer(body))
            .draft()
        try expectRight(made, habit.id)
        let told =
            [made.report.summary] + made.report.findings.map { "\($0.label): \($0.value)" }
            + made.report.questions.map { "not guessed: \($0.text) (line \($0.line.map(String.init) ?? "-"))" }
            + [made.report.call.joined(separator: " ")]
        let text = made.text + "---\n" + told.map { "# \($0)\n" }.joined()
        let file = corpus("\(habit.id).yaml")
        if ProcessInfo.processInfo.environment["GALLERIA_RECORD_TRANSCRIPTS"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try text == String(contentsOf: file, encoding: .utf8))
        for line in made.text.split(separator: "\n") { #expect(line.count <= 140, "\(line)") }
        #expect(!text.contains("s3cr"))
        // What is asked for stands in the line that is named.
        let lines = made.text.split(separator: "\n", omittingEmptySubsequences: false)
        for question in made.report.questions { #expect(question.line.map { lines.indices.contains($0 - 1) } ?? false) }
    }
}
