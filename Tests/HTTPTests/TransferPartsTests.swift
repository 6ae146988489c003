import CCurl
import Testing

@testable import HTTP

@Suite("The parts of a transfer: lanes, limits, heads")
struct TransferPartsTests {
    @Test("H11: a lane runs so many at once, in order, and queues so many more")
    func lane() {
        let lane = OriginLane<Int>()
        let admitted = (1...6).map { job in
            lane.admit(job, deadline: .seconds(10 - job), queueLimit: 3, concurrency: 2)
        }
        #expect(admitted == [true, true, true, true, true, false])
        #expect(lane.firstDeadline == .seconds(5))
        var started = (1...3).map { _ in lane.next(concurrency: 2)?.job }
        #expect(started == [1, 2, nil])
        let isAdmitted = lane.admit(7, deadline: .zero, queueLimit: 3, concurrency: 2)
        #expect(!isAdmitted)
        lane.finish()
        started.append(lane.next(concurrency: 2)?.job)
        let removed = lane.removeWaiting { job, _ in job == 5 }
        #expect(removed == [5])
        let late = lane.removeWaiting { _, deadline in deadline > .seconds(6) }
        #expect(late.isEmpty)
        #expect(lane.firstDeadline == .seconds(6))
        lane.finish()
        started.append(lane.next(concurrency: 2)?.job)
        #expect(started == [1, 2, nil, 3, 4])
        #expect(!lane.isEmpty)
        lane.finish()
        lane.finish()
        #expect(lane.isEmpty && lane.firstDeadline == nil)
    }

    @Test("a handle of a transfer that ended well is the next one's, up to eight; no other is")
    func handles() throws {
        try #require(ccurl_load() == nil)
        let running = RunningTransfers(limit: 1)
        let handles = (0..<9).compactMap { _ in running.takeHandle() }
        #expect(Set(handles).count == 9)
        for handle in handles { running.giveBack(handle, isReusable: true) }
        let again = (0..<8).compactMap { _ in running.takeHandle() }
        #expect(Set(again) == Set(handles.prefix(8)))
        // With a method, a body or a header of its own.
        try #require(ccurl_easy_set_method(again[0], "DELETE"))
        try #require(ccurl_easy_add_body(again[1], "{}", 2))
        try #require(ccurl_easy_add_header(again[2], "X-One: 1"))
        for handle in again.prefix(3) { running.giveBack(handle, isReusable: true) }
        let next = try #require(running.takeHandle())
        #expect(next == again[2])
        running.giveBack(next, isReusable: false)
        for handle in again.dropFirst(3) { running.giveBack(handle, isReusable: true) }
    }

    @Test(
        "P13: the fewer files a process may open, the fewer transfers run at once",
        arguments: [
            (1_024, 64, 8), (256, 64, 8), (64, 16, 8), (32, 6, 3), (16, 2, 1), (0, 2, 1), (Int.max, 64, 8),
        ])
    func limits(_ files: Int, _ all: Int, _ perOrigin: Int) {
        let limits = TransferLimits(HTTPConfiguration(), openFiles: files)
        #expect(limits.transfers == all)
        #expect(limits.transfersPerOrigin == perOrigin)
    }

    @Test("H7: a user agent from the settings reaches the wire without controls")
    func userAgent() {
        var configuration = HTTPConfiguration()
        configuration.userAgent = "shop\r\nX-Evil: 1\0é"
        #expect(TransferLimits(configuration, openFiles: 64).userAgent == "shopX-Evil: 1")
    }

    @Test("a head is read line by line; the final answer replaces a 1xx one, trailers are not fields")
    func head() {
        var head = ResponseHead()
        let lines = [
            "HTTP/1.1 103 Early Hints\r\n", "Link: </a>\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "ETag:\"1\"\r\n",
            "X-Empty:\r\n", "Set-Cookie: \t a=b: c \r\n", "no colon\r\n", "\r\n", "X-Trailer: 1\r\n",
        ]
        for line in lines {
            let isTaken = head.take(Array(line.utf8), limit: 1_000)
            #expect(isTaken)
        }
        #expect(head.fields.map { "\($0.name)=\($0.value)" } == ["ETag=\"1\"", "X-Empty=", "Set-Cookie=a=b: c"])
    }

    @Test("H2: a head over its limit is refused, however short its lines")
    func headLimit() {
        var head = ResponseHead()
        let taken = (0..<1_000).prefix { _ in head.take(Array("A: b\r\n".utf8), limit: 600) }
        #expect(taken.count == 100)
    }

    @Test(
        "milliseconds are rounded up",
        arguments: [
            (Duration.zero, 0), (.nanoseconds(1), 1), (.milliseconds(1), 1), (.microseconds(1_001), 2),
            (.seconds(10), 10_000), (.seconds(Int64.max), 2_000_000_000), (.seconds(Int64.min), -2_000_000_000),
        ])
    func milliseconds(_ duration: Duration, _ milliseconds: Int) {
        #expect(duration.wholeMilliseconds == milliseconds)
    }
}
