extension Unicode.Scalar {
    /// True for scalars forbidden in every text that people or models read (T1): C0 but for tab and line feed, DEL, C1,
    /// bidirectional controls, tag characters.
    package var isForbiddenInText: Bool {
        switch value {
        case 0...0x08, 0x0B...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
        default: false
        }
    }
}

extension String {
    /// The scalars of the text that no text may hold, as `U+XXXX`, in their order; none when it may be shown.
    package var forbiddenScalars: [String] {
        unicodeScalars.filter(\.isForbiddenInText).map { "U+" + String($0.value, radix: 16, uppercase: true) }
    }
}
