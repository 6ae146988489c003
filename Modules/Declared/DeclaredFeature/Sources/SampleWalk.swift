import FeatureKit
import HTTP
import JMESPath
import JSON
import ModuleFile
import Values

/// A walk through the pages of a sample's question, request by request, as a call would ask.
struct SampleWalk {
    private let operation: DeclaredOperation
    /// Arguments of the question, with the values of the module's settings.
    private let arguments: [JSONMember]
    private let endpoint: HTTPEndpoint
    private let secrets: DeclaredAuth.Values
    private let pages: PagesDeclaration
    private var place: PagePlace
    private var names: CallNames
    /// Requests of the page at hand that were answered.
    private var answered = 0
    /// Pages that were answered.
    private var count = 0
    /// Target of the first page.
    private var first: String?

    init(
        _ operation: DeclaredOperation, _ arguments: [JSONMember], _ settings: [JSONMember], _ endpoint: HTTPEndpoint,
        _ secrets: DeclaredAuth.Values
    ) {
        self.operation = operation
        self.arguments = arguments + settings
        (self.endpoint, self.secrets) = (endpoint, secrets)
        names = CallNames(arguments: self.arguments)
        pages = operation.declaration.pages ?? PagesDeclaration()
        place = PagePlace(size: pages.size)
        switch pages.by {
        case .number: place.number = pages.from
        case .offset: place.offset = pages.from
        case .cursor, .next, .link, .none: break
        }
    }

    /// The next request.
    /// - Throws: why it can't be made.
    func request() throws(Fault) -> HTTPRequest {
        guard operation.requests.indices.contains(answered) else { throw .noAddress(nil, module: operation.module) }
        return try operation.requests[answered].made(names, place, key: "sample", at: endpoint, secrets: secrets)
    }

    /// Goes on behind the answer to a request; behind the last of a page to the next page.
    mutating func take(_ response: HTTPResponse, _ document: JSONDocument, of request: HTTPRequest) {
        names.steps.append((operation.requests[answered].declaration.id ?? "", document.root))
        names.reply = document.root
        answered += 1
        guard answered == operation.requests.count else { return }
        moveOn(behind: request, response)
        (answered, count) = (0, count + 1)
        names = CallNames(arguments: arguments)
    }

    /// The field by which an answer leads to the page behind it: a file of samples holds none.
    mutating func linkFields(behind request: HTTPRequest) -> [HTTPField] {
        guard pages.by == .link, answered == operation.requests.count - 1 else { return [] }
        first = first ?? (try? request.target(of: "")).flatMap { $0 }
        guard let first else { return [] }
        let target = "\(first)\(first.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")page=\(count + 2)"
        return [try? HTTPField(name: "Link", value: "<\(target)>; rel=\"next\"")].compactMap(\.self)
    }

    private mutating func moveOn(behind request: HTTPRequest, _ response: HTTPResponse) {
        var steps = JMESSteps(limit: JMESSteps.ofAnswer)
        guard let reply = names.reply else { return }
        let (names, current) = (names, operation.declaration.hasSteps ? names.root : JMESValue.node(reply))
        func value(_ expression: JMESExpression?) -> JMESValue? {
            expression.flatMap { try? $0.value(of: current, in: names, steps: &steps) }
        }
        func target(_ reference: String?) -> String? {
            reference.flatMap { try? request.target(of: $0) }.flatMap { $0 }
        }
        switch pages.by {
        case .none: break
        case .number: place.number = (place.number ?? pages.from) + 1
        case .offset:
            guard case .items(let items)? = operation.declaration.result else { return }
            place.offset = (place.offset ?? pages.from) + (pages.size ?? value(items)?.count ?? 0)
        case .cursor: place.cursor = value(pages.at)?.spelled
        case .next: place.target = target(value(pages.at)?.spelled)
        case .link: place.target = target(linkTarget(of: "next", in: response.fields.values(named: "Link")))
        }
    }

    /// Whether a further page is there to be asked for.
    var hasMore: Bool {
        switch pages.by {
        case .none: false
        case .number, .offset: true
        case .cursor: place.cursor != nil
        case .next, .link: place.target != nil
        }
    }
}
