package import JMESPath
import Settings
import URITemplate

extension VariableDeclaration {
    /// Words that a template puts in for a page.
    enum Word: String, CaseIterable {
        case page, offset, cursor, size
    }

    /// Names that no parameter may have.
    static let words = Word.allCases.map(\.rawValue) + ["params", "settings", "steps"]

    init(_ word: Word) {
        self =
            switch word {
            case .page: .page
            case .offset: .offset
            case .cursor: .cursor
            case .size: .size
            }
    }

    /// The source that a variable's name means: a word of paging, a parameter, a setting, else an expression.
    /// - Parameter name: `query`, `page`, `params.query`, `settings.days` or `steps.spot[0].lat`.
    package init(_ name: String, in scope: JMESScope) throws(JMESFault) {
        let (root, member) = Self.beginning(of: name)
        let isWhole = name.utf8.count == root.utf8.count + (member.isEmpty ? 0 : 1 + member.utf8.count)
        if let word = Word(rawValue: name) {
            self.init(word)
        } else if isWhole, member.isEmpty {
            self = .parameter(name)
        } else if isWhole, root == "params" {
            self = .parameter(member)
        } else if isWhole, root == "settings" {
            self = .setting(member)
        } else {
            self = .expression(try JMESExpression(parsing: name, scope: scope))
        }
    }

    /// The two names that an expression begins with: `steps` and `spot` of `steps.spot[0].lat`.
    static func beginning(of name: String) -> (root: String, member: String) {
        let root = name.utf8.prefix { isNameByte($0) }
        let rest = name.utf8[root.endIndex...]
        guard rest.first == UInt8(ascii: ".") else { return (String(root) ?? "", "") }
        return (String(root) ?? "", String(rest.dropFirst().prefix { isNameByte($0) }) ?? "")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
    }

    var word: Word? {
        switch self {
        case .page: .page
        case .offset: .offset
        case .cursor: .cursor
        case .size: .size
        case .parameter, .setting, .expression: nil
        }
    }
}

extension FileReader {
    /// A template, and where its variables come from.
    mutating func text(
        _ node: YAMLNode, for use: URITemplate.Use, _ operation: OperationDeclaration
    ) -> TextDeclaration? {
        guard let text = textValue(node) else { return nil }
        let template: URITemplate
        do throws(TemplateFault) {
            template = try URITemplate(parsing: text, for: use)
        } catch {
            report(.template(document.path(of: node), error), at: node, error.range)
            return nil
        }
        var variables: [VariableDeclaration] = []
        let scope = template.variables.isEmpty ? JMESScope() : scope(operation)
        for variable in template.variables {
            guard let source = source(of: variable, node, scope) else { continue }
            variables.append(source)
        }
        guard variables.count == template.variables.count else { return nil }
        return TextDeclaration(template: template, variables: variables)
    }

    /// A number or a flag is a text as well: `limit: 1`.
    private mutating func textValue(_ node: YAMLNode) -> String? {
        switch node.scalar {
        case .number(let text): text
        case .flag(let flag): flag ? "true" : "false"
        default: document.value(of: node, as: .text(0...4096))
        }
    }

    private mutating func source(
        of variable: TemplateVariable, _ node: YAMLNode, _ scope: JMESScope
    ) -> VariableDeclaration? {
        let name = variable.name
        if let word = VariableDeclaration.Word(rawValue: name) { return VariableDeclaration(word) }
        if has(scope.parameters, name) { return .parameter(name) }
        let (root, member) = VariableDeclaration.beginning(of: name)
        let known: [String]
        switch root {
        case "params": known = scope.parameters
        case "settings": known = scope.settings
        case "steps": known = scope.steps
        default:
            let names = scope.parameters + VariableDeclaration.Word.allCases.map(\.rawValue)
            report(.unknownVariable(document.path(of: node), name), at: node, variable.range, among: names, meant: name)
            return nil
        }
        if root == "settings", has(scope.secrets, member) {
            report(.secretVariable(document.path(of: node)), at: node, variable.range)
            return nil
        }
        guard has(known, member) else {
            let names = known.map { "\(root).\($0)" }
            report(
                .unknownVariable(document.path(of: node), "\(root).\(member)"), at: node, variable.range, among: names,
                meant: "\(root).\(member)")
            return nil
        }
        do throws(JMESFault) {
            return try VariableDeclaration(name, in: scope)
        } catch {
            let start = variable.range.lowerBound
            report(
                .expression(document.path(of: node), error), at: node,
                start + error.range.lowerBound..<start + error.range.upperBound)
            return nil
        }
    }

    private func has(_ names: [String], _ name: String) -> Bool {
        names.contains { $0.utf8.elementsEqual(name.utf8) }
    }
}
