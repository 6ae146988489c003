/// One term of a compiled expression; others are named by their index.
struct Term {
    enum Form {
        /// `@`
        case current
        case field(String)
        case literal(JMESValue)
        /// From the end where negative.
        case index(Int)
        case slice(start: Int?, stop: Int?, step: Int)
        /// The elements of a list, and those of the lists in it.
        case flatten(Int)
        /// Each on the value of the one before: `a.b[0] | c`.
        case chain([Int])
        /// `each` on the elements of `list`, nulls left out.
        case projection(list: Int, each: Int)
        /// The same on the values of an object.
        case values(object: Int, each: Int)
        /// The same on the elements for which `condition` is true.
        case filter(list: Int, condition: Int, each: Int)
        case list([Int])
        case object([Entry])
        case comparison(Comparison, Int, Int)
        case not(Int)
        /// The first that is true, else the last.
        case any([Int])
        /// The first that is false, else the last.
        case all([Int])
        case call(JMESFunction, [Int])
        /// `&term`, an argument that its function evaluates.
        case reference(Int)
        /// A value of the environment.
        case name(JMESName)
    }

    struct Entry {
        let key: String
        let value: Int
    }

    enum Comparison {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    }

    let form: Form
    /// UTF-8 bytes of the expression, for errors.
    let range: Range<Int>
    /// Levels of terms below it, itself included.
    var height = 1
}

extension Term.Form {
    /// The terms that it is made of.
    var parts: [Int] {
        switch self {
        case .current, .field, .literal, .index, .slice, .name: []
        case .flatten(let part), .not(let part), .reference(let part): [part]
        case .chain(let parts), .list(let parts), .any(let parts), .all(let parts), .call(_, let parts): parts
        case .projection(let one, let other), .values(let one, let other), .comparison(_, let one, let other):
            [one, other]
        case .filter(let list, let condition, let each): [list, condition, each]
        case .object(let entries): entries.map(\.value)
        }
    }
}
