/// Takes Swift source text apart into code, comments and string literals, well enough for rules by pattern.
///
/// Knows line comments, nested block comments, `"…"`, `"""…"""`, raw strings with any number of `#`, and interpolation
/// (whose inside is code again). Does not know regex literals other than as code.
enum SourceScanner {
    struct Literal: Equatable {
        let text: String
        let line: Int
    }

    static func scan(_ text: String) -> (code: String, literals: [Literal]) {
        var scanner = Scanner(text)
        scanner.code(until: nil)
        return (String(String.UnicodeScalarView(scanner.output)), scanner.literals)
    }

    private struct Scanner {
        let input: [Unicode.Scalar]
        var position = 0
        var line = 1
        var output: [Unicode.Scalar] = []
        var literals: [Literal] = []

        init(_ text: String) { input = Array(text.unicodeScalars) }

        func starts(with text: String, at offset: Int = 0) -> Bool {
            var index = position + offset
            for scalar in text.unicodeScalars {
                guard index < input.count, input[index] == scalar else { return false }
                index += 1
            }
            return true
        }

        /// Moves past one scalar, which is code or not; newlines are kept either way, so that lines still count.
        mutating func pass(asCode: Bool) {
            let scalar = input[position]
            if scalar == "\n" { line += 1 }
            output.append(asCode || scalar == "\n" ? scalar : " ")
            position += 1
        }

        mutating func pass(_ count: Int, asCode: Bool) {
            for _ in 0..<count where position < input.count { pass(asCode: asCode) }
        }

        /// Reads code up to the end of the text, or to the parenthesis that closes an interpolation.
        mutating func code(until end: Unicode.Scalar?) {
            var depth = 0
            while position < input.count {
                if starts(with: "//") {
                    while position < input.count, input[position] != "\n" { pass(asCode: false) }
                } else if starts(with: "/*") {
                    blockComment()
                } else if let hashes = hashesBeforeQuote() {
                    string(hashes: hashes)
                } else {
                    let scalar = input[position]
                    if scalar == end, depth == 0 { return }
                    if scalar == "(" { depth += 1 }
                    if scalar == ")" { depth -= 1 }
                    pass(asCode: true)
                }
            }
        }

        mutating func blockComment() {
            var depth = 0
            repeat {
                if starts(with: "/*") {
                    depth += 1
                    pass(2, asCode: false)
                } else if starts(with: "*/") {
                    depth -= 1
                    pass(2, asCode: false)
                } else {
                    pass(asCode: false)
                }
            } while depth > 0 && position < input.count
        }

        /// The number of `#` before a quote that begins here, or nil if no string begins here.
        func hashesBeforeQuote() -> Int? {
            var count = 0
            while starts(with: "#", at: count) { count += 1 }
            return starts(with: "\"", at: count) ? count : nil
        }

        mutating func string(hashes: Int) {
            let fence = String(repeating: "#", count: hashes)
            let quote = starts(with: "\"\"\"", at: hashes) ? "\"\"\"" : "\""
            let start = line
            var contents = String.UnicodeScalarView()
            pass(hashes + quote.count, asCode: true)
            while position < input.count, !starts(with: quote + fence) {
                if quote.count == 1, input[position] == "\n" { break }
                if starts(with: "\\" + fence + "(") {
                    pass(hashes + 1, asCode: false)
                    pass(asCode: true)
                    code(until: ")")
                    pass(1, asCode: true)
                    contents.append(contentsOf: "…".unicodeScalars)
                } else if starts(with: "\\" + fence) {
                    pass(hashes + 1, asCode: false)
                    if position < input.count { contents.append(input[position]) }
                    pass(1, asCode: false)
                } else {
                    contents.append(input[position])
                    pass(asCode: false)
                }
            }
            pass(quote.count + hashes, asCode: true)
            literals.append(Literal(text: String(contents), line: start))
        }
    }
}
