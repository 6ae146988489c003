import Foundation
import Testing

/// Suggestions for misspelt words of the command line; for words near nothing, the command that lists them.
@Suite("Did you mean") struct SuggestionTests {
    @Test(
        "commands, actions, options, methods, parameters, values, routes, modules, clients, settings",
        arguments: [
            ("cal", "Did you mean call?"), ("repaly x", "Did you mean replay?"), ("sevre", "Did you mean serve?"),
            ("config chek", "Did you mean config check?"), ("cache stat", "Did you mean cache stats?"),
            ("config zzz", "galleria config --help lists what there is."),
            ("cache zzz", "galleria cache --help lists what there is."),
            ("completion bsh", "Did you mean bash?"),
            ("completion zzz", "SHELL must be bash, zsh or fish"),
            ("serve --recrd x", "Did you mean --record?"), ("replay x --stict", "Did you mean --strict?"),
            ("call --formt x", "galleria call --help lists what there is."),
            ("doctor --ofline", "Did you mean --offline?"),
            ("call --framing lines", "call has no option --framing; serve has."),
            ("serve --framing line", "Did you mean lines?"),
            ("open galleria://shelf --style plan", "Did you mean plain?"),
            ("install vscode --scope usr", "Did you mean user?"), ("install claud-code", "Did you mean claude-code?"),
            ("call bookShelf.serch", "Did you mean bookShelf.search?"),
            ("call screen.opn", "Did you mean screen.open?"),
            (
                "call bookShelf.xyzxyz quer=x",
                "There are bookShelf.list, bookShelf.search, bookShelf.show, bookShelf.memos, bookShelf.setMemo."
            ),
            ("call bokShelf.xyzxyz", "There are bookShelf.list"), ("call nothing.atall", "host.info lists"),
            ("call bookShelf.search quer=x", "Did you mean “query”?"),
            ("call bookShelf.setMemo isbn=1", "Did you mean “isbn13”?"),
            ("call friends.list scenario=friendOnly", "Did you mean scenario=friendsOnly?"),
            ("call forecast.daily places=London units=metrc", "Did you mean units=metric?"),
            ("open galleria://bok", "Did you mean galleria://book/{isbn13}?"),
            ("open galleria://shlf", "Did you mean galleria://shelf?"),
            ("open catlog", "Did you mean galleria://catalog?"),
            ("open shlf", "Did you mean galleria://shelf?"),
            ("open galleria://friends?scenaro=x", "Did you mean galleria://friends{?scenario}?"),
            ("modules bookshlf", "Did you mean bookShelf?"),
            ("modules zzzzzzz", "galleria modules lists what there is."),
            ("serve --modules bookshlf", "Did you mean bookShelf?"),
            ("config explain network.dta", "Did you mean network.data?"),
            ("config diff sampel production", "did you mean `sample`?"),
            ("modules --environment prodution", "did you mean `production`?"),
            ("modules --set network.dta=live", "did you mean `network.data`?"),
            ("modules --set network.data=lve", "did you mean `live`?"),
            ("modules --log-level warn", "Did you mean warning?"),
        ])
    func table(_ line: String, _ words: String) throws {
        let process = try GalleriaProcess(line.split(separator: " ").map(String.init))
        process.closeInput()
        #expect(try process.readToEnd() == [])
        #expect(try process.waitForEnd() == .exited(2))
        #expect(process.errorText.contains(words), "\(process.errorText)")
    }
}
