import HTTP
import Runtime

/// The memory in which services make pictures smaller, and in which pictures wait for that.
struct Scaling: Sendable {
    /// Instance of the whole process: its services share one memory.
    static let shared = Scaling(memory: DecodingBudget.most, waiting: 8 << 20)

    /// Bytes in use at once.
    let memory: Int
    let decoding: DecodingBudget
    /// For the bytes of pictures that wait.
    let waiting: DecodingBudget
    /// Bytes of pictures that are kept for their turn. Others are taken from a cache again when it comes.
    let mostWaiting: Int

    /// - Parameter memory: bytes in use at once; at least those of one picture.
    init(memory: Int, waiting: Int) {
        self.memory = memory
        decoding = DecodingBudget(bytes: memory)
        self.waiting = DecodingBudget(bytes: waiting)
        mostWaiting = waiting
    }

    /// Pictures that wait.
    var waitingCount: Int { decoding.waitingCount }
}

extension ImageService {
    private enum Beginning {
        case answer(ImageAnswer)
        /// It does not fit now. Kept are the bytes if there was room for them.
        case waits(memory: Int, source: ImageSource, kept: ThumbnailPlan?)
    }

    /// The picture at a URL, made smaller where it is larger than `maxSide` and can be.
    func scaled(
        _ address: ImageAddress, maxSide: Int, _ priority: ImagePriority
    ) async throws(ImageFailure) -> ImageAnswer {
        switch try await beginning(address, maxSide: maxSide, priority) {
        case .answer(let answer): return answer
        case .waits(let memory, let source, let kept):
            defer { if let kept { scaling.waiting.giveBack(kept.bytes.count) } }
            try await scaling.decoding.take(memory)
            defer { scaling.decoding.giveBack(memory) }
            guard let plan = await planned(address, maxSide: maxSide, kept: kept), plan.memory <= memory else {
                throw .request(.tooMuchAtOnce(limit: scaling.mostWaiting))
            }
            return try await answer(plan, source)
        }
    }

    private func beginning(
        _ address: ImageAddress, maxSide: Int, _ priority: ImagePriority
    ) async throws(ImageFailure) -> Beginning {
        let fetched = try await fetched(address, priority)
        let image = fetched.image
        guard max(image.width, image.height) > maxSide else {
            return .answer(ImageAnswer(image, fetched.source, .asIs))
        }
        // On the pool: the asker's thread may be one that must not wait for a walk through the picture.
        let plan = await WorkerPool.run { ThumbnailPlan(of: image.bytes, maxSide: maxSide) }
        guard !Task.isCancelled else { throw .cancelled }
        guard let plan else { return .answer(ImageAnswer(image, fetched.source, .notScaled)) }
        guard scaling.decoding.takes(plan.memory) else {
            let isKept = scaling.waiting.takes(plan.bytes.count)
            return .waits(memory: plan.memory, source: fetched.source, kept: isKept ? plan : nil)
        }
        defer { scaling.decoding.giveBack(plan.memory) }
        return .answer(try await answer(plan, fetched.source))
    }

    /// Kept thumbnail, or the picture from a cache again; never waits for the network.
    private func planned(_ address: ImageAddress, maxSide: Int, kept: ThumbnailPlan?) async -> ThumbnailPlan? {
        if let kept { return kept }
        return await WorkerPool.run { [self] in
            cached(address).flatMap { ThumbnailPlan(of: $0.bytes, maxSide: maxSide) }
        }
    }

    private func answer(_ plan: ThumbnailPlan, _ source: ImageSource) async throws(ImageFailure) -> ImageAnswer {
        let made = await WorkerPool.run { () -> Result<Thumbnail?, ImageFailure> in
            do throws(ImageFailure) {
                return .success(try plan.thumbnail())
            } catch {
                return .failure(error)
            }
        }
        guard !Task.isCancelled else { throw .cancelled }
        guard let thumbnail = try made.get() else {
            return ImageAnswer(
                mimeType: plan.header.format.mimeType, width: plan.header.width, height: plan.header.height,
                bytes: plan.bytes, source: source, scaling: .notScaled)
        }
        return ImageAnswer(
            mimeType: plan.header.format.mimeType, width: thumbnail.width, height: thumbnail.height,
            bytes: thumbnail.bytes, source: source, scaling: .scaled)
    }
}

extension ImageAnswer {
    init(_ image: StoredImage, _ source: ImageSource, _ scaling: ImageScaling) {
        self.init(
            mimeType: image.format.mimeType, width: image.width, height: image.height, bytes: image.bytes,
            source: source, scaling: scaling)
    }
}
