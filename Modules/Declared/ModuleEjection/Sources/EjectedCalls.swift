import DeclaredFeature
import FeatureKit
import JMESPath
import ModuleFile
import URITemplate

extension OperationDeclaration {
    /// The call of the API, such as `api.list("search", …)`.
    /// - Parameters:
    ///   - layout: that its rows have; nil without rows.
    ///   - list: the call whose rows it shows.
    ///   - samples: its answers, by the names that their files have in the repository.
    func swift(
        of module: ModuleDeclaration, layout: String?, in list: String?, samples: [SampleDeclaration]
    ) -> SwiftCode {
        let isDetail = keyParameter(in: module) != nil
        var arguments: [SwiftCode.Argument] = [.init(nil, .text(name)), .init(nil, .text(doc))]
        if let layout { arguments.append(.init("of", .name(layout))) }
        if isDetail, let list { arguments.append(.init("in", .name(list))) }
        if !parameters.isEmpty { arguments.append(.init("parameters", .array(parameters.map(\.swift)))) }
        for (index, request) in requests.enumerated() {
            arguments.append(.init(index == 0 ? "request" : nil, request.swift))
        }
        switch result {
        case .items(let expression)? where isList: arguments.append(.init("items", .text(expression.text)))
        case .item(let expression)?: arguments.append(.init("item", .text(expression.text)))
        case .items?, nil: break
        }
        if isList, let total { arguments.append(.init("total", .text(total.text))) }
        if isList, let pages, pages.by != .none { arguments.append(.init("pages", pages.swift)) }
        if case .writes(let isIdempotent, let isDestructive) = effect {
            arguments.append(
                .init(
                    "effect",
                    .call(
                        ".writes",
                        [
                            .init("idempotent", .name("\(isIdempotent)")),
                            .init("destructive", .name("\(isDestructive)")),
                        ])))
        }
        if let confirm { arguments.append(.init("confirm", .text(confirm.template.text))) }
        if let idempotency { arguments.append(.init("idempotency", .text(idempotency))) }
        arguments.append(.init("samples", .array(Self.answers(samples))))
        return .call(isList ? "api.list" : isDetail ? "api.detail" : "api.call", arguments)
    }

    /// The samples, those of one call that stand behind each other together: its pages.
    private static func answers(_ samples: [SampleDeclaration]) -> [SwiftCode] {
        var calls: [[SampleDeclaration]] = []
        for sample in samples {
            let last = calls.last?.last?.parameters
            if let last, last.map(\.name) == sample.parameters.map(\.name),
                last.map(\.value) == sample.parameters.map(\.value)
            {
                calls[calls.count - 1].append(sample)
            } else {
                calls.append([sample])
            }
        }
        return calls.map { pages in
            var arguments: [SwiftCode.Argument] = []
            let values = pages.first?.parameters ?? []
            if !values.isEmpty { arguments.append(.init(nil, .dictionary(values.map { ($0.name, .text($0.value)) }))) }
            for (index, page) in pages.enumerated() {
                switch page.files {
                case .one(let name):
                    // Without values the first file would be taken for them.
                    if arguments.isEmpty { arguments.append(.init(nil, "[:]")) }
                    arguments.append(.init(nil, .text(name)))
                case .steps(let names):
                    let files = names.sorted { $0.key < $1.key }.map { ($0.key, SwiftCode.text($0.value)) }
                    arguments.append(.init(index == 0 ? "steps" : nil, .dictionary(files)))
                }
            }
            return .call(".of", arguments)
        }
    }
}

extension ParameterDeclaration {
    /// `.text("query", 1...100, examples: ["swift"])`
    fileprivate var swift: SwiftCode {
        var arguments: [SwiftCode.Argument] = [.init(nil, .text(name))]
        let literal: (String) -> SwiftCode = { text in
            switch kind {
            case .int: .name(Int(text).map { "\($0)" } ?? text)
            case .bool: .name(text)
            case .text, .number, .date: .text(text)
            }
        }
        if let length { arguments.append(.init(nil, .name("\(length.lowerBound)...\(length.upperBound)"))) }
        if let range { arguments.append(.init(nil, range.swift)) }
        if let pattern { arguments.append(.init("pattern", .text(pattern.text))) }
        if !values.isEmpty { arguments.append(.init("values", .array(values.map { .text($0) }))) }
        if let defaultText { arguments.append(.init("default", literal(defaultText))) }
        if !isRequired, defaultText == nil { arguments.append(.init("required", "false")) }
        if let doc { arguments.append(.init(nil, .text(doc))) }
        if !examples.isEmpty { arguments.append(.init("examples", .array(examples.map(literal)))) }
        return .call(".\(kind.rawValue)", arguments)
    }
}

extension ClosedRange<Int> {
    fileprivate var swift: SwiftCode {
        func bound(_ value: Int) -> String {
            if value == .min || value == .max { return value == .min ? ".min" : ".max" }
            return grouped(value)
        }
        let space = lowerBound == .min || upperBound == .max ? " " : ""
        return .name("\(bound(lowerBound))\(space)...\(space)\(bound(upperBound))")
    }
}

