package import DiskCache
import HTTP
import Runtime
import Synchronization

/// Pictures by URL: from memory, from disk, or from their server.
///
/// One flight fetches a picture for all who ask for it meanwhile; it ends early only when all of them were cancelled.
/// Memory answers at once, on the asker's thread, and so does the disk with what the system has in its memory. Everything else
/// runs on the pool, since disks and decoders block.
package final class ImageService: Sendable {
    private struct State {
        var memory: LRUCache<ImageAddress, StoredImage>
        var flights: FlightTable
        var statistics = ImageStatistics()
    }

    private enum Admission {
        case hit(StoredImage)
        case seat(FlightTable.Seat)
        case full
    }

    /// Flights at once; further askers are refused.
    private static let flightLimit = 1024

    private let configuration: ImageConfiguration
    private let fetcher: any ImageFetcher
    private let clock: CacheClock
    private let disk: DiskStore
    private let state: Mutex<State>
    let scaling: Scaling

    /// Makes a service that shares the memory for smaller pictures with every other; see the other initialiser.
    package convenience init(
        _ configuration: ImageConfiguration, fetcher: any ImageFetcher, clock: CacheClock = .system,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(configuration, fetcher: fetcher, clock: clock, scaling: .shared, log: log)
    }

    /// Makes a service; it opens and reads nothing before the first picture.
    /// - Parameters:
    ///   - fetcher: the end that is asked for pictures.
    ///   - log: takes one sentence each time that the disk cache stops to work.
    init(
        _ configuration: ImageConfiguration, fetcher: any ImageFetcher, clock: CacheClock = .system,
        scaling: Scaling, log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.scaling = scaling
        self.fetcher = fetcher
        self.clock = clock
        disk = DiskStore(configuration, clock: clock, log: log)
        state = Mutex(
            State(
                memory: LRUCache(
                    maximumCount: configuration.memoryEntries, maximumBytes: configuration.memoryBytes),
                flights: FlightTable(concurrency: configuration.concurrency, limit: Self.flightLimit)))
    }

    /// The picture at a URL.
    /// - Parameters:
    ///   - maxSide: pixels that its longer side should have at most. JPEG comes in eighths of its size, so it may be
    ///     smaller; formats that are not scaled here come as they are, and `scaling` says so.
    /// - Throws: why there is none; `.cancelled` at once when the task is cancelled; `.libraryMissing` when it can't be
    ///   made smaller for want of one.
    package func image(
        _ address: ImageAddress, maxSide: Int? = nil, priority: ImagePriority = .asked
    ) async throws(ImageFailure) -> ImageAnswer {
        if let maxSide { return try await scaled(address, maxSide: maxSide, priority) }
        let fetched = try await fetched(address, priority)
        return ImageAnswer(fetched.image, fetched.source, .asIs)
    }

    /// Pictures on their way.
    var flightCount: Int { state.withLock { $0.flights.count } }

    /// Pictures that wait for their turn to be downloaded.
    var queueCount: Int { state.withLock { $0.flights.queueCount } }

    /// Downloads at once of pictures that nobody waits for.
    var prefetchConcurrency: Int { state.withLock { $0.flights.prefetchConcurrency } }

    /// Counters of the service, and the contents of its memory.
    package var statistics: ImageStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.evictions = state.memory.evictions
            statistics.memoryPictures = state.memory.count
            statistics.memoryBytes = state.memory.bytes
            return statistics
        }
    }

    /// Contents of the disk cache.
    package func diskStatistics() async -> DiskCacheStatistics { await onPool { $0.statistics() } }

    /// Removes from disk what is unused for too long, too much, damaged, or left over.
    package func prune() async -> DiskCacheRemoval { await onPool { $0.prune() } }

    /// Forgets every picture, in memory and on disk.
    package func clear() async -> DiskCacheRemoval {
        forgetMemory()
        return await onPool { $0.clear() }
    }

    /// Forgets the pictures in memory.
    package func forgetMemory() { state.withLock { $0.memory.removeAll() } }

    private func onPool<Result: Sendable>(_ work: @escaping @Sendable (DiskCache) -> Result) async -> Result {
        await WorkerPool.run { [cache = disk.cache] in work(cache) }
    }

    // MARK: - Asking

    func fetched(
        _ address: ImageAddress, _ priority: ImagePriority
    ) async throws(ImageFailure) -> FetchedImage {
        guard !Task.isCancelled else { throw .cancelled }
        /// A picture that was at hand, and has to be asked for again.
        var stale: StoredImage?
        if priority == .asked, isUnseen(address), let found = atHand(address) {
            if found.isFresh { return FetchedImage(image: found.image, source: .disk) }
            stale = found.image
        }
        let seat: FlightTable.Seat
        switch admit(address, priority) {
        case .hit(let image): return FetchedImage(image: image, source: .memory)
        case .full: throw .busy(limit: Self.flightLimit)
        case .seat(let taken): seat = taken
        }
        if let flight = seat.newFlight, !WorkerPool.isUsable {
            await fly(address, flight, stale)
        } else if let flight = seat.newFlight {
            let task = Task.detached { [self, stale] in await fly(address, flight, stale) }
            state.withLock { $0.flights.start(address, flight, task: task) }
        }
        return try await withTaskCancellationHandler {
            await seat.promise.value
        } onCancel: {
            leave(address, seat: seat.number)
        }.get()
    }

    /// Whether memory does not have it, and it is not on its way: the disk may have it at hand.
    private func isUnseen(_ address: ImageAddress) -> Bool {
        state.withLock { $0.memory.peek(address) == nil && !$0.flights.isFlying(address) }
    }

    /// The picture that nothing has to wait for: a thread of the pool would take as long to wake as to read it. A fresh one is kept and
    /// counted.
    private func atHand(_ address: ImageAddress) -> (image: StoredImage, isFresh: Bool)? {
        guard let found = disk.readAtHand(address) else { return nil }
        guard found.image.freshness.isFresh(at: clock.seconds) else { return (found.image, false) }
        if found.isMarkDue, WorkerPool.isUsable { Task.detached { [disk] in disk.markAsUsed(address) } }
        state.withLock { state in
            state.statistics.diskHits += 1
            // Meanwhile another thread may have kept a later one.
            guard state.memory.peek(address) == nil, !state.flights.isFlying(address) else { return }
            state.memory.insert(found.image, for: address, bytes: found.image.cost)
        }
        return (found.image, true)
    }

    private func admit(_ address: ImageAddress, _ priority: ImagePriority) -> Admission {
        let now = clock.seconds
        return state.withLock { state in
            if let image = state.memory.value(for: address), image.freshness.isFresh(at: now) {
                state.statistics.memoryHits += 1
                return .hit(image)
            }
            guard let seat = state.flights.join(address, priority) else { return .full }
            if seat.newFlight == nil { state.statistics.joined += 1 }
            return .seat(seat)
        }
    }

    private func leave(_ address: ImageAddress, seat: Int) {
        let left = state.withLock { $0.flights.leave(address, seat: seat) }
        left.promise?.keep(.failure(.cancelled))
        left.turn?.keep(false)
        left.task?.cancel()
    }

    // MARK: - Flying

    /// Gets a picture for all who wait for it.
    /// - Parameter stale: the picture that the disk has, where that is known.
    private func fly(_ address: ImageAddress, _ flight: Int, _ stale: StoredImage?) async {
        let outcome: FlightTable.Outcome
        do throws(ImageFailure) {
            outcome = .success(try await load(address, flight, stale))
        } catch {
            outcome = .failure(error)
        }
        // What was kept in memory is there before the flight is gone: nobody in between begins another.
        let waiting = state.withLock { $0.flights.land(address, flight) }
        for promise in waiting { promise.keep(outcome) }
    }

    /// The picture as a cache has it, fresh or not. Blocks as the disk does.
    func cached(_ address: ImageAddress) -> StoredImage? {
        state.withLock { $0.memory.peek(address) } ?? disk.read(address)
    }

    private func load(
        _ address: ImageAddress, _ flight: Int, _ stale: StoredImage?
    ) async throws(ImageFailure) -> FetchedImage {
        if stale != nil { disk.markAsUsed(address) }
        let kept = state.withLock { $0.memory.peek(address) }
        let known =
            kept.map { FetchedImage(image: $0, source: .memory) }
            ?? (stale ?? disk.read(address)).map { FetchedImage(image: $0, source: .disk) }
        if let known, known.source == .disk, known.image.freshness.isFresh(at: clock.seconds) {
            keep(known.image, address) { $0.diskHits += 1 }
            return known
        }
        try await turn(address, flight)
        defer { endTurn(flight) }
        do throws(ImageFailure) {
            return try await download(address, known)
        } catch {
            // RFC 5861, section 4: rather an old picture than none, while its server is out of reach.
            if let known, error.isOutage { return known }
            throw error
        }
    }

    /// Waits until this flight may download.
    private func turn(_ address: ImageAddress, _ flight: Int) async throws(ImageFailure) {
        guard let turn = state.withLock({ $0.flights.queue(address, flight) }) else { throw .cancelled }
        giveTurns()
        guard await turn.value else { throw .cancelled }
    }

    private func endTurn(_ flight: Int) {
        state.withLock { $0.flights.endTurn(flight) }
        giveTurns()
    }

    private func giveTurns() {
        for turn in state.withLock({ $0.flights.nextTurns() }) { turn.keep(true) }
    }

    private func download(
        _ address: ImageAddress, _ known: FetchedImage?
    ) async throws(ImageFailure) -> FetchedImage {
        let validators = known?.image.freshness.validators ?? HTTPValidators()
        let response = try await fetcher.fetch(address, unless: validators)
        let now = clock.seconds
        let age = configuration.diskAge.wholeNanoseconds / 1_000_000_000
        if response.status == 304, let known, !validators.isEmpty {
            var image = known.image
            image.freshness = Freshness(response.fields, now: now, age: age, earlier: validators)
            store(image, address, response) { $0.confirmations += 1 }
            return FetchedImage(image: image, source: known.source)
        }
        guard response.status == 200 else { throw .status(response.status) }
        guard response.body.count <= configuration.maxBytes else { throw .tooManyBytes(limit: configuration.maxBytes) }
        let header = try ImageHeader(response.body)
        let image = StoredImage(
            bytes: response.body, format: header.format, width: header.width, height: header.height,
            freshness: Freshness(response.fields, now: now, age: age))
        store(image, address, response) { $0.downloads += 1 }
        return FetchedImage(image: image, source: response.source == .sample ? .sample : .network)
    }

    /// Keeps a picture in both caches, unless its server forbids it. On disk before the answer: the process may end
    /// with it.
    private func store(
        _ image: StoredImage, _ address: ImageAddress, _ response: HTTPResponse,
        counting count: (inout ImageStatistics) -> Void
    ) {
        guard !CacheControl(response.fields).noStore else {
            return state.withLock { state in
                state.memory.remove(address)
                count(&state.statistics)
            }
        }
        disk.write(image, for: address)
        keep(image, address, counting: count)
    }

    private func keep(
        _ image: StoredImage, _ address: ImageAddress, counting count: (inout ImageStatistics) -> Void
    ) {
        state.withLock { state in
            state.memory.insert(image, for: address, bytes: image.cost)
            count(&state.statistics)
        }
    }
}

extension ImageFailure {
    /// Whether the server is out of reach or out of order, so that a kept picture may stand in for it.
    fileprivate var isOutage: Bool {
        switch self {
        case .request(.offline), .request(.notRecorded), .request(.cassetteUnusable): true
        case .request(let failure): failure.isOutage
        case .status(let status): status >= 500
        default: false
        }
    }
}
