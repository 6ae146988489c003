import JSON
import Synchronization
import Testing

@testable import JSONRPC

@Suite("Batches")
struct BatchReplyTests {
    /// Takes what a batch sends.
    final class Sent: Sendable {
        private let arrays = Mutex<[String]>([])
        var all: [String] { arrays.withLock { $0 } }

        /// Ends a member, and notes the array that comes of it.
        func end(_ batch: BatchReply, _ index: Int, _ reply: [UInt8]?, orShort short: String = "") {
            guard let bytes = batch.end(index, reply, orShort: { Array(short.utf8) }) else { return }
            arrays.withLock { $0.append(text(bytes)) }
        }
    }

    @Test("W4: a batch is one array of its answers, sent with the last", arguments: endings)
    func ending(_ row: Case<[String?]>) {
        let sent = Sent()
        let batch = BatchReply(count: row.expected.count, limit: .max)
        for (index, reply) in row.expected.enumerated() {
            #expect(sent.all.isEmpty, "sent before member \(index)")
            sent.end(batch, index, reply.map { Array($0.utf8) })
        }
        #expect(sent.all == (row.text.isEmpty ? [] : [row.text]))
    }

    static let endings: [Case<[String?]>] = [
        Case("one answer", "[1]", ["1"]),
        Case("two answers", "[1,2]", ["1", "2"]),
        Case("a notification first", "[2]", [nil, "2"]),
        Case("a notification last", "[1]", ["1", nil]),
        Case("notifications between", "[1,2]", ["1", nil, nil, "2"]),
        Case("notifications only", "", [nil, nil, nil]),
        Case("one notification", "", [nil]),
    ]

    @Test("W4: 10,000 members are one array of 10,000 answers")
    func large() throws {
        let sent = Sent()
        let batch = BatchReply(count: 10_000, limit: .max)
        for number in 0..<10_000 {
            let id = try identifier("\(number)")
            sent.end(batch, number, RPCReply.result(id) { $0.integer(number) })
        }
        let root = try read(try #require(sent.all.first))
        #expect(sent.all.count == 1)
        #expect(root.elements.map { $0["id"]?.integer } == Array(0..<10_000))
    }

    @Test("W4 P6: from the limit on a reply is a short one, and what is not begun need not be")
    func limit() {
        let sent = Sent()
        let batch = BatchReply(count: 4, limit: 10)
        for (index, (reply, isFull)) in [("12345", false), ("1234567", true), ("1", true), ("2", true)].enumerated() {
            sent.end(batch, index, Array(reply.utf8), orShort: "null")
            #expect(batch.isFull == isFull)
        }
        #expect(sent.all == ["[12345,null,null,null]"])
    }

    @Test("W4: answers stand in the order of the requests, whichever came first")
    func order() {
        let sent = Sent()
        let batch = BatchReply(count: 4, limit: .max)
        for index in [2, 0, 3, 1] { sent.end(batch, index, index == 3 ? nil : Array("\(index)".utf8)) }
        #expect(sent.all == ["[0,1,2]"])
    }

    @Test("An end too many sends nothing more")
    func surplus() {
        let sent = Sent()
        let batch = BatchReply(count: 1, limit: .max)
        for index in 0..<3 { sent.end(batch, index, Array("1".utf8)) }
        #expect(sent.all == ["[1]"])
    }

    @Test("W4: members that end on many threads are all in, once")
    func concurrently() async throws {
        let sent = Sent()
        let batch = BatchReply(count: 200, limit: .max)
        await withTaskGroup { group in
            for number in 0..<200 {
                group.addTask { sent.end(batch, number, number.isMultiple(of: 3) ? nil : Array("\(number)".utf8)) }
            }
        }
        let numbers = try read(try #require(sent.all.first)).elements.compactMap(\.integer)
        #expect(sent.all.count == 1)
        #expect(numbers == (0..<200).filter { !$0.isMultiple(of: 3) })
    }
}
