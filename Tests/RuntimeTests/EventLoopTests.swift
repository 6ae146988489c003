import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Runtime

@Suite("Event loop")
struct EventLoopTests {
    @Test("A task on the loop starts in line, and each continuation comes back to the loop's thread")
    func executor() throws {
        let loop = try EventLoop()
        let places = Locked<[Bool]>([])
        let done = Flag()
        loop.enqueue {
            Task.immediate(executorPreference: loop) {
                places.withLock { $0.append(loop.isOnLoopThread) }
                for _ in 0..<100 {
                    await Task.yield()
                    await elsewhere()
                    places.withLock { $0.append(loop.isOnLoopThread) }
                }
                done.raise()
            }
            places.withLock { $0.append(true) }
        }
        loop.run { done.isRaised }
        #expect(places.current == [Bool](repeating: true, count: 102))
        #expect(!loop.isOnLoopThread)
    }

    @Test("Work from many threads is run once, in each thread's order, and no wake-up is lost")
    func manyThreads() throws {
        let loop = try EventLoop()
        let seen = Locked<[[Int]]>(Array(repeating: [], count: 8))
        let count = Counter()
        let threads = (0..<8).map { thread in
            TestThread {
                for number in 0..<2_000 {
                    loop.enqueue {
                        seen.withLock { $0[thread].append(number) }
                        count.increment()
                    }
                }
            }
        }
        loop.run { count.count == 16_000 }
        for thread in threads { thread.join() }
        #expect(seen.current == Array(repeating: Array(0..<2_000), count: 8))
    }

    @Test("One item at a time from another thread wakes a loop that sleeps, each time")
    func pingPong() throws {
        let loop = try EventLoop()
        let rounds = Counter()
        let thread = TestThread {
            for _ in 0..<2_000 {
                let ran = DispatchSemaphore(value: 0)
                loop.enqueue {
                    rounds.increment()
                    ran.signal()
                }
                ran.wait()
            }
            loop.stop()
        }
        loop.run()
        thread.join()
        #expect(rounds.count == 2_000)
    }

    @Test("Timers fire in order of their deadlines on the loop's thread; a cancelled one does not")
    func timers() throws {
        let loop = try EventLoop()
        let order = Locked<[String]>([])
        loop.schedule(after: .milliseconds(3)) { order.withLock { $0.append("late") } }
        loop.schedule(after: .milliseconds(1)) { order.withLock { $0.append("soon \(loop.isOnLoopThread)") } }
        let cancelled = loop.schedule(after: .milliseconds(2)) { order.withLock { $0.append("cancelled") } }
        loop.schedule(after: .milliseconds(4)) { loop.stop() }
        #expect(loop.cancel(cancelled))
        #expect(!loop.cancel(cancelled))
        loop.run()
        #expect(order.current == ["soon true", "late"])
    }

    @Test("A timer set from another thread shortens a sleep that has begun")
    func timerWhileAsleep() throws {
        let loop = try EventLoop()
        loop.schedule(after: .seconds(3_600)) { Issue.record("an hour has passed") }
        let thread = TestThread { loop.schedule(after: .milliseconds(1)) { loop.stop() } }
        loop.run()
        thread.join()
    }

    @Test("With a clock of the test, a timer waits for that clock only")
    func injectedClock() throws {
        let now = Locked<UInt64>(0)
        let loop = try EventLoop(clock: MonotonicClock { now.current })
        let fired = Flag()
        loop.schedule(after: .seconds(10)) { fired.raise() }
        let before = Flag()
        loop.enqueue {
            loop.enqueue {
                if fired.isRaised { before.raise() }
                now.withLock { $0 = 10_000_000_000 }
            }
        }
        loop.run { fired.isRaised }
        #expect(!before.isRaised)
    }

    @Test("Stop ends one run; work queued later is run by the next")
    func stopAndRunAgain() throws {
        let loop = try EventLoop()
        let log = Locked<[Int]>([])
        loop.stop()
        loop.run()
        loop.enqueue { log.withLock { $0.append(1) } }
        loop.enqueue { loop.stop() }
        loop.run()
        loop.enqueue { log.withLock { $0.append(2) } }
        loop.run { log.current.count == 2 }
        #expect(log.current == [1, 2])
    }

    @Test("Work that breeds work for ever does not keep a stop, or input, from being seen")
    func breedingWork() throws {
        let loop = try EventLoop()
        let count = Counter()
        breed(on: loop, count)
        loop.run { count.count > 1_000 }
        #expect(count.count > 1_000 && count.count < 1_000_000)
        // Nothing is left in the loop, which would hold the loop.
        loop.run { count.count >= 1_000_000 }
    }

    private func breed(on loop: EventLoop, _ count: Counter) {
        loop.enqueue {
            count.increment()
            if count.count < 1_000_000 { breed(on: loop, count) }
        }
    }

    @Test("What may wait runs behind queued work, input that is there and due timers, and never twice")
    func whenIdle() throws {
        let loop = try EventLoop()
        let pipe = TestPipe()
        let order = Locked<[String]>([])
        let add = { @Sendable (name: String) in order.withLock { $0.append(name) } }
        let watch = loop.watches.add(pipe.readEnd, events: Int16(POLLIN)) { _ in
            add("input \(pipe.read(atLeast: 1).count)")
            // Work of the turn that input began.
            loop.enqueue { add("its work") }
        }
        pipe.write("a")
        loop.schedule(after: .zero) { add("timer") }
        loop.whenIdle {
            add("first")
            pipe.write("bc")
            loop.whenIdle {
                add("second")
                loop.schedule(after: .milliseconds(1)) { loop.stop() }
            }
        }
        loop.enqueue { add("queued") }
        loop.run()
        #expect(
            order.current.filter { $0 != "timer" }
                == ["queued", "input 1", "its work", "first", "input 2", "its work", "second"])
        let places = order.current.enumerated().filter { ["timer", "first"].contains($0.element) }.map(\.element)
        #expect(places == ["timer", "first"])
        loop.schedule(after: .milliseconds(1)) { loop.stop() }
        loop.run()
        #expect(order.current.last == "second", "each ran once")
        loop.watches.remove(watch)
    }

    @Test("Input that never ends puts off what may wait for three turns")
    func busy() throws {
        let loop = try EventLoop()
        let pipe = TestPipe()
        pipe.write("never read")
        let turns = Counter()
        let watch = loop.watches.add(pipe.readEnd, events: Int16(POLLIN)) { _ in turns.increment() }
        var before: Int?
        loop.whenIdle {
            before = turns.count
            loop.stop()
        }
        loop.run { turns.count > 100 }
        #expect(before == 3)
        loop.watches.remove(watch)
    }

    @Test("A watched descriptor without events is left out of poll, so its hang-up wakes nobody, P5")
    func noSpin() throws {
        let watches = DescriptorWatches()
        let pipe = TestPipe()
        let calls = Counter()
        let watch = watches.add(pipe.readEnd, events: Int16(POLLIN)) { _ in calls.increment() }
        pipe.closeWriteEnd()
        #expect(watches.wait(timeout: 0))
        watches.runReady()
        #expect(calls.count == 1)
        watches.setEvents(0, for: watch)
        #expect(!watches.wait(timeout: 0))
        watches.setEvents(Int16(POLLIN), for: watch)
        #expect(watches.wait(timeout: 0))
        watches.remove(watch)
        #expect(!watches.wait(timeout: 0))
    }
}

/// A suspension that ends on the concurrency pool.
@concurrent
private func elsewhere() async {
    await Task.yield()
}
