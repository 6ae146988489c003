import Foundation
import TestSupport
import Testing

/// State that can't be read is said wherever it would have been shown, and left as it is.
@Suite("Unreadable state") struct UnreadableStateTests {
    private let home: TemporaryHome
    private let folder: StateFolder
    private let writes = [StateCalls.like(), StateCalls.addToBag(), StateCalls.setMemo("kept"), StateCalls.accept()]

    init() throws {
        home = try TemporaryHome()
        folder = StateFolder(home)
    }

    /// galleria as somebody whom permissions bind: root is let through all of them.
    private static let asNobody = #"exec setpriv --reuid 65534 --regid 65534 --clear-groups "$0" "$@""#

    private func process(_ arguments: [String], isBound: Bool = false) throws -> GalleriaProcess {
        isBound && geteuid() == 0
            ? try GalleriaProcess(script: Self.asNobody, arguments: arguments, home: home)
            : try GalleriaProcess(arguments, home: home)
    }

    private func end(_ tour: StateTour) throws {
        tour.process.closeInput()
        _ = try tour.process.readToEnd()
        #expect(try tour.process.waitForEnd() == .exited(0))
    }

    /// A whole state with something of each kind in it, whose process ended.
    private func prepare() throws {
        let tour = try StateTour(process(["serve"]))
        for call in writes { _ = try tour.result(call) }
        try end(tour)
    }

    /// The beginning of a notice that no markup changes.
    private func words(_ notice: String) -> String { String(notice.prefix { $0.isLetter || $0 == " " }) }

