/// Completion script of each shell: it passes the words to `galleria complete` and shows its output; names of files where
/// that fails.
enum ShellScript: String, Sendable, CaseIterable {
    case bash, zsh, fish

    var text: String {
        switch self {
        case .bash:
            #"""
            _galleria() {
                local line="${COMP_LINE:0:COMP_POINT}" candidates candidate
                COMPREPLY=()
                candidates="$("${COMP_WORDS[0]}" complete --line "$line" 2>/dev/null)" || compopt -o default
                while IFS=$'\t' read -r candidate _; do
                    [[ -n "$candidate" ]] && COMPREPLY+=("$candidate")
                done <<<"$candidates"
                [[ ${#COMPREPLY[@]} -eq 1 && "${COMPREPLY[0]}" == *[=/.] ]] && compopt -o nospace
                return 0
            }
            complete -F _galleria galleria

            """#
        // As a file _galleria of a folder of fpath it is the function's own body; sourced, it defines it.
        case .zsh:
            #"""
            #compdef galleria
            _galleria() {
                local -a open open_shown whole whole_shown
                local candidates word doc
                if ! candidates="$("${words[1]}" complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)"; then
                    _files
                    return
                fi
                while IFS=$'\t' read -r word doc; do
                    case "$word" in
                        '') ;;
                        *[=/.]) open+=("$word"); open_shown+=("$word${doc:+  -- $doc}") ;;
                        *) whole+=("$word"); whole_shown+=("$word${doc:+  -- $doc}") ;;
                    esac
                done <<<"$candidates"
                (( ${#open} )) && compadd -l -d open_shown -S '' -a open
                (( ${#whole} )) && compadd -l -d whole_shown -a whole
                (( ${#open} + ${#whole} ))
            }
            if [[ "${funcstack[1]}" == _galleria ]]; then _galleria "$@"; else compdef _galleria galleria; fi

            """#
        case .fish:
            #"""
            function __galleria_candidates
                set -l words (commandline -opc)
                $words[1] complete -- $words[2..-1] (commandline -ct | string unescape) 2>/dev/null
            end
            complete -c galleria -f -a '(__galleria_candidates)'
            complete -c galleria -n 'not __galleria_candidates >/dev/null' -F

            """#
        }
    }
}
