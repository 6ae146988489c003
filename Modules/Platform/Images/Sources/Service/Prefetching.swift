extension ImageService {
    /// Fetches pictures before somebody asks for them; what is asked meanwhile comes first.
    /// - Parameters:
    ///   - progress: told after each picture how many are done; calls don't overlap.
    /// - Returns: why some are not there, in the order of `addresses`.
    package func prefetch(
        _ addresses: [ImageAddress], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async -> [(address: ImageAddress, failure: ImageFailure)] {
        var failures: [Int: ImageFailure] = [:]
        await withTaskGroup(of: (Int, ImageFailure?).self) { group in
            // As many at once as download at once: the rest need no place in the table of flights yet, and when all is given
            // up none of them gets a turn before it hears of that.
            var next = 0
            func startNext() {
                guard next < addresses.count else { return }
                let index = next
                next += 1
                group.addTask { [self] in
                    do throws(ImageFailure) {
                        _ = try await image(addresses[index], priority: .prefetch)
                        return (index, nil)
                    } catch {
                        return (index, error)
                    }
                }
            }
            for _ in 0..<prefetchConcurrency { startNext() }
            var done = 0
            while let (index, failure) = await group.next() {
                failures[index] = failure
                done += 1
                progress(done, addresses.count)
                startNext()
            }
        }
        return addresses.indices.compactMap { index in failures[index].map { (addresses[index], $0) } }
    }
}
