package import FeatureKit
import HTTP
import JMESPath
package import JSON
import ModuleFile
import Values

/// A call whose answer is rows, page by page.
package struct DeclaredList: Sendable {
    let operation: DeclaredOperation
    let layout: RowLayout
    private let pages: PagesDeclaration
    private let items: JMESExpression

    init(_ operation: DeclaredOperation, of layout: RowLayout, items: JMESExpression) {
        self.operation = operation
        self.layout = layout
        self.items = items
        pages = operation.declaration.pages ?? PagesDeclaration()
    }

    /// Counting of the pages. Those whose end the answer itself tells, or whose size nobody knows, are walked one by one.
    package var paging: Paging {
        guard pages.by != .none else { return .whole }
        guard let size = pages.size, pages.by == .number || pages.by == .offset else { return .tokens }
        let isShortLast: Bool
        switch pages.ends {
        case .short: isShortLast = true
        case .total: isShortLast = false
        case .empty where operation.declaration.total != nil: isShortLast = false
        case .empty, .when: return .tokens
        }
        return pages.by == .number
            ? .numbersOf(size, isShortLast: isShortLast) : .offsetsOf(size, isShortLast: isShortLast)
    }

    /// Whether pages are asked for by their place, and not by what the page before them gave.
    private var isByPlace: Bool { if case .tokens = paging { false } else { true } }

    /// Values of its required parameters that its samples answer: what its screen asks for where the route says none.
    package var examples: [JSONMember] { operation.requiredExamples }

    /// Reads a page.
    package func page(_ page: PageRequest, _ call: FeatureCall) async throws(Fault) -> RowPage {
        let arguments = try operation.arguments(of: call)
        let place = place(of: page)
        let question = "\(operation.declaration.name)\(place.words) \(JSONValue.object(arguments).words)"
        do throws(Fault) {
            return try await asked(question, arguments, place, page, call)
        } catch {
            // The samples end here, wherever the list would go on.
            let isFirst = page.token == nil && (page.number == 1 || !isByPlace)
            guard !isFirst, error == .noSample(module: operation.module) else { throw error }
            return RowPage(rows: layout.none, total: nil, received: 0)
        }
    }

    private func asked(
        _ question: String, _ arguments: [JSONMember], _ place: PagePlace, _ page: PageRequest, _ call: FeatureCall
    ) async throws(Fault) -> RowPage {
        try await call.keptPage(to: question) { () throws(Fault) in
            try await operation.ask(arguments, place, call) { answer throws(Fault) in
                try read(answer, page, place, call)
            }
        }
    }

    /// Completes a key by the rows of the list, which is asked with the examples of its parameters.
    func keyCompletion(_ environment: FeatureEnvironment) -> Completion {
        environment.keyCompletion(of: layout, paging, arguments: examples) { page, call throws(Fault) in
            try await self.page(page, call)
        }
    }

    private func place(of page: PageRequest) -> PagePlace {
        var place = PagePlace(size: pages.size)
        switch pages.by {
        case .none: break
        case .number:
            place.number = isByPlace ? page.number - 1 + pages.from : page.token.flatMap { Int($0) } ?? pages.from
        case .offset: place.offset = isByPlace ? page.offset + pages.from : page.token.flatMap { Int($0) } ?? pages.from
        case .cursor: place.cursor = page.token
        case .next, .link: place.target = page.token
        }
        return place
    }

    // MARK: - Reading

    private func read(
        _ answer: DeclaredOperation.Answer, _ page: PageRequest, _ place: PagePlace, _ call: FeatureCall
    ) throws(Fault) -> RowPage {
        let context = call.rowContext.within(answer.surroundings)
        let found = try value(of: items, "items", in: answer)
        let (rows, received) = try layout.rows(found, context, module: operation.module)
        var total: Int?
        if let expression = operation.declaration.total {
            let value = try value(of: expression, "total", in: answer)
            total = value.spelled.flatMap { DecimalAmount($0) }.flatMap { Int($0.rounded(toFraction: 0).text) }
            if let known = total, known < 0 { total = nil }
        }
        var read = RowPage(rows: rows, total: total, received: received)
        // Several requests may have a time each.
        if !operation.declaration.hasSteps { read.reuse = answer.reply.reuse }
        if !isByPlace, received > 0, try !isLast(answer, received, total, after: page.offset) {
            read.token = try token(after: answer, place, received)
        }
        return read
    }

    private func value(
        of expression: JMESExpression, _ key: String, in answer: DeclaredOperation.Answer
    ) throws(Fault) -> JMESValue {
        var steps = JMESSteps(limit: JMESSteps.ofAnswer)
        do throws(JMESFault) {
            return try expression.value(of: answer.current, in: answer.names, steps: &steps)
        } catch {
            throw .notReadable(key, error.sentence, of: operation.declaration.name, module: operation.module)
        }
    }

    /// Whether the declaration says that the page is the last.
    private func isLast(
        _ answer: DeclaredOperation.Answer, _ received: Int, _ total: Int?, after offset: Int
    ) throws(Fault) -> Bool {
        switch pages.ends {
        // A short page may stand in the middle of pages that name the next one.
        case .short: (pages.by == .number || pages.by == .offset) && (pages.size.map { received < $0 } ?? false)
        case .empty: false
        case .total: total.map { offset + received >= $0 } ?? false
        case .when(let expression): try !value(of: expression, "ends", in: answer).isFalse
        }
    }

    /// The token that asks for the next page; nil at the end.
    /// - Throws: `upstream_malformed` for a page that leads to itself or elsewhere.
    private func token(
        after answer: DeclaredOperation.Answer, _ place: PagePlace, _ received: Int
    ) throws(Fault) -> String? {
        let next: String?
        switch pages.by {
        case .none: return nil
        case .number: return (place.number ?? pages.from).addingReportingOverflow(1).partialValue.description
        case .offset: return (place.offset ?? pages.from).addingReportingOverflow(received).partialValue.description
        case .cursor:
            guard let expression = pages.at else { return nil }
            let value = try value(of: expression, "at", in: answer)
            next = value.isFalse ? nil : value.spelled
            guard let next else { return nil }
            guard place.cursor != next else { throw .leadsToItself(module: operation.module) }
        case .next:
            guard let expression = pages.at else { return nil }
            let value = try value(of: expression, "at", in: answer)
            next = try target(value.isFalse ? nil : value.spelled, answer.request)
        case .link:
            next = try target(linkTarget(of: "next", in: answer.reply.fields.values(named: "Link")), answer.request)
        }
        guard let next else { return nil }
        guard next.unicodeScalars.count <= Self.longestToken else {
            throw .longToken(limit: Self.longestToken, module: operation.module)
        }
        return next
    }

    /// Unicode scalars of a token: a cursor of a list holds it, with the question.
    private static let longestToken = 2_000

    /// The target of a reference.
    private func target(_ reference: String?, _ request: HTTPRequest) throws(Fault) -> String? {
        guard let reference, !trimmed(reference).isEmpty else { return nil }
        let target: String?
        do throws(HTTPEndpointFault) {
            target = try request.target(of: reference)
        } catch {
            throw .leadsNowhere(module: operation.module)
        }
        guard let target else { throw .leadsElsewhere(module: operation.module) }
        guard target != (try? request.target(of: "")) else { throw .leadsToItself(module: operation.module) }
        return target
    }
}

