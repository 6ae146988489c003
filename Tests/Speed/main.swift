import Glibc
import JSON
import Runtime
import Synchronization

/// Measurements by name; each takes its seconds and its further words, and returns the values of `Report`.
let tasks: [String: @Sendable (Double, [String]) async throws -> Report] = [
    "json-read": { seconds, words in try JSONRates(file: words.at(0)).read(for: seconds) },
    "json-write": { seconds, words in try JSONRates(file: words.at(0)).write(for: seconds) },
    "json-write-tree": { seconds, words in try JSONRates(file: words.at(0)).writeTree(for: seconds) },
    "image-memory": { seconds, words in
        try await ImageTimes(file: words.at(0), folder: words.at(1)).memory(for: seconds)
    },
    "image-disk": { seconds, words in try await ImageTimes(file: words.at(0), folder: words.at(1)).disk(for: seconds) },
    "thumbnail": { seconds, words in try ImageTimes.thumbnail(file: words.at(0), side: words.number(1), for: seconds) },
    "picture-mutations": { _, words in
        var mutations = try PictureMutations(folders: words.dropFirst(2), seed: words.number(1))
        return try mutations.run(words.number(0))
    },
    "search-friends": { seconds, words in
        try await SearchTimes.friends(file: words.at(0), text: words.at(1), expected: words.number(2), for: seconds)
    },
    "search-shelf": { seconds, words in
        try await SearchTimes.shelf(file: words.at(0), text: words.at(1), expected: words.number(2), for: seconds)
    },
]

/// Why nothing was measured.
struct Failed: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension [String] {
    func at(_ index: Int) throws -> String {
        guard indices.contains(index) else { throw Failed("word \(index + 1) is missing") }
        return self[index]
    }

    func number(_ index: Int) throws -> Int {
        guard let number = Int(try at(index)) else { throw Failed("word \(index + 1) is no number") }
        return number
    }
}

/// The bytes of a file.
func bytes(of path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failed("\(path) can't be opened") }
    defer { close(file) }
    var found = stat()
    guard fstat(file, &found) == 0 else { throw Failed("\(path) can't be read") }
    var bytes = [UInt8](repeating: 0, count: Int(found.st_size))
    var done = 0
    while done < bytes.count {
        let count = bytes[done...].withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        guard count > 0 else { throw Failed("\(path) can't be read") }
        done += count
    }
    return bytes
}

private func say(_ text: String, to file: Int32) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
}

/// Does what the command line says. A process measures one thing: nothing before it has warmed or littered its memory.
private func run() async -> Int32 {
    let words = Array(processWords().dropFirst())
    guard words.count >= 2, let task = tasks[words[0]], let seconds = Double(words[1]) else {
        say("usage: galleria-speed \(tasks.keys.sorted().joined(separator: "|")) SECONDS FILE …\n", to: 2)
        return 2
    }
    do {
        let report = try await task(seconds, Array(words.dropFirst(2)))
        say(String(decoding: report.json.serialized(), as: UTF8.self) + "\n", to: 1)
        return 0
    } catch {
        say("galleria-speed: \(error)\n", to: 2)
        return 1
    }
}

// On the pool, where features' large work and pictures are, not behind the main actor's queue.
Task.detached { exit(await run()) }
while true { pause() }
