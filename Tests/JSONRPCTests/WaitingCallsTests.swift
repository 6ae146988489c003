import TestSupport
import Testing

@testable import JSONRPC

@Suite("Calls that wait")
struct WaitingCallsTests {
    @Test(
        "first come, first served, without those that were cancelled, as the model says",
        arguments: [1, 2, 3, 4] as [UInt64])
    func order(seed: UInt64) {
        var numbers = SeededGenerator(seed)
        var (waiting, model) = (WaitingCalls<Int>(), [Int]())
        for number in 0..<10_000 {
            waiting.append(number, number: number)
            model.append(number)
            while !model.isEmpty, Int.random(in: 0..<100, using: &numbers) < 55 {
                if Bool.random(using: &numbers) {
                    #expect(waiting.removeFirst() == model.removeFirst())
                } else {
                    let index = Int.random(in: 0..<model.count, using: &numbers)
                    #expect(waiting.remove(model[index]) == model.remove(at: index))
                }
            }
            #expect(waiting.count == model.count)
        }
        #expect(waiting.removeAll() == model)
        #expect(waiting.count == 0 && waiting.removeFirst() == nil)
    }

    @Test("a call that does not wait is not found, and the others stay")
    func unknown() {
        var waiting = WaitingCalls<Int>()
        waiting.append(1, number: 1)
        #expect(waiting.remove(2) == nil)
        #expect(waiting.remove(1) == 1)
        #expect(waiting.remove(1) == nil)
        #expect(waiting.removeFirst() == nil)
    }

    @Test("cancelling all of them looks at each a few times, whatever their number", arguments: [1_000, 16_384])
    func cost(count: Int) {
        for isBackwards in [false, true] {
            var waiting = WaitingCalls<Int>()
            for number in 0..<count { waiting.append(number, number: number) }
            // Those that are left out are looked at once more, each time that they are.
            var looks = 0
            for number in 0..<count {
                let before = waiting.order.count
                #expect(waiting.remove(isBackwards ? count - 1 - number : number) != nil)
                looks += waiting.order.count < before ? before : 1
            }
            #expect(looks + waiting.order.count <= 4 * count + 2_048)
            #expect(waiting.removeFirst() == nil)
        }
    }

    @Test("100,000 that were cancelled behind one that waits are not kept")
    func room() {
        var waiting = WaitingCalls<Int>()
        waiting.append(0, number: 0)
        for number in 1...100_000 {
            waiting.append(number, number: number)
            #expect(waiting.remove(number) == number)
        }
        #expect(waiting.order.count <= 3_000)
        #expect(waiting.removeFirst() == 0)
        #expect(waiting.removeFirst() == nil)
    }
}
