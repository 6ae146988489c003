import JSON

/// A client's file with the entry in it.
package struct Merge: Sendable, Equatable {
    package let bytes: [UInt8]
    package let change: Change

    package enum Change: String, Sendable {
        /// There was no file.
        case created
        /// The file had no such entry.
        case added
        /// The file had a different one: its place, and what it says beside the command, stay.
        case replaced
        /// Nothing was to be done.
        case unchanged
    }
}

extension Client {
    /// Puts the entry into a file's text; every byte outside of it stays.
    /// - Parameter text: nil when there is no file.
    /// - Throws: ``SetupFault/notUnderstood(reason:)`` when the text is not what the client reads, or holds the entry in a
    ///   way that can't be changed safely.
    package func merging(_ entry: ServerEntry, into text: [UInt8]?) throws(SetupFault) -> Merge {
        let old = text ?? []
        let new: [UInt8]
        let hadEntry: Bool
        switch dialect {
        case .json(let servers, _): (new, hadEntry) = try merging(entry, into: old, servers: servers)
        case .toml(let servers):
            let file = try TOMLText(old)
            (new, hadEntry) = try file.setting(members(of: entry), of: [servers, ServerEntry.name])
            // What was written must say what was meant, and be understood again.
            guard try TOMLText(new).setting(members(of: entry), of: [servers, ServerEntry.name]).bytes == new else {
                throw .notUnderstood(reason: "the entry would not be read as it is meant")
            }
        }
        if text == nil { return Merge(bytes: new, change: .created) }
        if new == old { return Merge(bytes: old, change: .unchanged) }
        return Merge(bytes: new, change: hadEntry ? .replaced : .added)
    }

    /// Members that say that an entry is reached over the network, not started.
    private static let remote = ["url", "serverUrl", "httpUrl"]

    private func merging(
        _ entry: ServerEntry, into old: [UInt8], servers: String
    ) throws(SetupFault) -> (bytes: [UInt8], hadEntry: Bool) {
        let path = [servers, ServerEntry.name]
        do {
            var text = try JSONCText(old)
            guard case .object(let existing)? = text.value(at: path) else {
                let bytes = try text.setting(path, to: value(of: entry))
                guard try JSONCText(bytes).value(at: path) == value(of: entry) else {
                    throw SetupFault.notUnderstood(reason: "the entry would not be read as it is meant")
                }
                return (bytes, text.value(at: path) != nil)
            }
            if let name = Self.remote.first(where: { text.value(at: path + [$0]) != nil }) {
                throw SetupFault.notUnderstood(
                    reason: "its entry \(ServerEntry.name) has a \(name), so it is another server")
            }
            for member in members(of: entry) where text.value(at: path + [member.key]) != member.value {
                text = try JSONCText(try text.setting(path + [member.key], to: member.value))
            }
            let others = existing.filter { old in !members(of: entry).contains { $0.key == old.key } }
            guard others.allSatisfy({ text.value(at: path + [$0.key]) == $0.value }) else {
                throw SetupFault.notUnderstood(reason: "the entry would not be read as it is meant")
            }
            return (text.bytes, true)
        } catch let fault as SetupFault {
            throw fault
        } catch let fault as JSONFault {
            throw .notUnderstood(reason: Self.reason(fault, in: old))
        } catch let JSONCEditFault.notAnObject(path) {
            throw .notUnderstood(
                reason: path.isEmpty
                    ? "it is not an object" : "its member \(path.joined(separator: ".")) is not an object")
        } catch {
            throw .notUnderstood(reason: "it is not understood")
        }
    }

    private static func reason(_ fault: JSONFault, in text: [UInt8]) -> String {
        "line \(1 + text.prefix(fault.offset).count { $0 == 0x0A }): \(fault.sentence)"
    }
}
