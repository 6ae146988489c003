import TestSupport
import Testing

/// `call` of what can't be taken back: the person at the terminal is asked, a pipe needs `--yes`.
@Suite("Confirmation on the command line")
struct ConfirmationTests {
    private static let decline = ["call", "friends.respond", #"answers=[{"fid":"001","action":"decline"}]"#]
    private static let accept = ["call", "friends.respond", #"answers=[{"fid":"001","action":"accept"}]"#]
    private static let invitations = ["call", "friends.list", "--json"]

    private func run(_ arguments: [String], _ home: TemporaryHome) throws -> Ended {
        try Ended(GalleriaProcess(arguments, home: home))
    }

    private func fids(_ home: TemporaryHome) throws -> [String] {
        let items = try run(Self.invitations, home).json?["invitations"]?.elements ?? []
        return items.compactMap { $0["fid"]?.text }
    }

    @Test("in a pipe it is refused without --yes, and the state is as it was")
    func pipe() throws {
        let home = try TemporaryHome()
        let before = try fids(home)
        try #require(before.contains("001"))
        let refused = try run(Self.decline, home)
        #expect(refused.status != .exited(0) && refused.output.isEmpty)
        #expect(refused.errors.contains("確定要拒絕這些好友邀請嗎？ fid：001") && refused.errors.contains("--yes"))
        #expect(try fids(home) == before)
        let done = try run(Self.decline + ["--yes"], home)
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(try fids(home) == before.filter { $0 != "001" })
    }

    @Test("what can be taken back needs none")
    func harmless() throws {
        let home = try TemporaryHome()
        #expect(try run(Self.accept, home).status == .exited(0))
    }

    @Test(
        "on a terminal y and yes do it, anything else does not",
        arguments: [
            ("y\n", true), ("YES\n", true), ("\n", false), ("n\n", false), ("yellow\n", false), ("\u{4}", false),
        ])
    func terminal(_ typed: String, _ isDone: Bool) throws {
        let terminal = try InteractiveTerminal([GalleriaProcess.executable] + Self.decline)
        try terminal.wait(for: "001 [y/N]")
        terminal.type(typed)
        let status = try terminal.end()
        #expect((status == 0) == isDone)
        #expect(terminal.screen.text.contains("did not confirm") != isDone)
        #expect(try fids(terminal.home).contains("001") != isDone)
    }
}
