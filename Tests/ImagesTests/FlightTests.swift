import HTTP
import TestSupport
import Testing

@testable import Images

@Suite("Many askers")
struct FlightTests {
    private func service(_ fetcher: any ImageFetcher) -> ImageService {
        var configuration = ImageConfiguration()
        configuration.diskBytes = 0
        return ImageService(configuration, fetcher: fetcher)
    }

    /// Asks now: when this returns, the asker waits.
    private func ask(_ service: ImageService, _ url: String) throws -> Task<ImageAnswer, any Error> {
        let address = try ImageAddress(url)
        return Task.immediate { try await service.image(address) }
    }

    @Test("1c.11, 1d, H10: twenty askers, one download, twenty answers")
    func twenty() async throws {
        let fetcher = HeldFetcher()
        let service = service(fetcher)
        let askers = try (0..<20).map { _ in try ask(service, "https://h/a") }
        await fetcher.waitForBegun(1)
        fetcher.release("https://h/a")
        for asker in askers {
            let answer = try await asker.value
            #expect(answer.source == .network && answer.bytes == Picture.png(of: "https://h/a"))
        }
        #expect(fetcher.begun.count == 1 && service.statistics.joined == 19)
    }

    @Test("H10: a failure reaches all who wait, and the next one asks again")
    func sharedFailure() async throws {
        let fetcher = HeldFetcher()
        let service = service(fetcher)
        let askers = try (0..<5).map { _ in try ask(service, "https://h/a") }
        await fetcher.waitForBegun(1)
        fetcher.release("https://h/a", .success(HTTPResponse(status: 404)))
        for asker in askers { await #expect(throws: ImageFailure.status(404)) { try await asker.value } }
        let next = try ask(service, "https://h/a")
        await fetcher.waitForBegun(2)
        fetcher.release("https://h/a")
        #expect(try await next.value.source == .network)
    }

    @Test("1c.13, 1d, W16: cancelling one of three ends one; the download ends with the last")
    func cancellation() async throws {
        let fetcher = HeldFetcher()
        let service = service(fetcher)
        let askers = try (0..<3).map { _ in try ask(service, "https://h/a") }
        await fetcher.waitForBegun(1)
        askers[1].cancel()
        await #expect(throws: ImageFailure.cancelled) { try await askers[1].value }
        #expect(fetcher.cancelled.isEmpty)
        askers[0].cancel()
        askers[2].cancel()
        await fetcher.waitForCancelled(1)
        for asker in [askers[0], askers[2]] { await #expect(throws: ImageFailure.cancelled) { try await asker.value } }
        let next = try ask(service, "https://h/a")
        await fetcher.waitForBegun(2)
        fetcher.release("https://h/a")
        #expect(try await next.value.source == .network)
    }

    @Test("1c.13: an asker that is cancelled already begins nothing")
    func cancelledBefore() async throws {
        let fetcher = HeldFetcher()
        let service = service(fetcher)
        let address = try ImageAddress("https://h/a")
        let asker = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await service.image(address)
        }
        await #expect(throws: ImageFailure.cancelled) { try await asker.value }
        #expect(fetcher.begun.isEmpty)
    }

    @Test("five downloads at once; then what was asked last comes first, and what was given up never")
    func order() async throws {
        let fetcher = HeldFetcher()
        let service = service(fetcher)
        let first = try (0..<5).map { try ask(service, "https://h/\($0)") }
        await fetcher.waitForBegun(5)
        // Each of these is in the queue before the next asks: its flight waits for a turn, which nobody ends meanwhile.
        let later = try (5..<9).map { try ask(service, "https://h/\($0)") }
        later[2].cancel()
        await #expect(throws: ImageFailure.cancelled) { try await later[2].value }
        await service.waitForQueue(3)
        for number in [8, 6, 5] {
            // Counted before: the next one may begin as soon as the turn is free.
            let begun = fetcher.begun
            fetcher.release(begun[begun.count - 5])
            await fetcher.waitForBegun(begun.count + 1)
            #expect(fetcher.begun.last == "https://h/\(number)")
        }
        for url in fetcher.begun { fetcher.release(url) }
        for asker in first + [later[0], later[1], later[3]] { _ = try await asker.value }
        #expect(fetcher.mostAtOnce == 5)
        #expect(!fetcher.begun.contains("https://h/7"))
    }

    @Test("a storm of askers and cancellations: each gets one end, and nothing stays behind")
    func storm() async throws {
        let fetcher = ScriptedFetcher()
        let service = service(fetcher)
        var random = SeededGenerator(9)
        var askers: [(task: Task<ImageAnswer, any Error>, url: String, isCancelled: Bool)] = []
        for _ in 0..<400 {
            let url = "https://h/\(Int.random(in: 0..<30, using: &random))"
            let task = try ask(service, url)
            let isCancelled = Bool.random(using: &random)
            if isCancelled { task.cancel() }
            askers.append((task, url, isCancelled))
        }
        for asker in askers {
            do {
                #expect(try await asker.task.value.bytes == Picture.png(of: asker.url))
            } catch {
                #expect(asker.isCancelled && error as? ImageFailure == .cancelled)
            }
        }
        #expect(service.flightCount == 0)
    }

    @Test("prefetching fills the caches, tells how far it is, and lists what failed")
    func prefetch() async throws {
        let fetcher = ScriptedFetcher { address, _ throws(ImageFailure) in
            guard !address.text.hasSuffix("3"), !address.text.hasSuffix("7") else { throw .request(.connectionLost) }
            return HTTPResponse(status: 200, body: Picture.png(of: address.text))
        }
        let service = service(fetcher)
        let addresses = try (0..<12).map { try ImageAddress("https://h/\($0)") }
        var progress: [Int] = []
        let failures = await service.prefetch(addresses) { done, total in
            #expect(total == 12)
            progress.append(done)
        }
        #expect(progress == Array(1...12))
        #expect(failures.map(\.address) == [addresses[3], addresses[7]])
        #expect(failures.allSatisfy { $0.failure == .request(.connectionLost) })
        #expect(try await service.image(addresses[0]).source == .memory)
    }
}

@Suite("Pictures fetched ahead")
struct PrefetchTests {
    private let fetcher = HeldFetcher()
    private let service: ImageService
    private let addresses: [ImageAddress]

