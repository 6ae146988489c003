package import FeatureKit
import JMESPath
package import ModuleFile
import URITemplate

/// Compiles an expression that stands in the program. A wrong one ends the process at its first start, with the mistake.
func compiled(_ text: String) -> JMESExpression {
    do throws(JMESFault) {
        return try JMESExpression(parsing: text, scope: .open)
    } catch {
        preconditionFailure("`\(text)`: \(error.sentence)")
    }
}

extension TextDeclaration {
    /// Compiles a text that stands in the program. A wrong one ends the process at its first start, with the mistake.
    init(_ text: String, for use: URITemplate.Use) {
        do throws(TemplateFault) {
            let template = try URITemplate(parsing: text, for: use)
            self.init(template: template, variables: template.variables.map { Self.source(of: $0.name) })
        } catch {
            preconditionFailure("`\(text)`: \(error.sentence)")
        }
    }

    private static func source(of name: String) -> VariableDeclaration {
        do throws(JMESFault) {
            return try VariableDeclaration(name, in: .open)
        } catch {
            preconditionFailure("`\(name)`: \(error.sentence)")
        }
    }
}

extension RequestDeclaration {
    /// `GET`. Addresses, queries and headers have variables: `{query}`, `{page}`, `{settings.days}`, `{steps.spot.lat}`.
    /// - Parameters:
    ///   - address: below the endpoint.
    ///   - step: name of a step, where the call has several requests.
    ///   - kept: time for which the answer is kept; without it as its head says (RFC 9111).
    package static func get(
        _ address: String, as step: String? = nil, query: KeyValuePairs<String, String> = [:],
        headers: KeyValuePairs<String, String> = [:], kept: Duration? = nil, errors: [ErrorDeclaration] = []
    ) -> Self { Self(.get, address, step, query, headers, nil, kept, errors) }

    /// `POST`; `body` is JSON whose texts have variables.
    package static func post(
        _ address: String, as step: String? = nil, query: KeyValuePairs<String, String> = [:],
        headers: KeyValuePairs<String, String> = [:], body: BodyDeclaration? = nil, kept: Duration? = nil,
        errors: [ErrorDeclaration] = []
    ) -> Self { Self(.post, address, step, query, headers, body, kept, errors) }

    /// `PUT`
    package static func put(
        _ address: String, as step: String? = nil, query: KeyValuePairs<String, String> = [:],
        headers: KeyValuePairs<String, String> = [:], body: BodyDeclaration? = nil, kept: Duration? = nil,
        errors: [ErrorDeclaration] = []
    ) -> Self { Self(.put, address, step, query, headers, body, kept, errors) }

    /// `PATCH`
    package static func patch(
        _ address: String, as step: String? = nil, query: KeyValuePairs<String, String> = [:],
        headers: KeyValuePairs<String, String> = [:], body: BodyDeclaration? = nil, kept: Duration? = nil,
        errors: [ErrorDeclaration] = []
    ) -> Self { Self(.patch, address, step, query, headers, body, kept, errors) }

    /// `DELETE`
    package static func delete(
        _ address: String, as step: String? = nil, query: KeyValuePairs<String, String> = [:],
        headers: KeyValuePairs<String, String> = [:], kept: Duration? = nil, errors: [ErrorDeclaration] = []
    ) -> Self { Self(.delete, address, step, query, headers, nil, kept, errors) }

    private init(
        _ method: Method, _ address: String, _ step: String?, _ query: KeyValuePairs<String, String>,
        _ headers: KeyValuePairs<String, String>, _ body: BodyDeclaration?, _ kept: Duration?,
        _ errors: [ErrorDeclaration]
    ) {
        func texts(_ pairs: KeyValuePairs<String, String>) -> [NamedText] {
            pairs.map { NamedText(name: $0.key, value: TextDeclaration($0.value, for: .text)) }
        }
        self.init()
        (self.method, id, self.body, self.errors) = (method, step, body, errors)
        self.address = TextDeclaration(address, for: .address)
        (self.query, self.headers) = (texts(query), texts(headers))
        cache = kept.map { .lasting($0) }
    }
}

extension ErrorDeclaration {
    /// The meaning of a status.
    /// - Parameter message: expression of the server's words.
    package static func status(
        _ status: Int, _ code: FaultCode, message: String? = nil, hint: String? = nil
    ) -> Self {
        Self(condition: .status(status), code: code.rawValue, message: message.map { compiled($0) }, hint: hint)
    }

    /// The meaning of an answer on which an expression is true.
    package static func when(
        _ condition: String, _ code: FaultCode, message: String? = nil, hint: String? = nil
    ) -> Self {
        Self(
            condition: .when(compiled(condition)), code: code.rawValue, message: message.map { compiled($0) },
            hint: hint)
    }
}

extension PagesDeclaration.End {
    /// A page without rows, or one of fewer than its size.
    package static var untilShort: Self { .short }
    /// A page without rows.
    package static var untilEmpty: Self { .empty }
    /// As many rows as the total says.
    package static var untilTotal: Self { .total }
    /// A page on which an expression is true.
    package static func until(_ expression: String) -> Self { .when(compiled(expression)) }
}

extension PagesDeclaration {
    /// By their number, the variable `{page}`.
    package static func numbers(from first: Int = 1, size: Int? = nil, _ end: End = .untilShort) -> Self {
        Self(.number, from: first, size, nil, end)
    }

    /// By the row at which they begin, the variable `{offset}`.
    package static func offsets(from first: Int = 0, size: Int? = nil, _ end: End = .untilShort) -> Self {
        Self(.offset, from: first, size, nil, end)
    }

    /// By a cursor that the page before gives, the variable `{cursor}`.
    package static func cursors(at expression: String, size: Int? = nil, _ end: End = .untilShort) -> Self {
        Self(.cursor, size, compiled(expression), end)
    }

    /// By the address that the page before gives in its body.
    package static func addresses(at expression: String, size: Int? = nil, _ end: End = .untilShort) -> Self {
        Self(.next, size, compiled(expression), end)
    }

    /// By the address that the page before gives in its `Link` field (RFC 8288).
    package static func linkFields(size: Int? = nil, _ end: End = .untilShort) -> Self { Self(.link, size, nil, end) }

    /// One page.
    package static var single: Self { Self(.none, nil, nil, .untilShort) }

    private init(_ by: By, from first: Int = 1, _ size: Int?, _ at: JMESPath.JMESExpression?, _ end: End) {
        self.init()
        (self.by, from, self.size, self.at, ends) = (by, first, size, at, end)
    }
}
