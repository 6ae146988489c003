import DesignSystem

extension Command {
    static var moduleSchema: Command {
        Command(
            "schema", doc: "Prints the JSON Schema of a module's file, for editors.",
            examples: ["galleria module schema"]
        ) { invocation in
            invocation.console.show(ModuleSchema.text)
            return .done
        }
    }

    static var moduleReference: Command {
        Command(
            "reference", doc: "Prints every key of a module's file with its form and meaning.",
            examples: ["galleria module reference --style markdown"]
        ) { invocation in
            invocation.console.show(ModuleReference.document.rendered(invocation.renderOptions()))
            return .done
        }
    }
}
