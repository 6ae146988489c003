import DiskCache
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import Images

@Suite("The image service")
struct ImageServiceTests {
    private let folder: Folder
    private let clock = TestWallClock()
    private let log = LogLines()

    init() throws {
        folder = try Folder()
    }

    private func service(
        _ fetcher: any ImageFetcher, configure: (inout ImageConfiguration) -> Void = { _ in }
    ) -> ImageService {
        var configuration = ImageConfiguration()
        configuration.diskPath = folder("images")
        configure(&configuration)
        return ImageService(configuration, fetcher: fetcher, clock: CacheClock(now: clock.now), log: log.write)
    }

    private func get(_ service: ImageService, _ url: String) async throws -> ImageAnswer {
        try await service.image(try ImageAddress(url))
    }

    @Test("1c.11, 1d: network, then memory; after memory is forgotten disk, which is put into memory again")
    func layers() async throws {
        let fetcher = ScriptedFetcher()
        let service = service(fetcher)
        var sources: [ImageSource] = []
        for step in 0..<5 {
            if step == 2 { service.forgetMemory() }
            let answer = try await get(service, "https://h/a")
            #expect(answer.bytes == Picture.png(of: "https://h/a"))
            #expect(answer.mimeType == "image/png" && answer.width == 16 && answer.height == 16)
            sources.append(answer.source)
        }
        #expect(sources == [.network, .memory, .disk, .memory, .memory])
        #expect(fetcher.asked.count == 1)
        let statistics = service.statistics
        #expect(statistics.memoryHits == 3 && statistics.diskHits == 1 && statistics.downloads == 1)
        #expect(statistics.memoryPictures == 1)
    }

    @Test(
        "what the disk has at hand is given without waiting, as from memory, and counted; a stale one is asked for again",
        .enabled(if: PageCache.tells, "needs a file system that tells what it has in memory"))
    func atHand() async throws {
        let fetcher = ScriptedFetcher()
        let service = service(fetcher)
        let address = try ImageAddress("https://h/a")
        _ = try await service.image(address)
        // The folder is known once it was read.
        service.forgetMemory()
        #expect(try await service.image(address).source == .disk)
        for source in [ImageSource.disk, .memory, .disk] {
            if source == .disk { service.forgetMemory() }
            let given = Mutex<ImageSource?>(nil)
            // It runs here as far as it does not wait.
            let asking = Task.immediate {
                let answer = try await service.image(address)
                given.withLock { $0 = answer.source }
                return answer
            }
            #expect(given.withLock { $0 } == source)
            #expect(try await asking.value.bytes == Picture.png(of: "https://h/a"))
        }
        #expect(service.statistics.diskHits == 3 && service.statistics.memoryHits == 1 && fetcher.asked.count == 1)
        service.forgetMemory()
        clock.advance(100 * 86_400)
        #expect(try await service.image(address).source == .network, "it is no longer fresh")
        #expect(fetcher.asked.count == 2)
    }

    @Test(
        "a picture that turns stale at whatever moment of being asked for is counted once",
        .enabled(if: PageCache.tells, "needs a file system that tells what it has in memory"), arguments: 0..<8)
    func turnsStale(_ asks: Int) async throws {
        var configuration = ImageConfiguration()
        configuration.diskPath = folder("images")
        let left = Mutex(Int.max)
        let service = ImageService(
            configuration, fetcher: ScriptedFetcher(),
            clock: CacheClock { [clock] in
                left.withLock { left in
                    if left == 0 { clock.advance(100 * 86_400) }
                    left -= 1
                }
                return clock.now()
            }, log: log.write)
        for _ in 0..<2 {
            _ = try await get(service, "https://h/a")
            service.forgetMemory()
        }
        left.withLock { $0 = asks }
        _ = try await get(service, "https://h/a")
        let counted = service.statistics
        #expect(counted.downloads + counted.confirmations + counted.memoryHits + counted.diskHits == 3)
        #expect(counted.diskHits == (asks < 2 ? 1 : 2), "its freshness is the second thing that the clock is asked for")
    }

    @Test("1c.11, F12: a second service on the same folder finds the picture on disk")
    func secondProcess() async throws {
        _ = try await get(service(ScriptedFetcher()), "https://h/a")
        let fetcher = ScriptedFetcher()
        let answer = try await get(service(fetcher), "https://h/a")
        #expect(answer.source == .disk && answer.bytes == Picture.png(of: "https://h/a"))
        #expect(fetcher.asked.isEmpty)
    }

