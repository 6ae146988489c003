/// The texts before and after the key in a row's route, where only the key varies and they are printable ASCII of which JSON escapes
/// nothing. An object, since each row that is written takes them.
final class RouteEnds: Sendable {
    let before: String
    let after: String
    private let bytesBefore: [UInt8]
    private let bytesAfter: [UInt8]

    /// Takes those of a template; nil for a template in which more than the key varies, and for any other text: its routes are made one
    /// by one.
    init?(_ template: RouteTemplate) {
        guard let ends = template.endsOfOnlyVariable else { return nil }
        (before, after) = ends
        (bytesBefore, bytesAfter) = (Array(before.utf8), Array(after.utf8))
        func isPlain(_ byte: UInt8) -> Bool {
            (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        guard bytesBefore.allSatisfy(isPlain), bytesAfter.allSatisfy(isPlain) else { return nil }
    }

    /// Gives `body` both as UTF-8.
    @inline(__always)
    func withBytes(_ body: (_ before: UnsafeBufferPointer<UInt8>, _ after: UnsafeBufferPointer<UInt8>) -> Void) {
        bytesBefore.withUnsafeBufferPointer { before in
            bytesAfter.withUnsafeBufferPointer { after in body(before, after) }
        }
    }
}

extension Row {
    /// Gives `body` the three parts of the row's route as UTF-8 of which JSON escapes nothing.
    /// - Parameters:
    ///   - layout: of the row: handed on, so that its references are counted once.
    ///   - ends: of the row's codec.
    /// - Returns: false for a row without a route, and for one whose key does not stand in it as it is, as few don't; `body` is not
    ///   called.
    @inline(__always)
    func withPlainRoute(
        of layout: RowLayout, between ends: RouteEnds?,
        _ body: (
            _ before: UnsafeBufferPointer<UInt8>, _ key: UnsafeBufferPointer<UInt8>, _ after: UnsafeBufferPointer<UInt8>
        ) -> Void
    ) -> Bool {
        guard let ends else { return false }
        return withPlainKey(of: layout) { key in ends.withBytes { body($0, key, $1) } }
    }
}
