import Glibc
import JSON
import Settings

// Addresses that an upstream gives relative to a site's.
extension RowReader {
    /// An address below a site's, or a whole one of the site; missing for one elsewhere.
    /// - Parameter field: whose addresses are below a site's.
    mutating func address(_ place: JSONPlace, of field: Int, _ layout: RowLayout) -> Slot {
        let (bytes, start) = (bytes, Int(place.offset))
        let link = bytes.span.extracting(start..<start &+ Int(place.length))
        switch place.kind {
        case .string: return address(link, below: base(of: field, layout))
        case .escapedString:
            let link = unescaped(link)
            return address(link.span, below: base(of: field, layout))
        default: return .missing
        }
    }

    private mutating func base(of field: Int, _ layout: RowLayout) -> [UInt8] {
        if let base, base.field == field { return base.address }
        guard let site = layout.fields[field].below?.site else { return [] }
        var address = Array(context.settings[site].utf8)
        if address.last != UInt8(ascii: "/") { address.append(UInt8(ascii: "/")) }
        base = (field, address)
        return address
    }

    // By bytes: each row of a list has one, which by strings took 9,000 instructions.
    private mutating func address(_ link: Swift.Span<UInt8>, below base: [UInt8]) -> Slot {
        let isWhole = link.count >= base.count && base.indices.allSatisfy { base[$0] == link[$0] }
        var slashes = 0
        if !isWhole {
            while slashes < link.count, link[slashes] == UInt8(ascii: "/") { slashes &+= 1 }
            guard !link.isEmpty, slashes < 2 else { return .missing }
            let isElsewhere = link.withUnsafeBufferPointer { link in
                link.baseAddress.map { memchr($0, Int32(UInt8(ascii: ":")), link.count) != nil } ?? false
            }
            if isElsewhere { return .missing }
        }
        let start = own.count
        if !isWhole { own.append(contentsOf: base) }
        link.extracting(slashes..<link.count).withUnsafeBufferPointer { own.append(contentsOf: $0) }
        let text = Slot.text(own.span.extracting(start..<own.count), at: start, isOwn: true)
        if text.count <= TextBound.scalars, withText(text, { isWebAddress($0, isLink: text.isLink) }) { return text }
        let address = string(text)
        own.removeLast(text.count)
        return webAddress(TextBound.limited(address)).map { add($0) } ?? .missing
    }
}
