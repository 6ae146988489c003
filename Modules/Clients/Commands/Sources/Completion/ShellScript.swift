/// Completion script of each shell: it passes the words to `galleria complete` and shows its output; names of files where
/// that fails.
enum ShellScript: String, Sendable, CaseIterable {
    case bash, zsh, fish

    var text: String {
        switch self {
        // bash ends words at = and : too: the candidates lose what stands before the last of them.
        case .bash:
            #"""
            _galleria() {
                local line="${COMP_LINE:0:COMP_POINT}" word candidates candidate cut
                local -a words
                read -ra words <<<"$line"
                [[ "$line" == *' ' ]] && words+=('')
                word="${words[-1]}"
                cut="${word%"${word##*[=:]}"}"
                COMPREPLY=()
                candidates="$("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null)" || compopt -o default
                while IFS=$'\t' read -r candidate _; do
                    [[ -n "$candidate" ]] && COMPREPLY+=("${candidate#"$cut"}")
                done <<<"$candidates"
                [[ ${#COMPREPLY[@]} -eq 1 && "${COMPREPLY[0]}" == *[=/.] ]] && compopt -o nospace
                return 0
            }
            complete -F _galleria galleria

            """#
        case .zsh:
            #"""
            #compdef galleria
            _galleria() {
                local -a names shown
                local candidates word doc
                if ! candidates="$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"; then
                    _files
                    return
                fi
                while IFS=$'\t' read -r word doc; do
                    [[ -n "$word" ]] || continue
                    names+=("$word")
                    shown+=("$word${doc:+  -- $doc}")
                done <<<"$candidates"
                (( ${#names} )) && compadd -l -d shown -S '' -a names
            }
            compdef _galleria galleria

            """#
        case .fish:
            #"""
            function __galleria_candidates
                set -l words (commandline -opc)
                $words[1] complete -- $words[2..-1] (commandline -ct) 2>/dev/null
            end
            complete -c galleria -f -a '(__galleria_candidates)'
            complete -c galleria -n 'not __galleria_candidates >/dev/null' -F

            """#
        }
    }
}
