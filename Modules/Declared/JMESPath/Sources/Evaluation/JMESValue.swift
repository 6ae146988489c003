package import JSON
package import Values

/// A value while an expression is evaluated: a place in a document, or made here.
package enum JMESValue: Sendable {
    /// A value of a document, which is not copied.
    case node(JSONNode)
    case null
    case bool(Bool)
    /// A number by its spelling, which JSON has.
    case number(String)
    case text(String)
    /// An exact amount and its currency's ISO 4217 code. A string to expressions, `USD 44.99`.
    case money(DecimalAmount, String)
    /// A string to expressions, `2021-03-10`.
    case date(CivilDate)
    case array([JMESValue])
    case object([JMESMember])
}

/// One member of an object that was made.
package struct JMESMember: Sendable {
    package let name: String
    package let value: JMESValue

    package init(_ name: String, _ value: JMESValue) {
        self.name = name
        self.value = value
    }
}

extension JMESValue {
    /// The kinds of values, by the specification's names.
    package enum Kind: String, Sendable {
        case null, boolean, number, string, array, object
    }

    package var kind: Kind {
        switch self {
        case .node(let node):
            switch node.kind {
            case .null: .null
            case .bool: .boolean
            case .number: .number
            case .string: .string
            case .array: .array
            case .object: .object
            }
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .text, .money, .date: .string
        case .array: .array
        case .object: .object
        }
    }

    package var isNull: Bool { kind == .null }

    /// Whether the value counts as false: null, false, and what is empty. Zero does not.
    package var isFalse: Bool {
        switch self {
        case .node(let node):
            switch node.kind {
            case .null: true
            case .bool: node.bool == false
            case .number: false
            case .string: node.withUTF8 { $0.isEmpty } ?? false
            case .array, .object: node.count == 0
            }
        case .null: true
        case .bool(let value): !value
        case .text(let text): text.isEmpty
        case .array(let all): all.isEmpty
        case .object(let members): members.isEmpty
        case .number, .money, .date: false
        }
    }

    package var bool: Bool? {
        switch self {
        case .node(let node): node.bool
        case .bool(let value): value
        default: nil
        }
    }

    /// The number as it was spelled; nil for anything else.
    package var numberText: String? {
        switch self {
        case .node(let node): node.numberText
        case .number(let text): text
        default: nil
        }
    }

    /// The string; nil for anything else.
    package var string: String? {
        switch self {
        case .node(let node): node.string
        case .text(let text): text
        case .money(let amount, let code): Money(amount, Currency(code, .standard)).told
        case .date(let date): date.text
        default: nil
        }
    }

    /// Gives `body` the string's UTF-8, where it lies; nil for anything else.
    func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        if case .node(let node) = self { return node.withUTF8(body) }
        guard var text = string else { return nil }
        return text.withUTF8(body)
    }

    /// The elements of an array; none of anything else.
    package var elements: JMESElements {
        switch self {
        case .node(let node): JMESElements(node: node.elements.makeIterator())
        case .array(let all): JMESElements(made: all)
        default: JMESElements(made: [])
        }
    }

    /// Count of elements or members; 0 for anything else.
    package var count: Int {
        switch self {
        case .node(let node): node.count
        case .array(let all): all.count
        case .object(let members): members.count
        default: 0
        }
    }

    /// The member of a name, compared byte for byte; nil without it and for anything but an object.
    package subscript(_ name: String) -> JMESValue? {
        switch self {
        case .node(let node): node[name].map(JMESValue.node)
        case .object(let members): members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
        default: nil
        }
    }

    /// The members of an object in their order; none of anything else.
    var members: [JMESMember] {
        switch self {
        case .node(let node): node.members.map { JMESMember($0.key, .node($0.value)) }
        case .object(let members): members
        default: []
        }
    }

    /// An ISO 4217 code: three letters, in upper case or lower.
    var currencyCode: String? {
        guard let code = string, code.utf8.count == 3 else { return nil }
        return code.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) } ? code.uppercased() : nil
    }
}

/// The elements of an array, in order.
package struct JMESElements: Sequence, IteratorProtocol {
    private var node: JSONElements.Iterator?
    private var made: [JMESValue] = []
    private var position = 0

    init(node: JSONElements.Iterator) { self.node = node }

    init(made: [JMESValue]) { self.made = made }

    package mutating func next() -> JMESValue? {
        if node != nil { return node?.next().map(JMESValue.node) }
        guard position < made.count else { return nil }
        defer { position += 1 }
        return made[position]
    }
}
