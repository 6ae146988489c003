import FeatureKit
import HTTP
import JMESPath
import JSON
import ModuleFile
import Settings
import URITemplate
import Values

/// The place of a page in its list, as addresses name it.
struct PagePlace: Sendable {
    /// Number of the page, where pages are counted.
    var number: Int?
    var offset: Int?
    var cursor: String?
    var size: Int?
    /// The target that the page before it gave, from `/` on: replaces the address.
    var target: String?
}

/// Makes a declared request of the values of one call.
struct DeclaredRequest: Sendable {
    let declaration: RequestDeclaration
    let module: String
    /// Header of the operation that holds a key, one a call.
    let idempotency: String?
    /// Whether doing it twice is as doing it once.
    let isIdempotent: Bool

    /// - Parameters:
    ///   - place: of the page that is asked for.
    ///   - key: of the call, for the header that holds one.
    ///   - secrets: those that go with it.
    /// - Throws: `invalid_argument` for a value that can't stand where it is to stand.
    func made(
        _ names: CallNames, _ place: PagePlace, key: String, at endpoint: HTTPEndpoint, timeout: Duration? = nil,
        secrets: DeclaredAuth.Values
    ) throws(Fault) -> HTTPRequest {
        let current = names.root
        var query: [HTTPQueryItem] = []
        if place.target == nil {
            for item in declaration.query {
                guard let text = try text(item.value, names, current, place) else { continue }
                query.append(HTTPQueryItem(name: item.name, value: text))
            }
        }
        var address = place.target ?? "/"
        if place.target == nil, let declared = declaration.address {
            address = try expanded(declared, declared.values(names, current, place))
        }
        query += secrets.query
        let method = HTTPMethod(rawValue: declaration.method.rawValue.uppercased()) ?? .get
        var request: HTTPRequest
        do throws(HTTPEndpointFault) {
            request = try HTTPRequest(
                method, target: address, isBelowOrigin: place.target != nil, query: query, at: endpoint,
                timeout: timeout, secretQueryNames: Set(secrets.query.map(\.name)))
        } catch {
            throw .noAddress(declaration.address, module: module)
        }
        for field in declaration.headers {
            guard let text = try text(field.value, names, current, place) else { continue }
            request.headers.append(try self.field(field.name, text))
        }
        for (name, value) in secrets.headers { request.headers.append(try field(name, value)) }
        if let idempotency { request.headers.append(try field(idempotency, key)) }
        if method == .post || method == .put || method == .patch {
            // A body of nothing has a length, which servers want to be told.
            request.body = []
            if let declared = declaration.body, let body = try json(declared, names, current, place) {
                request.body = body.serialized()
                request.headers.append(try field("Content-Type", "application/json"))
            }
        }
        request.isRepeatable = method == .get || isIdempotent || idempotency != nil
        switch declaration.cache {
        case nil, .http?: request.lifetimeUnsaid = FeatureCall.pageLifetime
        case .none?: request.lifetime = 0
        case .lasting(let time)?: request.lifetime = time.components.seconds
        }
        return request
    }

    private func field(_ name: String, _ value: String) throws(Fault) -> HTTPField {
        do throws(HTTPFieldFault) { return try HTTPField(name: name, value: value) } catch {
            throw .noHeader(error, module: module)
        }
    }

    // MARK: - Templates

    /// The text; nil where all that it is made of has no value.
    private func text(
        _ declaration: TextDeclaration, _ names: CallNames, _ current: JMESValue, _ place: PagePlace
    ) throws(Fault) -> String? {
        let values = declaration.values(names, current, place)
        if !values.isEmpty, values.allSatisfy({ $0 == nil }) { return nil }
        return try expanded(declaration, values)
    }

    private func expanded(_ declaration: TextDeclaration, _ values: [TemplateValue?]) throws(Fault) -> String {
        do throws(TemplateFault) {
            return try declaration.template.expanded(values)
        } catch {
            throw .badTemplateValue(error, declaration, module: module)
        }
    }

