import Foundation
import Synchronization
import Testing

@testable import JSON

/// One row of a table: an id to find it by, the text, and what is expected of it.
struct Case<Expected: Sendable>: Sendable, CustomTestStringConvertible {
    let id: String
    let text: String
    let expected: Expected

    init(_ id: String, _ text: String, _ expected: Expected) {
        self.id = id
        self.text = text
        self.expected = expected
    }

    var testDescription: String { id }
}

/// The fault that reading `bytes` gives, or nil when they are accepted.
func firstFault(_ bytes: some Sequence<UInt8>, _ limits: JSONLimits = .standard) -> JSONFault? {
    do throws(JSONFault) {
        _ = try JSONDocument(parsing: [UInt8](bytes), limits: limits)
        return nil
    } catch {
        return error
    }
}

/// The root of `text`.
func read(_ text: String, _ limits: JSONLimits = .standard) throws -> JSONNode {
    try JSONDocument(parsing: text, limits: limits).root
}

/// Runs `body` on a thread of its own with a stack of `bytes` and gives back what it gives.
func onStack<R: Sendable>(bytes: Int, _ body: @escaping @Sendable () -> R) throws -> R {
    let result = Mutex<R?>(nil)
    let box = Box(result)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        let value = body()
        box.value.withLock { $0 = value }
        done.signal()
    }
    thread.stackSize = bytes
    thread.start()
    done.wait()
    return try #require(box.value.withLock { $0 })
}

/// Holds a mutex, to share it.
private final class Box<R: Sendable>: Sendable {
    let value: Mutex<R?>

    init(_ value: consuming Mutex<R?>) { self.value = value }
}
