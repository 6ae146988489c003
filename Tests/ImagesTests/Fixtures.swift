import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import Images

/// An end that answers by the test's rule and writes down what it was asked.
final class ScriptedFetcher: ImageFetcher {
    struct Asked: Equatable {
        let url: String
        let validators: HTTPValidators
    }

    typealias Rule = @Sendable (ImageAddress, HTTPValidators) async throws(ImageFailure) -> HTTPResponse

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

    func fetch(_ address: ImageAddress, unless validators: HTTPValidators) async throws(ImageFailure) -> HTTPResponse {
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

    func fetch(_ address: ImageAddress, unless validators: HTTPValidators) async throws(ImageFailure) -> HTTPResponse {
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