    /// The JSON of a body; nil for a member whose only variable has no value.
    private func json(
        _ body: BodyDeclaration, _ names: CallNames, _ current: JMESValue, _ place: PagePlace
    ) throws(Fault) -> JSONValue? {
        switch body {
        case .null: return .some(.null)
        case .flag(let flag): return .bool(flag)
        case .number(let literal): return .number(literal)
        case .text(let text):
            if let sole = text.template.soleVariable, sole < text.variables.count {
                let value = text.variables[sole].value(names, current, place)
                return value.flatMap { $0.isNull ? nil : $0.json }
            }
            return try self.text(text, names, current, place).map { .string($0) }
        case .array(let all):
            var elements: [JSONValue] = []
            for element in all {
                if let value = try json(element, names, current, place) { elements.append(value) }
            }
            return .array(elements)
        case .object(let members):
            var made: [JSONMember] = []
            for member in members {
                if let value = try json(member.value, names, current, place) {
                    made.append(JSONMember(member.name, value))
                }
            }
            return .object(made)
        }
    }
}

extension TextDeclaration {
    /// The values of its variables, in their order.
    func values(_ names: CallNames, _ current: JMESValue, _ place: PagePlace) -> [TemplateValue?] {
        variables.map { variable in
            guard let value = variable.value(names, current, place) else { return nil }
            if value.kind == .array { return .list(value.elements.compactMap(\.spelled)) }
            return value.spelled.map { .text($0) }
        }
    }

    /// Whether a parameter is one of its variables.
    func reads(_ parameter: String) -> Bool {
        variables.contains { variable in
            if case .parameter(let name) = variable { name.utf8.elementsEqual(parameter.utf8) } else { false }
        }
    }

    /// Whether an answer to an earlier step is one of its variables.
    var readsSteps: Bool { variables.contains { if case .expression = $0 { true } else { false } } }

    /// The text of one call, where nothing of it is an address.
    func text(_ names: CallNames) -> String? {
        try? template.expanded(values(names, names.root, PagePlace()))
    }
}

extension VariableDeclaration {
    /// Steps of evaluation of a variable.
    private static let mostSteps = 10_000

    fileprivate func value(_ names: CallNames, _ current: JMESValue, _ place: PagePlace) -> JMESValue? {
        switch self {
        case .parameter(let name): return names.argument(name)
        case .setting(let name): return names.argument(settingPrefix + name)
        case .expression(let expression):
            var steps = JMESSteps(limit: Self.mostSteps)
            return try? expression.value(of: current, in: names, steps: &steps)
        case .page: return place.number.map { .number(String($0)) }
        case .offset: return place.offset.map { .number(String($0)) }
        case .cursor: return place.cursor.map { .text($0) }
        case .size: return place.size.map { .number(String($0)) }
        }
    }
}

/// Secrets that go with each request of a module.
struct DeclaredAuth: Sendable {
    let declaration: AuthDeclaration?
    let settings: [DeclaredSetting]

    struct Values {
        var headers: [(name: String, value: String)] = []
        var query: [HTTPQueryItem] = []
    }

    /// The same without any value: requests that no server sees are known by their parameters' names.
    var withoutValues: Values {
        guard case .query(let items)? = declaration else { return Values() }
        return Values(query: items.map { HTTPQueryItem(name: $0.name, value: "") })
    }

    /// Those that go with a call's requests; without their values where no server is asked.
    /// - Throws: `upstream_rejected` for one that is not set.
    func values(_ call: FeatureCall) throws(Fault) -> Values {
        let data = call.upstream.data
        return data == .live || data == .record
            ? try values(call.settings, module: call.upstream.module) : withoutValues
    }

    /// - Throws: `upstream_rejected` for one that is not set.
    func values(_ values: Settings, module: String) throws(Fault) -> Values {
        guard let declaration else { return Values() }
        func value(_ name: String) throws(Fault) -> String {
            let setting = settings.first { $0.name.utf8.elementsEqual(name.utf8) }
            let text = trimmed(setting?.value(values).string ?? "")
            if text.isEmpty { throw .missingSecret(name, module: module) }
            return text
        }
        switch declaration {
        case .header(let fields):
            var made = Values()
            for field in fields { made.headers.append((field.name, try value(field.setting))) }
            return made
        case .query(let items):
            var made = Values()
            for item in items { made.query.append(HTTPQueryItem(name: item.name, value: try value(item.setting))) }
            return made
        case .bearer(let setting): return Values(headers: [("Authorization", "Bearer \(try value(setting))")])
        case .basic(let user, let password):
            let pair = "\(try value(user)):\(try value(password))"
            return Values(headers: [("Authorization", "Basic \(base64(Array(pair.utf8), .standard))")])
        }
    }
}
