import Foundation
import Testing

/// Suggestions for misspelt words of the command line; for words near nothing, the command that lists them.
@Suite("Did you mean") struct SuggestionTests {
    @Test(
        "commands, actions, options, methods, parameters, values, routes, modules, clients, settings",
        arguments: [
            ("cal", "galleria call"), ("repaly x", "galleria replay x"), ("sevre", "galleria serve"),
            ("config chek", "galleria config check"), ("cache stat", "galleria cache stats"),
            ("config zzz", "galleria config --help"), ("cache zzz", "galleria cache --help"),
            ("completion bsh", "galleria completion bash"), ("completion zzz", "SHELL must be bash, zsh or fish"),
            ("serve --recrd x", "galleria serve --record x"), ("replay x --stict", "galleria replay x --strict"),
            ("call --formt x", "galleria call --help"), ("doctor --ofline", "galleria doctor --offline"),
            ("call --framing lines", "call has no option --framing; serve has."),
            ("serve --framing line", "galleria serve --framing lines"),
            ("open galleria://shelf --style plan", "galleria open galleria://shelf --style plain"),
            ("install vscode --scope usr", "galleria install vscode --scope user"),
            ("install claud-code", "galleria install claude-code"),
            ("call bookShelf.serch", "galleria call bookShelf.search"),
            ("call screen.opn", "galleria call screen.open"),
            ("call bookShelf.xyzxyz quer=x", "galleria modules bookShelf"), ("call nothing.atall", "galleria modules"),
            ("call bookShelf.search quer=x", "galleria call bookShelf.search query=x"),
            ("call bookShelf.setMemo isbn=1", "galleria call bookShelf.setMemo isbn13=1"),
            ("call friends.list scenario=friendOnly", "galleria call friends.list scenario=friendsOnly"),
            ("call forecast.daily London units=metrc", "galleria call forecast.daily London units=metric"),
            ("open galleria://bok", "galleria open galleria://book/97"),
            ("open galleria://shlf", "open galleria://shelf"),
            ("open catlog", "galleria open catalog"), ("open shlf", "galleria open shelf"),
            ("open galleria://friends?scenaro=x", "galleria open galleria://friends"),
            ("modules bookshlf", "galleria modules bookShelf"), ("modules zzzzzzz", "galleria modules"),
            ("serve --modules catalog,bookshlf", "galleria serve --modules catalog,bookShelf"),
            ("config explain network.dta", "galleria config explain network.data"),
            ("config diff sampel production", "did you mean `sample`?"),
            ("modules --environment prodution", "did you mean `production`?"),
            ("modules --set network.dta=live", "did you mean `network.data`?"),
            ("modules --set network.data=lve", "did you mean `live`?"),
            ("modules --log-level warn", "galleria modules --log-level warning"),
        ])
    func table(_ line: String, _ words: String) throws {
        let process = try GalleriaProcess(line.split(separator: " ").map(String.init))
        process.closeInput()
        #expect(try process.readToEnd() == [])
        #expect(try process.waitForEnd() == .exited(2))
        #expect(process.errorText.contains(words), "\(process.errorText)")
    }
}
