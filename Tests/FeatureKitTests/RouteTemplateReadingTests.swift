import TestSupport
import Testing

@testable import FeatureKit

/// Templates are read by places of bytes: the same must be found by whoever reads them as texts.
@Suite("Reading of routes' templates")
struct RouteTemplateReadingTests {
    /// Another reader of the notation, by texts alone.
    private struct Plain {
        var scheme = ""
        var parts: [RouteTemplate.Part] = []
        var names: [String] = []

        init(_ text: String) {
            var body = text[...]
            if let colon = body.firstIndex(of: ":"), body[colon...].hasPrefix("://") {
                scheme = String(body[..<colon])
                body = body[colon...].dropFirst(3)
            }
            if let mark = body.firstIndex(of: "?"), body[..<mark].last == "{" {
                names = body[mark...].dropFirst().dropLast().split(separator: ",").map(String.init)
                body = body[..<mark].dropLast()
            }
            parts = body.split(separator: "/").map { part in
                part.count > 1 && part.first == "{" && part.last == "}"
                    ? .variable(String(part.dropFirst().dropLast())) : .literal(String(part))
            }
        }
    }

    private static func agree(_ text: String) {
        let (template, plain) = (RouteTemplate(text), Plain(text))
        #expect(template.text == text)
        #expect(template.scheme == plain.scheme, "\(text)")
        #expect(template.parts == plain.parts, "\(text)")
        let paths = plain.parts.compactMap { part in if case .variable(let name) = part { name } else { nil } }
        #expect(template.pathVariables == paths, "\(text)")
        #expect(template.variables == paths + plain.names, "\(text)")
    }

    @Test(
        "templates at the edge of the notation",
        arguments: [
            "", "a", "{", "}", "{}", "/", "//", ":", "://", "a:b", "a:/b", "s://", "s:///", "s://a", "s://a//b/",
            "s://{a}",
            "s://{a}/{b}", "s://{a", "s://a}", "s://{a}b", "s://a{b}", "s://{}/{}", "s://a{?}", "s://a{?b}",
            "s://a{?b,c}",
            "s://a{?b,,c,}", "s://a{?", "s://a{?b", "s://a?b", "s://?b", "s://{?b}", "s://a/{b}{?c}", "s://a{?b}c",
            "s://a{?b}/c", "s://t://u", "s://책/{권}{?쪽}", "s://a/{b}/c/{d}/e/f/g{?h,i,j,k}",
        ])
    func edges(_ text: String) { Self.agree(text) }

    @Test("texts of the notation's signs in any order", arguments: 1...20 as ClosedRange<UInt64>)
    func anyOrder(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        let pieces = ["a", "bc", "{", "}", "{x}", "/", "?", "{?", ",", ":", "://", "s://"]
        for _ in 0..<300 {
            let count = Int.random(in: 0...12, using: &generator)
            Self.agree((0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined())
        }
    }
}
