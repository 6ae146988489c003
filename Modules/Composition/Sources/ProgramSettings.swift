import Cassettes
import DesignSystem
package import FeatureKit
package import HTTP
import Images
import JSON
import ResponseCache
import Runtime
package import Settings
import UCPFace
import UCPShop

/// The settings that belong to no module, each declared here and nowhere else.
package enum ProgramSettings {
    static let data = SettingKey(
        "network.data", .oneOf(DataMode.allCases.map(\.rawValue)), default: DataMode.live.rawValue,
        "Where answers come from; a module may say its own.")
    static let timeout = SettingKey(
        "network.timeout", .duration(.milliseconds(100)...(.seconds(600))), default: .seconds(10),
        "For a whole request, whatever trickles in; a module's own timeout wins.")
    static let retries = SettingKey(
        "network.retries", .whole(0...5), default: 2,
        "Further tries of a failed GET, with jitter; Retry-After is a floor.")
    static let maxBytes = SettingKey(
        "network.maxBytes", .size(1024...(1 << 30)), default: 8 << 20, "The largest body, after decompression.")
    static let cassettes = SettingKey(
        "network.cassettes", .path, default: "~/.local/share/galleria/cassettes",
        "The folder of recorded exchanges, for network.data record and replay.")
    package static let statePath = SettingKey(
        "state.path", .path, default: "~/.local/state/galleria/state.db", change: .onRestart,
        "The database of memos, likes and the last search.")
    package static let stateURL = SettingKey(
        "state.url", .database(0...2048), default: "", change: .onRestart,
        "A PostgreSQL database for the state of many machines, postgresql://USER@HOST/DATABASE, in place of state.path."
    )
    package static let stateProfile = SettingKey(
        "state.profile", .text(1...64), default: "default", change: .onRestart,
        "Whose state it is in the database of state.url.")
    package static let statePassword = SettingKey(
        "state.password", .text(0...1024), default: "", secret: true, change: .onRestart,
        "The password for state.url; without it libpq looks into PGPASSFILE or a service file.")
    package static let stateTimeout = SettingKey(
        "state.timeout", .duration(.milliseconds(10)...(.seconds(600))), default: .seconds(10), change: .onRestart,
        "How long a write waits while another program keeps the state locked, or for its server.")
    package static let messageBytes = SettingKey(
        "limits.messageBytes", .size(1024...JSONLimits.longestDocument), default: 4 << 20,
        change: .onRestart, "The longest message; longer ones are skipped.")
    package static let depth = SettingKey(
        "limits.depth", .whole(8...JSONLimits.deepest), default: 64, change: .onRestart, "How deep a message may nest.")
    package static let inFlight = SettingKey(
        "limits.inFlight", .whole(1...10_000), default: 256, change: .onRestart,
        "Calls that run at once; further ones wait.")
    package static let drain = SettingKey(
        "limits.drain", .duration(.zero...(.seconds(60))), default: .seconds(5),
        "How long calls in flight may take after the end of input.")
    package static let style = SettingKey(
        "output.style", .oneOf(["auto", "ansi", "plain", "markdown", "html"]), default: "auto", change: .onRestart,
        "How text is rendered; auto is ansi on a terminal.")
    static let locale = SettingKey(
        "output.locale", .text(2...32), default: "en_US",
        "For whom prices and dates are written, such as ko_KR, zh_Hant_TW or de_DE; unknown languages count as English."
    )
    package static let theme = SettingKey(
        "output.theme", .oneOf(Theme.names), default: Theme.auto.rawValue, change: .onRestart,
        "The colours of text on terminals and of views; auto reads well on light and dark, and views follow their host."
    )
    package static let scale = SettingKey(
        "output.scale", .oneOf(TextScale.allCases.map(\.rawValue)), default: TextScale.standard.rawValue,
        change: .onRestart,
        "The size of letters in HTML and views; on terminals, how many lines are spent so that titles have room.")
    package static let ambiguousWidth = SettingKey(
        "output.ambiguousWidth", .whole(1...2), default: 1, change: .onRestart,
        "Columns of characters of East Asian ambiguous width.")
    package static let pictures = SettingKey(
        "output.pictures", .oneOf(PictureRequest.names), default: "auto", change: .onRestart,
        "How call and open show pictures on a terminal; auto is what the terminal is known to show.")
    package static let logLevel = SettingKey(
        "log.level", .oneOf(LogLevel.allCases.map(\.rawValue)), default: LogLevel.info.rawValue,
        "What is logged to standard error.")

    private static let declarations: [SettingDeclaration] = [
        data.declaration, timeout.declaration, retries.declaration, maxBytes.declaration, cassettes.declaration,
        statePath.declaration, stateURL.declaration, stateProfile.declaration, statePassword.declaration,
        stateTimeout.declaration,
        messageBytes.declaration, depth.declaration, inFlight.declaration, drain.declaration, style.declaration,
        theme.declaration, scale.declaration, locale.declaration, ambiguousWidth.declaration, pictures.declaration,
        logLevel.declaration,
    ]

    /// Settings that no module is made of, and that a session looks up when it needs them.
    static let readWhenNeeded: Set<String> = [drain.path, logLevel.path]

    /// Every key that there is: the features' and the program's.
    /// - Throws: two declarations of one key, which is a mistake of ours.
    package static func catalog(
        of features: [Feature]
    ) throws(SettingsCatalogFault) -> SettingsCatalog {
        var all: [SettingDeclaration] = []
        for feature in features { all += feature.manifest.declarations }
        return try SettingsCatalog(
            all + declarations + UCPSettings.declarations + FaceSettings.declarations + ImageSettings.declarations
                + ResponseCacheSettings.declarations)
    }

    /// Source of a module's answers.
    static func dataMode(of manifest: ModuleManifest, _ settings: Settings) -> DataMode {
        manifest.settings.flatMap { DataMode(rawValue: settings[$0.data]) } ?? dataMode(settings)
    }

    /// Source of the answers that belong to no module.
    static func dataMode(_ settings: Settings) -> DataMode { DataMode(rawValue: settings[data]) ?? .live }

    /// The recorded exchanges of a module, or of the pictures (`images`). Without a home directory it has no path, and says
    /// so when it is used.
    static func cassette(_ name: String, _ settings: Settings) -> Cassette {
        Cassette(path: ModuleSet.place(settings[cassettes]).map { "\($0)/\(name).jsonl" } ?? "")
    }

    /// The client's limits as the settings have them.
    package static func httpConfiguration(_ settings: Settings) -> HTTPConfiguration {
        var configuration = HTTPConfiguration()
        configuration.timeout = settings[timeout]
        configuration.retries = settings[retries]
        configuration.maxBytes = settings[maxBytes]
        configuration.userAgent = "galleria/\(Program.version)"
        return configuration
    }
}
