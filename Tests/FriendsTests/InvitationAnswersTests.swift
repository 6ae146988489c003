import FeatureKit
import JSON
import Storage
import TestSupport
import Testing

@testable import Friends

@Suite("The user's answers over the upstream's rows")
struct InvitationAnswersTests {
    private func answers(_ given: [(InvitationAnswer, String)]) -> InvitationAnswers {
        var answers = InvitationAnswers()
        for (answer, fid) in given { answers.record(answer, to: fid) }
        return answers
    }

    private func friend(_ fid: String, _ status: FriendStatus) -> Friend {
        Friend(fid: fid, name: fid, status: status, isStarred: false, updateDate: "20190801")
    }

    @Test("2c.10 accepted is a friend, declined is gone, unanswered stays")
    func applied() {
        let rows = [friend("1", .invited), friend("2", .invited), friend("3", .invited)]
        let seen = answers([(.accept, "1"), (.decline, "2")]).applied(to: rows)
        #expect(seen == [friend("1", .friend), friend("3", .invited)])
    }

    @Test("an answer never touches a row that is no invitation", arguments: InvitationAnswer.allCases)
    func others(_ answer: InvitationAnswer) {
        let rows = [friend("1", .friend), friend("2", .inviting)]
        #expect(answers([(answer, "1"), (answer, "2")]).applied(to: rows) == rows)
    }

    @Test("the last answer to a person counts; fids are compared as bytes")
    func lastCounts() {
        let given = answers([(.accept, "1"), (.decline, "1"), (.accept, "\u{E9}")])
        #expect(given.answer(to: "1") == .decline)
        #expect(given.entries.count == 2)
        #expect(given.answer(to: "e\u{301}") == nil)
        #expect(given.answer(to: "01") == nil)
    }

    @Test("there is an end to what is kept: the oldest go")
    func capacity() {
        let capacity = InvitationAnswers.capacity
        let given = answers((0..<(capacity + 5)).map { (.accept, String($0)) })
        #expect(given.entries.count == capacity)
        #expect(given.answer(to: "4") == nil)
        #expect(given.answer(to: "5") == .accept)
        #expect(given.answer(to: String(capacity + 4)) == .accept)
    }

    @Test("what is stored reads back the same, whatever the fid")
    func storedForm() {
        let given = answers([
            (.accept, "001"), (.decline, "\"\\\n\u{0}\u{2028}é"), (.accept, String(repeating: "林", count: 64)),
        ])
        #expect(InvitationAnswers(given.encoded()) == given)
        #expect(InvitationAnswers(InvitationAnswers().encoded()) == InvitationAnswers())
    }

    @Test(
        "F11 stored bytes that are no answers are not read as some",
        arguments: [
            "", "x", "null", "[]", "{}", #"{"answers":{}}"#, #"{"answers":null}"#, "\u{0}",
        ])
    func unreadable(_ text: String) {
        #expect(InvitationAnswers(Array(text.utf8)) == nil)
    }

    @Test(
        "an entry that can't be read is left out, the others count",
        arguments: [
            "5", "{}", #"{"fid":"x","answer":"maybe"}"#, #"{"fid":"","answer":"accept"}"#, #"{"answer":"accept"}"#,
            #"{"fid":"x"}"#,
        ])
    func unreadableEntry(_ entry: String) {
        let text = #"{"answers":[\#(entry),{"fid":"1","answer":"decline"}]}"#
        let given = InvitationAnswers(Array(text.utf8))
        #expect(given?.entries.map(\.fid) == ["1"])
    }

    @Test(
        "17.A3 what is stored and can't be understood is said, and not written over",
        arguments: ["x", #"{"answers":3}"#])
    func notUnderstood(_ text: String) async throws {
        let store = InMemoryStateStore()
        let key = StateKey(namespace: "friends", key: "answers")
        try await store.commit([.set(key, Array(text.utf8))])
        let storage = AnswerStorage(store: store)
        #expect(storage.known().failure?.code == .storageFailed)
        let fault = await #expect(throws: Fault.self) { try await storage.record(.accept, to: "001") }
        #expect(fault?.code == .storageFailed && fault?.hint.contains("left as they are") == true)
        #expect(try await store.value(for: key) == Array(text.utf8))
    }

    @Test("two processes on one store lose no answer")
    func shared() async throws {
        let store = InMemoryStateStore()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { try? await AnswerStorage(store: store).record(.accept, to: String(number)) }
            }
        }
        let answers = AnswerStorage(store: store).known().answers
        #expect(Set(answers.entries.map(\.fid)) == Set((0..<50).map(String.init)))
        #expect(answers.entries.count == 50)
    }
}
