import JSON
import ModuleFile

/// A question of a module's samples: of several samples with the same operation and parameters each one is the next page.
struct SampleQuestion {
    let operation: DeclaredOperation
    let arguments: [JSONMember]
    /// Files of each page, one for each request of it; nil for a step without one.
    private(set) var pages: [[String?]]

    /// The questions to some operations, in the order of the samples.
    static func all(
        of operations: [DeclaredOperation], in samples: [SampleDeclaration]
    ) -> [SampleQuestion] {
        var questions: [SampleQuestion] = []
        for sample in samples {
            guard let operation = operations.first(where: { $0.declaration.name == sample.operation }) else { continue }
            let arguments = operation.standing(with: sample.parameters)
            let files: [String?] =
                switch sample.files {
                case .one(let name): [name]
                case .steps(let names): operation.requests.map { $0.declaration.id.flatMap { names[$0] } }
                }
            let known = questions.firstIndex {
                $0.operation.declaration.name == sample.operation && $0.arguments == arguments
            }
            if let known {
                questions[known].pages.append(files)
            } else {
                questions.append(SampleQuestion(operation: operation, arguments: arguments, pages: [files]))
            }
        }
        return questions
    }
}
