import JSON
import Suggestions

extension [ParameterField] {
    /// The parameters that an unknown name probably means, best first: by the names that models give them, by their words in
    /// any order and number, as a member of the objects that one takes, by spelling.
    func meant(by name: String) -> [String] {
        var spelled = nameWords(name)
        if spelled.count > 1, let first = spelled.first, ["is", "has", "only"].contains(first) {
            spelled.removeFirst()
        }
        let others = filter { field in
            (field.aliases + [field.name]).contains { nameWords($0) == spelled }
                || !spelled.isEmpty && Set(nameWords(field.name)) == Set(spelled)
        }
        let holders = filter { field in field.members.contains { nameWords($0) == spelled } }
        let longer = spelled.isEmpty ? [] : filter { Set(nameWords($0.name)).isSuperset(of: spelled) }
        var found: [String] = []
        for meant in (others + holders).map(\.name) + nearestNames(to: name, among: map(\.name)) + longer.map(\.name)
        where !found.contains(meant) { found.append(meant) }
        return found
    }

    /// The call that was probably meant by one with unknown or missing parameters; nil where that can't be told, or is too long to
    /// be said.
    func meantCall(_ sent: JSONNode?) -> String? {
        guard let sent, sent.kind == .object else { return nil }
        var members: [JSONMember] = []
        var loose: [JSONMember] = []
        for member in sent.members where !member.value.isNull && !member.key.utf8.elementsEqual("_meta".utf8) {
            let known = first { $0.name.utf8.elementsEqual(member.key.utf8) }
            guard let field = known ?? meant(by: member.key).first.flatMap({ name in first { $0.name == name } }),
                known != nil || sent[field.name] == nil
            else { return nil }
            if known == nil, let inner = field.members.first(where: { nameWords($0) == nameWords(member.key) }) {
                loose.append(JSONMember(inner, JSONValue(member.value)))
                continue
            }
            let value = field.takes(member.value) ? JSONValue(member.value) : field.meant(member.value)
            guard let value = value ?? field.examples.first, !members.contains(where: { $0.key == field.name }) else {
                return nil
            }
            members.append(JSONMember(field.name, value))
        }
        for field in self where field.isRequired && !members.contains(where: { $0.key == field.name }) {
            guard let value = field.gathered(loose) ?? field.examples.first else { return nil }
            members.append(JSONMember(field.name, value))
        }
        let text = String(decoding: JSONValue.object(members).serialized(), as: UTF8.self)
        return text.utf8.count <= 300 && !text.utf8.contains(UInt8(ascii: "`")) ? text : nil
    }
}

extension ParameterField {
    /// Objects of members that were sent beside each other: one for each element of an array among them. What is missing is that of the
    /// example.
    fileprivate func gathered(_ loose: [JSONMember]) -> JSONValue? {
        let own = loose.filter { members.contains($0.key) }
        guard !own.isEmpty, let example = examples.first?.array?.first?.members else { return nil }
        let count = own.compactMap { $0.value.array?.count }.max() ?? 1
        let objects = (0..<count).map { index -> JSONValue in
            let given = own.compactMap { member -> JSONMember? in
                guard let array = member.value.array else { return member }
                return index < array.count ? JSONMember(member.key, array[index]) : nil
            }
            return .object(given + example.filter { member in !own.contains { $0.key == member.key } })
        }
        return .array(objects)
    }
}
