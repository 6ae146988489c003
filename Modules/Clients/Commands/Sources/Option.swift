/// An option without the type of its value: all that parsing, help, completion and the manual page need.
protocol DeclaredOption: Sendable {
    /// Without the dashes.
    var name: String { get }
    /// The letter that stands for it behind one dash; nil for most.
    var letter: Character? { get }
    /// Name of the value in help; nil for a flag.
    var metavariable: String? { get }
    /// A sentence, with the words that the value may be and the default.
    var doc: String { get }
    /// Values that completion offers.
    var words: Words { get }
    /// The option that this one goes with, and means nothing without; nil for most.
    var companion: (any DeclaredOption)? { get }
    /// - Throws: why a text is no value of this option.
    func check(_ text: String) throws(UsageFault)
}

extension DeclaredOption {
    /// As typed, such as `--width N`.
    var usage: String { "--\(name)\(metavariable.map { " \($0)" } ?? "")" }
}

/// An option, declared once. A command reads its value by `invocation[Options.width]`, as `Value`.
struct Option<Value: Sendable>: DeclaredOption {
    let name: String
    let letter: Character?
    let metavariable: String?
    let words: Words
    let companion: (any DeclaredOption)?
    /// Made when it is shown: every start makes options, and few show help.
    private let makeDoc: @Sendable () -> String
    /// Makes the value of the texts given, one or more, in their order.
    private let read: @Sendable (_ texts: [String]) throws(UsageFault) -> Value
    private let absent: Value

    private init<Element>(
        _ name: String, _ metavariable: String, _ type: ValueType<Element>, _ doc: String,
        with companion: (any DeclaredOption)?, note: @escaping @Sendable () -> String = { "" }, absent: Value,
        _ combine: @escaping @Sendable ([Element]) -> Value?
    ) {
        self.name = name
        letter = nil
        self.metavariable = metavariable
        makeDoc = { "\(doc)\(type.words.fixed.isEmpty ? "" : ": \(type.expected())")\(note())." }
        words = type.words
        self.companion = companion
        self.absent = absent
        read = { texts throws(UsageFault) in
            var elements: [Element] = []
            for text in texts { elements.append(try type.value(of: text, named: "--\(name)")) }
            return combine(elements) ?? absent
        }
    }

    /// An option whose last value counts; nil where it is not given.
    init<Element>(
        _ name: String, _ metavariable: String, _ type: ValueType<Element>, with companion: (any DeclaredOption)? = nil,
        _ doc: String
    ) where Value == Element? {
        self.init(name, metavariable, type, doc, with: companion, absent: nil) { $0.last }
    }

    /// An option whose last value counts, else its default.
    init(_ name: String, _ metavariable: String, _ type: ValueType<Value>, default absent: Value, _ doc: String) {
        self.init(name, metavariable, type, doc, with: nil, note: { "; \(absent) by default" }, absent: absent) {
            $0.last
        }
    }

    /// An option that may be repeated, and has all its values.
    init<Element>(several name: String, _ metavariable: String, _ type: ValueType<Element>, _ doc: String)
    where Value == [Element] {
        self.init(name, metavariable, type, doc, with: nil, absent: []) { $0 }
    }

    var doc: String { makeDoc() }

    /// - Throws: why a text is no value of this option.
    func check(_ text: String) throws(UsageFault) { _ = try read([text]) }

    /// - Parameter texts: as given, each one checked.
    func value(of texts: [String]) -> Value {
        if texts.isEmpty { return absent }
        return (try? read(texts)) ?? absent
    }
}

extension Option<Bool> {
    /// A flag: it takes no value, and is true where it is given.
    init(_ name: String, letter: Character? = nil, with companion: (any DeclaredOption)? = nil, _ doc: String) {
        self.name = name
        self.letter = letter
        metavariable = nil
        makeDoc = { "\(doc)." }
        words = .none
        self.companion = companion
        absent = false
        read = { _ in true }
    }
}

/// An argument without the type of its value.
protocol DeclaredArgument: Sendable {
    /// As help shows it, such as `METHOD` or `[ROUTE]`; unique in its command.
    var usage: String { get }
    /// Number of words that it takes.
    var count: ClosedRange<Int> { get }
    /// Values that completion offers.
    var words: Words { get }
    /// - Throws: why these words are no value of this argument.
    func check(_ texts: [String]) throws(UsageFault)
}

/// An argument, declared once. A command reads its value by `try invocation[Arguments.route]`, as `Value`.
struct Argument<Value: Sendable>: DeclaredArgument {
    let usage: String
    let count: ClosedRange<Int>
    let words: Words
    /// Makes the value of the words given; none where `count` allows that.
    let value: @Sendable (_ texts: [String]) throws(UsageFault) -> Value

    /// An argument that has to be there.
    init(_ name: String, _ type: ValueType<Value>) {
        (usage, count, words) = (name, 1...1, type.words)
        value = { texts throws(UsageFault) in
            guard let text = texts.first else { throw .missing(name) }
            return try type.value(of: text, named: name)
        }
    }

    /// An argument that may be left out.
    init<Element>(optional name: String, _ type: ValueType<Element>) where Value == Element? {
        (usage, count, words) = ("[\(name)]", 0...1, type.words)
        value = { texts throws(UsageFault) in
            guard let text = texts.first else { return nil }
            return try type.value(of: text, named: name)
        }
    }

    /// All words that are left.
    init(rest usage: String, completing words: Words) where Value == [String] {
        (self.usage, count, self.words) = (usage, 0...Int.max, words)
        value = { texts in texts }
    }

    /// - Throws: why these words are no value of this argument.
    func check(_ texts: [String]) throws(UsageFault) { _ = try value(texts) }
}
