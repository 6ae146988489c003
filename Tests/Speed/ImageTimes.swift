import HTTP
import Images
import JSON
import Synchronization

/// A picture through the service that `images.show` asks, and made smaller.
struct ImageTimes {
    private let service: ImageService
    private let fetcher: FileFetcher
    private let address: ImageAddress

    /// - Parameters:
    ///   - file: what the picture's server sends.
    ///   - folder: the disk cache.
    init(file: String, folder: String) throws {
        fetcher = FileFetcher(body: try bytes(of: file))
        var configuration = ImageConfiguration()
        configuration.diskPath = folder
        service = ImageService(configuration, fetcher: fetcher)
        address = try ImageAddress("https://static.example.com/picture.jpg")
    }

    /// Has it fetched, kept in memory and on disk.
    private func begin() async throws {
        _ = await service.clear()
        try await ask(from: .network)
    }

    /// From memory: the answer's bytes are those that memory holds, and no copy.
    func memory(for seconds: Double) async throws -> Report {
        try await begin()
        return try await report(measure(for: seconds) { try await ask(from: .memory) })
    }

    /// From disk: memory forgets the picture before each call, as in a new process.
    func disk(for seconds: Double) async throws -> Report {
        try await begin()
        return try await report(
            measure(for: seconds) {
                service.forgetMemory()
                try await ask(from: .disk)
            })
    }

    /// - Throws: also when it came from elsewhere: then something else was measured.
    private func ask(from source: ImageSource) async throws {
        let answer = try await service.image(address)
        guard answer.source == source, answer.bytes.count == fetcher.body.count else {
            throw Failed("the picture came from \(answer.source), with \(answer.bytes.count) bytes")
        }
    }

    private func report(_ report: Report) throws -> Report {
        guard fetcher.fetches.withLock({ $0 }) == 1 else { throw Failed("it was fetched again") }
        var report = report
        report.counts = [JSONMember("bytes", .integer(fetcher.body.count))]
        return report
    }

    static func thumbnail(file: String, side: Int, for seconds: Double) throws -> Report {
        let picture = try bytes(of: file)
        guard let one = try Thumbnail(of: picture, maxSide: side) else { throw Failed("\(file) can't be made smaller") }
        var report = try measure(for: seconds) {
            guard let thumbnail = try Thumbnail(of: picture, maxSide: side), thumbnail.bytes.count == one.bytes.count
            else { throw Failed("another thumbnail") }
        }
        report.counts = [
            JSONMember("width", .integer(one.width)), JSONMember("height", .integer(one.height)),
            JSONMember("bytes", .integer(one.bytes.count)),
        ]
        return report
    }
}

/// A server that has one picture, good for an hour.
private final class FileFetcher: ImageFetcher {
    let body: [UInt8]
    let fetches = Mutex(0)

    init(body: [UInt8]) {
        self.body = body
    }

    func fetch(_ address: ImageAddress, unless: HTTPValidators) async throws(ImageFailure) -> HTTPResponse {
        fetches.withLock { $0 += 1 }
        let field = try? HTTPField(name: "Cache-Control", value: "max-age=3600")
        return HTTPResponse(status: 200, fields: field.map { [$0] } ?? [], body: body)
    }
}