    @Test("1c.11, F3: each byte of the file flipped in turn, the picture comes from its server, whole")
    func flipped() async throws {
        _ = try await get(service(ScriptedFetcher()), "https://h/a")
        let name = "images/" + (try #require(SHA256.hexadecimal("https://h/a".utf8)))
        let file = try folder.read(name)
        let service = service(ScriptedFetcher())
        for place in file.indices {
            var damaged = file
            damaged[place] ^= 0x40
            try folder.write(damaged, name)
            service.forgetMemory()
            let answer = try await get(service, "https://h/a")
            #expect(answer.source == .network && answer.bytes == Picture.png(of: "https://h/a"), "byte \(place)")
        }
        #expect(service.statistics.downloads == file.count)
        service.forgetMemory()
        #expect(try await get(service, "https://h/a").source == .disk, "replaced by a whole one")
    }

    @Test("1c.11: the 101st picture evicts the first; the bytes are bounded as well")
    func evicts() async throws {
        let fetcher = ScriptedFetcher()
        let service = service(fetcher) { $0.diskBytes = 0 }
        for number in 0...100 { _ = try await get(service, "https://h/\(number)") }
        #expect(service.statistics.memoryPictures == 100 && service.statistics.evictions == 1)
        #expect(try await get(service, "https://h/100").source == .memory)
        #expect(try await get(service, "https://h/1").source == .memory)
        #expect(try await get(service, "https://h/0").source == .network)

        let small = self.service(fetcher) {
            $0.diskBytes = 0
            $0.memoryBytes = 5_000
        }
        for number in 0...20 { _ = try await get(small, "https://h/\(number)") }
        #expect(small.statistics.memoryBytes <= 5_000 && small.statistics.memoryPictures < 20)
    }

    @Test("1c.11, 4c.10: the key is the exact URL: scheme, query and spelling count")
    func keys() async throws {
        let fetcher = ScriptedFetcher()
        let service = service(fetcher)
        let urls = ["https://h/a", "http://h/a", "https://h/a?x=1", "https://h/a?x=2", "https://h/A", "https://h/%61"]
        for url in urls { #expect(try await get(service, url).bytes == Picture.png(of: url)) }
        #expect(fetcher.asked.map(\.url) == urls)
    }

    @Test(
        "1c.11, 4c.10: an address that is invalid is a typed failure",
        arguments: [
            "", "a", "/img.png", "//h/img.png", "ftp://h/a.png", "file:///etc/passwd", "data:image/png;base64,AAAA",
            "javascript:alert(1)", "https://", "https://user:secret@h/a", "http://127.1/a", "http://2130706433/a",
        ])
    func notAnAddress(_ text: String) {
        do throws(ImageFailure) {
            let address = try ImageAddress(text)
            Issue.record("“\(address.text)” was taken")
        } catch {
            guard case .notAnAddress = error else {
                Issue.record("“\(text)” gives \(error)")
                return
            }
            #expect(!error.message.contains("secret"))
        }
    }

    struct Failing: Sendable, CustomTestStringConvertible {
        let id: String
        let answer: Result<HTTPResponse, ImageFailure>
        let failure: ImageFailure

        var testDescription: String { id }
    }

    static let failing: [Failing] = [
        Failing(
            id: "404", answer: .success(HTTPResponse(status: 404, body: Picture.png(of: "x"))), failure: .status(404)),
        Failing(id: "500", answer: .success(HTTPResponse(status: 500)), failure: .status(500)),
        Failing(id: "204", answer: .success(HTTPResponse(status: 204)), failure: .status(204)),
        Failing(id: "304 unasked", answer: .success(HTTPResponse(status: 304)), failure: .status(304)),
        Failing(
            id: "a page", answer: .success(HTTPResponse(status: 200, body: Array("<html>".utf8))), failure: .notAnImage),
        Failing(id: "nothing", answer: .success(HTTPResponse(status: 200)), failure: .notAnImage),
        Failing(
            id: "a bomb", answer: .success(HTTPResponse(status: 200, body: Picture.pngHeader(60_000, 60_000))),
            failure: .tooManyPixels(width: 60_000, height: 60_000)),
        Failing(
            id: "too many bytes",
            answer: .success(
                HTTPResponse(status: 200, body: Picture.png(of: "x") + [UInt8](repeating: 0, count: 9_000))),
            failure: .tooManyBytes(limit: 8_000)),
        Failing(id: "no connection", answer: .failure(.request(.connectionLost)), failure: .request(.connectionLost)),
        Failing(id: "short", answer: .failure(.request(.truncatedBody)), failure: .request(.truncatedBody)),
    ]

    @Test(
        "1c.11, 5c.13, 5d, F16: a failure is typed, and kept nowhere: the next asker asks the server",
        arguments: failing)
    func failures(_ example: Failing) async throws {
        let answers = LogLines()
        let fetcher = ScriptedFetcher { address, _ throws(ImageFailure) in
            answers.write("asked")
            if answers.all.count == 1 { return try example.answer.get() }
            return HTTPResponse(status: 200, body: Picture.png(of: address.text))
        }
        let service = service(fetcher) { $0.maxBytes = 8_000 }
        await #expect(throws: example.failure) { try await get(service, "https://h/a") }
        #expect(folder.everything.isEmpty)
        #expect(service.statistics.memoryPictures == 0)
        #expect(try await get(service, "https://h/a").source == .network)
    }

    @Test("F6: without its folder the service works on, and says so once")
    func withoutDisk() async throws {
        try folder.write([1], "images")
        let service = service(ScriptedFetcher())
        for url in ["https://h/a", "https://h/b", "https://h/a"] { _ = try await get(service, url) }
        #expect(service.statistics.memoryHits == 1 && log.all.count == 1)
    }

    @Test("clear forgets both caches and says what went")
    func clear() async throws {
        let service = service(ScriptedFetcher())
        for url in ["https://h/a", "https://h/b"] { _ = try await get(service, url) }
        #expect(await service.diskStatistics().entries == 2)
        #expect(await service.prune().entries == 0)
        #expect(await service.clear().entries == 2)
        #expect(await service.diskStatistics().entries == 0 && service.statistics.memoryPictures == 0)
        #expect(try await get(service, "https://h/a").source == .network)
    }
}
