/// Everything wrong with the settings, in the order of the layers and, in each, of the text.
package struct SettingsReport: Error, Sendable, Equatable {
    /// At least one. Of each file, flag or variable the first hundred.
    package let problems: [SettingProblem]
    /// Number of further ones.
    package let omitted: Int

    /// A report of these problems, `omitted` more left out.
    package init(problems: [SettingProblem], omitted: Int = 0) {
        self.problems = problems
        self.omitted = omitted
    }

    /// The report for a terminal or a log: for each problem a sentence, the place, the line and a caret. Ends in a
    /// newline.
    /// - Parameter paint: gives a piece the look of its part; nothing by default.
    package func rendered(_ paint: (SettingsReportPart, String) -> String = { $1 }) -> String {
        var text = problems.map { $0.rendered(paint) }.joined(separator: "\n")
        if omitted > 0 { text += "\n\(paint(.mark, "error:")) \(omitted) more like these\n" }
        return text
    }
}

/// Piece of a report, which the printer may style.
package enum SettingsReportPart: Sendable {
    /// Mark of the problem: the word in front, the caret with its note.
    case mark
    /// The sentence.
    case sentence
    /// Line numbers, and the signs around the line.
    case frame
}

extension SettingProblem {
    /// The problem as a few lines, ending in a newline.
    package func rendered(_ paint: (SettingsReportPart, String) -> String = { $1 }) -> String {
        let place = [label.shown, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(
            separator: ":")
        let number = line.map(String.init) ?? " "
        let margin = String(repeating: " ", count: number.utf8.count)
        let bar = paint(.frame, "|")
        var text =
            "\(paint(.mark, "error:")) \(paint(.sentence, sentence))\n\(margin)\(paint(.frame, "-->")) \(place)\n"
        guard let excerpt else {
            return note.map { "\(text)\(margin) \(paint(.frame, "=")) \(paint(.mark, $0))\n" } ?? text
        }
        let indent = String(repeating: " ", count: excerpt.caretColumn)
        let caret = String(repeating: "^", count: excerpt.caretWidth) + (note.map { " \($0)" } ?? "")
        text += "\(margin) \(bar)\n\(line == nil ? number : paint(.frame, number)) \(bar) \(excerpt.text)\n"
        return text + "\(margin) \(bar) \(indent)\(paint(.mark, caret))\n"
    }

    /// Note of the remedy: the suggestion, the allowed values, or both, unless the sentence has named them all.
    private var note: String? {
        let meant = suggestion.map { "did you mean `\($0.shown)`?" }
        let hint = needsAllowed ? allowed.map { "\(allowedTitle): \($0)" } : nil
        return meant == nil && hint == nil ? nil : [meant, hint].compactMap { $0 }.joined(separator: " ")
    }

    private var needsAllowed: Bool {
        switch kind {
        case .unknownKey: return suggestion == nil
        case .wrongValue(let expected, _):
            switch expected.unwrapped {
            case .flag, .oneOf: return false
            default: return true
            }
        default: return true
        }
    }

    private var allowedTitle: String {
        switch kind {
        case .unknownKey, .notAMapping, .unknownEnvironment, .badEnvironmentName: "known here"
        default: "allowed"
        }
    }
}

extension String {
    /// The text without characters that a terminal would act on.
    var shown: String { String(String.UnicodeScalarView(unicodeScalars.map(\.shown))) }
}
