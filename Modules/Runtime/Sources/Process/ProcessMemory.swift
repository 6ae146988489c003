import CEventDescriptors

/// Policy for memory that the process has freed.
package enum ProcessMemory {
    /// Blocks from this size on are given back to the system when they are freed.
    private static let largeBlock: Int32 = 256 * 1024
    /// Bytes that stay at the heap's end where they are free, for the next call: with 128 KiB, which glibc keeps where it may not learn, each
    /// page of an upstream gave back what the next one took, a twentieth of its time.
    private static let keptEnd: Int32 = 1 << 20

    /// Has large blocks (bodies, tapes, frames) given back at once. By default glibc learns from the first freed one to take
    /// them from its heap, where what is small and stays pins them: a list of 20,000 rows took 53 MB at its peak, so 31 MB.
    ///
    /// Called before other threads are started.
    package static func returnLargeBlocks() {
        _ = mallopt(M_MMAP_THRESHOLD, largeBlock)
        _ = mallopt(M_TRIM_THRESHOLD, keptEnd)
    }
}
