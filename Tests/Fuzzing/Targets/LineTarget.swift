import Composition
import DesignSystem
import FeatureKit
import Runtime
import Server
import Settings
import StdioTransport

/// Lines of a client to the whole program: the shipped modules on sample data, without state, network or disk.
///
/// Each input is one client's conversation, from a fresh host to the end of input; a request of our own at its end must be
/// answered as well.
enum LineTarget {
    private static let sentinel = "fuzz-sentinel-7c1e"

    static func check(_ input: [UInt8]) throws(BrokenProperty) {
        // A line of its own, whatever came before.
        let asked = input + Array("\n{\"jsonrpc\":\"2.0\",\"id\":\"\(sentinel)\",\"method\":\"ping\"}\n".utf8)
        try Conversation(asked: asked, answered: try output(of: asked), sentinel: sentinel).check()
    }

    private static func output(of input: [UInt8]) throws(BrokenProperty) -> [UInt8] {
        guard let requests = ScratchFile(input), let answers = ScratchFile([]) else {
            throw BrokenProperty(sentence: "no temporary file could be made")
        }
        do {
            let settings = try loadSettings(nil, shippedFeatures)
            let loop = try EventLoop()
            let log = DiagnosticLog(level: .error)
            let storefront = Storefront(
                features: shippedFeatures, settings: settings, loadSettings: loadSettings, loop: loop,
                screenOptions: RenderOptions(style: .plain), log: log
            ) { fatalError($0.sentence) }
            let transport = try StdioTransport(
                loop: loop, input: requests.descriptor, output: answers.descriptor, framing: .lines,
                limits: storefront.transportLimits, log: log)
            transport.start(handler: ClientSession(storefront: storefront, transport: transport, log: log))
            transport.run()
        } catch {
            throw BrokenProperty(sentence: "no session: \(error)")
        }
        return answers.contents()
    }

    private static let catalog = Result { try ProgramSettings.catalog(of: shippedFeatures) }

    /// Sample data whatever the environment: flags win. Without a home directory nothing is kept on disk.
    private static let loadSettings: RunningModules.LoadSettings = {
        environment, _ throws(SettingsReport) in
        guard case .success(let catalog) = catalog else { throw SettingsReport(problems: []) }
        return try Settings.load(
            catalog: catalog,
            sources: SettingsSources(
                environmentFile: { name throws(SettingsFileFault) in ShippedEnvironments.file(name).map { (name, $0) }
                },
                shippedEnvironments: ShippedEnvironments.names, environmentName: environment,
                flags: [("network.data", "sample")]))
    }
}
