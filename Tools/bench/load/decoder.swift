// Foundation's JSONDecoder over a text of ../json_rates.py: into any value, as a reader of any JSON must, or into typed ones.
//
// usage: decoder any|typed SECONDS FILE
import Foundation

struct Price: Codable {
    let amount, currency: String
}

struct Note: Codable {
    let isbn13, title: String
    let authors: [String]
    let price: Price
    let pages: Int
    let rating: Double
    let memo: String
}

struct Parameters: Codable {
    let name: String
    let arguments: Note
}

struct Call: Codable {
    let jsonrpc: String
    let id: Int
    let method: String
    let params: Parameters
}

struct Product: Codable {
    let sku, name, brand: String
    let price: Price
    let stock: Int
    let rating: Double
    let liked: Bool
    let tags: [String]
    let image: String
}

struct Page: Codable {
    let total: Int
    let items: [Product]
}

/// Any JSON, in the way that Codable has for it: each kind of value is tried in turn.
enum AnyValue: Decodable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case array([AnyValue])
    case object([String: AnyValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let members = try? container.decode([String: AnyValue].self) {
            self = .object(members)
        } else {
            self = .array(try container.decode([AnyValue].self))
        }
    }
}

func now(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// As measure.h does.
func measure(_ seconds: Double, _ call: () throws -> Void) rethrows {
    let (wall, processor) = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
    var (times, calls, inSlice, from): ([Double], Int, Int, Int) = ([], 0, 1, wall)
    while times.count < 3 || Double(now(CLOCK_MONOTONIC) - from) < seconds * 1e9 {
        let start = now(CLOCK_PROCESS_CPUTIME_ID)
        for _ in 0..<inSlice { try call() }
        let time = now(CLOCK_PROCESS_CPUTIME_ID) - start
        if time < 2_000_000, times.isEmpty {
            inSlice *= 2
            from = now(CLOCK_MONOTONIC)
            continue
        }
        times.append(Double(time) / Double(inSlice))
        calls += inSlice
    }
    times.sort()
    let share = Double(now(CLOCK_PROCESS_CPUTIME_ID) - processor) / Double(now(CLOCK_MONOTONIC) - wall)
    print(
        "{\"nanoseconds\":\(times[times.count / 2]),\"calls\":\(calls),\"slices\":\(times.count),\"share\":\(share)}")
}

guard CommandLine.arguments.count == 4, let seconds = Double(CommandLine.arguments[2]),
    ["any", "typed"].contains(CommandLine.arguments[1]),
    let data = FileManager.default.contents(atPath: CommandLine.arguments[3])
else {
    FileHandle.standardError.write(Data("usage: decoder any|typed SECONDS FILE\n".utf8))
    exit(2)
}
let decoder = JSONDecoder()
if CommandLine.arguments[1] == "any" {
    try measure(seconds) { _ = try decoder.decode(AnyValue.self, from: data) }
} else if (try? decoder.decode(Page.self, from: data)) != nil {
    try measure(seconds) { _ = try decoder.decode(Page.self, from: data) }
} else {
    try measure(seconds) { _ = try decoder.decode(Call.self, from: data) }
}
