package import HTTP
package import JSON
import Synchronization

/// Sample rows, answered page by page in the upstream's own shape.
package final class SamplePages: Sendable {
    /// Query items by which a request names its page.
    package enum Paging: Sendable {
        case whole
        case offset(String, limit: String)
        /// Pages count from 1.
        case number(String, size: String)
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
    ///   - member: of the answer, which holds the rows.
    ///   - total: of the answer, which says how many rows there are.
    ///   - bytes: a JSON array of rows; read at the first request.
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
            return document.map { Array($0.root.elements) } ?? []
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
        var writer = JSONWriter(reserving: 256 * page.count + 64)
        writer.beginObject()
        writer.key(member)
        writer.beginArray()
        for row in page { writer.node(row) }
        writer.endArray()
        if let total {
            writer.key(total)
            writer.integer(all.count)
        }
        writer.endObject()
        return HTTPResponse(status: 200, fields: [], body: writer.bytes, source: .sample)
    }

    private func range(_ request: HTTPRequest) -> (offset: Int, limit: Int)? {
        switch paging {
        case .whole: return (0, .max)
        case .offset(let offset, let limit):
            guard let start = number(offset, 0, request), let count = number(limit, size, request) else { return nil }
            return (start, count)
        case .number(let name, let size):
            guard let page = number(name, 1, request), let count = number(size, self.size, request), page > 0 else {
                return nil
            }
            let (start, overflow) = (page - 1).multipliedReportingOverflow(by: count)
            return overflow ? nil : (start, count)
        }
    }

    /// A whole number of the query; nil for any other text.
    private func number(_ name: String, _ value: Int, _ request: HTTPRequest) -> Int? {
        guard let item = request.query.first(where: { $0.name == name }) else { return value }
        return Int(item.value).flatMap { $0 >= 0 ? $0 : nil }
    }
}
