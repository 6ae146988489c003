import DesignSystem
import FeatureKit
import Settings

/// One thing that was looked at, and how it is.
struct Finding: Sendable, Equatable {
    enum State: String, Sendable, CaseIterable {
        case ok
        /// It works, and something about it is worth knowing.
        case warning
        /// It does not work.
        case problem
    }

    /// Area of the finding.
    enum Area: String, Sendable, CaseIterable {
        case settings, state, caches, libraries, endpoints, shops, clients
    }

    let area: Area
    let state: State
    /// One sentence.
    let what: String
    /// Remedy; may be empty.
    let advice: String

    init(_ area: Area, _ state: State, _ what: String, advice: String = "") {
        self.area = area
        self.state = state
        self.what = what
        self.advice = advice
    }

    /// The finding without what these settings show nowhere.
    func hiding(_ settings: Settings) -> Finding {
        Finding(area, state, settings.hiding(what), advice: settings.hiding(advice))
    }

    static let shape = ResultShape<Finding>([
        ResultField("area", .text, "settings, state, caches, libraries, endpoints, shops or clients.") {
            $0.area.rawValue
        },
        ResultField("state", .text, "ok, warning or problem.") { $0.state.rawValue },
        ResultField("what", .text, "What was found.") { $0.what },
        ResultField("advice", .text, "What to do; empty where there is nothing to do.") { $0.advice },
    ])

    /// The state first: it is what eyes run down for.
    private var line: Inline {
        let role: TextRole =
            switch state {
            case .ok: .success
            case .warning: .warning
            case .problem: .failure
            }
        let end = what.utf8.last == UInt8(ascii: ".") ? " " : ". "
        return Inline([
            Span(state.rawValue, role), Span(": \(what)"), Span(advice.isEmpty ? "" : end + advice, .muted),
        ])
    }

    /// The findings for people, area by area.
    static func document(_ findings: [Finding]) -> Document {
        let blocks = Area.allCases.flatMap { area -> [Block] in
            let found = findings.filter { $0.area == area }
            if found.isEmpty { return [] }
            return [.heading(level: 2, Inline(area.rawValue)), .list(ordered: false, found.map(\.line))]
        }
        let count = { (state: State) in findings.count { $0.state == state } }
        let sum = "\(count(.ok)) ok, \(count(.warning)) warnings, \(count(.problem)) problems"
        return Document(blocks + [.divider, .paragraph(Inline(sum, .title))])
    }
}
