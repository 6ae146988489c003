/// JSON form of a fault: `error.data` of a JSON-RPC error, and a member of `_meta` of a failed tool call.
extension Fault {
    /// The member of a failed call's `_meta` that holds it.
    package static let metaKey: StaticString = "galleria/error"

    package static let shape = ResultShape<Fault>([
        ResultField("code", .text, "A stable code.") { $0.code.rawValue },
        ResultField("message", .text, "What happened.") { $0.message },
        ResultField("hint", .text, "What to do next.") { $0.hint },
        ResultField("module", .text, "The module that failed, or host.") { $0.module ?? "host" },
        ResultField("retryable", .flag, "Whether the same call may succeed later.") { $0.retryable },
        ResultField(optional: "field", .text, "The parameter at fault.") { $0.field },
        ResultField(optional: "suggestions", .list(of: .text), "Names perhaps meant.") {
            $0.suggestions.isEmpty ? nil : $0.suggestions
        },
        ResultField(optional: "requires", .list(of: .text), "What the client must be able to do.") {
            $0.requires.isEmpty ? nil : $0.requires.map(\.name)
        },
    ])
}
