import JSON
import Synchronization
import TestSupport
import Testing

@Suite("The clock that tests advance")
struct ManualClockTests {
    /// Sleepers on an executor that runs when told to; `woken` is who woke, at what time, in order.
    private final class Dormitory: Sendable {
        let clock = ManualClock()
        let executor = ManualExecutor()
        private let record = Mutex<[String]>([])

        var woken: [String] { record.withLock { $0 } }

        @discardableResult
        func sleep(_ name: String, for durations: Duration...) -> Task<Void, Never> {
            let task = Task(executorPreference: executor) { [self] in
                for duration in durations {
                    do {
                        try await clock.sleep(for: duration)
                        record.withLock { $0.append("\(name) \(clock.now.offset)") }
                    } catch {
                        record.withLock { $0.append("\(name) cancelled") }
                        return
                    }
                }
            }
            executor.runAll()
            return task
        }

        func advance(by duration: Duration) {
            clock.advance(by: duration) { executor.runAll() }
        }
    }

    @Test("sleepers wake by deadline, then in the order they fell asleep, each at its own time")
    func order() {
        let dormitory = Dormitory()
        dormitory.sleep("c", for: .seconds(3))
        dormitory.sleep("a", for: .seconds(1))
        dormitory.sleep("b", for: .seconds(1))
        #expect(dormitory.clock.nextWake == .seconds(1))
        dormitory.advance(by: .milliseconds(999))
        #expect(dormitory.woken == [])
        dormitory.advance(by: .seconds(5))
        #expect(dormitory.woken == ["a 1.0 seconds", "b 1.0 seconds", "c 3.0 seconds"])
        #expect(dormitory.clock.now.offset == .milliseconds(5999))
        #expect(dormitory.clock.sleeperCount == 0)
    }

    @Test("who sleeps again in the time that passes wakes again in it")
    func again() {
        let dormitory = Dormitory()
        dormitory.sleep("a", for: .seconds(1), .seconds(1), .seconds(9))
        dormitory.advance(by: .seconds(3))
        #expect(dormitory.woken == ["a 1.0 seconds", "a 2.0 seconds"])
        #expect(dormitory.clock.nextWake == .seconds(8))
    }

    @Test("no time to sleep is no sleep")
    func past() {
        let dormitory = Dormitory()
        dormitory.sleep("now", for: .zero)
        dormitory.sleep("before", for: .seconds(-1))
        #expect(dormitory.woken == ["now 0.0 seconds", "before 0.0 seconds"])
    }

    @Test("a cancelled sleeper wakes at once, whether it slept already or not; the others sleep on")
    func cancelled() {
        let dormitory = Dormitory()
        let sleeping = dormitory.sleep("sleeping", for: .seconds(1))
        dormitory.sleep("other", for: .seconds(1))
        sleeping.cancel()
        dormitory.executor.runAll()
        #expect(dormitory.woken == ["sleeping cancelled"])
        let early = Task(executorPreference: dormitory.executor) { try await dormitory.clock.sleep(for: .seconds(1)) }
        early.cancel()
        dormitory.executor.runAll()
        #expect(dormitory.clock.sleeperCount == 1)
        dormitory.advance(by: .seconds(1))
        #expect(dormitory.woken.last == "other 1.0 seconds")
    }
}

