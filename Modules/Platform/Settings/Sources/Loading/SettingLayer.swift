/// The layers of settings, later wins.
package enum SettingLayer: Sendable, Equatable, Comparable {
    /// Defaults of the modules' declarations.
    case defaults
    /// The base file.
    case baseFile
    /// The file of the chosen environment: beside the base file, or shipped.
    case environmentFile
    /// Variables `GALLERIA_SET_…`.
    case variable
    /// `--set`, and `--environment`.
    case flag
}

/// Origin of a setting's value.
package struct SettingOrigin: Sendable, Equatable {
    /// Replacement of masked values.
    package static let mask = "‹masked›"

    /// Which layer said it.
    package let layer: SettingLayer
    /// The file's path, the variable's name, `--set`, `--environment` or `default`.
    package let label: String
    /// The line of the value in a file, from 1; nil for the other layers.
    package let line: Int?
    /// The column of the value in a file, in Unicode scalars from 1; nil for the other layers.
    package let column: Int?
    /// The value as YAML on one line; `‹masked›` for a secret, and for what came from a variable by `${VAR}`.
    package let valueText: String
    /// Whether the value is not shown.
    package var isMasked: Bool { valueText == Self.mask }
}

/// One text that sets settings: a file, a variable or a flag, with what was found in it.
struct LayerText: Sendable {
    let layer: SettingLayer
    var label: String
    /// Source shown in errors: the file, or the whole flag or variable on one line.
    let source: SourceText
    /// Ranges that errors must not show, as offsets into `source`.
    var masks: [Range<Int>] = []
    /// Found wrong, the first ones.
    var findings: [Finding] = []
    /// Number of problems beyond the kept ones.
    var omitted = 0
    /// The values that are right.
    var given: [GivenSetting] = []

    /// One thing wrong.
    struct Finding: Sendable {
        var kind: SettingProblemKind
        let span: Range<Int>
        var path: String?
        var allowed: String?
        var suggestion: String?
    }

    /// The most findings kept of one text: each is shown with its line.
    static let findingLimit = 100

    /// The value for the setting declared at `index`, if this text has one.
    func given(_ index: Int) -> GivenSetting? { given.last { $0.index == index } }

    mutating func report(_ finding: Finding) {
        if findings.count < Self.findingLimit { findings.append(finding) } else { omitted += 1 }
    }

    /// Whether findings are still worth the work of making them.
    var wantsMore: Bool { findings.count < Self.findingLimit }

    /// Lines and columns are only told of files.
    var isFile: Bool { layer == .baseFile || layer == .environmentFile }

    /// Everything found wrong, as problems with their lines.
    func problems() -> [SettingProblem] {
        // Many problems may share one very long line.
        var shownLine = 0
        var scalars: [Unicode.Scalar] = []
        // What is wrong as YAML was found before the rest.
        let inOrder = findings.sorted { $0.span.lowerBound < $1.span.lowerBound }
        return inOrder.map { finding in
            let place = source.position(of: finding.span.lowerBound)
            if place.line != shownLine { (shownLine, scalars) = (place.line, source.scalars(ofLine: place.line)) }
            let start = source.firstScalar(ofLine: place.line)
            return SettingProblem(
                label: label, line: isFile ? place.line : nil, column: isFile ? place.column : nil, path: finding.path,
                kind: finding.kind, allowed: finding.allowed, suggestion: finding.suggestion,
                excerpt: SettingExcerpt(scalars, at: start, finding.span, masks: masks))
        }
    }
}

/// One setting's value as one layer gives it.
struct GivenSetting: Sendable {
    /// Index of the setting's declaration.
    let index: Int
    let value: any Sendable
    let origin: SettingOrigin
    let span: Range<Int>
    /// Values of the `${VAR}` variables in the value.
    var variableTexts: [String] = []
}
