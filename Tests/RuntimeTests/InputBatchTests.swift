import Synchronization
import TestSupport
import Testing

@testable import Runtime

@Suite("Batches of messages")
struct InputBatchTests {
    @Test("Each batch has a number of its own, on its thread alone, and none is left behind")
    func numbers() {
        #expect(InputBatch.current == nil)
        let first = InputBatch.handOut { InputBatch.current }
        let (second, inner, other, after) = InputBatch.handOut {
            let other = Mutex<UInt??>(nil)
            let thread = TestThread { other.withLock { $0 = .some(InputBatch.current) } }
            thread.join()
            return (
                InputBatch.current, InputBatch.handOut { InputBatch.current }, other.withLock { $0 }, InputBatch.current
            )
        }
        #expect(first != nil && second != nil && inner != nil)
        #expect(first != second && second != inner)
        #expect(other == .some(nil))
        #expect(after == second, "a batch goes on behind one inside it")
        #expect(InputBatch.current == nil)
    }
}
