/// Completion of one argument while a user types it: an argument of a prompt, a variable of a route.
package struct Completion: Sendable {
    package typealias Find = @Sendable (CompletionRequest) async throws(Fault) -> Candidates

    /// The most values of one answer (MCP, `completion/complete`).
    package static let mostValues = 100

    private let find: Find

    /// - Parameter find: gives the values worth offering, best first; those that don't match what was typed are left out
    ///   afterwards. It may read a list of the upstream that is read whole within `Completion.mostRows`.
    package init(_ find: @escaping Find) {
        self.find = find
    }

    /// Rows that are read of an upstream's list to complete a value.
    package static let mostRows = 2000

    /// The same values always.
    package static func oneOf(_ values: [String]) -> Completion {
        let candidates = Candidates(values.map { Candidate($0) })
        return Completion { _ throws(Fault) in candidates }
    }

    /// The names of an enumeration.
    package static func oneOf<Value: CaseIterable & RawRepresentable>(_ type: Value.Type) -> Completion
    where Value.RawValue == String, Value.AllCases == [Value] {
        oneOf(Value.allCases.map { $0.rawValue })
    }

    /// The values that match what was typed. A failing upstream has none to offer: who is typing can do nothing about it.
    package func values(for request: CompletionRequest) async -> CompletedValues {
        guard let candidates = try? await find(request) else { return CompletedValues([], isWhole: false) }
        let matches = Self.matches(request.typed, in: candidates.all)
        return CompletedValues(matches.map(\.value), isWhole: candidates.isWhole)
    }

    /// The same values, all of them, with what each stands for.
    package func candidates(for request: CompletionRequest) async -> [Candidate] {
        guard let candidates = try? await find(request) else { return [] }
        return Self.matches(request.typed, in: candidates.all)
    }

    /// Values that begin with `typed`; without one, those that hold it, then those that are about it. Each once; case, accents
    /// and width don't count.
    private static func matches(_ typed: String, in candidates: [Candidate]) -> [Candidate] {
        let typed = Array(folded(trimmed(typed)).utf8)
        var (beginning, holding, about): ([Candidate], [Candidate], [Candidate]) = ([], [], [])
        var known: Set<ExactName> = []
        for candidate in candidates where known.insert(ExactName(candidate.value)).inserted {
            let value = Array(folded(candidate.value).utf8)
            if value.starts(with: typed) {
                beginning.append(candidate)
            } else if contains(value, typed) {
                holding.append(candidate)
            } else if contains(Array(folded(candidate.about).utf8), typed) {
                about.append(candidate)
            }
        }
        return beginning.isEmpty ? holding + about : beginning
    }
}

/// The values worth offering.
package struct Candidates: Sendable, ExpressibleByArrayLiteral {
    package let all: [Candidate]
    /// Whether the candidates are all; false for a part of a list.
    package let isWhole: Bool

    package init(_ all: [Candidate], isWhole: Bool = true) {
        self.all = all
        self.isWhole = isWhole
    }

    package init(arrayLiteral elements: Candidate...) { self.init(elements) }
}

/// One value worth offering.
package struct Candidate: Sendable, Equatable {
    package let value: String
    /// Text that the value stands for, such as a book's title for its number: found by it, shown by shells alone.
    package let about: String

    package init(_ value: String, about: String = "") {
        self.value = value
        self.about = about
    }
}

/// The text that is being typed.
package struct CompletionRequest: Sendable {
    /// The text so far; may be empty.
    package let typed: String
    /// The other arguments, as far as they are known.
    package let context: PromptArguments

    package init(_ typed: String, context: PromptArguments = PromptArguments()) {
        self.typed = typed
        self.context = context
    }
}

/// The answer to a completion: as many values as one answer takes, and how many there are.
package struct CompletedValues: Sendable, Equatable {
    package let values: [String]
    /// All that match, also those that are left out; nil where not all is known.
    package let total: Int?
    package let hasMore: Bool

    /// - Parameters:
    ///   - matches: those that are known, best first.
    ///   - isWhole: whether there are no others.
    package init(_ matches: [String], isWhole: Bool = true) {
        values = Array(matches.prefix(Completion.mostValues))
        total = isWhole ? matches.count : nil
        hasMore = matches.count > values.count || !isWhole
    }
}
