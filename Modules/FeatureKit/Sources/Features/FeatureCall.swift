package import HTTP
package import JSON
package import Settings
package import Storage
import Synchronization
import Values

extension FeatureEnvironment {
    /// A call of code that is no list's or detail's own, such as a prompt's.
    /// - Parameter arguments: values of parameters that the code reads.
    package func call(_ layout: RowLayout, _ arguments: [JSONMember] = []) -> FeatureCall {
        FeatureCall(self, layout, arguments: arguments)
    }
}

/// The upstream, read as rows, and the settings in force: all that a part's code may reach.
package struct FeatureCall: Sendable {
    let environment: FeatureEnvironment
    package let layout: RowLayout
    /// Values of the part's own parameters, or of a route's variables, as they were sent.
    package let arguments: [JSONMember]
    /// The rows that the screen shows whose action runs; empty for operations.
    package let shown: [Row]
    /// Whether a person asked for what is there now, whatever was kept.
    let isRefresh: Bool

    init(
        _ environment: FeatureEnvironment, _ layout: RowLayout, arguments: [JSONMember] = [], shown: [Row] = [],
        isRefresh: Bool = false
    ) {
        self.environment = environment
        self.layout = layout
        self.arguments = arguments
        self.shown = shown
        self.isRefresh = isRefresh
    }

    package var upstream: Upstream { environment.context.upstream }
    package var settings: Settings { environment.context.settings }
    package var state: any StateStore { environment.context.state }
    package var rowContext: RowContext { environment.rows }
    /// For waiting.
    package var clock: any Clock<Duration> { environment.context.clock }

    /// The value of one of the part's own parameters.
    /// - Throws: `invalid_argument` for a required one that is missing.
    package func value<Value>(_ parameter: Parameter<Value>) throws(Fault) -> Value {
        let field = parameter.field
        let sent = arguments.first { $0.key.utf8.elementsEqual(field.name.utf8) }?.value
        let document = sent.flatMap { try? JSONDocument(parsing: $0.serialized()) }
        guard let value = parameter.read(document?.root) else {
            throw .missingParameter(
                field.name, of: layout.name, expected: field.expected, example: field.examples.first?.string)
        }
        return value
    }

    /// The row with what is stored of it, once that was read.
    package func overlaid(_ row: Row) async -> Row {
        if layout.overlaid.isEmpty { return row }
        await state.ready()
        return row.overlaid(by: environment.overlays)
    }

    /// Returns when what is stored is known as it is now, for a write that depends on it.
    /// - Throws: `storage_failed` when that takes longer than a write may.
    package func readyToWrite() async throws(Fault) {
        do throws(StorageFailure) { try await state.readyToWrite() } catch { throw fault(error) }
    }

    /// A failure of the state as a fault of the feature.
    package func fault(_ failure: StorageFailure) -> Fault { Fault(failure, module: upstream.module) }

    /// Why the state may be another one by now; nil when it is known as it is.
    package var trouble: String? { state.trouble.map { fault($0).text } }

    /// The value of a variable of the screen's route; empty where it has none.
    package subscript(variable: String) -> String {
        arguments.first { $0.key.utf8.elementsEqual(variable.utf8) }?.value.string ?? ""
    }

    /// The row of a key among those that the screen shows.
    /// - Throws: `not_found`.
    package func shownRow(_ key: String) throws(Fault) -> Row {
        guard let row = shown.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
            throw .notAmongTheRows(key, of: layout)
        }
        return row
    }

    /// Seconds for which a page answers further questions whose server says nothing of its freshness: the next question over the same
    /// list asks nothing. One row is asked for each time.
    package static let pageLifetime: Int64 = 60

    /// Asks the upstream for a page of rows.
    /// - Parameters:
    ///   - path: below the endpoint, `shopping/products`; what varies must be given as `segments`, which are escaped.
    ///   - segments: further parts of the path.
    ///   - query: names and values; those without a value are left out.
    ///   - member: the path of the array in the answer; empty where the answer is the array.
    ///   - total: the path of the number of all rows; nil where the upstream does not say.
    ///   - orNone: whether an upstream without rows may leave the array, or what is around it, out.
    ///   - orNull: whether null counts as no rows.
    ///   - byKey: whether the rows are the members of an object, whose names a field at `$key` reads.
    ///   - page: of a list that goes on by tokens.
    ///   - isOne: whether the answer is the one row there is, an object, and no array.
    ///   - refusing: the fault of an answer that is an error of the upstream's own, whatever its status.
    ///   - secrets: names of query items, such as a key, whose values are shown nowhere and sent to no other origin.
    /// - Throws: `upstream_rejected` for a status that is no success, `upstream_malformed` for an answer without the array.
    package func rows(
        _ path: String, segments: [String] = [], _ query: KeyValuePairs<String, String?> = [:], at member: String,
        total: String? = nil, orNone: Bool = false, orNull: Bool = false, byKey: Bool = false, isOne: Bool = false,
        page: TokenPage? = nil,
        secrets: Set<String> = [],
        refusing: @Sendable (UpstreamReply) -> Fault? = { _ in nil }
    ) async throws(Fault) -> RowPage {
        let own = query.compactMap { name, value in value.map { HTTPQueryItem(name: name, value: $0) } }
        let query = page?.query(own, secrets: secrets) ?? own
        if let page = knownPage(question(path, segments, query)) { return page }
        let steps = parts(of: path, UInt8(ascii: "/")) + segments
        let reading = PageReading(
            layout, environment.rows, module: upstream.module, steps, member, total: total, orNone: orNone,
            orNull: orNull, byKey: byKey, isOne: isOne, page, secrets)
        let read = try await upstream.json(
            steps, query: query, secretQueryNames: secrets, lifetimeUnsaid: Self.pageLifetime
        ) { reply throws(Fault) in
            if let fault = refusing(reply) { throw fault }
            return try reading.page(in: reply)
        }
        return keeping(read, as: question(path, segments, query))
    }

    /// Asks the upstream for one row.
    /// - Returns: nil for HTTP 404, or an object without the key.
    package func row(_ request: RowRequest) async throws(Fault) -> Row? {
        let question = upstream.isFixed ? question(request.path, request.segments, request.query) : nil
        if let question, let row: Row = known(question, \.set) { return row }
        let (layout, context, module) = (layout, environment.rows, upstream.module)
        do throws(Fault) {
            let row = try await upstream.json(request.parts, query: request.query) { reply throws(Fault) in
                try request.row(in: reply, layout, context, module)
            }
            if let question, let row { environment.kept.keep(row, as: question, for: nil) }
            return row
        } catch {
            // A 404 whose body is no JSON says the same as one with a body.
            if error.code == .notFound || error == .rejected(404, module: module) { return nil }
            throw error
        }
    }

    /// The same of sample data, without a task to wait in.
    /// - Returns: nil where `row` is to be asked: somebody has to wait, there is no such row, or the answer is a fault.
    func rowAtOnce(_ request: RowRequest) -> Row? {
        guard upstream.isFixed else { return nil }
        let (layout, context, module) = (layout, environment.rows, upstream.module)
        do throws(Fault) {
            let row = try upstream.jsonAtOnce(request.parts, query: request.query) { reply throws(Fault) in
                try request.row(in: reply, layout, context, module)
            }
            return row ?? nil
        } catch {
            return nil
        }
    }

    /// The key of what is kept of a request's answer.
    private func question(_ path: String, _ segments: [String], _ query: [HTTPQueryItem]) -> String {
        var parts: [String] = []
        parts.reserveCapacity(2 + 4 * (segments.count + 2 * query.count))
        parts.append(path)
        // With its length before it, a part that holds separators is no other request's two parts.
        func add(_ part: String) {
            parts.append("/")
            parts.append(String(decimal: part.utf8.count))
            parts.append(":")
            parts.append(part)
        }
        for segment in segments { add(segment) }
        parts.append("?")
        for item in query {
            add(item.name)
            add(item.value)
        }
        return joined(parts)
    }

    /// Something that is made of one answer of the sample data, kept as long as the program runs: the same request has the same
    /// answer. Of any other upstream it is made each time.
    /// - Parameters:
    ///   - question: names the request.
    ///   - rows: the rows in it.
    package func keptAnswer<Answer: Sendable>(
        to question: String, _ rows: (Answer) -> RowSet?, _ make: () async throws(Fault) -> Answer
    ) async throws(Fault) -> Answer {
        guard upstream.isFixed else { return try await make() }
        if let answer = environment.kept.value(question, as: Answer.self) {
            let set = rows(answer)
            if set.map({ $0.layout === layout }) ?? true {
                AnswerOrigin.Recorder.current?.record(.sample, bytes: set?.bytes.count ?? 0)
                return answer
            }
        }
        let answer = try await make()
        environment.kept.keep(answer, as: question, for: nil)
        return answer
    }

    /// A page that is made of one answer, kept as long as the answer may be given again.
    /// - Parameters:
    ///   - question: all that the page depends on.
    ///   - make: makes it, and says of it how long that is.
    package func keptPage(
        to question: String, _ make: () async throws(Fault) -> RowPage
    ) async throws(Fault) -> RowPage {
        if let page = knownPage(question) { return page }
        return keeping(try await make(), as: question)
    }

    /// Keeps a page: of the sample data for ever.
    private func keeping(_ page: RowPage, as question: @autoclosure () -> String) -> RowPage {
        guard upstream.isFixed else { return environment.pages.keep(page, as: question()) }
        var page = page
        page.reuse = HTTPReuse(age: 0, lifetime: .max)
        environment.kept.keep(page, as: question(), for: nil)
        return page
    }

    /// The page that answers a question, unless it must be asked for again, or a person or a screen asks for what is there now.
    private func knownPage(_ question: @autoclosure () -> String) -> RowPage? {
        if upstream.isFixed { return known(question(), \.rows) }
        return isRefresh || Background.isCurrent ? nil : environment.pages.page(question(), of: layout)
    }

    /// The answer that is kept of a question, if it was read with the same layout.
    private func known<Answer: Sendable>(_ question: String, _ rows: (Answer) -> RowSet) -> Answer? {
        guard let answer = environment.kept.value(question, as: Answer.self) else { return nil }
        let set = rows(answer)
        guard set.layout === layout else { return nil }
        AnswerOrigin.Recorder.current?.record(.sample, bytes: set.bytes.count)
        return answer
    }

    /// The same call, which reads other rows.
    package func reading(_ layout: RowLayout) -> FeatureCall {
        FeatureCall(environment, layout, arguments: arguments, shown: shown, isRefresh: isRefresh)
    }

    /// The same call to the upstream of another feature; to this one's where that is off.
    package func asking(_ id: String) -> FeatureCall {
        FeatureCall(environment.asking(id), layout, arguments: arguments, shown: shown, isRefresh: isRefresh)
    }

    /// Keeps rows in mind, so that `remembered` finds them: those of 8 pages, 1 MiB of them at most.
    package func remember(_ rows: RowSet) { environment.recent.remember(rows) }

    /// A row that was read lately; nil for one that was not.
    package func remembered(_ key: String) -> Row? { environment.recent.row(key) }
}

