/// Declarations of one module, while it makes them.
package struct ModuleRegistration {
    package let id: String
    private(set) var operations: [RegisteredOperation] = []
    private(set) var screens: [ScreenDefinition] = []
    private(set) var resources: [Resource] = []
    private(set) var prompts: [RegisteredPrompt] = []
    package private(set) var layouts: [RowLayout] = []

    /// Whether its operations stay in a read-only registry whatever their effect, since what they hand on is judged by
    /// an effect of its own.
    let judgesEffects: Bool

    /// Judgement of its declarations by the tests or an earlier start, so that this one need not.
    var proof = Proof.none

    /// Extent of what was judged of a feature's declarations before.
    enum Proof {
        case none
        /// All that is true of the feature alone; its names may clash with those of others.
        case alone
        /// The tests judge it together with all others of the binary.
        case withOthers
    }

    /// Whether the module answers from sample data.
    private let isSample: Bool

    package init(id: String, judgesEffects: Bool = false, isSample: Bool = false) {
        self.id = id
        self.isSample = isSample
        self.judgesEffects = judgesEffects
    }

    package mutating func add<Parameters, Result>(_ operation: Operation<Parameters, Result>) {
        operations.append(RegisteredOperation(operation, module: id, isSample: isSample))
    }

    package mutating func add(_ screen: ScreenDefinition) {
        screens.append(screen.owned(by: id, isSample: isSample))
    }

    package mutating func add(_ resource: Resource) {
        resources.append(resource.owned(by: id))
    }

    package mutating func add(_ prompt: Prompt) {
        prompts.append(RegisteredPrompt(prompt, module: id, isSample: isSample))
    }

    /// Has the declaration of a row judged with the others.
    package mutating func add(layout: RowLayout) {
        if !layouts.contains(where: { $0 === layout }) { layouts.append(layout) }
    }
}
