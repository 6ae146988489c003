/// Completion script of each shell: it passes the words to `galleria complete` and shows its output.
enum ShellScript: String, Sendable, CaseIterable {
    case bash, zsh, fish

    /// - Parameter program: what the shell calls galleria.
    var text: String {
        switch self {
        // bash ends words at = and : too: the candidates lose what stands before the last of them.
        case .bash:
            #"""
            _galleria() {
                local line="${COMP_LINE:0:COMP_POINT}" word candidates cut
                local -a words
                read -ra words <<<"$line"
                [[ "$line" == *' ' ]] && words+=('')
                word="${words[-1]}"
                cut="${word%"${word##*[=:]}"}"
                COMPREPLY=()
                while IFS=$'\t' read -r candidates _; do
                    COMPREPLY+=("${candidates#"$cut"}")
                done < <("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null)
                [[ ${#COMPREPLY[@]} -eq 1 && "${COMPREPLY[0]}" == *[=/.] ]] && compopt -o nospace
                return 0
            }
            complete -o default -F _galleria galleria

            """#
        case .zsh:
            #"""
            #compdef galleria
            _galleria() {
                local -a names shown
                local word doc
                while IFS=$'\t' read -r word doc; do
                    names+=("$word")
                    shown+=("$word${doc:+  -- $doc}")
                done < <("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
                if (( ${#names} )); then
                    compadd -l -d shown -S '' -a names
                else
                    _files
                fi
            }
            compdef _galleria galleria

            """#
        case .fish:
            #"""
            complete -c galleria -f -a '(set -l words (commandline -opc); $words[1] complete -- $words[2..-1] (commandline -ct) 2>/dev/null)'

            """#
        }
    }
}