/// The value at a path of member names; the root for an empty path.
func node(_ root: JSONNode, at path: String) -> JSONNode? {
    path.isEmpty ? root : parts(of: path, UInt8(ascii: ".")).reduce(root) { $0?[$1] }
}

/// The parts of a path, empty ones left out. By bytes: by characters the three paths of a page took 20,000 instructions.
/// - Parameter separator: a character of ASCII.
func parts(of path: String, _ separator: UInt8) -> [String] {
    let bytes = path.utf8.span
    // As most are.
    if !path.isEmpty, !path.utf8.contains(separator) { return [path] }
    var (parts, start): ([String], Int) = ([], 0)
    for index in 0...bytes.count where index == bytes.count || bytes[index] == separator {
        // Cut at ASCII.
        if index > start { parts.append(String(wellFormed: bytes.extracting(start..<index))) }
        start = index + 1
    }
    return parts
}

/// One page as an upstream gave it.
package struct RowPage: Sendable {
    package internal(set) var rows: RowSet
    /// Rows in all pages, where the upstream tells.
    package let total: Int?
    /// Rows that the upstream sent, also those that could not be read: what end detection counts.
    package let received: Int
    /// Facts of the whole list that stand before its rows; nil for a list without any.
    package var head: Row?
    /// Asks for the next page, of a list that goes on by tokens; nil at the end.
    package var token: String?
    /// Time for which the page may be given again without asking; nil for one that is made of more than one answer.
    package var reuse: HTTPReuse?

    /// Why the rows may be others by now, or something of them is not known.
    package var notice: String?

    package init(rows: RowSet, total: Int?, received: Int, head: Row? = nil) {
        self.rows = rows
        self.total = total
        self.received = received
        self.head = head
    }

    /// All rows there are, such as those of the state.
    package init(_ rows: RowSet, head: Row? = nil, notice: String? = nil) {
        // Not by the other initializer, whose page would be copied: 250 instructions.
        let count = rows.count
        self.rows = rows
        total = count
        received = count
        self.head = head
        self.notice = notice
    }
}
