import Foundation
import HTTP
import Synchronization
import Testing

@testable import Images

/// A folder of the test's own; removed with the value.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "galleria-images-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        chmod(path, 0o700)
    }

    deinit {
        chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Everything below, as paths from here, in order.
    var everything: [String] { (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted() }

    func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: self(name)))) }

    func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: self(name)))
    }

    /// The bytes of all files below, temporary ones included.
    var bytes: Int {
        everything.reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: self(name))
            let isFile = attributes?[.type] as? FileAttributeType == .typeRegular
            return sum + (isFile ? attributes?[.size] as? Int ?? 0 : 0)
        }
    }

    static func permissions(of path: String) -> UInt32 {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : .max
    }
}

/// A clock that the test moves. Each look is a nanosecond later than the one before, so uses have an order.
final class TestClock: Sendable {
    private let nanoseconds: Mutex<Int64>

    init(seconds: Int64 = 1_760_000_000) {
        nanoseconds = Mutex(seconds * 1_000_000_000)
    }

    func advance(_ seconds: Int64) { nanoseconds.withLock { $0 += seconds * 1_000_000_000 } }

    var images: ImageClock {
        ImageClock { [self] in
            nanoseconds.withLock { now in
                now += 1
                return now
            }
        }
    }
}

/// Lines told to a log.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    var write: @Sendable (String) -> Void { { [self] line in lines.withLock { $0.append(line) } } }
}

/// An end that answers by the test's rule and writes down what it was asked.
final class ScriptedFetcher: ImageFetcher {
    struct Asked: Equatable {
        let url: String
        let validators: ImageValidators
    }

    typealias Rule = @Sendable (ImageAddress, ImageValidators) async throws(ImageFailure) -> HTTPResponse

    private let rule: Rule
    private let seen = Mutex<[Asked]>([])

    init(_ rule: @escaping Rule) {
        self.rule = rule
    }

    /// Answers everything with a PNG that only this URL has.
    convenience init(fields: [(String, String)] = []) {
        self.init { address, _ throws(ImageFailure) in
            HTTPResponse(status: 200, fields: fields.fields, body: Picture.png(of: address.text))
        }
    }

    var asked: [Asked] { seen.withLock { $0 } }

    func fetch(_ address: ImageAddress, unless validators: ImageValidators) async throws(ImageFailure) -> HTTPResponse {
        seen.withLock { $0.append(Asked(url: address.text, validators: validators)) }
        return try await rule(address, validators)
    }
}

/// An end that holds every request until the test lets it go.
final class HeldFetcher: ImageFetcher {
    private struct State {
        var held: [(url: String, answer: Promise<Result<HTTPResponse, ImageFailure>>)] = []
        var begun: [String] = []
        var atOnce = 0
        var mostAtOnce = 0
        var cancelled: [String] = []
        var waiting: [(condition: @Sendable (Int, Int) -> Bool, promise: Promise<Void>)] = []
    }

    private let state = Mutex(State())

    /// The URLs in the order in which they were asked for.
    var begun: [String] { state.withLock { $0.begun } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }
    var cancelled: [String] { state.withLock { $0.cancelled } }

    func fetch(_ address: ImageAddress, unless validators: ImageValidators) async throws(ImageFailure) -> HTTPResponse {
        let answer = Promise<Result<HTTPResponse, ImageFailure>>()
        change { state in
            state.held.append((address.text, answer))
            state.begun.append(address.text)
            state.atOnce += 1
            state.mostAtOnce = max(state.mostAtOnce, state.atOnce)
        }
        defer { change { $0.atOnce -= 1 } }
        return try await withTaskCancellationHandler {
            await answer.value
        } onCancel: {
            change { state in
                state.cancelled.append(address.text)
                state.held.removeAll { $0.answer === answer }
            }
            answer.keep(.failure(.cancelled))
        }.get()
    }

    /// Returns when so many requests have begun in all.
    func waitForBegun(_ count: Int) async { await wait { begun, _ in begun >= count } }

    /// Returns when so many requests were cancelled.
    func waitForCancelled(_ count: Int) async { await wait { _, cancelled in cancelled >= count } }

    /// Answers the oldest request that is held for a URL.
    func release(_ url: String, _ result: Result<HTTPResponse, ImageFailure>? = nil) {
        let held = state.withLock { state in
            state.held.firstIndex { $0.url == url }.map { state.held.remove(at: $0) }
        }
        held?.answer.keep(result ?? .success(HTTPResponse(status: 200, body: Picture.png(of: url))))
    }

    private func wait(_ condition: @escaping @Sendable (Int, Int) -> Bool) async {
        let promise = Promise<Void>()
        change { $0.waiting.append((condition, promise)) }
        await promise.value
    }

    private func change(_ body: (inout State) -> Void) {
        let ready = state.withLock { state in
            body(&state)
            let ready = state.waiting.filter { $0.condition(state.begun.count, state.cancelled.count) }
            state.waiting.removeAll { $0.condition(state.begun.count, state.cancelled.count) }
            return ready.map(\.promise)
        }
        for promise in ready { promise.keep(()) }
    }
}

extension [(String, String)] {
    var fields: [HTTPField] { compactMap { try? HTTPField(name: $0.0, value: $0.1) } }
}

/// Seeded, so that every run tries the same (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
