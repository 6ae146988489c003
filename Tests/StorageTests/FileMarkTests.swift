import Glibc
import Runtime
import Testing

@testable import Storage

/// Knowledge of a reader that nothing was committed since. The system's signs are bytes of a pipe here.
@Suite("17.A: the mark of a file")
struct FileMarkTests {
    /// Gives `body` a mark of a file without a log, and what makes a sign.
    private func withMark(_ body: (FileMark, _ sign: () -> Void) -> Void) throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (read, write) = (ends[0], ends[1])
        let mark = FileMark()
        mark.watch(read)
        mark.setStill()
        body(mark) { #expect(Glibc.write(write, "!", 1) == 1) }
        mark.watch(nil)
        close(read)
        close(write)
    }

    @Test("A sign is seen at once outside of a batch")
    func atOnce() throws {
        try withMark { mark, sign in
            #expect(mark.isUnchanged)
            sign()
            #expect(!mark.isUnchanged)
        }
    }

    @Test("A batch asks once: messages of it were sent before; the next batch sees what came since")
    func batches() throws {
        try withMark { mark, sign in
            InputBatch.handOut {
                #expect(mark.isUnchanged)
                sign()
                #expect(mark.isUnchanged)
            }
            #expect(!mark.isUnchanged)
            InputBatch.handOut { #expect(!mark.isUnchanged) }
        }
    }

    @Test("A sign from before a batch is seen in it, at each look")
    func before() throws {
        try withMark { mark, sign in
            sign()
            InputBatch.handOut {
                #expect(!mark.isUnchanged)
                #expect(!mark.isUnchanged)
            }
        }
    }

    @Test("What the thread of the store has read again counts in the same batch")
    func readAgain() throws {
        try withMark { mark, sign in
            InputBatch.handOut {
                #expect(mark.isUnchanged)
                sign()
                #expect(mark.willTakeSigns())
                #expect(!mark.isUnchanged, "between the signs and the look at the file nothing is known")
            }
        }
    }
}