/// Digits of a number in groups of three, as swift-format wants those of seven and more.
private func grouped(_ value: Int) -> String {
    let digits = Array(String(value.magnitude))
    guard digits.count >= 7 else { return String(value) }
    var text = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index).isMultiple(of: 3) { text += "_" }
        text.append(digit)
    }
    return (value < 0 ? "-" : "") + text
}

extension RequestDeclaration {
    /// `.get("/search", query: ["q": "{query}"])`
    fileprivate var swift: SwiftCode {
        var arguments: [SwiftCode.Argument] = [.init(nil, .text(address?.template.text ?? "/"))]
        if let id { arguments.append(.init("as", .text(id))) }
        for (label, pairs) in [("query", query), ("headers", headers)] where !pairs.isEmpty {
            arguments.append(.init(label, .dictionary(pairs.map { ($0.name, .text($0.value.template.text)) })))
        }
        if let body { arguments.append(.init("body", body.swift)) }
        switch cache {
        case nil, .http?: break
        case .none?: arguments.append(.init("kept", ".zero"))
        case .lasting(let time)?:
            arguments.append(.init("kept", .name(".seconds(\(grouped(Int(time.components.seconds))))")))
        }
        if !errors.isEmpty { arguments.append(.init("errors", .array(errors.map(\.swift)))) }
        return .call(".\(method.rawValue)", arguments)
    }
}

extension BodyDeclaration {
    fileprivate var swift: SwiftCode {
        switch self {
        case .null: "nil"
        case .flag(let flag): .name("\(flag)")
        case .number(let literal):
            Int(literal).map { String($0) } == literal
                ? .name(literal) : .call(".spelled", [.init(nil, .text(literal))])
        case .text(let text): .text(text.template.text)
        case .array(let items): .array(items.map(\.swift))
        case .object(let members): .dictionary(members.map { ($0.name, $0.value.swift) })
        }
    }
}

extension ErrorDeclaration {
    /// `.status(422, .invalidArgument, message: "error.message")`
    fileprivate var swift: SwiftCode {
        var arguments: [SwiftCode.Argument]
        let function: String
        switch condition {
        case .status(let status): (function, arguments) = (".status", [.init(nil, .name("\(status)"))])
        case .when(let expression): (function, arguments) = (".when", [.init(nil, .text(expression.text))])
        }
        arguments.append(.init(nil, .name(".\(camelCase(code))")))
        if let message { arguments.append(.init("message", .text(message.text))) }
        if let hint { arguments.append(.init("hint", .text(hint))) }
        return .call(function, arguments)
    }
}

/// `upstream_rejected` → `upstreamRejected`
private func camelCase(_ words: String) -> String {
    let words = words.split(separator: "_")
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}

extension PagesDeclaration {
    /// `.numbers(from: 0, size: 20, .untilEmpty)`
    fileprivate var swift: SwiftCode {
        var arguments: [SwiftCode.Argument] = []
        let function: String
        switch by {
        case .number:
            function = ".numbers"
            if from != 1 { arguments.append(.init("from", .name("\(from)"))) }
        case .offset:
            function = ".offsets"
            if from != 0 { arguments.append(.init("from", .name("\(from)"))) }
        case .cursor: function = ".cursors"
        case .next: function = ".addresses"
        case .link: function = ".linkFields"
        case .none: return ".single"
        }
        if let at { arguments.append(.init("at", .text(at.text))) }
        if let size { arguments.append(.init("size", .name("\(size)"))) }
        switch ends {
        case .short: break
        case .empty: arguments.append(.init(nil, ".untilEmpty"))
        case .total: arguments.append(.init(nil, ".untilTotal"))
        case .when(let expression): arguments.append(.init(nil, .call(".until", [.init(nil, .text(expression.text))])))
        }
        return .call(function, arguments)
    }
}

extension OwnSettingDeclaration {
    /// `.int("days", 1...16, default: 7, "Days ahead.")`
    var swift: SwiftCode {
        var arguments: [SwiftCode.Argument] = [.init(nil, .text(name))]
        if let range { arguments.append(.init(nil, range.swift)) }
        if let defaultText {
            let isPlain = kind == .int || kind == .bool
            arguments.append(.init("default", isPlain ? .name(defaultText) : .text(defaultText)))
        }
        arguments.append(.init(nil, .text(doc)))
        return .call(".\(kind.rawValue)", arguments)
    }
}

extension AuthDeclaration {
    var swift: SwiftCode {
        func pairs(_ settings: [NamedSetting]) -> SwiftCode {
            .dictionary(settings.map { ($0.name, .text($0.setting)) })
        }
        return switch self {
        case .header(let settings): .call(".headers", [.init(nil, pairs(settings))])
        case .query(let settings): .call(".queryItems", [.init(nil, pairs(settings))])
        case .bearer(let setting): .call(".bearer", [.init("setting", .text(setting))])
        case .basic(let user, let password):
            .call(".basic", [.init("userSetting", .text(user)), .init("passwordSetting", .text(password))])
        }
    }
}
