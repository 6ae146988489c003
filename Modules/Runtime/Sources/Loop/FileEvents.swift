package import Glibc

/// Reads every event that waits in an inotify descriptor, which must not block.
/// - Parameter take: gets each event, and the name in the watched folder: bytes without a zero, valid during the call.
package func readFileEvents(_ descriptor: Int32, _ take: (inotify_event, Slice<UnsafeRawBufferPointer>) -> Void) {
    // Room for one event with the longest name, and many shorter ones.
    withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 8) { buffer in
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            guard count > 0 else { return }
            var offset = 0
            while offset + MemoryLayout<inotify_event>.size <= count {
                let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let begin = offset + MemoryLayout<inotify_event>.size
                offset = min(count, begin + Int(event.len))
                take(event, UnsafeRawBufferPointer(buffer)[begin..<offset].prefix { $0 != 0 })
            }
        }
    }
}
