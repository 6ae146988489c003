import FeatureKit
import JSON
import Settings

extension FeatureConformance {
    func declarationFindings() throws -> [String] {
        let harness = try harness()
        let manifest = feature.manifest
        var found = Self.sentence(manifest.doc, of: id)
        if manifest.title.isEmpty { found.append("\(id) has no title") }
        for setting in manifest.declarations {
            found += Self.sentence(setting.doc, of: setting.path)
            if !setting.path.hasPrefix("modules.\(id).") { found.append("\(setting.path) is not under modules.\(id)") }
        }
        if manifest.routes != screens(of: harness).map(\.template) {
            found.append("\(id): the manifest has other routes than the screens")
        }
        if operations(of: harness).isEmpty { found.append("\(id) has no operation") }
        for operation in operations(of: harness) { found += Self.findings(in: operation) }
        for screen in screens(of: harness) {
            let name = screen.template.text
            found += Self.sentence(screen.doc, of: name)
            if screen.title.isEmpty { found.append("\(name) has no title") }
            if screen.actions.isEmpty { found.append("\(name) has no action") }
            if matchingMethods[name] == nil {
                found.append("\(name): the test does not say which operation matches it")
            }
            for action in screen.actions {
                found += Self.findings(in: action, of: "\(name) \(action.name)")
                for field in action.parameters { found += Self.findings(in: field, of: "\(name) \(action.name)") }
            }
        }
        return found
    }

    private static func findings(in action: ActionDescription, of name: String) -> [String] {
        var found = sentence(action.doc, of: name)
        if !(1...3).contains(action.title.split(separator: " ").count) {
            found.append("\(name): “\(action.title)” is not a title of one to three words")
        }
        if let confirm = action.confirm, !confirm.contains("?"), !confirm.contains("？") {
            found.append("\(name): “\(confirm)” asks nothing")
        }
        if case .writes(_, destructive: true) = action.effect, action.confirm == nil {
            found.append("\(name) can't be taken back, and no person is asked")
        }
        return found
    }

    private static func findings(in operation: RegisteredOperation) -> [String] {
        let name = operation.method
        var found = sentence(operation.doc, of: name)
        if !(1...40).contains(operation.title.count) { found.append("\(name): a title has 1 to 40 characters") }
        for field in operation.parameters { found += findings(in: field, of: name) }
        for field in operation.resultFields where field.doc.isEmpty {
            found.append("\(name): the result's \(field.name) is not documented")
        }
        return found
    }

    private static func findings(in field: ParameterField, of owner: String) -> [String] {
        let name = "\(owner) \(field.name)"
        var found = sentence(field.doc, of: name)
        if field.prompt.isEmpty { found.append("\(name) has no prompt") }
        if field.expected.isEmpty { found.append("\(name) does not say what it expects") }
        if field.isRequired, field.examples.isEmpty { found.append("\(name) is required and has no example") }
        for example in field.examples {
            found += JSONSchema(field.schema).mistakes(in: example, at: "the example of \(name)")
        }
        return found
    }

    /// One line that ends like a sentence.
    static func sentence(_ doc: String, of owner: String) -> [String] {
        if doc.isEmpty { return ["\(owner) has no documentation"] }
        return doc.hasSuffix(".") && !doc.contains("\n") ? [] : ["\(owner): “\(doc)” is not one line with a full stop"]
    }

    func schemaFindings() throws -> [String] {
        let harness = try harness()
        return operations(of: harness).flatMap { operation in
            JSONSchema(operation.parameterSchema())
                .portabilityMistakes(isInput: true, at: "\(operation.method) parameters")
                + JSONSchema(operation.resultSchema())
                .portabilityMistakes(isInput: false, at: "\(operation.method) result")
                + (operation.parameterSchema()["additionalProperties"] == false
                    ? [] : ["\(operation.method) parameters: unknown members are not refused"])
        }
    }

    func disabledFindings() async throws -> [String] {
        let on = try harness()
        let off = try harness(disabled: [id])
        var found: [String] = []
        if !operations(of: off).isEmpty || !screens(of: off).isEmpty {
            found.append("\(id) is off and still registered")
        }
        if !off.router.registry.modules.contains(where: { $0.manifest.id == id && !$0.isEnabled && $0.reason != nil }) {
            found.append("\(id) is off and not listed with a reason")
        }
        for operation in operations(of: on) {
            if off.router.operation(method: operation.method) != nil
                || off.router.operation(tool: operation.toolName) != nil
            {
                found.append("\(operation.method) can be called while \(id) is off")
            }
            let fault = off.router.absence(ofMethod: operation.method)
            if fault.code != .moduleDisabled || fault.module != id {
                found.append("\(operation.method) of a module that is off gives \(fault.code.rawValue)")
            }
        }
        for prompt in on.router.registry.prompts where prompt.module == id && off.router.prompt(prompt.name) != nil {
            found.append("\(prompt.name) can be got while \(id) is off")
        }
        for template in screens(of: on).map(\.template) {
            let route = template.filled { _ in "x" }
            do throws(Fault) {
                _ = try off.router.screen(at: route)
                found.append("\(template.text) can be opened while \(id) is off")
            } catch {
                if error.code == .moduleDisabled, error.module == id, error.field == "route" { continue }
                found.append("\(template.text) of a module that is off gives \(error.code.rawValue)")
            }
        }
        return found
    }
}
