import FeatureKit
package import JSON

/// A refusal as a JSON-RPC error: what is not a business's answer (overview.md of UCP, Error Handling).
package struct FaceError: Error, Sendable, Equatable {
    package let code: Int
    package let message: String
    package let data: JSONValue?

    init(code: Int, _ message: String, data: JSONValue? = nil) {
        (self.code, self.message, self.data) = (code, message, data)
    }

    /// -32602: the arguments break the tool's schema, or a bound.
    static func invalid(_ what: String, code: String = "invalid_request") -> FaceError {
        FaceError(code: -32602, "Invalid params: \(what)", data: ["code": .string(code), "content": .string(what)])
    }

    /// -32001: the platform's profile can't be used.
    static func profile(_ code: String, _ content: String, message: String = "UCP discovery failed") -> FaceError {
        FaceError(code: -32001, message, data: ["code": .string(code), "content": .string(content)])
    }

    /// -32000, HTTP's 409: an idempotency key came before, with other arguments.
    static let otherRequest = FaceError(
        code: -32000, "Idempotency key reused with different payload",
        data: [
            "code": "idempotency_conflict",
            "content": "This idempotency-key came with another request before. Send a new key with a new request.",
        ])

    /// -32000, HTTP's 409: the change was made, and its answer is not kept any more.
    static let forgottenAnswer = FaceError(
        code: -32000, "Idempotency key used before",
        data: [
            "code": "idempotency_conflict",
            "content":
                "This change was made, and others after it. Ask for what there is now; send a new key with a new change.",
        ])

    /// -32000, HTTP's 429: there are as many carts or checkouts as there may be.
    /// - Parameter seconds: until the first one expires.
    static func tooMany(_ what: String, seconds: Int) -> FaceError {
        FaceError(
            code: -32000, "Too many \(what)",
            data: [
                "code": "too_many", "content": .string("There are as many \(what) as there may be."),
                "retry_after": .integer(max(1, seconds)),
            ])
    }

    /// -32602: the sum is out of range.
    static let tooMuch = FaceError.invalid("The total would be too large to be counted exactly.")

    /// -32000, HTTP's 503: the catalogue is off.
    static let noCatalog = FaceError(
        code: -32000, "The catalogue is off",
        data: ["code": "unavailable", "content": "This shop's catalogue is switched off."])

    /// -32000, HTTP's 503: nothing has a price, so that nobody knows a currency.
    static let noPrices = FaceError(
        code: -32000, "The catalogue has no prices",
        data: ["code": "unavailable", "content": "No product of this shop has a price now."])

    /// A failure of the catalogue or the state.
    init(_ fault: Fault) {
        switch fault.code {
        case .invalidArgument: self = .invalid(fault.text)
        case .internal: self = FaceError(code: -32603, "Internal error: \(fault.text)")
        default:
            var data: [JSONMember] = [
                JSONMember("code", .string(fault.code.rawValue)), JSONMember("content", .string(fault.text)),
            ]
            if fault.retryable { data.append(JSONMember("retry_after", 1)) }
            self = FaceError(code: -32000, fault.text, data: .object(data))
        }
    }
}
