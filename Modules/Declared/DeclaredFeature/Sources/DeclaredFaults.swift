import FeatureKit
import HTTP
import ModuleFile
import URITemplate
import Values

/// The sentences of failures of declared modules, in one place.
extension Fault {
    static func missingSecret(_ setting: String, module: String) -> Fault {
        Fault(
            .upstreamRejected, "The server needs modules.\(module).\(setting), which is not set.",
            hint: "Set modules.\(module).\(setting); samples need none: modules.\(module).data=sample.", module: module)
    }

    /// The same failure of a call that changes something and may have been done all the same.
    var perhapsDone: Fault {
        var fault = self
        fault.hint = "It may have been done all the same: look before calling again."
        fault.retryable = false
        return fault
    }

    static func noAddress(_ text: TextDeclaration?, module: String) -> Fault {
        if text?.readsSteps == true {
            return Fault(
                .upstreamMalformed, "The server's answer to a step makes no address.",
                hint: "Check the steps in the module's file.", module: module)
        }
        return Fault(
            .invalidArgument, "The values make no address that can be asked for.",
            hint: "Use shorter or other values.", module: module)
    }

    static func noHeader(_ fault: HTTPFieldFault, module: String) -> Fault {
        let name = if case .badValue(let name) = fault { " \(name)" } else { "" }
        return Fault(
            .invalidArgument, "A value can't stand in the header\(name): it holds control characters.",
            hint: "Leave them out.", module: module)
    }

    /// A value that would leave its place in an address.
    ///
    /// Where answers to earlier steps are in it, the upstream is to blame: the parameters have been judged.
    static func badTemplateValue(_ fault: TemplateFault, _ text: TextDeclaration, module: String) -> Fault {
        if text.readsSteps {
            return Fault(
                .upstreamMalformed, "The server's answer to a step makes no address: \(fault.sentence)",
                hint: "Check the steps in the module's file.", module: module)
        }
        let name: String? =
            switch fault.reason {
            case .emptySegment(let name), .dotSegment(let name): name
            default: nil
            }
        let field = name.map { $0.utf8.starts(with: "params.".utf8) ? String($0.dropFirst(7)) : $0 }
        return Fault(
            .invalidArgument, fault.sentence, hint: "Give another value.", module: module, field: field)
    }

    /// The module's samples know no such request.
    static func noSample(module: String) -> Fault {
        Fault(
            .notFound, "The samples of \(module) have no answer to this.",
            hint: "Ask with the values of the examples, or ask the server: modules.\(module).data=live.",
            module: module)
    }

    /// A status that the file does not explain.
    static func refused(_ status: Int, module: String, hasSecrets: Bool) -> Fault {
        switch status {
        case 404:
            return Fault(
                .notFound, "The server has nothing at this address.", hint: "Check the values and call again.",
                module: module)
        case 401 where hasSecrets, 403 where hasSecrets:
            return Fault(
                .upstreamRejected, "The server refused the secret with HTTP status \(status).",
                hint: "Check the secrets among the settings of modules.\(module).", module: module)
        case 429:
            return Fault(
                .upstreamRejected, "The server was asked too often.", hint: "Wait a minute and try again.",
                module: module, retryable: true)
        default: return .rejected(status, module: module)
        }
    }

    /// A failure that the file explains.
    /// - Parameter told: the server's words, from outside.
    static func declared(_ code: String, _ told: String?, _ hint: String?, status: Int, module: String) -> Fault {
        let code = FaultCode(rawValue: code) ?? .upstreamRejected
        let words = told.flatMap { $0.isEmpty ? nil : String($0.unicodeScalars.prefix(300)) }
        let isRetryable = [.upstreamTimeout, .upstreamUnavailable, .busy].contains(code) || status == 429
        return Fault(
            code, words.map { sentenceEnd(sentenceCase($0)) } ?? "The server refused the request.",
            hint: hint ?? (isRetryable ? "Try again later." : "Check the values and call again."), module: module,
            retryable: isRetryable)
    }

    private static func sentenceEnd(_ words: String) -> String {
        words.unicodeScalars.last.map { ".!?。…".unicodeScalars.contains($0) } ?? true ? words : words + "."
    }

    /// An expression that the answer does not fit.
    static func notReadable(_ key: String, _ sentence: String, of operation: String, module: String) -> Fault {
        Fault(
            .upstreamMalformed, "The server's answer does not fit \(key) of \(module).\(operation): \(sentence)",
            hint: "Check that modules.\(module).endpoint is the right API, and the module's file.", module: module)
    }

    static func leadsToItself(module: String) -> Fault {
        Fault(
            .upstreamMalformed, "The server's page leads to itself.",
            hint: "Check `pages` in the module's file.", module: module)
    }

    static func leadsElsewhere(module: String) -> Fault {
        Fault(
            .upstreamMalformed, "The server's next page is on another server, which is not asked.",
            hint: "Check that modules.\(module).endpoint is the server that its pages name.", module: module)
    }

    static func leadsNowhere(module: String) -> Fault {
        Fault(
            .upstreamMalformed, "The server's next page is no address.",
            hint: "Check `pages` in the module's file.", module: module)
    }

    static func longToken(limit: Int, module: String) -> Fault {
        Fault(
            .upstreamMalformed, "The server's next page has an address of more than \(limit) characters.",
            hint: "Check `pages` in the module's file.", module: module)
    }
}
