import DesignSystem
import FeatureKit
import JSON
import StateTransfer
import StdioTransport
import Storage

/// `galleria state migrate FROM TO`
@Sendable func migrateState(_ invocation: Invocation) throws -> ExitStatus {
    let (from, to) = try invocation.states(Arguments.fromState, Arguments.toState)
    let isDry = invocation[Options.dryRun]
    let isWatched = invocation.console.streams.errorIsTerminal
    let move = try StateMove.run(from: from, to: to, isDry: isDry) { passed in
        if isWatched, passed % 10_000 == 0, passed > 0 { invocation.console.say("\(passed) entries") }
    }
    let isEqual = move.comparison.isEqual
    let status = invocation.show(
        json: { writer in
            writer.beginObject()
            for (key, name) in [("from", from.name), ("to", to.name)] {
                writer.key(key)
                writer.string(name)
            }
            for (key, flag) in [("dryRun", isDry), ("resumed", move.isResumed), ("equal", isEqual)] {
                writer.key(key)
                writer.bool(flag)
            }
            for (key, count) in [
                ("copied", move.copied), ("kept", move.kept), ("replaced", move.replaced), ("removed", move.removed),
            ] {
                writer.key(key)
                writer.integer(count)
            }
            move.comparison.write(&writer, names: ("from", "to"))
            writer.endObject()
        },
        text: {
            Document([
                .keyValues([
                    KeyValue("from", Inline(from.name, .code)), KeyValue("to", Inline(to.name, .code)),
                    KeyValue(isDry ? "to copy" : "copied", Inline(String(move.copied))),
                    KeyValue("there already", Inline(String(move.kept))),
                    KeyValue(isDry ? "to replace" : "replaced", Inline(String(move.replaced))),
                    KeyValue(isDry ? "to remove" : "removed", Inline(String(move.removed))),
                ]), .table(move.comparison.table(("from", "to"))),
            ]).rendered(invocation.renderOptions())
        })
    if isDry || isEqual { return status }
    invocation.console.say(
        "galleria: \(sanitized(from.name)) was written while it was copied. Run the command again: it goes on from here."
    )
    return .failed
}

/// `galleria state verify A B`
@Sendable func verifyStates(_ invocation: Invocation) throws -> ExitStatus {
    let (first, second) = try invocation.states(Arguments.firstState, Arguments.secondState)
    let comparison = try StateComparison.make(first, second)
    let status = invocation.show(
        json: { writer in
            writer.beginObject()
            for (key, name) in [("a", first.name), ("b", second.name)] {
                writer.key(key)
                writer.string(name)
            }
            writer.key("equal")
            writer.bool(comparison.isEqual)
            comparison.write(&writer, names: ("a", "b"))
            writer.endObject()
        },
        text: {
            Document(
                [
                    .keyValues([KeyValue("a", Inline(first.name, .code)), KeyValue("b", Inline(second.name, .code))]),
                    .table(comparison.table(("a", "b"))),
                ] + comparison.differing
            ).rendered(invocation.renderOptions())
        })
    return comparison.isEqual ? status : .failed
}

extension Invocation {
    /// The two states of a command.
    /// - Throws: where both are one.
    fileprivate func states(
        _ first: Argument<StateSpelling>, _ second: Argument<StateSpelling>
    ) throws -> (any WholeState, any WholeState) {
        let settings = try settings()
        let home = variables["HOME", default: ""]
        let one = try self[first].state(settings, home: home)
        let two = try self[second].state(settings, home: home)
        guard !one.name.utf8.elementsEqual(two.name.utf8) else {
            throw UsageFault("\(first.usage) and \(second.usage) are the same state.", hint: "Name two states.")
        }
        return (one, two)
    }
}

extension StateComparison {
    /// The member `namespaces`.
    /// - Parameter names: the two sides'.
    fileprivate func write(_ writer: inout JSONWriter, names: (String, String)) {
        writer.key("namespaces")
        writer.beginArray()
        for part in parts {
            writer.beginObject()
            writer.key("origin")
            writer.string(part.namespace.origin)
            writer.key("namespace")
            writer.string(part.namespace.name)
            for (name, tally) in [(names.0, part.first), (names.1, part.second)] {
                writer.key(name)
                writer.beginObject()
                writer.key("entries")
                writer.integer(tally?.entries ?? 0)
                if let tally {
                    writer.key("sha256")
                    writer.string(tally.digest)
                }
                writer.endObject()
            }
            writer.key("differences")
            writer.integer(part.differences)
            writer.key("keys")
            writer.value(.array(part.keys.map { .string($0) }))
            writer.endObject()
        }
        writer.endArray()
    }

    fileprivate func table(_ names: (String, String)) -> Table {
        Table(
            columns: [
                Column("namespace", priority: 0), Column("origin", priority: 0),
                Column(names.0, alignment: .trailing, priority: 0), Column(names.1, alignment: .trailing, priority: 0),
                Column("sha256", priority: 1, minimumWidth: 16),
            ],
            rows: parts.map { part in
                [
                    Inline(part.namespace.name, .title), Inline(part.namespace.origin),
                    Inline(String(part.first?.entries ?? 0)), Inline(String(part.second?.entries ?? 0)),
                    part.differences == 0
                        ? Inline(String((part.first?.digest ?? "").prefix(16)), .code)
                        : Inline(part.differences == 1 ? "1 differs" : "\(part.differences) differ", .warning),
                ]
            }, emptyText: "No entries.")
    }

    /// The keys that differ, or that nothing does.
    fileprivate var differing: [Block] {
        if isEqual { return [.paragraph(Inline("Both are equal.", .success))] }
        return parts.filter { $0.differences > 0 }.map { part in
            let rest = part.differences - part.keys.count
            return .paragraph(
                Inline("\(part.namespace.name), \(part.namespace.origin): ", .title)
                    + Inline(
                        part.keys.map { "“\($0)”" }.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")))
        }
    }
}

extension TransferFault: Explained {
    var fault: Fault {
        if case .storage(let failure) = self { return Fault(failure, module: "state") }
        let isRetryable = if case .disturbed = self { true } else { false }
        return Fault(.storageFailed, sentence, hint: remedy, module: "state", retryable: isRetryable)
    }
}
