import Synchronization

/// The latest answers, in memory: the same question within the lifetime is not asked again.
final class ForecastCache: Sendable {
    private struct Entry {
        let forecast: PlaceForecast
        /// On the injected clock, since the cache was made.
        let storedAt: Duration
        /// Rises with every use.
        var lastUse: Int
    }

    private struct State {
        var entries: [ForecastQuery.Key: Entry] = [:]
        var uses = 0
    }

    /// Places are few and forecasts small.
    static let capacity = 64

    private let lifetime: Duration
    private let elapsed: @Sendable () -> Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - lifetime: how long an answer serves; zero keeps none.
    ///   - clock: tells how old an answer is.
    init(lifetime: Duration, clock: any Clock<Duration>) {
        self.lifetime = lifetime
        self.elapsed = stopwatch(clock)
    }

    /// The answer to the query, unless it is too old.
    func forecast(for query: ForecastQuery) -> PlaceForecast? {
        let now = elapsed()
        return state.withLock { state in
            guard var entry = state.entries[query.key] else { return nil }
            guard now - entry.storedAt < lifetime else {
                state.entries[query.key] = nil
                return nil
            }
            state.uses += 1
            entry.lastUse = state.uses
            state.entries[query.key] = entry
            return entry.forecast
        }
    }

    /// The places that are kept, as the upstream names them, those asked for last first.
    var places: [String] {
        state.withLock { state in
            state.entries.values.sorted { $0.lastUse > $1.lastUse }.map { entry in
                let place = entry.forecast.place
                return place.country.isEmpty ? place.name : "\(place.name),\(place.country)"
            }
        }
    }

    /// Keeps the answer to the query; of too many the one that was not used for longest goes.
    func store(_ forecast: PlaceForecast, for query: ForecastQuery) {
        guard lifetime > .zero else { return }
        let now = elapsed()
        state.withLock { state in
            state.uses += 1
            state.entries[query.key] = Entry(forecast: forecast, storedAt: now, lastUse: state.uses)
            if state.entries.count > Self.capacity,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.entries[oldest.key] = nil
            }
        }
    }
}

/// The time since now on a clock of any kind.
private func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