@Suite("The checker of our part of JSON Schema")
struct JSONSchemaTests {
    static let cases: [(id: String, schema: JSONValue, value: JSONValue, isValid: Bool)] = [
        ("string", ["type": "string"], "x", true), ("no string", ["type": "string"], 5, false),
        ("integer", ["type": "integer"], 5, true),
        ("whole in another spelling", ["type": "integer"], .number("5.0"), true),
        ("no integer", ["type": "integer"], .number("5.5"), false),
        ("number", ["type": "number"], .number("5.5"), true),
        ("one of two types", ["type": ["string", "null"]], .null, true),
        ("none of two types", ["type": ["string", "null"]], 5, false), ("boolean", ["type": "boolean"], false, true),
        ("enum", ["enum": ["a", "b"]], "b", true), ("not in enum", ["enum": ["a", "b"]], "c", false),
        ("minimum", ["minimum": 1], 0, false), ("maximum", ["maximum": 1], .number("1.5"), false),
        ("bounds", ["minimum": 1, "maximum": 2], 2, true), ("too short", ["minLength": 2], "é", false),
        ("too long", ["maxLength": 1], "ab", false), ("length in scalars", ["maxLength": 1], "é", true),
        ("items", ["items": ["type": "string"]], ["a", 1], false),
        ("no items", ["items": ["type": "string"]], [], true),
        ("required", ["required": ["a"]], ["a": .null], true), ("missing", ["required": ["a"]], ["b": 1], false),
        ("property", ["properties": ["a": ["type": "string"]]], ["a": 1], false),
        ("further member", ["properties": [:], "additionalProperties": false], ["a": 1], false),
        ("further member allowed", ["properties": [:]], ["a": 1], true),
        ("deep", ["properties": ["a": ["items": ["required": ["b"]]]]], ["a": [["b": 1], [:]]], false),
    ]

    @Test("values against schemas", arguments: cases.map(\.id))
    func check(_ id: String) throws {
        let row = try #require(Self.cases.first { $0.id == id })
        #expect(JSONSchema(row.schema).mistakes(in: row.value).isEmpty == row.isValid)
    }

    @Test("a mistake says where it is")
    func place() {
        let schema = JSONSchema(["properties": ["a": ["items": ["type": "string"]]]])
        #expect(schema.mistakes(in: ["a": ["x", 1]]) == ["result.a[1] is not of the type string"])
    }
}

@Suite("The lists of bad inputs")
struct BadInputTests {
    @Test("W13 W14 T1 T2: they are as long as they should be, each input once")
    func lengths() {
        #expect(OddNumbers.values.count == 42 && Set(OddNumbers.literals).count == 42)
        #expect(NaughtyTexts.all.count >= 515 && HostileText.all.count >= 57 && HostileText.lures.count >= 70)
        #expect(Set(NaughtyTexts.all.map { Array($0.utf8) }).count == NaughtyTexts.all.count)
    }

    @Test("T1: what no text may hold is found, what it may is not")
    func forbidden() {
        #expect(
            "a\u{1B}b\u{9B}\u{202E}\u{E0041}\0\r".forbiddenScalars == [
                "U+1B", "U+9B", "U+202E", "U+E0041", "U+0", "U+D",
            ])
        #expect("a\tb\n 한 👨‍👩‍👧 é".forbiddenScalars == [])
    }

    @Test("the same name gives the same calls, another name others; all are as they say")
    func calls() {
        let schema: JSONValue = [
            "type": "object", "required": ["name"],
            "properties": [
                "name": ["type": "string", "minLength": 1, "maxLength": 5], "page": ["type": "integer", "minimum": 1],
                "size": ["type": "string", "enum": ["big", "small"]], "isNew": ["type": "boolean"],
            ],
        ]
        func all(_ name: String) -> [JSONValue] {
            var calls = GeneratedCalls(schema, name: name)
            return (0..<100).flatMap { _ in [calls.valid(), calls.wrong().parameters] }
        }
        #expect(all("a") == all("a") && all("a") != all("b"))
        var calls = GeneratedCalls(schema, name: "c")
        for _ in 0..<1_000 {
            let right = calls.valid()
            #expect(right["name"]?.string.map { (1...5).contains($0.unicodeScalars.count) } == true)
            #expect(
                right.members?.allSatisfy {
                    GeneratedCalls.takes($0.value, schema["properties"]?[$0.key] ?? .null) == true
                } == true)
            let wrong = calls.wrong()
            guard let field = wrong.field, let property = schema["properties"]?[field] else { continue }
            let value = wrong.parameters[field] ?? .null
            #expect(value.isNull ? field == "name" : GeneratedCalls.takes(value, property) == false, "\(wrong)")
        }
    }
}
