// SPDX-License-Identifier: MIT

/// What a shell reads once, so that it asks the program what may follow.
package enum CompletionScript: String, CaseIterable, Sendable {
  /// GNU Bash, 4.4 or later.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell.
  case fish

  /// Writes the script.
  ///
  /// - Parameter program: the program's name, in lower-case kebab form.
  /// - Returns: the script.
  package func text(for program: String) -> String {
    let function = "_" + String(program.map { $0 == "-" ? "_" : $0 })
    switch self {
    case .bash:
      return """
        # Completion of \(program) for bash; read by "source <(\(program) completions bash)".
        \(function)() {
          local -a reply
          local text kept cur=${COMP_WORDS[COMP_CWORD]}
          mapfile -t reply < <(\(program) completions line -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
          COMPREPLY=()
          if [[ ${reply[0]} == files ]]; then
            compopt -o default
            return
          fi
          kept=${reply[0]#words }
          for text in "${reply[@]:1}"; do
            text=${text%%$'\\t'*}
            text=${text:kept}
            [[ $cur == [\\"\\']* ]] || printf -v text %q "$text"
            COMPREPLY+=("$text")
          done
        }
        complete -F \(function) \(program)

        """
    case .zsh:
      return """
        #compdef \(program)
        # Completion of \(program) for zsh: a file _\(program) in a folder of fpath.
        \(function)() {
          local -a reply texts shown
          local line
          reply=("${(@f)$(\(program) completions words -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
          if [[ $reply[1] == files ]]; then
            compset -P '--*='
            _files
            return
          fi
          for line in "${(@)reply[2,-1]}"; do
            texts+=("${line%%$'\\t'*}")
            shown+=("${line/$'\\t'/  -- }")
          done
          (( $#texts )) && compadd -l -d shown -a texts
        }
        if [[ $funcstack[1] == \(function) ]]; then
          \(function) "$@"
        else
          compdef \(function) \(program)
        fi

        """
    case .fish:
      return """
        # Completion of \(program) for fish; read by "\(program) completions fish | source".
        function _\(function)
          set -l words (commandline -opc)
          set -l current (commandline -ct)
          set -l reply (\(program) completions words -- $words[2..-1] "$current" 2>/dev/null)
          if test "$reply[1]" = files
            __fish_complete_path "$current"
          else if set -q reply[2]
            printf '%s\\n' $reply[2..-1]
          end
        end
        complete -c \(program) -f -a '(_\(function))'

        """
    }
  }
}
