// Proves that ThreadSanitizer sees a Mutex as the order it makes, and a race inside of its closure as a race.
//
// usage: proof lock|race      lock: two threads share what one Mutex holds; race: each holds a Mutex of its own
//
// `Tools/check --thread` runs both before the tests: the first must be silent, the second reported.
import Glibc
import Synchronization

final class Shared: Sendable {
    let list = Mutex<[Int]>([])
    let other = Mutex<[Int]>([])
}

/// A count that nothing protects.
final class Count: @unchecked Sendable {
    var value = 0
}

final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

func thread(_ run: @escaping @Sendable () -> Void) -> pthread_t {
    var made = pthread_t()
    let body = Unmanaged.passRetained(Body(run)).toOpaque()
    let status = pthread_create(
        &made, nil,
        { body in
            if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
            return nil
        }, body)
    guard status == 0 else { exit(2) }
    return made
}

func add(_ number: Int, to list: borrowing Mutex<[Int]>, counting count: Count) {
    list.withLock { list in
        list.append(number)
        if list.count > 100 { list.removeAll() }
        count.value += 1
    }
}

let shared = Shared()
let count = Count()
let races = CommandLine.arguments.dropFirst().first == "race"
let threads = [
    thread { for number in 0..<100_000 { add(number, to: shared.list, counting: count) } },
    thread {
        for number in 0..<100_000 {
            if races {
                add(number, to: shared.other, counting: count)
            } else {
                add(number, to: shared.list, counting: count)
            }
        }
    },
]
for thread in threads { pthread_join(thread, nil) }
