extension SettingType<Bool> {
    /// `true` or `false`, and nothing else: `yes` and `on` are text in YAML 1.2.
    package static var flag: Self {
        Self(
            .flag,
            scalar: { scalar, _ in
                if case .bool(let value) = scalar.value { .success(value) } else { .failure(.wrong) }
            },
            write: { $0 ? "true" : "false" })
    }
}

extension SettingType<Int> {
    /// A whole number within `range`. `0x1F` and `0o17` are numbers, `012` is twelve, `1.0` is not whole.
    package static func whole(_ range: ClosedRange<Int>) -> Self {
        Self(
            .whole(range),
            scalar: { scalar, _ in
                switch scalar.value {
                case .int(let value): range.contains(value) ? .success(value) : .failure(.outOfRange)
                case .hugeInt: .failure(.outOfRange)
                case .null, .bool, .float, .text: .failure(.wrong)
                }
            },
            write: { String($0) })
    }
}

extension SettingType<String> {
    /// Text of so many Unicode scalars. A plain number is not text: quote it.
    package static func text(_ scalars: ClosedRange<Int> = 0...4096) -> Self {
        Self(
            .text(scalars),
            scalar: { scalar, _ in
                guard let text = scalar.asText else { return .failure(.wrong) }
                return scalars.contains(text.unicodeScalars.count) ? .success(text) : .failure(.outOfRange)
            },
            write: { YAMLWriter.scalar($0) })
    }

    /// One of `words`, compared byte by byte.
    package static func oneOf(_ words: [String]) -> Self {
        Self(
            .oneOf(words),
            scalar: { scalar, _ in
                scalar.word(of: words).map { .success($0) } ?? .failure(.wrong)
            },
            write: { YAMLWriter.scalar($0) })
    }
}

// Cases that are declared to be an array are not looked up at run time, by 20,000 instructions.
extension SettingType where Value: RawRepresentable<String> & CaseIterable, Value.AllCases == [Value] {
    /// One of the cases of an enumeration, by its raw text compared byte by byte.
    package static func oneOf(_ type: Value.Type) -> Self {
        // A loop over places: `map` would look up what an array of them is.
        let cases = type.allCases
        var words: [String] = []
        for place in 0..<cases.count { words.append(cases[place].rawValue) }
        return Self(
            .oneOf(words),
            scalar: { [words] scalar, _ in
                scalar.word(of: words).flatMap { Value(rawValue: $0) }.map { .success($0) } ?? .failure(.wrong)
            },
            write: { YAMLWriter.scalar($0.rawValue) })
    }
}

extension YAMLScalar {
    /// The word that the scalar is, to the byte.
    fileprivate func word(of words: [String]) -> String? {
        guard let text = asText else { return nil }
        return words.first { $0.utf8.elementsEqual(text.utf8) }
    }
}
