/// Properties of texts that several targets share.
extension Unicode.Scalar {
    /// True for scalars that must reach no reader (T1 of the threats): C0 but for tab and line feed, DEL, C1,
    /// bidirectional controls, tag characters.
    var isForbidden: Bool {
        switch value {
        case 0...0x08, 0x0B...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
        default: false
        }
    }
}

extension String {
    /// The first scalar that is forbidden, as `U+XXXX`.
    var forbiddenScalar: String? {
        unicodeScalars.first(where: \.isForbidden).map { "U+" + String($0.value, radix: 16, uppercase: true) }
    }

    /// Equality of scalars, not of what looks alike.
    func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// A message must be one line for every reader (W11): no raw control, nor U+2028 or U+2029.
func expectOneLine(_ bytes: some Collection<UInt8>) throws(BrokenProperty) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
        throw BrokenProperty(sentence: "what was written is not UTF-8")
    }
    let raw = text.unicodeScalars.first { scalar in
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || [0x2028, 0x2029].contains(scalar.value)
    }
    try expect(raw == nil, "U+\(String(raw?.value ?? 0, radix: 16)) stands raw in what was written")
}
