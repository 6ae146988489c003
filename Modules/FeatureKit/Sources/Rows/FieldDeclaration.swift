import DesignSystem
import JSON
import Settings
import Storage

/// One field of a row, declared once: reading, JSON, schema, tables, details, filters and sorting derive from it.
///
/// An object, so that a field is known by what it is and not by its name alone.
package final class FieldDeclaration: Sendable {
    package let name: String
    /// One line for the schema and the reference.
    package let doc: String
    package let kind: FieldKind
    package let role: FieldRole?
    package let marks: FieldMarks
    /// The label in tables and details; the name's words without one.
    package let label: String
    /// The parameter that asks for several of its values, such as `skus`; the name without one.
    package let filterName: String
    /// The words that a filter offers, where a list's rows never have some; nil for all.
    let filterWords: [String]?
    /// The path of its member in the upstream's row, the names of objects in objects; nil where the value is computed.
    let path: [String]?
    /// Computes the value from the fields that were read.
    let compute: (@Sendable (Row) -> FieldValue?)?
    /// Gives the value from what is stored, whenever a row is told.
    let overlay: (@Sendable (Row, Overlays) -> FieldValue?)?
    /// The namespace that the stored value is looked up in, where it is one: of the rows of a page all is read at once.
    let space: StateNamespace?
    /// Derives the value from the upstream's row, where a path does not say it.
    let derive: RowDerivation?
    /// Makes an address of what the upstream's row says, where that is relative; nil for a value that is read as it stands.
    let below: AddressBelow?
    /// Asks the upstream for the value, of rows that are not told with it; nil for a field that rows are told with.
    let ask: AskedValue?
    /// Tells which values that were read count; nil for all.
    let accepts: (@Sendable (FieldValue) -> Bool)?
    /// The value at a place as people read it, where that is not the value itself; nil from it leaves the field out of texts.
    let tell: (@Sendable (Row, _ place: Int) -> Inline?)?
    /// Whether the value is an address.
    let isLink: Bool
    /// Whether rows of a list may keep the value as the HTML that it came as: it is a description which no search looks through.
    let canStayHTML: Bool
    /// Whether the value is one of few words, which the layout may have in another language.
    let isWord: Bool

    /// An address that a member gives relative to a site's.
    // An object: a declaration is asked for it with each value of each row, and has none mostly.
    final class AddressBelow: Sendable {
        /// Name of the member.
        let member: String
        let site: SettingKey<String>

        init(member: String, site: SettingKey<String>) { (self.member, self.site) = (member, site) }
    }

    init(
        _ name: String, _ doc: String, _ kind: FieldKind, role: FieldRole?, marks: FieldMarks, label: String?,
        filterName: String? = nil, filterWords: [String]? = nil, path: [String]?,
        compute: (@Sendable (Row) -> FieldValue?)? = nil,
        overlay: (@Sendable (Row, Overlays) -> FieldValue?)? = nil, in space: StateNamespace? = nil,
        ask: AskedValue? = nil, accepts: (@Sendable (FieldValue) -> Bool)? = nil, derive: RowDerivation? = nil,
        below: AddressBelow? = nil, tell: (@Sendable (Row, _ place: Int) -> Inline?)? = nil
    ) {
        self.accepts = accepts
        self.derive = derive
        self.below = below
        self.ask = ask
        self.name = name
        self.doc = doc
        self.kind = kind
        self.role = role
        self.marks = marks
        self.label = label ?? spelledOut(name)
        (isLink, isWord) =
            switch kind {
            case .link, .picture: (true, false)
            case .word: (false, true)
            default: (false, false)
            }
        canStayHTML =
            if case .prose = kind { marks.contains(.html) && !marks.contains(.search) && accepts == nil } else { false }
        self.filterName = filterName ?? name
        self.filterWords = filterWords
        self.compute = compute
        (self.overlay, self.space) = (overlay, space)
        self.tell = tell
        var isRead = compute == nil && overlay == nil && ask == nil && derive == nil && below == nil
        switch kind {
        case .route, .position: isRead = false
        default: break
        }
        self.path = isRead ? path ?? [name] : nil
    }

    /// The declaration of a field whose value is not read: it is computed, stored here, or asked for.
    convenience init(
        _ field: FieldDeclaration, compute: (@Sendable (Row) -> FieldValue?)? = nil,
        overlay: (@Sendable (Row, Overlays) -> FieldValue?)? = nil, in space: StateNamespace? = nil,
        ask: AskedValue? = nil
    ) {
        self.init(
            field.name, field.doc, field.kind, role: field.role, marks: field.marks, label: field.label,
            filterName: field.filterName, filterWords: field.filterWords, path: nil, compute: compute, overlay: overlay,
            in: space, ask: ask, tell: field.tell)
    }

    /// The same declaration, told to people in other words.
    convenience init(_ field: FieldDeclaration, tell: @escaping @Sendable (Row, _ place: Int) -> Inline?) {
        self.init(
            field.name, field.doc, field.kind, role: field.role, marks: field.marks, label: field.label,
            filterName: field.filterName, filterWords: field.filterWords, path: field.path,
            compute: field.compute, overlay: field.overlay, in: field.space, accepts: field.accepts,
            derive: field.derive, below: field.below, tell: tell)
    }

    /// The declaration of a field that takes some values only.
    convenience init(_ field: FieldDeclaration, accepts: @escaping @Sendable (FieldValue) -> Bool) {
        self.init(
            field.name, field.doc, field.kind, role: field.role, marks: field.marks, label: field.label,
            filterName: field.filterName, filterWords: field.filterWords, path: field.path,
            accepts: accepts, derive: field.derive, below: field.below, tell: field.tell)
    }

    /// The same declaration, whose value is derived from the upstream's row.
    convenience init(_ field: FieldDeclaration, derive: @escaping RowDerivation) {
        self.init(
            field.name, field.doc, field.kind, role: field.role, marks: field.marks, label: field.label,
            filterName: field.filterName, filterWords: field.filterWords, path: nil, accepts: field.accepts,
            derive: derive, tell: field.tell)
    }

    /// Whether tables and lists give it without being asked.
    var isListed: Bool {
        if case .prose = kind { return false }
        if case .rows = kind { return false }
        if case .row = kind { return false }
        return marks.isDisjoint(with: [.unlisted, .hidden]) && role != .route
    }

    /// Whether rows can be counted by its values: it has one of few texts.
    var isCountable: Bool {
        switch kind {
        case .text, .word: role != .key && !marks.isDisjoint(with: [.filter, .count]) && !marks.contains(.hidden)
        default: false
        }
    }

    /// Whether rows can be put in an order by it: it has one value that compares.
    var isSortable: Bool {
        switch kind {
        case .texts, .amounts, .rows, .row, .prose, .link, .picture, .route: false
        default: (isListed || marks.contains(.sort)) && !marks.contains(.hidden)
        }
    }
}

/// `salePrice` → `sale price`, `imageURL` → `image URL`.
package func spelledOut(_ name: String) -> String {
    var spelled = name
    // Most names are one word: spelled out at every start, for each field.
    if !spelled.withUTF8({ $0.contains { 0x41...0x5A ~= $0 } }) { return name }
    return spelled.withUTF8 { name in
        func isCapital(_ place: Int) -> Bool { name.indices.contains(place) && 0x41...0x5A ~= name[place] }
        return String(unsafeUninitializedCapacity: 2 * name.count) { words in
            var count = 0
            for (place, byte) in name.enumerated() {
                let begins = isCapital(place) && !isCapital(place - 1)
                if begins {
                    words[count] = UInt8(ascii: " ")
                    count &+= 1
                }
                words[count] = begins && !isCapital(place + 1) ? byte | 0x20 : byte
                count &+= 1
            }
            return count
        }
    }
}
