import Testing

@testable import Settings

@Suite("Mutated files never crash the reader (C3)")
struct MutationTests {
    /// A small generator with a fixed seed: the same files at each run (Steele, Lea and Flood's SplitMix64).
    struct SplitMix: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    static let valid = """
        # A comment 한국어
        environment: sample
        modules:
          bookShelf: { enabled: true, endpoint: "https://api.itbook.store/1.0" }
          forecast: { apiKey: "${KEY:-}", days: 012, units: &m metric }
          catalog:
            currency: 'AUD'
            data: null
        network:
          data: live
          timeout: 10s
          maxBytes: 8MiB
        state: { path: ~/state.db }
        images:
          allowHosts:
            - itbook.store
            - "\\x61.example"
            - >-
              b.example

        """

    @Test("the file itself is valid")
    func original() throws {
        let settings = try Sample.load(Sample.sources(Self.valid))
        #expect(settings[Sample.days] == 12)
        #expect(settings[Sample.hosts] == ["itbook.store", "a.example", "b.example"])
        #expect(settings[Sample.path] == "/home/me/state.db")
    }

    @Test("a thousand mutations load or are refused with places in the file")
    func mutations() throws {
        let catalog = try Sample.catalog()
        var random = SplitMix(state: 20_260_801)
        var refused = 0
        for round in 0..<1_000 {
            var bytes = Array(Self.valid.utf8)
            for _ in 0...Int.random(in: 0..<4, using: &random) { mutate(&bytes, &random) }
            var sources = Sample.sources()
            sources.baseFile = ("f.yaml", bytes)
            do throws(SettingsReport) {
                _ = try Settings.load(catalog: catalog, sources: sources)
            } catch {
                refused += 1
                let text = SourceText(bytes)
                for problem in error.problems {
                    let line = try #require(problem.line, "round \(round)")
                    #expect((1...text.lineCount).contains(line), "round \(round)")
                    #expect((problem.column ?? 0) >= 1, "round \(round)")
                    #expect(!problem.sentence.isEmpty)
                }
                #expect(!error.rendered().isEmpty)
            }
        }
        #expect((300..<1_000).contains(refused))
    }

    /// One change: a byte flipped, taken away, doubled or replaced by one that means something, or a piece moved.
    private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(bytes[index], at: index)
        case 3: bytes[index] = Array("[]{}:,-?&*!|>'\"%@`#\t\n $\\\u{7F}".utf8).randomElement(using: &random) ?? 0
        default:
            let piece = Array(bytes[index..<min(index + 12, bytes.count)])
            bytes.insert(contentsOf: piece, at: Int.random(in: 0..<bytes.count, using: &random))
        }
    }
}
