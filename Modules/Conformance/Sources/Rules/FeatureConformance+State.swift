import FeatureKit
import HTTP
import JSON
package import Storage

/// Outcome of a proof over a place of state.
package struct StateProof: Sendable {
    /// Violations, one sentence each.
    package var findings: [String] = []
    /// Everything that was answered and shown, in order: the same over every kind of place.
    package var answers: [String] = []
}

extension FeatureConformance {
    /// Proves over a place of state that what an operation stores is what every process of the place answers and shows, at once, and
    /// after a restart.
    /// - Parameter open: opens the place as another process does. What the examples need (`stored`) is put there first.
    package func stateProof(over open: () throws -> any StateStore) async throws -> StateProof {
        var proof = StateProof()
        let stores = [try open(), try open()]
        if !stored.isEmpty { try await stores[0].commit(stored) }
        var processes: [StateProcess] = []
        for store in stores { processes.append(try await process(over: store)) }
        var before = try await processes[0].everything(&proof.findings)
        proof.answers += before
        var isShown = false
        for operation in operations(of: processes[0].harness) where operation.effect.isWrite {
            let answer = await result(
                processes[0].harness, operation.method, operation.exampleParameters, &proof.findings)
            proof.answers.append("\(operation.method): \(answer?.compact ?? "")")
            let own = try await processes[0].everything(&proof.findings)
            let others = try await processes[1].everything(&proof.findings)
            proof.note(own, others, "another process, after \(operation.method)")
            proof.answers += own
            if !isShown, own != before {
                isShown = true
                try await restart(over: open, expecting: own, &proof)
            }
            before = own
        }
        if !isShown { proof.findings.append("nothing that can be read shows what was stored") }
        for store in stores { await store.close() }
        try await restart(over: open, expecting: before, &proof)
        return proof
    }

    private func restart(
        over open: () throws -> any StateStore, expecting known: [String], _ proof: inout StateProof
    ) async throws {
        let restarted = try await process(over: try open())
        proof.note(known, try await restarted.everything(&proof.findings), "a restarted process")
        await restarted.store.close()
    }

    /// A process of the place, with the feature's screens open.
    private func process(over store: any StateStore) async throws -> StateProcess {
        var process = StateProcess(
            store: store,
            harness: try FeatureHarness(
                [feature] + companions, client: { SampleHTTPClient($0.sample) }, state: store))
        // Screens that open load at once where nothing has to be waited for.
        await process.catchUp()
        process.questions = operations(of: process.harness).filter { $0.effect == .reads }
        for route in try await exampleRoutes(of: process.harness) {
            process.screens.append((route, try await process.harness.open(route)))
        }
        return process
    }
}

extension StateProof {
    /// Notes where another process differs.
    fileprivate mutating func note(_ own: [String], _ others: [String], _ who: String) {
        for (own, others) in zip(own, others) where own != others {
            findings.append("\(who) says \(others.prefix(200)), and not \(own.prefix(200))")
        }
    }
}

/// One process of a place of state.
private struct StateProcess {
    let store: any StateStore
    let harness: FeatureHarness
    var questions: [RegisteredOperation] = []
    var screens: [(route: String, screen: HarnessScreen)] = []

    /// Brings what the process knows up to what every process has stored: a write comes after all others, and this one changes nothing.
    func catchUp() async {
        let key = StateKey(namespace: "conformance", key: "turn")
        do throws(StorageFailure) {
            _ = try await store.update(key) { _ throws(StorageFailure) in
                throw .refused(reason: "It only takes its turn.")
            }
        } catch {
            // A place that can't be written to fails the calls that follow.
        }
    }

    /// Answers to all questions, and the states of all screens.
    func everything(_ findings: inout [String]) async throws -> [String] {
        await catchUp()
        var all: [String] = []
        for operation in questions {
            do throws(Fault) {
                let answer = try await harness.call(operation.method, operation.exampleParameters)
                all.append("\(operation.method): \(answer.compact)")
            } catch {
                findings.append("\(operation.method) failed: \(error.text)")
            }
        }
        for (route, screen) in screens { all.append("\(route): \(try await screen.state.compact)") }
        return all
    }
}
