import DesignSystem
import JSON
import Storage

/// The rows of a list's last question, kept in the state for the next start.
struct KeptRows: Sendable {
    /// The value of the list's own parameter that was asked for.
    var asked: String
    /// Rows that the upstream has; nil when it did not tell.
    var total: Int?
    /// The page to go on at; nil at the end.
    var next: Int?
    var rows: [Row]

    /// Rows that are kept at most; a list is not an archive.
    static let capacity = 1_000

    /// Adds a page: to the same question when it continues that, else as a new one. Rows come once.
    /// - Parameters:
    ///   - preceding: the rows before the page: another question may have come between, or an earlier page was not saved.
    ///   - isFirst: whether the page is the first of its question.
    ///   - next: the position after it; nil at the end.
    mutating func add(
        _ page: [Row], after preceding: [Row], of asked: String, isFirst: Bool, total: Int?, next: Int?,
        _ strategy: PageStrategy
    ) {
        let isContinued = !isFirst && asked.utf8.elementsEqual(self.asked.utf8)
        if !isContinued { self = KeptRows(asked: asked, total: total, next: next, rows: []) }
        var known = Set(rows.map { ExactName($0.key) })
        rows += (preceding + page).filter { known.insert(ExactName($0.key)).inserted }
        self.total = total ?? self.total
        // An earlier page that is asked for again does not lead back.
        self.next = isContinued ? self.next.flatMap { own in next.map { max(own, $0) } } : next
        if rows.count > Self.capacity {
            rows = Array(rows.prefix(Self.capacity))
            switch strategy.unit {
            case .rowOffset: self.next = Self.capacity
            case .token: self.next = nil
            case .pageNumber, .whole: self.next = Self.capacity / strategy.size + 1
            }
        }
    }

    /// Whether the rows are these, or as many of them as are kept.
    func holds(_ others: [Row]) -> Bool {
        guard rows.count == others.count || (rows.count == Self.capacity && others.count > rows.count) else {
            return false
        }
        return zip(rows, others).allSatisfy { $0.told == $1.told }
    }

    func encoded() -> [UInt8] {
        var writer = JSONWriter(reserving: 256 * (rows.count + 1))
        writer.beginObject()
        writer.key("asked")
        writer.string(asked)
        for (name, number) in [("total", total), ("next", next)] {
            guard let number else { continue }
            writer.key(name)
            writer.integer(number)
        }
        writer.key("rows")
        writer.beginArray()
        for row in rows { row.write(row.layout.given, into: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// - Returns: nil when `bytes` are not kept rows with at least one row.
    init?(_ bytes: [UInt8], _ layout: RowLayout, _ context: RowContext) {
        guard let root = try? JSONDocument(parsing: bytes).root, let asked = root["asked"]?.string,
            let array = root["rows"], array.kind == .array
        else { return nil }
        rows = layout.read(told: array, context).rows
        if rows.isEmpty { return nil }
        self.asked = asked
        total = root["total"]?.integer
        next = root["next"]?.integer
    }

    init(asked: String, total: Int?, next: Int?, rows: [Row]) {
        self.asked = asked
        self.total = total
        self.next = next
        self.rows = rows
    }
}

extension Row {
    /// The row as JSON has it.
    fileprivate var told: [UInt8] {
        var writer = JSONWriter(reserving: 256)
        write(layout.given, into: &writer)
        return writer.bytes
    }
}

/// A list's last question in the state.
struct KeptList: Sendable {
    let key: StateKey
    /// The list's own parameter whose questions are kept.
    let parameter: String
    let layout: RowLayout
    let environment: FeatureEnvironment

    private var store: any StateStore { environment.context.state }
    private var module: String { environment.context.upstream.module }

    /// Why the rows may be others by now; nil when they are known as they are.
    var trouble: Fault? { store.trouble.map { Fault($0, module: module) } }

    var takesWrites: Bool { store.takesWrites }

    /// The last question that was kept; nil before the first.
    /// - Throws: `storage_failed`, also for rows that can't be understood: the next question replaces them.
    func known() throws(Fault) -> KeptRows? {
        do throws(StorageFailure) {
            guard let bytes = try store.knownValue(for: key) else { return nil }
            guard let kept = KeptRows(bytes, layout, environment.rows) else {
                throw .refused(reason: "The saved \(parameter) can't be understood. The next one replaces it.")
            }
            return kept
        } catch {
            throw Fault(error, module: module)
        }
    }

    /// The value of the parameter in a question; nil where it is not asked for.
    func asked(_ arguments: [JSONMember]) -> String? {
        arguments.first { $0.key.utf8.elementsEqual(parameter.utf8) }?.value.string
    }

    /// Adds a page in one transaction.
    func save(
        _ page: RowPage, after preceding: [Row], of asked: String, isFirst: Bool, next: Int?, _ strategy: PageStrategy
    ) async throws(Fault) {
        // A question without hits is not kept: the list stays as it is.
        if isFirst, page.rows.count == 0 { return }
        do throws(StorageFailure) {
            _ = try await store.update(key) { [layout, environment] bytes throws(StorageFailure) in
                var kept =
                    bytes.flatMap { KeptRows($0, layout, environment.rows) }
                    ?? KeptRows(asked: "", total: nil, next: nil, rows: [])
                kept.add(
                    page.rows.rows, after: preceding, of: asked, isFirst: isFirst, total: page.total, next: next,
                    strategy)
                return kept.rows.isEmpty ? bytes : kept.encoded()
            }
        } catch {
            throw Fault(error, module: module)
        }
    }

    /// - Parameter changed: called after each change, whoever made it.
    func observe(changed: @escaping @Sendable () -> Void) -> StateObservation {
        store.observe(key.namespace) { [key] news in if news.concerns(key) { changed() } }
    }
}
