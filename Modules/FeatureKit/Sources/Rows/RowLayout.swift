import JSON

/// The fields of a type of row, in the order in which they are told, and what follows from them alone.
package final class RowLayout: Sendable {
    /// What one row is called, such as `product`.
    package let name: String
    /// What several are called.
    package let plural: String
    package let fields: ContiguousArray<FieldDeclaration>
    /// The place of the key.
    let key: Int
    let title: Int?
    let price: Int?
    let reduced: Int?
    let discount: Int?
    let route: Int?
    /// What stands before and after the key in a row's route, where that is all that varies.
    let routeEnds: (before: String, after: String)?
    /// The first picture.
    let picture: Int?
    let badges: [Int]
    /// The fields that lists give without being asked: what tables show, and the key.
    let listed: [Int]
    /// The fields that can be given at all.
    let given: [Int]
    let overlaid: [Int]
    let positions: [Int]
    /// False for rows within rows that nothing tells apart.
    let hasKey: Bool
    /// Of each field that is read, its place among `members`.
    let reading: [(field: Int, member: Int, rest: [String])]
    let computed: [Int]
    /// The members of an upstream's row that fields are read from.
    let members: MemberTable

    /// - Parameters:
    ///   - name: of one row.
    ///   - fields: one of them is the key; names differ. The registry says so where that is not kept.
    package init(_ name: String, plural: String? = nil, _ fields: [any RowField]) {
        self.name = name
        self.plural = plural ?? name + "s"
        let declarations = ContiguousArray(fields.map(\.declaration))
        self.fields = declarations
        func first(_ isIt: (FieldDeclaration) -> Bool) -> Int? { declarations.firstIndex(where: isIt) }
        key = first { $0.role == .key } ?? 0
        title = first { $0.role == .title }
        price = first { $0.role == .price }
        reduced = first { $0.role == .reduced }
        discount = first { $0.role == .discount }
        route = first { $0.role == .route }
        var ends: (String, String)?
        if let place = declarations.firstIndex(where: { $0.role == .route }),
            case .route(let template) = declarations[place].kind
        {
            let parts = template.text.split(separator: "{", omittingEmptySubsequences: false)
            if parts.count == 2, let close = parts[1].firstIndex(of: "}") {
                ends = (String(parts[0]), String(parts[1][close...].dropFirst()))
            }
        }
        routeEnds = ends
        picture = first { if case .picture = $0.kind { true } else { false } }
        badges = declarations.indices.filter { index in
            switch declarations[index].role {
            case .badge, .ribbon: true
            default: false
            }
        }
        listed = declarations.indices.filter { declarations[$0].isListed }
        given = declarations.indices.filter { !declarations[$0].marks.contains(.hidden) }
        overlaid = declarations.indices.filter { declarations[$0].overlay != nil }
        positions = declarations.indices.filter { if case .position = declarations[$0].kind { true } else { false } }
        hasKey = declarations.contains { $0.role == .key }
        computed = declarations.indices.filter { declarations[$0].compute != nil }
        var names: [String] = []
        var reading: [(Int, Int, [String])] = []
        for (index, field) in declarations.enumerated() {
            guard let path = field.path, let head = path.first else { continue }
            let member = names.firstIndex(of: head) ?? names.count
            if member == names.count { names.append(head) }
            reading.append((index, member, Array(path.dropFirst())))
        }
        self.reading = reading
        members = MemberTable(names)
    }

    /// The place of a field; nil for one of another layout.
    func place(of field: FieldDeclaration) -> Int? { fields.firstIndex { $0 === field } }

    /// The place of a field by its name, compared byte for byte.
    func place(named name: String) -> Int? { fields.firstIndex { $0.name.utf8.elementsEqual(name.utf8) } }

    /// What is wrong with the declaration, a sentence each: mistakes of ours, found when the registry is built.
    var mistakes: [String] {
        var found: [String] = []
        let names = fields.map(\.name)
        if Set(names).count != names.count { found.append("a field of a \(name) is declared twice") }
        if fields.count(where: { $0.role == .key }) != 1 { found.append("a \(name) has no key, or several") }
        for field in fields where field.doc.isEmpty { found.append("the field \(field.name) has no documentation") }
        if reduced != nil, price == nil { found.append("a \(name) has a reduced price and no price") }
        return found
    }
}
