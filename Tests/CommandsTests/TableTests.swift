import Composition
import DesignSystem
import Testing

@testable import Commands

/// The table of commands, and help, which comes from it.
@Suite("Command table") struct TableTests {
    private static let plain = RenderOptions(style: .plain)

    @Test("the program's help lists every command and every option for all")
    func programHelp() {
        let help = Help.program(CommandTable.all).rendered(Self.plain)
        for command in CommandTable.all where command.isListed {
            #expect(help.contains(command.name))
            #expect(help.contains(command.doc), "\(command.name)")
        }
        for option in Options.common { #expect(help.contains("--\(option.name)"), "\(option.name)") }
        #expect(help.contains("--version"))
        #expect(help.contains(Program.version))
        #expect(help.hasSuffix("galleria call bookShelf.search query=swift\n"), "the example that works comes last")
    }

    @Test(
        "the program's help fits 24 lines at 80 columns, and no line is wider than its terminal",
        arguments: [40, 80, 200])
    func programHelpFits(_ width: Int) {
        let help = Help.program(CommandTable.all).rendered(RenderOptions(style: .plain, width: width))
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.allSatisfy { $0.count <= width }, "\(help)")
        if width >= 80 { #expect(lines.count <= 24, "\(help)") }
    }

    @Test("each sentence of help has at most 20 words, and none has “you”")
    func sentences() {
        let commands = CommandTable.all
        let actions = commands.flatMap(\.actions)
        let docs = commands.map(\.doc) + commands.map(\.detail) + actions.map(\.doc)
        let options = (commands.flatMap(\.options) + Options.common).map(\.doc)
        for sentence in (docs + options).flatMap({ $0.split(separator: ". ") }) {
            let words = sentence.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "-" }
            #expect(words.count <= 20, "\(sentence)")
            #expect(!words.contains("you") && !words.contains("your"), "\(sentence)")
        }
    }

    @Test(
        "a command's help has its arguments, its line, every option and every example",
        arguments: CommandTable.all.map(\.name))
    func commandHelp(_ name: String) throws {
        let command = try #require(CommandTable.all.first { $0.name == name })
        let help = Help.command(command).rendered(Self.plain)
        #expect(help.contains("galleria \(command.usage)"))
        #expect(help.contains(command.description))
        for option in command.options + Options.common {
            #expect(help.contains(option.usage), "\(option.name)")
            #expect(help.contains(option.doc), "\(option.name)")
        }
        for example in command.examples { #expect(help.contains(example), "\(example)") }
        #expect(help.contains("Exit status"))
    }

    private static let actions = CommandTable.all.flatMap { command in command.actions.map { (command.name, $0.name) } }

    @Test("an action's help has its arguments, its line, its own options alone and its examples", arguments: actions)
    func actionHelp(_ name: String, _ word: String) throws {
        let command = try #require(CommandTable.all.first { $0.name == name })
        let action = try #require(command.actions.first { $0.name == word })
        let outcome = try galleria([name, word, "--help"])
        #expect(outcome.status == .done)
        #expect(outcome.output == Help.command(command, action: action).rendered(Self.plain))
        #expect(outcome.output.contains("galleria \(name) \(action.usage)"))
        #expect(outcome.output.contains(action.doc) && action.doc.hasSuffix("."))
        for example in action.examples { #expect(outcome.output.contains(example)) }
        for option in command.options {
            let isOwn = action.options.contains { $0.name == option.name }
            #expect(outcome.output.contains(option.doc) == isOwn, "\(option.name)")
        }
        // The command's own help lists it.
        let all = Help.command(command).rendered(Self.plain)
        #expect(all.contains(action.usage) && all.contains(action.doc))
    }

    @Test("each action is one that the command knows, with an example of its own")
    func knownActions() throws {
        #expect(Self.actions.count == 28)
        for (name, word) in Self.actions {
            let action = try #require(CommandTable.all.first { $0.name == name }?.actions.first { $0.name == word })
            #expect(!action.examples.isEmpty && action.examples.allSatisfy { $0.hasPrefix("galleria \(name) \(word)") })
            if action.arguments.contains(where: { $0.count.upperBound == .max }) { continue }
            // One argument too many for it, and not an action that is unknown.
            let outcome = try galleria([name, word, "current", "current", "current", "--json"])
            #expect(
                outcome.output.contains(action.arguments.isEmpty ? "takes no arguments" : "too many"),
                "\(outcome.output)")
        }
    }

    @Test("names and options are unique, and every command has an example")
    func unique() {
        let names = CommandTable.all.map(\.name)
        #expect(Set(names).count == names.count)
        for command in CommandTable.all {
            let options = (command.options + Options.common).map(\.name)
            #expect(Set(options).count == options.count, "\(command.name)")
            #expect(!command.examples.isEmpty, "\(command.name)")
            #expect(command.doc.hasSuffix("."), "\(command.name)")
        }
    }

    @Test("an option of one name is the same in every command, since its value is read by the name")
    func consistent() {
        var first: [String: any DeclaredOption] = [:]
        for option in CommandTable.all.flatMap(\.options) + Options.common {
            let known = first[option.name] ?? option
            #expect(known.usage == option.usage && known.doc == option.doc, "\(option.name)")
            first[option.name] = known
        }
    }

    @Test("an argument's name is its command's only one, and all words that are left come last")
    func argumentNames() {
        for command in CommandTable.all.flatMap({ [$0] + $0.actions }) {
            #expect(Set(command.arguments.map(\.usage)).count == command.arguments.count, "\(command.name)")
            #expect(command.arguments.dropLast().allSatisfy { $0.count == 1...1 }, "\(command.name)")
        }
    }

    @Test("a flag's doc has its words and its default from its type")
    func derivedDocs() {
        #expect(Options.theme.doc == "The colours of text: auto, light, dark, high-contrast or none.")
        #expect(Options.timeout.doc == "Time limit for one answer; 10 by default.")
        #expect(Options.scope.words.fixed == ["user", "project"])
    }

    @Test("each example is parsed as its command", arguments: CommandTable.all.flatMap { $0.examples })
    func examples(_ example: String) throws {
        let words = shellWords(example)
        #expect(words.first == "galleria")
        let parsed = try CommandParser(commands: CommandTable.all).parse(Array(words.dropFirst()))
        let owner = CommandTable.all.first { $0.examples.contains(example) }
        #expect(parsed.command?.name == owner?.name)
    }

    /// The words of a line as a shell has them, as far as the examples need: spaces and single quotes.
    private func shellWords(_ line: String) -> [String] {
        var words = [""]
        var isQuoted = false
        for character in line {
            switch character {
            case "'": isQuoted.toggle()
            case " " where !isQuoted: words.append("")
            default: words[words.count - 1].append(character)
            }
        }
        return words
    }
}
