import DesignSystem
import JSON
import TestSupport
import Testing

@testable import FeatureKit

@Suite("Revisions of screens")
struct ScreenRevisionTests {
    @Test("Without a change nothing is published")
    func nothing() throws {
        let desk = try ScreenDesk()
        #expect(try desk.published().isEmpty)
        _ = try desk.open()
        #expect(try desk.published().isEmpty)
        desk.models[0].add(1)
        #expect(try desk.published().count == 1)
        #expect(try desk.published().isEmpty)
    }

    @Test("Revisions rise by one, whatever happens between two publications", arguments: [1, 2, 100])
    func rising(_ changes: Int) throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        for revision in 2...6 {
            for _ in 0..<changes { desk.models[0].add(1) }
            #expect(try desk.published() == [["s1": revision, "count": (revision - 1) * changes]])
        }
    }

    @Test("Each screen counts for itself")
    func each() throws {
        let desk = try ScreenDesk()
        _ = try desk.open("a")
        _ = try desk.open("b")
        desk.models[1].add(1)
        #expect(try desk.published() == [["s2": 2, "count": 1]])
        desk.models[1].add(1)
        desk.models[0].add(7)
        #expect(try desk.published() == [["s1": 2, "count": 7], ["s2": 3, "count": 2]])
    }

    @Test("17.7: an action is answered with the revision that shows it; what is sent until then shares it")
    func send() throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        for _ in 0..<1000 {
            let (revision, outcome) = try desk.send("s1", "add", #"{"number":5}"#)
            #expect(outcome == .accepted && revision == 2)
        }
        #expect(desk.models[0].presentations == 1, "nothing but the opening was rendered")
        #expect(try desk.published() == [["s1": 2, "count": 5000]])
        #expect(try desk.send("s1", "ignore").revision == 2, "told already")
        #expect(try desk.send("s1", "add").revision == 3)
        #expect(try desk.published() == [["s1": 3, "count": 5001]])
        #expect(try desk.published().isEmpty)
    }

    @Test("Changes before an action are in its revision, and those after it until it is told")
    func order() throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        desk.models[0].add(10)
        #expect(try desk.send("s1", "add").revision == 2)
        desk.models[0].add(100)
        #expect(try desk.published() == [["s1": 2, "count": 111]])
    }

    @Test("17.7: without room for more, each screen still has its turn, the last state of each included")
    func room() throws {
        let desk = try ScreenDesk()
        for name in ["a", "b", "c"] { _ = try desk.open(name) }
        for model in desk.models { model.add(1) }
        #expect(try desk.published(room: 1) == [["s1": 2, "count": 1]])
        for model in desk.models { model.add(1) }
        #expect(try desk.published(room: 2) == [["s2": 2, "count": 2], ["s3": 2, "count": 2]])
        #expect(try desk.published(room: 1) == [["s1": 3, "count": 2]])
        #expect(try desk.published().isEmpty)
    }

    @Test("17.7: a state that an answer showed is told at once, room or not; a list of screens shows none")
    func shown() throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        desk.models[0].add(1)
        #expect(desk.screens.listed.map(\.revision) == [2])
        var told: [String] = []
        desk.screens.tellShown { change in told.append(written { change(&$0) }) }
        #expect(told.isEmpty)
        #expect(try desk.screens.reading("s1").revision == 2)
        desk.screens.tellShown { change in told.append(written { change(&$0) }) }
        #expect(try told.map { try read($0)["revision"]?.integer } == [2])
        #expect(try desk.published().isEmpty)
    }

    @Test("Reading a screen publishes what has changed, and is told once")
    func state() throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        #expect(try desk.screens.reading("s1").revision == 1)
        desk.models[0].add(1)
        #expect(try desk.screens.reading("s1").revision == 2)
        #expect(try desk.screens.reading("s1").revision == 2)
        #expect(desk.screens.listed.map(\.revision) == [2])
        #expect(try desk.published() == [["s1": 2, "count": 1]])
    }

    @Test("What the rules ignore, or what fails, changes no revision", arguments: ["ignore", "fail", "go", "unknown"])
    func unchanged(_ action: String) throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        _ = try? desk.send("s1", action)
        #expect(try desk.screens.reading("s1").revision == 1)
        #expect(try desk.published().isEmpty)
    }

    @Test("Every change wakes the publisher")
    func wake() throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        desk.models[0].add(1)
        desk.models[0].add(1)
        #expect(desk.wakeCount >= 2)
        let before = desk.wakeCount
        _ = try desk.send("s1", "add")
        #expect(desk.wakeCount > before, "what the action did is still to be told")
    }

    @Test("Changes from many threads are never lost")
    func threads() async throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        let model = desk.models[0]
        await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { model.add(1) } }
        }
        #expect(try desk.published() == [["s1": 2, "count": 100]])
    }

    @Test(
        "At random: revisions of a screen are 2, 3, 4 …, and the last one told is the last state",
        arguments: [1, 2, 3, 4] as [UInt64])
    func laws(seed: UInt64) throws {
        var numbers = SeededGenerator(seed)
        let desk = try ScreenDesk()
        for name in ["a", "b", "c"] { _ = try desk.open(name) }
        var told: [String: [(revision: Int, count: Int)]] = [:]
        for step in 0..<600 {
            let index = Int.random(in: 0..<3, using: &numbers)
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0, 1: desk.models[index].add(1)
            case 2: _ = try desk.send("s\(index + 1)", "add", #"{"number":2}"#)
            case 3: _ = try desk.screens.reading("s\(index + 1)")
            case 4: _ = desk.screens.listed
            default: break
            }
            guard step == 599 || Int.random(in: 0..<4, using: &numbers) == 0 else { continue }
            for root in try desk.screens.changes(room: step == 599 ? .max : Int.random(in: 1...3, using: &numbers)) {
                let screen = try #require(root["screen"]?.string)
                told[screen, default: []].append(
                    (try #require(root["revision"]?.integer), try #require(root["state"]?["count"]?.integer)))
            }
        }
        for (index, model) in desk.models.enumerated() {
            let changes = try #require(told["s\(index + 1)"])
            #expect(changes.map(\.revision) == Array(2..<(changes.count + 2)))
            #expect(changes.last?.count == model.state.current.count)
        }
    }
}
