extension Command {
    /// `galleria module …`: modules declared in YAML. Each action has a file of its own.
    static var module: Command {
        Command(
            "module", doc: "Writes and checks modules declared in YAML.",
            actions: [
                .moduleNew, .moduleCheck, .moduleTest, .moduleRecord, .moduleFromOpenAPI, .moduleReference,
                .moduleSchema,
            ])
    }
}