    /// The operations, tools, screens and resources that show state and don't say that they can't.
    private func silent(_ tour: StateTour) throws -> [String] {
        var silent: [String] = []
        func hear(_ name: String, _ notice: WireValue?, _ text: WireValue?) {
            let told = words(notice?.text ?? "")
            if told.count <= 8 { silent.append(name) }
            if told.count <= 8 || text?.text?.contains(told) != true { silent.append("text of \(name)") }
        }
        for call in StateCalls.showing {
            let answer = try tour.call(call.method, call.params)
            let name = StateTour.toolName(call.method)
            let tool = try tour.call("tools/call", #"{"name":"\#(name)","arguments":\#(call.params)}"#)["result"]
            if answer["error"]?["data"]?["code"]?.text == "storage_failed", tool?["isError"] == .bool(true) { continue }
            hear(call.method, answer["result"]?["notice"], tool?["content"]?.elements?.first?["text"])
        }
        for route in StateCalls.routes {
            let (screen, _, state) = try tour.open(route)
            hear(
                "screen \(route)", state["notice"],
                try tour.result(("screen.state", #"{"screen":"\#(screen)"}"#))["text"])
            let answer = try tour.call("resources/read", #"{"uri":"\#(route)"}"#)
            if answer["error"]?["data"]?["code"]?.text == "storage_failed" { continue }
            let read = try #require(answer["result"])
            hear("resource \(route)", state["notice"], read["contents"]?.elements?.first?["text"])
        }
        return silent
    }

    /// Everything that such a state must be answered with; then not a byte of it is changed, and nothing lies beside it.
    private func expectSaid(isBound: Bool = false) throws {
        let found = try folder.facts()
        let tour = try StateTour(process(["serve"], isBound: isBound))
        #expect(try silent(tour) == [])
        for call in writes {
            let refused = try tour.call(call.method, call.params)["error"]?["data"]?["code"]?.text
            #expect(refused == "storage_failed", "\(call.method): \(refused ?? "done")")
        }
        try end(tour)
        let doctor = try process(["doctor", "--json"], isBound: isBound)
        doctor.closeInput()
        let report = try doctor.readToEnd().joined(separator: "\n")
        #expect(try doctor.waitForEnd() == .exited(1))
        #expect(report.contains(folder.file))
        let now = try folder.facts()
        #expect(now.keys.sorted() == found.keys.sorted())
        #expect(now["state.db"] == found["state.db"])
    }

    enum Damage: String, CaseIterable {
        case garbage, text, cut, head, pages, directory

        func apply(to folder: StateFolder) throws {
            let file = URL(filePath: folder.file)
            var random = SeededGenerator(17)
            // No page of a database begins like this.
            func noise(_ count: Int) -> Data {
                Data([0xee] + (1..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) })
            }
            var bytes = try Data(contentsOf: file)
            switch self {
            case .garbage: bytes = noise(9_000)
            case .text: bytes = Data("environment: sample\n".utf8)
            case .cut: bytes = bytes.prefix(4_000)
            case .head: bytes.replaceSubrange(0..<100, with: noise(100))
            case .pages:
                for page in stride(from: 4_096, to: bytes.count, by: 4_096) {
                    bytes.replaceSubrange(page..<page + 4_096, with: noise(4_096))
                }
            case .directory:
                try FileManager.default.removeItem(at: file)
                try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
                return
            }
            try bytes.write(to: file)
        }
    }

    @Test(
        "17.3: a damaged state is said in every answer, screen and resource that would show it, and left as it is",
        arguments: Damage.allCases)
    func damaged(_ damage: Damage) throws {
        try prepare()
        try damage.apply(to: folder)
        try expectSaid()
    }

    @Test(
        "17.3: a state that its user may not read is said in the same places",
        .enabled(
            if: geteuid() != 0
                || ChildProcess.succeeds([
                    "/usr/bin/env", "PATH=/usr/bin:/bin", "setpriv", "--reuid", "65534", "--clear-groups",
                    GalleriaProcess.executable, "--version",
                ]), "permissions don't bind root, and nobody else can start this binary"),
        arguments: ["state.db", "."])
    func forbidden(_ name: String) throws {
        try prepare()
        if geteuid() == 0 {
            let change = try ChildProcess(
                "/usr/bin/env", ["chown", "-R", "65534:65534", home.path], environment: ["PATH": "/usr/bin:/bin"])
            #expect(try change.waitForEnd() == .exited(0))
        }
        let path = "\(folder.path)/\(name)"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        // So that whoever is bound by it can look at it, and remove it, at the end.
        defer { try? FileManager.default.setAttributes([.posixPermissions: mode ?? 0o700], ofItemAtPath: path) }
        if geteuid() == 0 {
            try expectSaid(isBound: true)
        } else {
            #expect(try silent(StateTour(process(["serve"]))) == [])
        }
    }

    /// - Parameter isKilled: whether the last process left its log, or the file alone: then a reader that needs files of its own
    ///   beside it finds no room for them.
    @Test(
        "17.3: on a full disk what is there is read, a write is refused, and done when there is room",
        .enabled(if: TinyDisk.isPossible), arguments: [true, false])
    func fullDisk(isKilled: Bool) throws {
        let disk = try TinyDisk(at: folder.path, options: "size=1m,mode=700")
        let before = try StateTour(process(["serve"]))
        for call in writes { _ = try before.result(call) }
        if isKilled {
            before.process.signal(SIGKILL)
            #expect(try before.process.waitForEnd() == .signalled(SIGKILL))
        } else {
            try end(before)
        }
        let filler = "\(disk.path)/filler"
        let file = open(filler, O_WRONLY | O_CREAT, 0o600)
        for size in [65_536, 4_096, 1] {
            let zeros = [UInt8](repeating: 0, count: size)
            while write(file, zeros, size) > 0 {}
        }
        close(file)
        let tour = try StateTour(process(["serve"]))
        let kept = ShownState(isLiked: true, pieces: 1, memo: "kept", isInvited: false)
        #expect(try ShownState(tour) == kept)
        let long = StateCalls.setMemo(String(repeating: "x", count: 9_000))
        #expect(try tour.call(long.method, long.params)["error"]?["data"]?["code"]?.text == "storage_failed")
        #expect(try ShownState(tour) == kept)
        try FileManager.default.removeItem(atPath: filler)
        _ = try tour.result(StateCalls.setMemo("room again"))
        tour.process.signal(SIGKILL)
        #expect(try tour.process.waitForEnd() == .signalled(SIGKILL))
        #expect(try ShownState(StateTour(process(["serve"]))).memo == "room again")
    }
}
