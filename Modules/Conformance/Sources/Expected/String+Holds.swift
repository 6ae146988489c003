import Glibc

extension String {
    /// True when `text` is a part of this one, byte by byte; of every text the empty one is.
    func holds(_ text: String) -> Bool {
        var (whole, part) = (self, text)
        return whole.withUTF8 { whole in part.withUTF8 { part in Self.holds(whole, part) } }
    }

    private static func holds(_ whole: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = part.first, let wanted = part.baseAddress else { return true }
        var rest = whole[...]
        while rest.count >= part.count, let start = UnsafeBufferPointer(rebasing: rest).baseAddress {
            guard let found = memchr(start, Int32(first), rest.count - part.count + 1) else { return false }
            if memcmp(found, wanted, part.count) == 0 { return true }
            rest = rest.dropFirst(UnsafeRawPointer(found) - UnsafeRawPointer(start) + 1)
        }
        return false
    }
}