extension PagePlace {
    /// The place as a part of a question's name.
    fileprivate var words: String {
        " \(number.map(String.init) ?? "") \(offset.map(String.init) ?? "") \(cursor ?? "") \(target ?? "")"
    }
}

extension JSONValue {
    /// The value as one line.
    var words: String { String(decoding: serialized(), as: UTF8.self) }
}

extension DeclaredOperation.Answer {
    /// The answer around rows in it.
    var surroundings: RowSurroundings {
        RowSurroundings(reply: names.reply ?? reply.document.root, arguments: names.arguments, steps: names.steps)
    }
}

extension RowLayout {
    /// Rows of the value of `items`.
    /// - Returns: the rows, and the number of values that were there.
    /// - Throws: `upstream_malformed` for what is no list.
    func rows(_ value: JMESValue, _ context: RowContext, module: String) throws(Fault) -> (RowSet, Int) {
        guard value.kind == .array else { throw .unexpectedAnswer("list", module: module) }
        if case .node(let array) = value, array[0].map({ $0.kind == .object }) ?? true {
            return (read(array, context), array.count)
        }
        let nodes = try nodes(Array(value.elements), module: module)
        return (read(values: nodes, context) ?? none, nodes.count)
    }

    /// The row that is the value of `item`; nil for null and for one without a key.
    func row(_ value: JMESValue, _ context: RowContext, module: String) throws(Fault) -> Row? {
        if value.isNull { return nil }
        guard let node = try nodes([value], module: module).first, node.kind == .object else {
            throw .unexpectedAnswer(name, module: module)
        }
        return read(row: node, context)
    }

    /// The values as nodes of one document: where they lie, or else written down and read again.
    private func nodes(_ values: [JMESValue], module: String) throws(Fault) -> [JSONNode] {
        var nodes: [JSONNode] = []
        for value in values {
            guard case .node(let node) = value, nodes.first.map({ $0.isOfSameDocument(as: node) }) ?? true else {
                break
            }
            nodes.append(node)
        }
        if nodes.count == values.count { return nodes }
        let text = JSONValue.array(values.map(\.json)).serialized()
        guard let document = try? JSONDocument(parsing: text, limits: Upstream.limits) else {
            throw .unexpectedAnswer("list", module: module)
        }
        return Array(document.root.elements)
    }
}
