import Foundation
import Testing

/// Costs that grow with rows and modules, and costs that must not: counted, not timed.
@Suite("Growth") struct GrowthTests {
    /// A cursor as galleria writes them: of the method's mark (FNV-1a) and the position (LEB128), without rows of its page.
    private func cursor(_ position: Int) -> String {
        let hash = "growth0000.list".utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let mark = UInt16(truncatingIfNeeded: hash >> 16 ^ hash)
        var bytes = [0x40, UInt8(mark >> 8), UInt8(mark & 0xFF)]
        var rest = position
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return Data(bytes + [UInt8(rest)]).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private func made(_ process: ChildProcess) throws -> Int {
        try #require(try process.call("growth0000.made")["result"]?["rows"]?.integer)
    }

    @Test("a page costs the same wherever it stands in a list of a million rows, and makes its own rows alone")
    func pages() throws {
        let galleria = try CountedGalleria(modules: 1, rows: 1_000_000)
        let costs = try [0, 100_000, 400_000, 700_000, 999_980].map { position in
            let before = try made(galleria.process)
            let cost = try galleria.cost(
                of: "growth0000.list", #"{"cursor":"\#(cursor(position))"}"#, requests: 20)
            #expect(try made(galleria.process) - before == 40 * 20, "at \(position)")
            return cost.allocations
        }
        // Their digits are a few in a debug build, and more than those of the first page; to walk to the page would be thousands.
        let (first, far) = (costs[0], costs.dropFirst())
        #expect((far.max() ?? 0) <= (far.min() ?? 0) * 1.25, "\(costs)")
        #expect((far.max() ?? 0) - first <= 250, "\(costs)")
    }

    @Test("a page costs the same in a list of twenty-one rows, of ten thousand and of a million")
    func totals() throws {
        let costs = try [21, 10_000, 1_000_000].map { rows in
            try CountedGalleria(modules: 1, rows: rows).cost(of: "growth0000.list", requests: 20)
                .allocations.rounded()
        }
        #expect(Set(costs).count == 1, "\(costs)")
    }

    @Test("an answer of ten times the rows takes ten times the work and memory", arguments: ["method", "tool"])
    func rows(face: String) throws {
        let galleria = try CountedGalleria(modules: 1, rows: 10_000)
        try galleria.process.initialize()
        let costs = try [100, 1_000, 10_000].map { rows in
            let params = #"{"count":\#(rows)}"#
            return face == "tool"
                ? try galleria.cost(ofTool: "growth0000_many", params, requests: 2)
                : try galleria.cost(of: "growth0000.many", params, requests: 2)
        }
        let (first, second) = ((costs[1] - costs[0]) / 900, (costs[2] - costs[1]) / 9_000)
        #expect(second.allocations <= first.allocations * 1.1)
        // Buffers double, so that a row may ask for up to twice what another does; copies of all rows would be hundreds.
        #expect(second.bytes <= first.bytes * 2)
    }

    /// One galleria of so many modules: what its start cost, and what requests to its last module do.
    private struct Modules {
        let start: CountedGalleria.Counts
        let toolBytes: Int
        let requests: [Double]

        init(_ count: Int) throws {
            let galleria = try CountedGalleria(modules: count)
            try galleria.process.initialize()
            let last = String(format: "growth%04d", count - 1)
            // The handshake needs no module: the first call makes them.
            _ = try galleria.process.call("\(last).row", #"{"number":7}"#)
            start = try galleria.counts()
            try galleria.process.send(line: ChildProcess.request("tools/list", id: 2))
            toolBytes = try #require(try galleria.process.readLine()).utf8.count
            requests = try [
                galleria.cost(of: "ping"), galleria.cost(of: "\(last).row", #"{"number":7}"#),
                galleria.cost(ofTool: "\(last)_row", #"{"number":7}"#),
                galleria.cost(of: "resources/read", #"{"uri":"galleria://\#(last)/7"}"#, requests: 20),
                galleria.cost(of: "resources/read", #"{"uri":"\#(last)://note"}"#),
            ].map { $0.allocations.rounded() }
        }
    }

    @Test("6, 60 and 300 modules: a request costs the same, a module adds the same to the start and to the tools")
    func modules() throws {
        let counts = [6, 60, 300]
        let costs = try counts.map(Modules.init)
        #expect(costs[1].requests == costs[0].requests)
        #expect(costs[2].requests == costs[0].requests)
        func perModule(_ number: Int, _ value: (Modules) -> Double) -> Double {
            (value(costs[number]) - value(costs[number - 1])) / Double(counts[number] - counts[number - 1])
        }
        #expect(perModule(2) { $0.start.allocations } <= perModule(1) { $0.start.allocations } * 1.1)
        #expect(perModule(2) { $0.start.bytes } <= perModule(1) { $0.start.bytes } * 1.5)
        #expect(perModule(2) { Double($0.toolBytes) } <= perModule(1) { Double($0.toolBytes) } * 1.05)
    }
}
