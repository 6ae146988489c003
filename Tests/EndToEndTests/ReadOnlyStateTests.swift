import Foundation
import Testing

/// Operations declared as reading change no byte of the state, and under `--read-only` no operation does.
@Suite("Reading reads") struct ReadOnlyStateTests {
    private let home: TemporaryHome
    private let folder: StateFolder
    private let expected = ShownState(isLiked: true, pieces: 2, memo: "kept", isInvited: false)

    init() throws {
        home = try TemporaryHome()
        folder = StateFolder(home)
    }

    /// A state with a like, a bag, a memo, an answer and a kept shelf.
    /// - Parameter isKilled: whether its process was killed, so that the log is still beside the file.
    private func prepare(isKilled: Bool) throws {
        let process = try GalleriaProcess(home: home)
        let tour = try StateTour(process)
        for call in [
            StateCalls.like(), StateCalls.addToBag(StateCalls.sku, 2), StateCalls.setMemo("kept"), StateCalls.accept(),
        ] {
            _ = try tour.result(call)
        }
        let shelf = try tour.open("galleria://shelf").screen
        let search = #"{"screen":"\#(shelf)","action":"search","params":{"query":"swift"}}"#
        #expect(try tour.result(("screen.send", search))["accepted"] == .bool(true))
        while try tour.settled(shelf)["source"]?.text != "saved" {}
        _ = try tour.result(("screen.close", #"{"screen":"\#(shelf)"}"#))
        #expect(try ShownState(tour) == expected)
        if isKilled {
            process.signal(SIGKILL)
            #expect(try process.waitForEnd() == .signalled(SIGKILL))
        } else {
            process.closeInput()
            #expect(try process.waitForEnd() == .exited(0))
        }
        let names = Set(try folder.facts().keys)
        #expect(names.contains("state.db") && names.contains("state.db-wal") == isKilled, "\(names)")
    }

    private func expectUnchanged(_ before: [String: StateFolder.Facts], _ when: String) throws {
        let now = try folder.facts()
        #expect(Set(now.keys) == Set(before.keys), "\(when): other files")
        for (name, facts) in before where now[name] != facts {
            Issue.record("\(when): \(name) was \(facts), and is \(now[name].map(String.init) ?? "gone")")
        }
    }

    @Test(
        "17.1: every operation, tool, action, prompt and resource under --read-only leaves every byte and time of the state",
        arguments: [true, false])
    func readOnly(isKilled: Bool) throws {
        try prepare(isKilled: isKilled)
        let before = try folder.facts()
        let process = try GalleriaProcess(["serve", "--read-only"], home: home)
        let tour = try StateTour(process)
        #expect(try ShownState(tour) == expected, "what is there is shown")
        try tour.everything()
        // Of what is offered, all is tried, and most of it works.
        let offered = Set(tour.tools.compactMap { $0["name"]?.text })
        #expect(offered.isSubset(of: tour.answered), "never answered: \(offered.subtracting(tour.answered))")
        #expect(
            tour.asked.count { $0.hasPrefix("galleria://") } > 20 && tour.asked.count { $0.hasPrefix("prompt ") } >= 6)
        #expect(try ShownState(tour) == expected, "and is still shown at the end")
        #expect(tour.tools.allSatisfy { $0["annotations"]?["readOnlyHint"] == .bool(true) })
        try expectUnchanged(before, "while it runs")
        process.closeInput()
        _ = try process.readToEnd()
        #expect(try process.waitForEnd() == .exited(0))
        try expectUnchanged(before, "after its end")
    }

    @Test("17.1: everything declared as reading leaves every byte of the state, also without --read-only")
    func reading() throws {
        try prepare(isKilled: false)
        let before = try Data(contentsOf: URL(filePath: folder.file))
        let process = try GalleriaProcess(home: home)
        let tour = try StateTour(process)
        let reading: Set = [
            "refresh", "loadMore", "retry", "select", "find", "sort", "filter", "scrollToTop", "useScenario",
        ]
        try tour.everything(
            // The screen of the shelf keeps what it loads: that is what it is for.
            actions: { route, action in reading.contains(action) && route != "galleria://shelf" },
            tools: { $0["annotations"]?["readOnlyHint"] == .bool(true) })
        #expect(try ShownState(tour) == expected)
        #expect(try folder.contents()["state.db-wal"]?.isEmpty ?? true, "something was written")
        process.closeInput()
        _ = try process.readToEnd()
        #expect(try process.waitForEnd() == .exited(0))
        #expect(try Data(contentsOf: URL(filePath: folder.file)) == before)
    }

    @Test("17.1: doctor leaves every byte and time of the state", arguments: [true, false])
    func doctor(isKilled: Bool) throws {
        try prepare(isKilled: isKilled)
        let before = try folder.facts()
        let process = try GalleriaProcess(["doctor"], home: home)
        process.closeInput()
        let lines = try process.readToEnd()
        #expect(lines.contains { $0.contains("state.db") })
        #expect(try process.waitForEnd() == .exited(0), "\(lines)")
        try expectUnchanged(before, "after doctor")
    }
}
