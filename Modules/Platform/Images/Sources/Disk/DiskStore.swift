import DiskCache
import Settings

/// Pictures on disk by their URLs, to the byte. Everything here but `readAtHand` blocks for as long as the disk does: call it
/// from the pool.
final class DiskStore: Sendable {
    let cache: DiskCache

    /// - Parameter log: takes one sentence each time that the folder stops to work.
    init(_ configuration: ImageConfiguration, clock: CacheClock, log: @escaping @Sendable (String) -> Void) {
        cache = DiskCache(
            DiskCacheConfiguration(
                contents: "pictures", pathKey: ImageSettings.diskPath.path, path: configuration.diskPath,
                maximumBytes: configuration.diskBytes,
                maximumContent: configuration.maxBytes + PictureRecord.longestHead, age: configuration.diskAge),
            clock: clock, log: log)
    }

    /// The picture of an address, fresh or not; nil when there is none or its file is damaged.
    func read(_ address: ImageAddress) -> StoredImage? {
        cache.content(of: address.text).flatMap(PictureRecord.decoded)
    }

    /// The picture of an address, fresh or not, if it can be had without waiting for a disk; nil says nothing.
    /// - Returns: the picture, and whether `markAsUsed(_:)` is to be called for it.
    func readAtHand(_ address: ImageAddress) -> (image: StoredImage, isMarkDue: Bool)? {
        cache.contentAtHand(of: address.text).flatMap { found in
            PictureRecord.decoded(found.content).map { ($0, found.isMarkDue) }
        }
    }

    /// Marks the picture of an address as used.
    func markAsUsed(_ address: ImageAddress) { cache.markAsUsed(address.text) }

    /// Keeps a picture in place of an earlier one of its address.
    func write(_ image: StoredImage, for address: ImageAddress) {
        cache.write(PictureRecord.encoded(image), for: address.text)
    }
}
