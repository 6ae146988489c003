import Glibc
import Images
import JSON

/// Damaged pictures through the decoders of thumbnails and of pictures on terminals: none may crash, take long, or take
/// more memory than is counted for it.
struct PictureMutations {
    private let seeds: [[UInt8]]
    private var random: Generator

    /// Pictures with more pixels take longer than all others together: one in so many of them is tried.
    private static let large = (pixels: 1 << 20, oneIn: 64)

    /// - Parameter folders: of pictures, as files.
    init(folders: some Sequence<String>, seed: Int) throws {
        seeds = try folders.flatMap { folder in try names(in: folder).map { try bytes(of: "\(folder)/\($0)") } }
            .filter { !$0.isEmpty }
        guard !seeds.isEmpty else { throw Failed("there are no pictures") }
        random = Generator(state: UInt64(truncatingIfNeeded: seed))
    }

    /// The report's time is the processor's for the slowest picture.
    mutating func run(_ count: Int) throws -> Report {
        let before = peakMemory()
        let begun = now(CLOCK_MONOTONIC)
        var (tried, decoded, slowest) = (0, 0, 0 as Int64)
        while tried < count {
            let picture = mutated()
            guard let header = try? ImageHeader(picture) else {
                tried += 1
                continue
            }
            if header.pixels > Self.large.pixels, Int.random(in: 0..<Self.large.oneIn, using: &random) > 0 { continue }
            tried += 1
            let maxSide = Int.random(in: 1...max(header.width, header.height), using: &random)
            let start = now(CLOCK_THREAD_CPUTIME_ID)
            if let thumbnail = try Thumbnail(of: picture, maxSide: maxSide) {
                decoded += 1
                guard max(thumbnail.width, thumbnail.height) <= maxSide else {
                    throw Failed("a thumbnail is too large")
                }
            }
            let pixels = try UprightPixels(of: picture) { (min($0, maxSide), min($1, maxSide)) }
            if let pixels, pixels.bytes.count != pixels.width * pixels.height * 4 { throw Failed("pixels are missing") }
            slowest = max(slowest, now(CLOCK_THREAD_CPUTIME_ID) - start)
        }
        var report = Report(
            nanoseconds: Double(slowest), calls: tried, slices: 1,
            share: Double(now(CLOCK_PROCESS_CPUTIME_ID)) / Double(max(1, now(CLOCK_MONOTONIC) - begun)))
        report.counts = [
            JSONMember("decoded", .integer(decoded)), JSONMember("memory", .integer(peakMemory() - before)),
        ]
        return report
    }

    private mutating func mutated() -> [UInt8] {
        var picture = seeds[Int.random(in: seeds.indices, using: &random)]
        for _ in 0..<Int.random(in: 1...3, using: &random) where !picture.isEmpty { change(&picture) }
        // Half of the PNG get their checksums right again: what is behind the checks is reached.
        if picture.first == 0x89, Bool.random(using: &random) { mendChecksums(&picture) }
        return picture
    }

    private mutating func change(_ picture: inout [UInt8]) {
        let place = Int.random(in: picture.indices, using: &random)
        let span = place..<min(picture.count, place + Int.random(in: 1...64, using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0: picture[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: picture[place] = UInt8.random(in: 0...255, using: &random)
        case 2:
            picture[place] = [0, 1, 0x7F, 0x80, 0xC0, 0xC2, 0xD9, 0xDA, 0xFE, 0xFF].randomElement(using: &random) ?? 0
        case 3:
            let number: UInt32 =
                [0, 1, 0x100, 0x4000, 0x10000, 0x7000_0000, 0x7FFF_FFFF, 0xFFFF_FFFF].randomElement(using: &random) ?? 0
            for (offset, index) in (place..<min(picture.count, place + 4)).enumerated() {
                picture[index] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * offset))
            }
        case 4: picture.removeSubrange(span)
        case 5: picture.insert(contentsOf: picture[span], at: place)
        case 6:
            let other = seeds[Int.random(in: seeds.indices, using: &random)]
            let from = Int.random(in: other.indices, using: &random)
            picture.insert(contentsOf: other[from..<min(other.count, from + span.count)], at: place)
        default: if Int.random(in: 0..<4, using: &random) == 0 { picture.removeSubrange(place...) }
        }
    }

    private func mendChecksums(_ picture: inout [UInt8]) {
        var offset = 8
        while offset + 12 <= picture.count {
            let length = picture[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = offset + 8 + length
            guard end + 4 <= picture.count else { return }
            let sum = ~picture[offset + 4..<end].reduce(~0 as UInt32) { sum, byte in
                (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
            }
            for place in 0..<4 { picture[end + place] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * place)) }
            offset = end + 4
        }
    }
}

/// SplitMix64: every run with the same seed tries the same.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// The most bytes that this process ever had in memory.
private func peakMemory() -> Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss * 1024
}

/// The files of a folder, in order.
private func names(in folder: String) throws -> [String] {
    guard let listing = opendir(folder) else { throw Failed("\(folder) can't be opened") }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name.first != "." { names.append(name) }
    }
    return names.sorted()
}
