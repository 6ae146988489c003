import Foundation
import Testing

/// The server as editors see it: the clients of Tools/editors, each in its editor, against the server on sample data.
///
/// The scripts of `Editors/` do what a user does, look at the buffers, and tell what failed on standard error.
@Suite("Editors") struct EditorTests {
    /// Far longer than a script takes: it waits itself, and says for what.
    private static let limit = Duration.seconds(300)

    @Test("Neovim shows and follows the screens, with messages by lines and headers", arguments: ["lines", "headers"])
    func neovim(_ framing: String) throws {
        try run(
            "/usr/bin/nvim",
            [
                "--headless", "-u", "NONE", "-i", "NONE",
                "--cmd", "set rtp^=\(Repository.path("Tools/editors/nvim"))",
                "-S", Repository.path("Tests/EndToEndTests/Editors/nvim_test.lua"),
            ], ["GALLERIA_FRAMING": framing])
    }

    @Test("Emacs compiles the package without warnings, shows and follows the screens")
    func emacs() throws {
        // An Emacs with a terminal ignores SIGPIPE; one in batch mode would end when it writes to a server that was killed.
        try run(
            "/bin/sh",
            [
                "-c", "trap '' PIPE; exec /usr/bin/emacs \"$@\"", "sh", "-Q", "--batch", "-L",
                Repository.path("Tools/editors/emacs"),
                "-l", Repository.path("Tests/EndToEndTests/Editors/emacs-test.el"), "-f", "galleria-test-run",
            ])
    }

    /// - Parameter variables: what the script is told beside the path of the server.
    private func run(_ editor: String, _ arguments: [String], _ variables: [String: String] = [:]) throws {
        guard FileManager.default.isExecutableFile(atPath: editor) else {
            Issue.record("\(editor) is missing: run Tools/test, which installs it")
            return
        }
        let home = try TemporaryHome()
        var environment = home.environment.merging(variables) { $1 }
        environment["GALLERIA_BINARY"] = GalleriaProcess.executable
        let process = try ChildProcess(editor, arguments, environment: environment, directory: home.path)
        process.closeInput()
        let ending = try process.waitForEnd(within: Self.limit)
        #expect(ending == .exited(0), "\(editor) tells:\n\(process.errorText)")
    }
}
