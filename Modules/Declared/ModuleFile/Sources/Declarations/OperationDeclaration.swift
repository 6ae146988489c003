package import JMESPath
package import URITemplate

/// An operation: what it takes, what it asks, and where the rows of the answer are.
package struct OperationDeclaration: Sendable {
    package let name: String
    package var doc = ""
    package var parameters: [ParameterDeclaration] = []
    /// One, or as many as steps: at most 3.
    package var requests: [RequestDeclaration] = []
    /// Whether the requests are steps, which have ids.
    package var hasSteps = false
    package var result: ResultDeclaration?
    /// Name of the type of row.
    package var row: String?
    package var pages: PagesDeclaration?
    package var total: JMESExpression?
    package var effect = EffectDeclaration.reads
    package var confirm: TextDeclaration?
    /// Name of the header that holds a key, one a call.
    package var idempotency: String?

    package init(name: String) { self.name = name }
}

/// Place of the rows in an answer.
package enum ResultDeclaration: Sendable {
    case items(JMESExpression)
    case item(JMESExpression)
}

package struct ParameterDeclaration: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case text, int, number, bool, date
    }

    package let name: String
    package var kind = Kind.text
    package var doc: String?
    /// Characters of a text.
    package var length: ClosedRange<Int>?
    /// Bounds of an `int`.
    package var range: ClosedRange<Int>?
    package var pattern: TextPattern?
    /// The only ones, where there are few.
    package var values: [String] = []
    package var defaultText: String?
    package var isRequired = true
    package var examples: [String] = []

    package init(name: String) { self.name = name }
}

/// One request of an operation.
package struct RequestDeclaration: Sendable {
    package enum Method: String, Sendable, CaseIterable {
        case get, post, put, patch, delete
    }

    package var method = Method.get
    /// Name of a step; nil of an operation's only request.
    package var id: String?
    package var address: TextDeclaration?
    package var query: [NamedText] = []
    package var headers: [NamedText] = []
    package var body: BodyDeclaration?
    package var cache: CacheDeclaration?
    package var errors: [ErrorDeclaration] = []

    package init() {}

    /// A parameter or a header, and its value.
    package struct NamedText: Sendable {
        package let name: String
        package let value: TextDeclaration

        package init(name: String, value: TextDeclaration) { (self.name, self.value) = (name, value) }
    }
}

/// A text or an address with variables.
package struct TextDeclaration: Sendable {
    package let template: URITemplate
    /// Sources of the template's variables, in their order.
    package let variables: [VariableDeclaration]

    package init(template: URITemplate, variables: [VariableDeclaration]) {
        (self.template, self.variables) = (template, variables)
    }
}

/// Source of a variable's value.
package enum VariableDeclaration: Sendable {
    case parameter(String)
    case setting(String)
    /// On `{params, settings, steps}`.
    case expression(JMESExpression)
    case page, offset, cursor, size
}

/// The JSON of a request.
package indirect enum BodyDeclaration: Sendable {
    case null
    case flag(Bool)
    /// As it is spelled.
    case number(String)
    /// One variable alone keeps its value's type.
    case text(TextDeclaration)
    case array([BodyDeclaration])
    case object([Member])

    package struct Member: Sendable {
        package let name: String
        package let value: BodyDeclaration

        package init(name: String, value: BodyDeclaration) { (self.name, self.value) = (name, value) }
    }

    /// Texts at every depth, in their order.
    var texts: [TextDeclaration] {
        switch self {
        case .null, .flag, .number: []
        case .text(let text): [text]
        case .array(let items): items.flatMap(\.texts)
        case .object(let members): members.flatMap(\.value.texts)
        }
    }
}

package enum CacheDeclaration: Sendable, Equatable {
    /// RFC 9111.
    case http
    case none
    case lasting(Duration)
}

/// A refusal of the upstream, and what it means.
package struct ErrorDeclaration: Sendable {
    package enum Condition: Sendable {
        case status(Int)
        case when(JMESExpression)
    }

    /// The words that `code` may be: those of FeatureKit's `FaultCode`, in its order, as a test of DeclaredFeature proves. They stand
    /// here too so that this module is compiled without FeatureKit, of which it would use nothing else.
    package static let codes = [
        "invalid_argument", "not_found", "module_disabled", "upstream_timeout", "upstream_unavailable",
        "upstream_rejected", "upstream_malformed", "too_large", "blocked_address", "offline", "storage_failed", "busy",
        "cancelled", "internal", "client_incapable",
    ]

    package let condition: Condition
    package let code: String
    package let message: JMESExpression?
    package let hint: String?

    package init(condition: Condition, code: String, message: JMESExpression?, hint: String?) {
        (self.condition, self.code, self.message, self.hint) = (condition, code, message, hint)
    }
}

package struct PagesDeclaration: Sendable {
    package enum By: String, Sendable, CaseIterable {
        case number, offset, cursor, next, link, none
    }

    package enum End: Sendable {
        case short, empty, total
        case when(JMESExpression)
    }

    package var by = By.none
    package var size: Int?
    /// The first page's number or offset.
    package var from = 1
    /// The cursor, or the next address.
    package var at: JMESExpression?
    package var ends = End.short

    package init() {}
}

package enum EffectDeclaration: Sendable, Equatable {
    case reads
    case writes(isIdempotent: Bool, isDestructive: Bool)
}
