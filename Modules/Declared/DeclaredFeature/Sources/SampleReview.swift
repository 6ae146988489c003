import FeatureKit
import JMESPath
import JSON
package import ModuleFile
import Settings

/// Review of a module's samples: rows in them, values that their fields lack, and errors that no sample shows.
///
/// A call leaves a field out whose expression meets a wrong type, and says nothing; here such rows are counted.
package struct SampleReview: Sendable {
    /// Values of one field in all rows of its type.
    package struct FieldCount: Sendable {
        package let row: String
        package let field: String
        /// Rows that were read.
        package var rows = 0
        /// Rows whose expression gives nothing: null, or an empty text.
        package var without = 0
        /// Rows whose expression met a wrong type.
        package var mistyped = 0
        /// Rows whose value is none of the field's type, such as a word where a number is told.
        package var unreadable = 0
        /// The first wrong type, in words; nil without one.
        package var firstMistake: String?
    }

    /// In the order of the file.
    package private(set) var fields: [FieldCount] = []
    /// Rows of all samples.
    package private(set) var rowCount = 0
    /// Sentences on samples that can't be read, or whose rows can't be found.
    package private(set) var problems: [String] = []
    /// Methods that declare errors of which no sample is one.
    package private(set) var unseenErrors: [String] = []
    /// Methods without a sample.
    package private(set) var unsampled: [String] = []

    /// - Parameter samples: reads the files of the samples.
    package init(_ module: ModuleDeclaration, samples read: SampleReader) {
        for row in module.rows {
            fields += row.fields.map { FieldCount(row: row.name, field: $0.name) }
        }
        var seen: Set<String> = []
        for operation in HTTPAPI(module).operations(of: module) {
            let declaration = operation.declaration
            let method = "\(module.id).\(declaration.name)"
            if operation.samples.isEmpty { unsampled.append(method) }
            for sample in operation.samples {
                guard let names = names(sample, operation, read) else { continue }
                if operation.isRefused(names, module.id) {
                    seen.insert(method)
                } else {
                    review(names, operation, module)
                }
            }
            let hasErrors = declaration.requests.contains { !$0.errors.isEmpty }
            if hasErrors, !seen.contains(method) { unseenErrors.append(method) }
        }
    }

    /// The values that expressions on a sample read; nil, and a problem, where a file is missing or no JSON.
    private mutating func names(
        _ sample: SampleDeclaration, _ operation: DeclaredOperation, _ read: SampleReader
    ) -> CallNames? {
        var names = CallNames(arguments: operation.standing(with: sample.parameters) + operation.standingSettings)
        for request in operation.declaration.requests {
            let file: String? =
                switch sample.files {
                case .one(let name): name
                case .steps(let files): request.id.flatMap { files[$0] }
                }
            guard let file else { return nil }
            guard let bytes = read(file) else {
                problems.append("the sample \(file) is not there, or too large")
                return nil
            }
            do throws(JSONFault) {
                let document = try JSONDocument(parsing: bytes, limits: Upstream.limits)
                names.reply = document.root
                if let id = request.id { names.steps.append((id, document.root)) }
            } catch {
                problems.append("the sample \(file) is no JSON: \(error)")
                return nil
            }
        }
        return names
    }

    private mutating func review(_ names: CallNames, _ operation: DeclaredOperation, _ module: ModuleDeclaration) {
        let declaration = operation.declaration
        guard let reply = names.reply, let result = declaration.result,
            let row = module.rows.first(where: { $0.name == declaration.row })
        else { return }
        let current: JMESValue = declaration.hasSteps ? names.root : .node(reply)
        var steps = JMESSteps(limit: JMESSteps.ofAnswer)
        do throws(JMESFault) {
            switch result {
            case .items(let items):
                let list = try items.value(of: current, in: names, steps: &steps)
                guard list.kind == .array else {
                    problems.append("\(module.id).\(declaration.name): its items are no list")
                    return
                }
                for value in list.elements { count(value, of: row, names) }
            case .item(let item):
                let value = try item.value(of: current, in: names, steps: &steps)
                if !value.isNull { count(value, of: row, names) }
            }
        } catch {
            problems.append("\(module.id).\(declaration.name): \(error.sentence)")
        }
    }

    /// Counts the fields of one row.
    private mutating func count(_ value: JMESValue, of row: RowDeclaration, _ names: CallNames) {
        rowCount += 1
        var steps = JMESSteps()
        for place in fields.indices where fields[place].row == row.name {
            guard let field = row.fields.first(where: { $0.name == fields[place].field }) else { continue }
            fields[place].rows += 1
            do throws(JMESFault) {
                let value = try field.from.value(of: value, in: names, steps: &steps)
                if value.isNull || value.string?.isEmpty == true {
                    fields[place].without += 1
                } else if !value.isReadable(as: field.kind) {
                    fields[place].unreadable += 1
                }
            } catch {
                fields[place].mistyped += 1
                fields[place].firstMistake = fields[place].firstMistake ?? error.sentence
            }
        }
    }
}

extension DeclaredOperation {
    /// Whether a sample is an error that the operation declares.
    fileprivate func isRefused(_ names: CallNames, _ module: String) -> Bool {
        for request in declaration.requests {
            var names = names
            if let id = request.id { names.reply = names.steps.first { $0.name == id }?.reply }
            guard let reply = names.reply else { continue }
            let isError = request.errors.contains { error in
                guard case .when(let condition) = error.condition else { return false }
                var steps = JMESSteps()
                let value = try? condition.value(of: .node(reply), in: names, steps: &steps)
                return value.map { !$0.isFalse } ?? false
            }
            if isError { return true }
        }
        return false
    }
}

extension JMESValue {
    /// Whether a field of this kind can be read from the value, as leniently as rows are.
    fileprivate func isReadable(as kind: RowFieldDeclaration.Kind) -> Bool {
        switch kind {
        // A list is told as its words.
        case .text: spelled != nil || self.kind == .array
        case .int: spelled.flatMap { Double($0) } != nil
        case .number, .duration: spelled.flatMap { Double($0) } != nil || string != nil
        case .bool: bool != nil || numberText != nil || string != nil
        case .money: if case .money = self { true } else { false }
        case .date: if case .date = self { true } else { string != nil }
        case .url, .image: string != nil
        }
    }
}
