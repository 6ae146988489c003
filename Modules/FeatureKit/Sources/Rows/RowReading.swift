package import JSON
package import Settings
import Synchronization
package import Values

/// Settings and locale in force, which reading a row needs.
package final class RowContext: Sendable {
    package let settings: Settings
    package let locale: TextLocale
    /// The answer that the rows stand in, for fields that read more than their row; nil where none does.
    package let surroundings: RowSurroundings?

    private let lastCurrency = Mutex<Currency?>(nil)

    package init(_ settings: Settings, _ locale: TextLocale, within surroundings: RowSurroundings? = nil) {
        self.settings = settings
        self.locale = locale
        self.surroundings = surroundings
    }

    /// The currency of a code. The last one is kept: most shops have one, and to make it takes 2,700 instructions.
    func currency(_ code: String) -> Currency {
        lastCurrency.withLock { last in
            if let last, last.code == code { return last }
            let currency = Currency(code, locale)
            last = currency
            return currency
        }
    }

    /// The same around other rows.
    package func within(_ surroundings: RowSurroundings?) -> RowContext {
        RowContext(settings, locale, within: surroundings)
    }
}

/// An answer around its rows, and the question that it answers.
package struct RowSurroundings: Sendable {
    /// The whole answer.
    package let reply: JSONNode
    /// Values of the question's parameters.
    package let arguments: [JSONMember]
    /// Answers to earlier requests of the same call, by name.
    package let steps: [(name: String, reply: JSONNode)]

    package init(reply: JSONNode, arguments: [JSONMember], steps: [(name: String, reply: JSONNode)] = []) {
        (self.reply, self.arguments, self.steps) = (reply, arguments, steps)
    }
}

/// A value that a field derives from an upstream's row.
package enum DerivedValue: Sendable {
    /// A value of the row's own document, read as the field's kind reads it.
    case node(JSONNode)
    case text(String)
    /// A number by its spelling.
    case number(String)
    case value(FieldValue)
}

/// Derives a field's value from an upstream's row.
/// - Parameter steps: what the row's fields may still cost together; the closure takes off what it used.
package typealias RowDerivation =
    @Sendable (
        _ row: JSONNode, _ context: RowContext, _ steps: inout Int
    ) -> DerivedValue?

extension RowLayout {
    /// Reads an upstream's array of rows. Reading is lenient: numbers may come as text, and what can't be read is missing. A row
    /// without a key is left out: it could not be told from another.
    /// - Parameter array: an array of objects; what else is in it is left out.
    package func read(_ array: JSONNode, _ context: RowContext) -> RowSet {
        var reader = RowReader(self, of: array, context, leavesHTML: true)
        reader.read(objectsOf: array)
        return reader.end()
    }

    /// Reads rows that are values of one document, objects or not: of what is no object only derived fields are read.
    /// - Parameter rows: at least one.
    package func read(values rows: [JSONNode], _ context: RowContext) -> RowSet? {
        guard let first = rows.first else { return nil }
        var reader = RowReader(self, of: first, context, leavesHTML: true)
        for row in rows { reader.read(row) }
        return reader.end()
    }

    /// Reads rows as `Row.write` wrote them: each field by its own name.
    package func read(told array: JSONNode, _ context: RowContext) -> RowSet {
        var reader = RowReader(self, of: array, context, isTold: true)
        for element in array.elements { reader.read(element) }
        return reader.end()
    }

    /// Reads an object whose members are the rows, in the natural order of their names. A field at `$key` is a member's name, one
    /// at `$value` its value; where that is an object, the others are its members.
    func read(membersOf object: JSONNode, _ context: RowContext) -> RowSet {
        var reader = RowReader(self, of: object, context)
        for (name, value) in object.members.sorted(by: { precedesNaturally($0.key, $1.key) }) {
            reader.read(member: name, value)
        }
        return reader.end()
    }

    /// Reads one row.
    /// - Returns: nil when it has no key.
    package func read(row object: JSONNode, _ context: RowContext) -> Row? {
        var reader = RowReader(self, of: object, context)
        reader.read(object)
        let set = reader.end()
        return set.count == 1 ? Row(set: set, index: 0) : nil
    }
}
