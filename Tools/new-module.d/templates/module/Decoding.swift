import Core
import JSON

/// Reading the upstream's rows. Numbers may come as text, and texts as numbers.
@decoding@
@if helpers@

extension JSONNode {
@if decimals@
    /// A number, or text that is one; nil where it is not finite.
    fileprivate var finiteNumber: Double? {
        guard let value = double ?? string.flatMap({ Double($0) }), value.isFinite else { return nil }
        return value
    }
@end@
@if both_helpers@

@end@
@if lists@
    /// Values of a list's readable elements; nil for anything but a list.
    fileprivate func list<Value>(_ read: (JSONNode) -> Value?) -> [Value]? {
        kind == .array ? elements.compactMap(read) : nil
    }
@end@
}
@end@
