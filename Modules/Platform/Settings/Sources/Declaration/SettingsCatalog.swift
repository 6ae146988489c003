/// Every setting there is: the declarations of all modules, checked against each other and frozen.
package struct SettingsCatalog: Sendable {
    /// The key that chooses the environment; each catalog knows it without being told.
    package static let environment = SettingKey(
        "environment", .text(1...64), default: "sample", "Which file of environments/ is laid on top.")

    /// In the order declared; `environment` comes first unless it was declared elsewhere.
    package let declarations: [SettingDeclaration]
    let root: CatalogBranch

    /// Checks that each path is well formed, declared once, and not the beginning of another.
    package init(_ declarations: [SettingDeclaration]) throws(SettingsCatalogFault) {
        let isKnown = declarations.contains { $0.path == Self.environment.path }
        let all = (isKnown ? [] : [Self.environment.declaration]) + declarations
        var root = CatalogBranch()
        for (index, declaration) in all.enumerated() {
            let components = declaration.components
            guard components.allSatisfy(Self.isName) else { throw .badPath(declaration.path) }
            try root.insert(index, at: components[...], of: declaration.path)
        }
        self.declarations = all
        self.root = root
    }

    /// The declaration at `path`, if any.
    package func declaration(at path: String) -> SettingDeclaration? {
        index(of: path).map { declarations[$0] }
    }

    func index(of path: String) -> Int? {
        var branch = root
        for name in path.split(separator: ".", omittingEmptySubsequences: false) {
            guard let child = branch.child(String(name)) else { return nil }
            branch = child
        }
        return branch.leaf
    }

    private static func isName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A && byte >= 0x41 }
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
        return bytes.first.map(isLetter) == true && bytes.allSatisfy { isLetter($0) || isDigit($0) }
    }
}

/// One level of the tree of keys. A branch with a leaf is a setting; any other is a mapping implied by the dots.
struct CatalogBranch: Sendable {
    /// The names of this level in the order first declared.
    private(set) var names: [String] = []
    /// In the order of `names`.
    private var children: [CatalogBranch] = []
    private var positions: [String: Int] = Dictionary()
    /// The index of the declaration, for a setting.
    private(set) var leaf: Int?

    func child(_ name: String) -> CatalogBranch? { position(of: name).map { children[$0] } }

    // By bytes in the end: to Swift, `K` and the Kelvin sign are the same String.
    private func position(of name: String) -> Int? {
        guard let position = positions[name], names[position].utf8.elementsEqual(name.utf8) else { return nil }
        return position
    }

    mutating func insert(_ index: Int, at path: ArraySlice<String>, of full: String) throws(SettingsCatalogFault) {
        guard let name = path.first else {
            guard leaf == nil else { throw .duplicatePath(full) }
            guard names.isEmpty else { throw .pathInsidePath(full) }
            leaf = index
            return
        }
        guard leaf == nil else { throw .pathInsidePath(full) }
        let position = position(of: name) ?? names.count
        if position == names.count {
            names.append(name)
            positions[name] = position
            children.append(CatalogBranch())
        }
        try children[position].insert(index, at: path.dropFirst(), of: full)
    }
}

/// A mistake in the declarations: one of ours, not the user's.
package enum SettingsCatalogFault: Error, Sendable, Equatable {
    /// Not ASCII letters and digits joined by dots.
    case badPath(String)
    /// Two declarations of the same path.
    case duplicatePath(String)
    /// A path that is the beginning of another, or goes on from one.
    case pathInsidePath(String)
}
