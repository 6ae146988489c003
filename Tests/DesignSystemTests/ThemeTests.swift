import Foundation
import Testing

@testable import DesignSystem

/// Colours as people can tell them apart (WCAG 2.2, 1.4.3 and 1.4.6).
@Suite("Themes") struct ThemeTests {
    /// Relative luminance, from 0 to 1.
    private static func luminance(_ tone: RoleTone) -> Double {
        func linear(_ channel: UInt8) -> Double {
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(tone.red) + 0.7152 * linear(tone.green) + 0.0722 * linear(tone.blue)
    }

    /// From 1, which nobody can tell apart, to 21, black on white.
    private static func contrast(_ one: RoleTone, _ other: RoleTone) -> Double {
        let both = [luminance(one), luminance(other)].sorted()
        return (both[1] + 0.05) / (both[0] + 0.05)
    }

    /// Tone of xterm for the colours from 16 on: the cube, then the greys.
    private static func tone(index256 index: UInt8) -> RoleTone {
        let number = UInt32(index)
        if number >= 232 { return RoleTone((8 + 10 * (number - 232)) * 0x010101) }
        func level(_ step: UInt32) -> UInt32 { step == 0 ? 0 : 55 + 40 * step }
        let place = number - 16
        return RoleTone(level(place / 36) << 16 | level(place / 6 % 6) << 8 | level(place % 6))
    }

    @Test("the ratio is that of WCAG's own examples")
    func examples() {
        #expect(abs(Self.contrast(RoleTone(0x000000), RoleTone(0xFFFFFF)) - 21) < 0.001)
        #expect(abs(Self.contrast(RoleTone(0x777777), RoleTone(0xFFFFFF)) - 4.48) < 0.005)
        #expect(Self.contrast(RoleTone(0x123456), RoleTone(0x123456)) == 1)
        #expect(Self.tone(index256: 28) == RoleTone(0x008700) && Self.tone(index256: 255) == RoleTone(0xEEEEEE))
    }

    @Test("every colour can be read on what is behind it: 4.5 to 1, in high contrast 7 to 1", arguments: Theme.allCases)
    func readable(_ theme: Theme) {
        let least = theme == .highContrast ? 7 : 4.5
        // Behind `auto` is the user's own background; those farthest apart are white and black. In 256 colours no tone of
        // some hues does as well on both.
        let grounds = theme.background.map { [$0] } ?? [RoleTone(0xFFFFFF), RoleTone(0x000000)]
        for ground in grounds {
            if let ink = theme.ink { #expect(Self.contrast(ink, ground) >= least) }
            for role in TextRole.allCases where role != .badge {
                guard let paint = theme.paint(of: role) else { continue }
                #expect(Self.contrast(paint.tone, ground) >= least, "\(role)")
                let deep = Self.contrast(Self.tone(index256: paint.index256), ground)
                #expect(deep >= (theme == .auto ? 4.1 : least), "\(role) in 256 colours: \(deep)")
            }
        }
        if let badge = theme.paint(of: .badge) {
            #expect(Self.contrast(theme.badgeInk, badge.tone) >= least)
            #expect(Self.contrast(theme.badgeInk, Self.tone(index256: badge.index256)) >= least)
        }
    }

    @Test("a theme either colours its roles at every depth, or none at any")
    func whole() {
        for theme in Theme.allCases {
            let colored = TextRole.allCases.filter { theme.paint(of: $0) != nil }
            #expect(colored.isEmpty == (theme == .none))
            #expect((theme.background == nil) == (theme.ink == nil))
            for role in colored {
                let paint = theme.paint(of: role)
                #expect(paint?.tone == theme.tone(of: role) && (paint?.index256 ?? 0) >= 16)
                #expect(paint?.ansi16.isEmpty == false)
            }
        }
    }

    @Test("high contrast brings its black along, so that it is read on a white terminal as well")
    func ground() {
        let price = Piece(text: "$5", role: .price)
        let looks = [ColorDepth.ansi16, .ansi256, .trueColor].map {
            StyleSheet(depth: $0, hyperlinks: false, theme: .highContrast).styled(price)
        }
        #expect(
            looks == [
                "\u{1B}[40;92m$5\u{1B}[0m", "\u{1B}[48;5;16;38;5;120m$5\u{1B}[0m",
                "\u{1B}[48;2;0;0;0;38;2;135;255;135m$5\u{1B}[0m",
            ])
        let badge = StyleSheet(depth: .trueColor, hyperlinks: false, theme: .highContrast)
            .styled(Piece(text: " New ", role: .badge))
        #expect(badge == "\u{1B}[1;48;2;255;255;255;38;2;0;0;0m New \u{1B}[0m")
    }

    @Test("no theme, no colours: as NO_COLOR has it, whatever demands them")
    func none() {
        for variables in [["CLICOLOR_FORCE": "1"], ["COLORTERM": "truecolor"], ["NO_COLOR": "1"]] {
            let options = renderOptions(
                requested: .fixed(.ansi), width: 80, isTerminal: true, environment: variables, terminalColumns: nil,
                theme: .none)
            #expect(options.colorDepth == .none && !options.hyperlinks && options.theme == .none)
            #expect(!Gallery.document.rendered(options).contains("\u{1B}"))
        }
        let unthemed = renderOptions(
            requested: .auto, width: nil, isTerminal: true, environment: ["NO_COLOR": "1"], terminalColumns: nil,
            theme: .dark)
        #expect(unthemed.colorDepth == .none)
    }

    @Test("a theme changes colours only: the text is the same in all of them")
    func sameText() {
        func text(_ theme: Theme) -> String {
            Gallery.document.rendered(
                RenderOptions(style: .ansi, width: 80, colorDepth: .trueColor, theme: theme)
            ).replacing(#/\e\[[0-9;]*m/#, with: "")
        }
        let texts = Set(Theme.allCases.map(text))
        #expect(texts.count == 1)
    }

    @Test("the gallery names every role in each theme")
    func gallery() {
        for theme in Theme.allCases {
            let text = Gallery.roles(in: theme).rendered(.plain())
            #expect(text.contains("theme: \(theme.rawValue)"))
            for role in TextRole.allCases where role != .drawing { #expect(text.contains(role.rawValue)) }
        }
    }
}
