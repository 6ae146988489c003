import JSON

/// Settings files of other programs: a value put in is found again, what else was there stays, idempotent.
enum JSONCTarget {
    private static let path = ["mcpServers", "galleria"]
    private static let value = JSONValue.object([
        JSONMember("command", .string("/bin/g")), JSONMember("args", .array([.string("serve")])),
    ])

    static func check(_ input: [UInt8]) throws(BrokenProperty) {
        let text: JSONCText
        do throws(JSONFault) {
            text = try JSONCText(input)
        } catch {
            return try expect((0...input.count).contains(error.offset), "the fault lies at byte \(error.offset)")
        }
        let once: [UInt8]
        do throws(JSONCEditFault) {
            once = try text.setting(path, to: value)
        } catch {
            guard case .notAnObject(let place) = error else { return }
            return try expect(place.count < path.count, "the fault names the path \(place)")
        }
        let edited: JSONCText
        do throws(JSONFault) {
            edited = try JSONCText(once)
        } catch {
            throw BrokenProperty(sentence: "the edited text is not read: \(error.sentence)")
        }
        try expect(edited.value(at: path) == value, "the value is not where it was put")
        try expectKept(text.value(at: []), edited.value(at: []))
        let twice = try? edited.setting(path, to: value)
        try expect(twice == once, "setting the value twice is not as once")
    }

    /// Every other member of the outermost object, and of the object in the middle, is as before.
    private static func expectKept(_ before: JSONValue?, _ after: JSONValue?) throws(BrokenProperty) {
        guard case .object(let old)? = before, case .object(let new)? = after else { return }
        for (level, (old, new)) in [(old, new), (members(path[0], of: old), members(path[0], of: new))].enumerated() {
            for member in old where !member.key.utf8.elementsEqual(path[level].utf8) {
                try expect(new.contains(member), "the member \(member.key) is gone or changed")
            }
        }
    }

    private static func members(_ name: String, of object: [JSONMember]) -> [JSONMember] {
        guard case .object(let members)? = object.first(where: { $0.key.utf8.elementsEqual(name.utf8) })?.value
        else { return [] }
        return members
    }
}
