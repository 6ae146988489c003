import Values

/// A template while its variables are filled in.
struct Expansion {
    let use: URITemplate.Use
    private(set) var text = ""
    /// Bytes of the text that a variable wrote, with its place.
    private(set) var written: [(range: Range<Int>, place: Int)] = []
    /// Whether the expression at hand has written something.
    private var isAfterFirst = false
    private var hasQuery = false

    init(use: URITemplate.Use) { self.use = use }

    mutating func append(_ literal: String) {
        text += literal
        hasQuery = hasQuery || literal.utf8.contains(UInt8(ascii: "?"))
    }

    mutating func append(
        _ value: TemplateValue, of variable: TemplateVariable, _ place: Int, _ form: TemplateOperator
    ) {
        let encoded: String
        switch value {
        case .text(let text): encoded = self.encoded(text, form)
        case .list(let texts):
            if texts.isEmpty { return }
            encoded = texts.map { self.encoded($0, form) }.joined(separator: ",")
        }
        let start = text.utf8.count
        text += isAfterFirst ? form.separator : first(of: form)
        isAfterFirst = true
        if form.isNamed {
            text += variable.label
            if !encoded.isEmpty || form != .parameter { text += "=" }
        }
        text += encoded
        written.append((start..<text.utf8.count, place))
    }

    /// Ends an expression; one that wrote nothing stands where its undefined variables would.
    mutating func end(_ places: [Int]) {
        if !isAfterFirst, let place = places.first { written.append((text.utf8.count..<text.utf8.count, place)) }
        isAfterFirst = false
    }

    /// The first parameter of an address stands behind `?`, wherever it comes from.
    private mutating func first(of form: TemplateOperator) -> String {
        guard use == .address, form == .query || form == .continuation else { return form.first }
        defer { hasQuery = true }
        return hasQuery ? "&" : "?"
    }

    private func encoded(_ value: String, _ form: TemplateOperator) -> String {
        if use == .text { return value }
        guard form.keepsReserved else { return PercentEncoding.component(value) }
        // Triplets that are there stay (section 3.2.1): a `%` is one's beginning, or encoded.
        var text = ""
        var rest = Array(value.utf8)[...]
        while let mark = rest.firstIndex(of: UInt8(ascii: "%")) {
            text += Self.keepingReserved(rest[..<mark])
            let digits = rest[(mark + 1)...].prefix(2)
            let isTriplet = digits.count == 2 && digits.allSatisfy(PercentEncoding.isHexDigit)
            text += isTriplet ? "%" : "%25"
            rest = rest[(mark + 1)...]
        }
        return text + Self.keepingReserved(rest)
    }

    private static func keepingReserved(_ bytes: ArraySlice<UInt8>) -> String {
        PercentEncoding.encoded(bytes) { PercentEncoding.isUnreserved($0) || PercentEncoding.isReserved($0) }
    }
}
