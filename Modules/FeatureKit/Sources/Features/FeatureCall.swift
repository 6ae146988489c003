import HTTP
import JSON
package import Settings
package import Storage
import Synchronization

extension FeatureEnvironment {
    /// A call of code that is no list's or detail's own, such as a prompt's.
    package func call(_ layout: RowLayout) -> FeatureCall { FeatureCall(self, layout) }
}

/// What a part's code may reach while it runs: the upstream, read as rows, and the settings in force.
package struct FeatureCall: Sendable {
    let environment: FeatureEnvironment
    let layout: RowLayout

    init(_ environment: FeatureEnvironment, _ layout: RowLayout) {
        self.environment = environment
        self.layout = layout
    }

    package var upstream: Upstream { environment.context.upstream }
    package var settings: Settings { environment.context.settings }
    package var state: any StateStore { environment.context.state }
    package var rowContext: RowContext { environment.rows }

    /// Asks the upstream for a page of rows.
    /// - Parameters:
    ///   - path: below the endpoint, `shopping/products`; what varies must be given as `segments`, which are escaped.
    ///   - segments: further parts of the path.
    ///   - query: names and values.
    ///   - member: the path of the array in the answer; empty where the answer is the array.
    ///   - total: the path of the number of all rows; nil where the upstream does not say.
    ///   - isOne: whether the answer is the one row there is, an object, and no array.
    ///   - secrets: names of query items, such as a key, whose values are shown nowhere and sent to no other origin.
    /// - Throws: `upstream_rejected` for a status that is no success, `upstream_malformed` for an answer without the array.
    package func rows(
        _ path: String, segments: [String] = [], _ query: KeyValuePairs<String, String> = [:], at member: String,
        total: String? = nil, isOne: Bool = false, secrets: Set<String> = []
    ) async throws(Fault) -> RowPage {
        let path = path.split(separator: "/").map(String.init) + segments
        let isKept = upstream.isFixed
        let key = isKept ? RowPages.key(path, query) : ""
        if isKept, let page = environment.pages[key] {
            AnswerOrigin.Recorder.current?.record(.sample, bytes: page.rows.bytes.count)
            return page
        }
        let (layout, context, module) = (layout, environment.rows, upstream.module)
        let page = try await upstream.json(
            path, query: query.map { HTTPQueryItem(name: $0.key, value: $0.value) }, secretQueryNames: secrets
        ) { reply throws(Fault) in
            guard reply.isSuccess else { throw .rejected(reply.status, module: module) }
            if isOne {
                guard let object = node(reply.document.root, at: member), object.kind == .object,
                    let row = layout.read(row: object, context)
                else { throw .unexpectedAnswer(member.isEmpty ? layout.name : member, module: module) }
                return RowPage(rows: row.set, total: 1, received: 1)
            }
            guard let array = node(reply.document.root, at: member), array.kind == .array else {
                throw .unexpectedAnswer(member.isEmpty ? "list" : member, module: module)
            }
            let count = total.flatMap { node(reply.document.root, at: $0)?.looseInteger }.flatMap { $0 >= 0 ? $0 : nil }
            return RowPage(rows: layout.read(array, context), total: count, received: array.count)
        }
        if isKept { environment.pages[key] = page }
        return page
    }

    /// Asks the upstream for one row.
    /// - Parameter member: the path of the object in the answer; empty where the answer is the object.
    /// - Returns: nil when there is none: HTTP 404, or an object without the key.
    package func row(
        _ path: String, segments: [String], _ query: KeyValuePairs<String, String> = [:], at member: String = ""
    ) async throws(Fault) -> Row? {
        let path = path.split(separator: "/").map(String.init) + segments
        let (layout, context, module) = (layout, environment.rows, upstream.module)
        return try await upstream.json(
            path, query: query.map { HTTPQueryItem(name: $0.key, value: $0.value) }
        ) { reply throws(Fault) in
            if reply.status == 404 { return nil }
            guard reply.isSuccess else { throw .rejected(reply.status, module: module) }
            guard let object = node(reply.document.root, at: member), object.kind == .object else {
                throw .unexpectedAnswer(member.isEmpty ? layout.name : member, module: module)
            }
            return layout.read(row: object, context)
        }
    }
}

/// The value at a path of member names; the root for an empty path.
private func node(_ root: JSONNode, at path: String) -> JSONNode? {
    path.isEmpty ? root : path.split(separator: ".").reduce(root) { $0?[String($1)] }
}

/// One page as an upstream gave it.
package struct RowPage: Sendable {
    package let rows: RowSet
    /// Rows in all pages, where the upstream tells.
    package let total: Int?
    /// Rows that the upstream sent, also those that could not be read: what end detection counts.
    package let received: Int

    package init(rows: RowSet, total: Int?, received: Int) {
        self.rows = rows
        self.total = total
        self.received = received
    }

    var page: Page<Row> { Page(items: rows.rows, total: total, received: received) }
}

/// Pages of sample data that were read before: what they were read from can't change while the program runs.
final class RowPages: Sendable {
    /// Those that are kept; the oldest goes first.
    private static let limit = 64

    private let pages = Mutex<(byKey: [String: RowPage], order: [String])>(([:], []))

    static func key(_ path: [String], _ query: KeyValuePairs<String, String>) -> String {
        path.joined(separator: "/") + "?" + query.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    }

    subscript(key: String) -> RowPage? {
        get { pages.withLock { $0.byKey[key] } }
        set {
            guard let newValue else { return }
            pages.withLock { pages in
                if pages.byKey.updateValue(newValue, forKey: key) == nil { pages.order.append(key) }
                if pages.order.count > Self.limit { pages.byKey[pages.order.removeFirst()] = nil }
            }
        }
    }
}
