/// Counters of a service since its start.
package struct ImageStatistics: Sendable, Equatable {
    package var memoryHits = 0
    package var diskHits = 0
    /// Pictures that came whole over the network.
    package var downloads = 0
    /// Pictures whose server said that they are the same.
    package var confirmations = 0
    /// Askers who joined a flight of somebody else.
    package var joined = 0
    /// Pictures that memory let go to make room.
    package var evictions = 0
    /// In memory now.
    package var memoryPictures = 0
    package var memoryBytes = 0
}
