export const shells = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof shells)[number]

/**
 * The scripts know nothing of the commands: they ask the program at every Tab, so they need no renewal when it
 * learns something new. They run in somebody's shell, so they set no option and leave no variable behind.
 */
export const scripts: Readonly<Record<Shell, string>> = {
  bash: `# skillpass completion for bash
_skillpass() {
  local answer how space keep line at IFS=$' \\t\\n'
  COMPREPLY=()
  answer=$(command skillpass __complete bash -- "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
  {
    read -r how space keep
    while IFS= read -r line; do COMPREPLY+=("$line"); done
  } <<<"$answer"
  if [[ $space == nospace ]]; then compopt -o nospace 2>/dev/null; fi
  if ((\${#COMPREPLY[@]} > 0)); then return; fi
  case $how in
    file) compopt -o default 2>/dev/null || _skillpass_files -f ;;
    folder) compopt -o dirnames 2>/dev/null || _skillpass_files -d ;;
    command)
      for ((at = 1; at < COMP_CWORD; at++)); do [[ \${COMP_WORDS[at]} == -- ]] && break; done
      if declare -F _comp_command_offset >/dev/null; then _comp_command_offset $((at + 1))
      elif declare -F _command_offset >/dev/null; then _command_offset $((at + 1))
      elif ((COMP_CWORD == at + 1)); then _skillpass_files -c
      else compopt -o default 2>/dev/null || _skillpass_files -f; fi ;;
  esac
}
_skillpass_files() {
  local name
  while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$1" -- "\${COMP_WORDS[COMP_CWORD]#=}")
}
complete -F _skillpass skillpass
`,
  zsh: `#compdef skillpass
# skillpass completion for zsh
_skillpass() {
  local -a answer head how
  answer=("\${(@f)$(command skillpass __complete zsh -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  head=(\${=answer[1]})
  shift answer
  if (( $#head != 3 )); then return 1; fi
  if (( head[3] > 0 )); then compset -p $head[3]; fi
  if [[ $head[2] == nospace ]]; then how=(-S ''); fi
  local result=1
  if (( $#answer > 0 )); then _describe -V skillpass answer "\${(@)how}" && result=0; fi
  case $head[1] in
    file) _files && result=0 ;;
    folder) _files -/ && result=0 ;;
    command)
      local at=\${words[(i)--]}
      shift $at words
      (( CURRENT -= at ))
      _normal && result=0 ;;
  esac
  return result
}
if [[ $funcstack[1] == _skillpass ]]; then
  _skillpass "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
  compdef _skillpass skillpass
fi
`,
  fish: `# skillpass completion for fish
function __skillpass_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l word (commandline -ct)
    set -l answer (command skillpass __complete fish -- $words "$word" 2>/dev/null)
    set -q answer[1]; or return
    set -l head (string split ' ' -- $answer[1])
    set -e answer[1]
    set -q answer[1]; and printf '%s\\n' $answer
    set -l kept (string sub -l $head[3] -- "$word")
    set -l start (string sub -s (math $head[3] + 1) -- "$word")
    switch $head[1]
        case file
            printf "$kept%s\\n" (__fish_complete_path "$start")
        case folder
            printf "$kept%s\\n" (__fish_complete_directories "$start")
        case command
            set -l at (contains -i -- -- $words)
            set -e words[1..$at]
            complete -C (string join ' ' -- (string escape -- $words) "$word")
    end
end
complete -k -c skillpass -f -a '(__skillpass_complete)'
`,
}
