import JSON

/// Members that may differ between two runs of one conversation, and are compared by `--strict` alone.
package enum VolatileMembers {
    /// A member that differs from run to run.
    struct Rule: Sendable {
        let name: StaticString
        /// The client repeats it: what it sends later is put right.
        let isCarried: Bool
    }

    /// The whole table.
    static let rules = [
        // Times.
        Rule(name: "createdAt", isCarried: false),
        Rule(name: "lastUpdatedAt", isCarried: false),
        Rule(name: "age", isCarried: false),
        // Random per process.
        Rule(name: "taskId", isCarried: true),
        Rule(name: "requestState", isCarried: true),
        // The program's own, which a test of a new one should not fail for.
        Rule(name: "version", isCarried: false),
    ]

    /// Notifications that hang on how long things take, so that one more is no difference; and those of them that may be
    /// missing as well.
    static let timed: Set = ["notifications/progress", "screen.changed"]
    static let optional: Set = ["notifications/progress"]

    static func rule(for name: String) -> Rule? {
        rules.first { rule in
            rule.name.withUTF8Buffer { name.utf8.elementsEqual($0) }
        }
    }

    /// A text without the ports of servers on this machine, which tests choose as they come.
    static func withoutPorts(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let (range, digits) = firstPort(in: rest) {
            result += rest[..<range.upperBound]
            rest = rest[digits...]
        }
        return result + rest
    }

    /// The first `127.0.0.1:` and the like, and where its digits end.
    private static func firstPort(in text: Substring) -> (Range<Substring.Index>, Substring.Index)? {
        let found = ["127.0.0.1:", "localhost:", "[::1]:"].compactMap {
            host -> (Range<Substring.Index>, Substring.Index)? in
            var start = text.startIndex
            let needle = Array(host.utf8)
            while start < text.endIndex {
                let tail = text.utf8[start...]
                if tail.starts(with: needle) {
                    let behind = text.utf8.index(start, offsetBy: needle.count)
                    let end = text.utf8[behind...].firstIndex { $0 < 0x30 || $0 > 0x39 } ?? text.endIndex
                    if end > behind { return (start..<behind, end) }
                }
                start = text.utf8.index(after: start)
            }
            return nil
        }
        return found.min { $0.0.lowerBound < $1.0.lowerBound }
    }
}
