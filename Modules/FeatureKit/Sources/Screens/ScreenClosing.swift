import JSON

/// Why the host ended an open screen of its own accord.
package enum ClosingReason: String, Sendable, CaseIterable {
    /// Its module was switched off.
    case moduleDisabled = "module_disabled"
    /// Its module was restarted with other settings: opened again, the screen shows the present state.
    case settingsChanged = "settings_changed"

    /// Words for people, as a part of a sentence.
    package var sentence: String {
        switch self {
        case .moduleDisabled: "its module was switched off"
        case .settingsChanged: "its module was restarted with other settings"
        }
    }
}

/// The end of one screen, as it is told.
package struct ScreenClosing: Sendable {
    package let screen: String
    package let reason: ClosingReason

    /// The params of `screen.closed`.
    static let shape = ResultShape<ScreenClosing>([
        ResultField("screen", .text, "The screen's id.") { $0.screen },
        ResultField("code", .oneOf, "Why it was closed.") { $0.reason },
        ResultField("reason", .text, "The same for people.") { $0.reason.sentence },
    ])
}
