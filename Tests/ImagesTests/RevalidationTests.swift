import DiskCache
import HTTP
import TestSupport
import Testing

@testable import Images

@Suite("Asking a server whether its picture is still the same")
struct RevalidationTests {
    private let folder: Folder
    private let clock = TestWallClock()

    init() throws {
        folder = try Folder()
    }

    private func service(_ fetcher: any ImageFetcher) -> ImageService {
        var configuration = ImageConfiguration()
        configuration.diskPath = folder("images")
        configuration.diskAge = .seconds(10_000)
        return ImageService(configuration, fetcher: fetcher, clock: CacheClock(now: clock.now))
    }

    /// Gives version 1 with these fields; to its tag, 304.
    private func server(_ fields: [(String, String)], confirming: [(String, String)] = []) -> ScriptedFetcher {
        ScriptedFetcher { address, validators throws(ImageFailure) in
            validators.isEmpty
                ? HTTPResponse(status: 200, fields: fields.fields, body: Picture.png(of: address.text))
                : HTTPResponse(status: 304, fields: confirming.fields)
        }
    }

    private let tagged = [
        ("ETag", "\"1\""), ("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT"), ("Cache-Control", "max-age=60"),
    ]
    private let tags = HTTPValidators(entityTag: "\"1\"", lastModified: "Wed, 21 Oct 2015 07:28:00 GMT")

    @Test("304 keeps the bytes and begins a new time of freshness", arguments: [true, false])
    func confirmed(_ fromMemory: Bool) async throws {
        let fetcher = server(tagged, confirming: [("Cache-Control", "max-age=600")])
        let service = service(fetcher)
        let address = try ImageAddress("https://h/a")
        _ = try await service.image(address)
        clock.advance(61)
        if !fromMemory { service.forgetMemory() }
        let answer = try await service.image(address)
        #expect(answer.bytes == Picture.png(of: "https://h/a"))
        #expect(answer.source == (fromMemory ? .memory : .disk))
        #expect(fetcher.asked.map(\.validators) == [HTTPValidators(), tags])
        #expect(service.statistics.confirmations == 1 && service.statistics.downloads == 1)
        clock.advance(500)
        service.forgetMemory()
        #expect(try await service.image(address).source == .disk, "the file has the new time as well")
        #expect(fetcher.asked.count == 2)
        clock.advance(200)
        _ = try await service.image(address)
        #expect(fetcher.asked.last?.validators == tags, "the validators outlast an answer without any")
    }

    @Test("another picture replaces the old one, in memory and on disk")
    func replaced() async throws {
        let versions = LogLines()
        let fetcher = ScriptedFetcher { _, _ throws(ImageFailure) in
            versions.write("asked")
            return HTTPResponse(
                status: 200, fields: [("ETag", "\"\(versions.all.count)\""), ("Cache-Control", "no-cache")].fields,
                body: Picture.png(of: "version \(versions.all.count)"))
        }
        let service = service(fetcher)
        let address = try ImageAddress("https://h/a")
        for version in 1...3 {
            let answer = try await service.image(address)
            #expect(answer.source == .network && answer.bytes == Picture.png(of: "version \(version)"))
        }
        #expect(fetcher.asked.map(\.validators.entityTag) == [nil, "\"1\"", "\"2\""])
    }

    @Test("fresh pictures are given unasked, stale ones never")
    func freshness() async throws {
        let fetcher = server(tagged)
        let service = service(fetcher)
        let address = try ImageAddress("https://h/a")
        for (advance, asked) in [(0, 1), (59, 1), (0, 1), (2, 2), (0, 2)] {
            clock.advance(Int64(advance))
            _ = try await service.image(address)
            #expect(fetcher.asked.count == asked, "after \(advance) s more")
        }
    }

    @Test(
        "F15: after a jump of the clock, and after it was set back, the server is asked again",
        arguments: [400 * 86_400, 1 << 31, 1 << 32] as [Int64], [true, false])
    func clockJumps(_ seconds: Int64, _ fromMemory: Bool) async throws {
        let fetcher = ScriptedFetcher()
        let service = service(fetcher)
        let address = try ImageAddress("https://h/a")
        for (asked, jump) in [0, seconds, -seconds].enumerated() {
            clock.advance(jump)
            for _ in 0..<2 {
                if !fromMemory { service.forgetMemory() }
                #expect(try await service.image(address).bytes == Picture.png(of: address.text))
                #expect(fetcher.asked.count == asked + 1, "after \(jump) s")
            }
        }
    }

    @Test("no-store: answered, kept nowhere, and what was kept is let go")
    func noStore() async throws {
        let fetcher = ScriptedFetcher(fields: [("Cache-Control", "no-store")])
        let service = service(fetcher)
        let address = try ImageAddress("https://h/a")
        for _ in 0..<2 { #expect(try await service.image(address).source == .network) }
        #expect(folder.everything.isEmpty && service.statistics.memoryPictures == 0)
    }

    @Test("without validators a stale picture is fetched whole")
    func noValidators() async throws {
        let fetcher = ScriptedFetcher(fields: [("Cache-Control", "max-age=60")])
        let service = service(fetcher)
        let address = try ImageAddress("https://h/a")
        _ = try await service.image(address)
        clock.advance(61)
        #expect(try await service.image(address).source == .network)
        #expect(fetcher.asked.allSatisfy { $0.validators.isEmpty })
    }

    static let outages: [ImageFailure] = [
        .request(.offline), .request(.timedOut(after: .seconds(1))), .request(.unreachable(host: "h", detail: "x")),
        .request(.connectionLost), .request(.truncatedBody),
    ]

    @Test("a stale picture stands in for a server that is out of reach, once and again", arguments: outages)
    func outage(_ failure: ImageFailure) async throws {
        let asked = LogLines()
        let fetcher = ScriptedFetcher { address, _ throws(ImageFailure) in
            asked.write("asked")
            guard asked.all.count == 1 else { throw failure }
            return HTTPResponse(
                status: 200, fields: [("Cache-Control", "max-age=1")].fields, body: Picture.png(of: address.text))
        }
        let service = service(fetcher)
        let address = try ImageAddress("https://h/a")
        _ = try await service.image(address)
        for step in 2...3 {
            clock.advance(5)
            service.forgetMemory()
            let answer = try await service.image(address)
            #expect(answer.source == .disk && answer.bytes == Picture.png(of: address.text))
            #expect(fetcher.asked.count == step, "it is asked for every time")
        }
        await #expect(throws: failure) { try await service.image(try ImageAddress("https://h/never")) }
    }

    @Test("a server that says no is believed: 404 gives no old picture, 503 does")
    func refused() async throws {
        for (status, stands) in [(404, false), (410, false), (403, false), (503, true)] {
            let asked = LogLines()
            let fetcher = ScriptedFetcher { address, _ throws(ImageFailure) in
                asked.write("asked")
                guard asked.all.count == 1 else { return HTTPResponse(status: status) }
                return HTTPResponse(
                    status: 200, fields: [("Cache-Control", "no-cache")].fields, body: Picture.png(of: address.text))
            }
            let service = service(fetcher)
            let address = try ImageAddress("https://h/\(status)")
            _ = try await service.image(address)
            if stands {
                #expect(try await service.image(address).source == .memory)
            } else {
                await #expect(throws: ImageFailure.status(status)) { try await service.image(address) }
            }
        }
    }
}
