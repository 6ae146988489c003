/// A text with the base64 of some bytes set into it, which is spelled only where the text is taken, piece by piece: bytes that are
/// held anyhow are not held a second time, a third longer.
package struct InsetText: Sendable, Equatable {
    /// The text without its inset.
    package let bytes: [UInt8]
    /// Nil for a text that is all spelled.
    package let inset: Base64Inset?

    package init(_ bytes: [UInt8], inset: Base64Inset? = nil) {
        self.bytes = bytes
        self.inset = inset
    }

    /// Bytes of the whole text.
    package var count: Int { bytes.count + (inset?.letterCount ?? 0) }

    /// The whole text, spelled.
    package var whole: [UInt8] {
        guard let inset else { return bytes }
        var whole: [UInt8] = []
        whole.reserveCapacity(count)
        whole += bytes[..<inset.place]
        _ = inset.append(upTo: inset.bytes.count, from: 0, to: &whole)
        whole += bytes[inset.place...]
        return whole
    }
}

/// Bytes whose base64 (RFC 4648 section 4, with padding) stands in a text.
package struct Base64Inset: Sendable, Equatable {
    /// Offset in the text without it.
    package let place: Int
    package let bytes: [UInt8]

    package init(at place: Int, _ bytes: [UInt8]) {
        self.place = place
        self.bytes = bytes
    }

    package var letterCount: Int { base64Room(of: bytes.count) }

    /// Spells a piece.
    /// - Parameters:
    ///   - count: bytes of it at most: a multiple of three, or all that is left.
    ///   - start: offset of its first byte, a multiple of three.
    /// - Returns: offset of the first byte behind it.
    package func append(upTo count: Int, from start: Int, to text: inout [UInt8]) -> Int {
        let end = min(start + count, bytes.count)
        text.append(addingCapacity: base64Room(of: end - start)) { target in
            target.withUnsafeMutableBufferPointer { buffer, filled in
                let letters = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[filled...]))
                filled += bytes.withUnsafeBytes { bytes in
                    writeBase64(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), .standard, into: letters)
                }
            }
        }
        return end
    }
}
