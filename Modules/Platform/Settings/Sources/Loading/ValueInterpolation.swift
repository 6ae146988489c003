/// Interpolates every string of one setting's value.
struct ValueInterpolation {
    let variables: [String: String]
    private let isLax: Bool
    /// Bytes of interpolated text so far, over all values of a layer: bounded as a file is.
    private(set) var spent: Int
    /// True if a variable contributed.
    var usesVariable: Bool { !variableTexts.isEmpty }
    /// Values of the variables in the value.
    private(set) var variableTexts: [String] = []
    /// Whether everything could be replaced; if not, the value can't be checked.
    private(set) var isComplete = true
    private(set) var faults: [(kind: SettingProblemKind, span: Range<Int>)] = []

    init(variables: [String: String], isLax: Bool, spent: Int) {
        self.variables = variables
        self.isLax = isLax
        self.spent = spent
    }

    /// The node with its strings replaced. A plain scalar may then be taken by what it says: `${SIZE}` can be a number.
    mutating func replace(in node: YAMLNode) -> YAMLNode {
        var node = node
        switch node.content {
        case .mapping: break
        case .sequence(let items):
            var replaced: [YAMLNode] = []
            for item in items { replaced.append(replace(in: item)) }
            node.content = .sequence(replaced)
        case .scalar(var scalar):
            guard Interpolation.isNeeded(in: scalar.text) else { break }
            guard spent <= YAMLLimits.bytes else {
                isComplete = false
                break
            }
            let interpolation = Interpolation(scalar.text, variables: variables)
            spent += interpolation.text.utf8.count
            if spent > YAMLLimits.bytes {
                isComplete = false
                faults.append((.tooMuchInterpolated(limit: YAMLLimits.bytes), node.span))
            }
            variableTexts += interpolation.variableTexts
            for fault in interpolation.faults { take(fault, at: node.span) }
            scalar.text = interpolation.text
            scalar.isLoose = scalar.isPlain
            node.content = .scalar(scalar)
        }
        return node
    }

    private mutating func take(_ fault: Interpolation.Fault, at span: Range<Int>) {
        isComplete = false
        switch fault {
        case .undefined(let name): if !isLax { faults.append((.undefinedVariable(name), span)) }
        case .unclosed: faults.append((.unclosedVariable, span))
        case .badName: faults.append((.badVariableName, span))
        }
    }
}

extension YAMLNode {
    /// The node with its spans moved by `distance` scalars.
    func shifted(by distance: Int) -> YAMLNode {
        var node = self
        node.span = span.lowerBound + distance..<span.upperBound + distance
        switch content {
        case .scalar: break
        case .sequence(let items): node.content = .sequence(items.map { $0.shifted(by: distance) })
        case .mapping(let entries):
            node.content = .mapping(
                entries.map {
                    YAMLEntry(
                        key: $0.key, keySpan: $0.keySpan.lowerBound + distance..<$0.keySpan.upperBound + distance,
                        value: $0.value.shifted(by: distance))
                })
        }
        return node
    }

    /// The node, taken as text where text is wanted if it is one plain scalar: a shell's word can't show its quotes.
    func loosened() -> YAMLNode {
        guard case .scalar(var scalar) = content, scalar.isPlain else { return self }
        scalar.isLoose = true
        var node = self
        node.content = .scalar(scalar)
        return node
    }
}
