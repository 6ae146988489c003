import HTTP
import Synchronization
import TestSupport
import Testing

@testable import Images

@Suite("17.8 The memory in which pictures are made smaller")
struct ScalingTests {
    @Test("who does not fit waits, in order; what is free goes to nobody ahead of them")
    func order() async throws {
        let budget = DecodingBudget(bytes: 100)
        #expect(budget.takes(60))
        let (first, second) = (Promise<Void>(), Promise<Void>())
        let large = Task {
            try await budget.take(50)
            first.keep(())
        }
        while budget.waitingCount < 1 { await Task.yield() }
        let small = Task {
            try await budget.take(10)
            second.keep(())
        }
        while budget.waitingCount < 2 { await Task.yield() }
        #expect(!budget.takes(10), "there is room, and others wait for it")
        budget.giveBack(60)
        await first.value
        await second.value
        try await large.value
        try await small.value
        #expect(budget.waitingCount == 0 && !budget.takes(41) && budget.takes(40))
    }

    @Test("one that is cancelled while it waits takes nothing, and lets the next through")
    func cancelled() async throws {
        let budget = DecodingBudget(bytes: 100)
        #expect(budget.takes(60))
        let large = Task { try await budget.take(100) }
        while budget.waitingCount < 1 { await Task.yield() }
        let small = Task { try await budget.take(40) }
        while budget.waitingCount < 2 { await Task.yield() }
        large.cancel()
        await #expect(throws: ImageFailure.cancelled) { try await large.value }
        try await small.value
        budget.giveBack(100)
        #expect(budget.takes(100))
        let late = Task { try await budget.take(1) }
        late.cancel()
        await #expect(throws: ImageFailure.cancelled) { try await late.value }
        budget.giveBack(100)
        #expect(budget.takes(100), "cancelled before it waited, it took nothing")
    }

    /// A service with room for one picture at a time, and those of a server that counts.
    private func service(
        _ picture: [UInt8], waiting: Int, disk: String? = nil, memory: Int = 100 << 20, fields: [(String, String)] = []
    ) throws -> (service: ImageService, scaling: Scaling, fetcher: ScriptedFetcher) {
        let plan = try #require(ThumbnailPlan(of: picture, maxSide: 8))
        let scaling = Scaling(memory: plan.memory, waiting: waiting)
        let fetcher = ScriptedFetcher { _, _ throws(ImageFailure) in
            HTTPResponse(status: 200, fields: fields.fields, body: picture)
        }
        var configuration = ImageConfiguration()
        configuration.diskPath = disk
        configuration.memoryBytes = memory
        return (ImageService(configuration, fetcher: fetcher, scaling: scaling), scaling, fetcher)
    }

    @Test("sixteen at once where one fits: each is made smaller and downloaded once", arguments: [0, 1_000, 1 << 20])
    func together(_ waiting: Int) async throws {
        let (service, scaling, fetcher) = try service(Picture.jpeg(width: 64, height: 64), waiting: waiting)
        let answers = try await withThrowingTaskGroup(of: ImageAnswer.self) { group in
            for number in 0..<16 {
                group.addTask { try await service.image(try ImageAddress("https://h/\(number)"), maxSide: 8) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 16)
        for answer in answers { #expect(answer.scaling == .scaled && answer.width == 8 && answer.source == .network) }
        #expect(fetcher.asked.count == 16)
        #expect(scaling.waitingCount == 0)
        #expect(scaling.decoding.takes(scaling.memory) && scaling.waiting.takes(waiting), "all was given back")
    }

    @Test("one that no cache has and for which there is no room while it waits: too much at once, and not asked again")
    func overflow() async throws {
        let (service, scaling, fetcher) = try service(
            Picture.jpeg(width: 64, height: 64), waiting: 10, fields: [("Cache-Control", "no-store")])
        #expect(scaling.decoding.takes(1), "somebody decodes")
        let asked = Task { try await service.image(try ImageAddress("https://h/1"), maxSide: 8) }
        while scaling.waitingCount < 1 { await Task.yield() }
        scaling.decoding.giveBack(1)
        await #expect(throws: ImageFailure.request(.tooMuchAtOnce(limit: 10))) { try await asked.value }
        #expect(fetcher.asked.count == 1)
        #expect(scaling.decoding.takes(scaling.memory), "all was given back")
    }

    @Test("one that is on disk alone is taken from there when its turn comes")
    func disk() async throws {
        let folder = try Folder()
        let (service, scaling, fetcher) = try service(
            Picture.jpeg(width: 64, height: 64), waiting: 0, disk: folder("images"), memory: 0,
            fields: [("Cache-Control", "max-age=60")])
        #expect(scaling.decoding.takes(1))
        let asked = Task { try await service.image(try ImageAddress("https://h/1"), maxSide: 8) }
        while scaling.waitingCount < 1 { await Task.yield() }
        scaling.decoding.giveBack(1)
        #expect(try await asked.value.scaling == .scaled)
        #expect(fetcher.asked.count == 1)
    }

    @Test("cancelled while it waits for its turn, it throws that, and gives back its room")
    func given() async throws {
        let (service, scaling, _) = try service(Picture.jpeg(width: 64, height: 64), waiting: 1 << 20)
        #expect(scaling.decoding.takes(1))
        let asked = Task { try await service.image(try ImageAddress("https://h/1"), maxSide: 8) }
        while scaling.waitingCount < 1 { await Task.yield() }
        asked.cancel()
        await #expect(throws: ImageFailure.cancelled) { try await asked.value }
        #expect(scaling.waiting.takes(1 << 20))
    }

    @Test("each library says which package brings it", arguments: ImageLibrary.allCases)
    func libraries(_ library: ImageLibrary) throws {
        try library.load()
        #expect(try library != .libpng || library.version()?.hasPrefix("1.6.") == true)
        let failure = ImageFailure.libraryMissing(library, detail: "not found")
        #expect(failure.message == "The library \(library.rawValue) can't be loaded: not found.")
        #expect(failure.hint == "Install the package \(library.debianPackage).")
    }
}
