import DesignSystem
import FeatureKit
import JSON
import Values

extension FeatureConformance {
    func sampleFindings() async throws -> [String] {
        var found: [String] = []
        let listing = try harness()
        for operation in operations(of: listing) {
            let parameters = operation.exampleParameters
            found += JSONSchema(operation.parameterSchema()).mistakes(in: parameters, at: "\(operation.method) example")
            let harness = try harness()
            guard let result = await result(harness, operation.method, parameters, &found) else { continue }
            let schema = JSONSchema(operation.resultSchema())
            found += schema.mistakes(in: result, at: "\(operation.method) result")
            found += schema.emptyMembers(in: result, at: "\(operation.method) result")
            if operation.effect == .reads || operation.effect == .writes(idempotent: true, destructive: false) {
                let again = await self.result(harness, operation.method, parameters, &found)
                if again?["items"] == nil, again != result {
                    found.append("\(operation.method) says it is idempotent but answers otherwise the second time")
                }
            }
        }
        return found
    }

    func textFindings() async throws -> [String] {
        var found: [String] = []
        let listing = try harness()
        for operation in operations(of: listing) {
            let harness = try harness()
            let answer: Answer
            do throws(Fault) {
                answer = try await harness.answer(operation.method, operation.exampleParameters)
            } catch {
                found.append("\(operation.method) has no answer to its example: \(error.text)")
                continue
            }
            let (json, text) = (answer.json, answer.markdown)
            found += ResultFacts(json).missing(in: text).map { "\(operation.method): the text lacks \($0)" }
            let length = json.pretty().unicodeScalars.count
            if text.unicodeScalars.count >= max(length, 600) {
                found.append("\(operation.method): \(text.unicodeScalars.count) characters of text, \(length) of JSON")
            }
        }
        return found
    }
}

/// Facts that the text of a result must hold: ids, names, titles, price texts, total, cursor.
struct ResultFacts {
    private static let names: Set = [
        "id", "sku", "fid", "isbn13", "kokoID", "name", "title", "brand", "place", "date",
    ]

    private var texts: [String] = []
    private var totals: [Int] = []
    private var cursors: [String] = []

    init(_ result: JSONValue) {
        collect(result)
    }

    /// Texts that are facts already.
    init(texts: [String]) {
        self.texts = texts
    }

    /// The facts of a screen: without the total, which it may count otherwise than its text, and the cursor, which is for the
    /// operation.
    var ofScreen: ResultFacts {
        var facts = self
        (facts.totals, facts.cursors) = ([], [])
        return facts
    }

    private mutating func collect(_ value: JSONValue) {
        for element in value.array ?? [] { collect(element) }
        let isMoney = value["amount"] != nil && value["currency"] != nil
        for member in value.members ?? [] {
            switch (member.key, member.value) {
            case ("nextCursor", .string(let cursor)): cursors.append(cursor)
            case ("total", .integer(let total)): totals.append(total)
            case ("text", .string(let text)) where isMoney: texts.append(text)
            case (_, .string(let text)) where Self.amount(text) != nil: texts.append(Self.amount(text) ?? "")
            case (let name, .string(let text)) where Self.names.contains(name): texts.append(text)
            case (let name, .integer(let number)) where Self.names.contains(name): texts.append(String(number))
            default: collect(member.value)
            }
        }
    }

    /// Text of an amount such as `KRW 23000`, as it is shown; nil for any other text.
    private static func amount(_ text: String) -> String? {
        let parts = text.split(separator: " ")
        guard parts.count == 2, parts[0].utf8.count == 3, parts[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) }),
            let amount = DecimalAmount(String(parts[1]))
        else { return nil }
        return Money(amount, Currency(String(parts[0]), .standard)).text
    }

    /// The facts that Markdown `text` does not show, quoted.
    func missing(in text: String) -> [String] {
        let plain = Self.collapsed(Self.withoutEscapes(text))
        var numbers = Set<String>()
        for run in plain.split(whereSeparator: { !$0.isNumber }) { numbers.insert(String(run)) }
        return Set(texts).sorted().filter { !plain.holds(Self.collapsed($0)) }.map { "“\($0)”" }
            + totals.filter { $0 > 0 && !numbers.contains(String($0)) }.map { "the total \($0)" }
            + cursors.filter { !text.holds($0) }.map { "the cursor \($0)" }
    }

    /// Markdown's backslash escapes taken back.
    private static func withoutEscapes(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\\", let next = scalars.first, next.isASCII,
                next.properties.generalCategory != .lineSeparator,
                !next.properties.isAlphabetic, !("0"..."9").contains(next), !next.properties.isWhitespace
            {
                result.append(next)
                scalars = scalars.dropFirst()
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Runs of white space as one space, which is all that layout may change.
    private static func collapsed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
