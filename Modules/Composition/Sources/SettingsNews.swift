package import Settings

/// Changes after a reload of the settings.
package struct SettingsNews: Sendable {
    /// Differences in force.
    let applied: [SettingDifference]
    /// Differences that need a restart: the server keeps the values of its start.
    package let waiting: [SettingDifference]
    /// Differences that needed a restart, and are again as they were at the start.
    let withdrawn: [SettingDifference]
    /// Ids of the modules whose files came, went or changed.
    let modules: [String]

    /// - Parameters:
    ///   - new: read now.
    ///   - old: read before, in force or waiting for a restart.
    ///   - first: those that the server began with.
    ///   - modules: ids of those whose files came, went or changed.
    init(_ new: Settings, since old: Settings, first: Settings, modules: [String] = []) {
        self.modules = modules
        let differences = new.differences(from: old)
        let needed = Set(new.differences(from: first).map(\.declaration.path))
        applied = differences.filter { $0.declaration.change == .onReload }
        let later = differences.filter { $0.declaration.change == .onRestart }
        waiting = later.filter { needed.contains($0.declaration.path) }
        withdrawn = later.filter { !needed.contains($0.declaration.path) }
    }

    /// Whether modules, which are made of settings, must be created again.
    var touchesModules: Bool { applied.contains { !ProgramSettings.readWhenNeeded.contains($0.declaration.path) } }

    package var isEmpty: Bool {
        applied.isEmpty && waiting.isEmpty && withdrawn.isEmpty && modules.isEmpty
    }

    /// Which settings changed, from where, and which of them wait; without a full stop.
    package var sentence: String {
        var parts: [String] = []
        if !applied.isEmpty { parts.append(applied.map(\.sentence).joined(separator: ", ")) }
        if !waiting.isEmpty {
            parts.append("waiting for a restart: \(waiting.map(\.sentence).joined(separator: ", "))")
        }
        if !withdrawn.isEmpty {
            parts.append("no restart needed any more: \(withdrawn.map(\.sentence).joined(separator: ", "))")
        }
        if !modules.isEmpty { parts.append("modules: \(modules.joined(separator: ", "))") }
        return parts.isEmpty ? "nothing changed" : parts.joined(separator: "; ")
    }
}

extension SettingDifference {
    /// `KEY 20 → 30 (FILE:4:15)`; of what is not shown, the place alone.
    fileprivate var sentence: String {
        let values = old.isMasked || new.isMasked ? "changed" : "\(old.valueText) → \(new.valueText)"
        return "\(declaration.path) \(values) (\(new.place))"
    }
}
