package import HTTP
package import JSON
import Synchronization

/// Sample rows, answered page by page in the upstream's own shape.
package final class SamplePages: Sendable {
    /// Query items by which a request names its page.
    package enum Paging: Sendable {
        case whole
        case offset(String, limit: String)
        /// Pages count from `first`, in so many rows where there is no item for that.
        case number(String, size: String?, first: Int = 1)
        /// The answer's member at a path is the address of the next page, or null.
        case link(String)
        /// The answer's member at a path is sent back as this item, or null.
        case cursor(String, as: String)
    }

    private let path: [String]
    private let paging: Paging
    private let size: Int
    private let member: String
    private let total: String?
    private let read: @Sendable () -> [JSONNode]
    private let kept = Mutex<[JSONNode]?>(nil)

    /// - Parameters:
    ///   - path: of the requests that are answered.
    ///   - paging: the query items.
    ///   - size: rows of a page where a request does not say.
    ///   - member: path of the answer's member that holds the rows; empty where the answer is the array.
    ///   - total: path of the answer's member that says how many rows there are; nil where none does.
    ///   - bytes: a JSON array of rows, or an answer with all of them; read at the first request.
    package init(
        _ path: String, _ paging: Paging, size: Int = 20, at member: String, total: String? = "total",
        bytes: @escaping @Sendable () -> UnsafeRawBufferPointer
    ) {
        self.path = path.split(separator: "/").map(String.init)
        self.paging = paging
        self.size = size
        self.member = member
        self.total = total
        read = {
            let document = try? JSONDocument(parsing: bytes(), limits: .standard)
            guard let root = document?.root else { return [] }
            return Array((root.kind == .array ? root : node(root, at: member) ?? root).elements)
        }
    }

    /// Every row, in the order of the file.
    package var rows: [JSONNode] {
        kept.withLock { kept in
            if let kept { return kept }
            let rows = read()
            kept = rows
            return rows
        }
    }

    /// The answer to a request; nil for any other.
    package func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.path.elementsEqual(path), let range = range(request) else { return nil }
        let all = rows
        let page = all.dropFirst(range.offset).prefix(range.limit)
        var parts = [
            Part(member) { writer in
                writer.beginArray()
                for row in page { writer.node(row) }
                writer.endArray()
            }
        ]
        if let total { parts.append(Part(total) { $0.integer(all.count) }) }
        let end = range.offset + page.count
        switch paging {
        case .link(let member):
            let url = "\(self.path.last ?? "")?\(Self.start)=\(end)"
            parts.append(Part(member) { end < all.count ? $0.string(url) : $0.null() })
        case .cursor(let member, _):
            parts.append(Part(member) { end < all.count ? $0.string(String(end)) : $0.null() })
        default: break
        }
        var writer = JSONWriter(reserving: 256 * page.count + 64)
        Part.write(parts[...], into: &writer)
        return HTTPResponse(status: 200, fields: [], body: writer.bytes, source: .sample)
    }

    /// The item of the addresses that link pages.
    private static let start = "start"

    /// A value of the answer at a path.
    private struct Part {
        let path: ArraySlice<Substring>
        let value: (inout JSONWriter) -> Void

        init(_ path: String, _ value: @escaping (inout JSONWriter) -> Void) {
            self.init(path.split(separator: ".")[...], value)
        }

        private init(_ path: ArraySlice<Substring>, _ value: @escaping (inout JSONWriter) -> Void) {
            (self.path, self.value) = (path, value)
        }

        /// Writes values below one place, those of one member together.
        static func write(_ parts: ArraySlice<Part>, into writer: inout JSONWriter) {
            if let whole = parts.first(where: \.path.isEmpty) { return whole.value(&writer) }
            writer.beginObject()
            var names: [Substring] = []
            for name in parts.compactMap(\.path.first) where !names.contains(name) { names.append(name) }
            for name in names {
                writer.key(String(name))
                let inner = parts.filter { $0.path.first == name }.map { Part($0.path.dropFirst(), $0.value) }
                write(inner[...], into: &writer)
            }
            writer.endObject()
        }
    }

    private func range(_ request: HTTPRequest) -> (offset: Int, limit: Int)? {
        switch paging {
        case .whole: return (0, .max)
        case .offset(let offset, let limit):
            guard let start = number(offset, 0, request), let count = number(limit, size, request) else { return nil }
            return (start, count)
        case .number(let name, let size, let first):
            guard let page = number(name, first, request), page >= first,
                let count = size.map({ number($0, self.size, request) }) ?? self.size
            else { return nil }
            let (start, overflow) = (page - first).multipliedReportingOverflow(by: count)
            return overflow ? nil : (start, count)
        case .link: return number(Self.start, 0, request).map { ($0, size) }
        case .cursor(_, let item): return number(item, 0, request).map { ($0, size) }
        }
    }

    /// A whole number of the query; nil for any other text.
    private func number(_ name: String, _ value: Int, _ request: HTTPRequest) -> Int? {
        guard let item = request.query.first(where: { $0.name == name }) else { return value }
        return Int(item.value).flatMap { $0 >= 0 ? $0 : nil }
    }
}