    init() throws {
        var configuration = ImageConfiguration()
        configuration.diskBytes = 0
        service = ImageService(configuration, fetcher: fetcher)
        addresses = try (0..<10).map { try ImageAddress("https://h/\($0)") }
    }

    private func prefetch() -> Task<Int, Never> {
        Task.immediate { [service, addresses] in await service.prefetch(addresses).count }
    }

    /// Answers everything that is asked for until all of it was.
    private func releaseAll() async {
        for number in addresses.indices {
            await fetcher.waitForBegun(number + 1)
            fetcher.release(fetcher.begun[number])
        }
    }

    @Test("1c.11 twenty askers of a picture that is being fetched ahead: one download, and memory has it afterwards")
    func joined() async throws {
        let prefetching = prefetch()
        await fetcher.waitForBegun(3)
        let askers = (0..<20).map { _ in
            Task.immediate { [service, addresses] in try await service.image(addresses[0]) }
        }
        await releaseAll()
        for asker in askers { #expect(try await asker.value.source == .network) }
        #expect(await prefetching.value == 0)
        #expect(Set(fetcher.begun).count == 10 && fetcher.begun.count == 10 && fetcher.mostAtOnce <= 4)
        for address in addresses { #expect(try await service.image(address).source == .memory) }
        #expect(fetcher.begun.count == 10)
    }

    @Test("what is asked for does not wait for servers that answer no prefetch")
    func outranked() async throws {
        let prefetching = prefetch()
        await fetcher.waitForBegun(3)
        let asked = Task.immediate { [service] in try await service.image(try ImageAddress("https://h/asked")) }
        await fetcher.waitForBegun(4)
        #expect(Array(fetcher.begun.dropFirst(3)) == ["https://h/asked"])
        fetcher.release("https://h/asked")
        #expect(try await asked.value.source == .network)
        prefetching.cancel()
        #expect(await prefetching.value == 10)
    }

    @Test("1c.13 given up, it ends at once, but for the picture that somebody waits for")
    func cancelled() async throws {
        let prefetching = prefetch()
        await fetcher.waitForBegun(3)
        let kept = fetcher.begun[1]
        let asked = Task.immediate { [service] in try await service.image(try ImageAddress(kept)) }
        prefetching.cancel()
        #expect(await prefetching.value == 10, "none of them is there")
        await fetcher.waitForCancelled(2)
        fetcher.release(kept)
        #expect(try await asked.value.source == .network)
        #expect(fetcher.begun.count == 3 && !fetcher.cancelled.contains(kept))
    }
}

extension ImageService {
    /// Returns when so many flights wait for their turn.
    func waitForQueue(_ count: Int) async {
        while queueCount < count { await Task.yield() }
    }
}
