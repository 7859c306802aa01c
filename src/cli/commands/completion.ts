import { scripts, shells } from '../completion/scripts.ts'
import type { Shell } from '../completion/scripts.ts'
import { arg, BadValue } from '../flags.ts'
import type { Kind } from '../flags.ts'
import { json } from '../output.ts'
import { verb } from '../verb.ts'

const shell: Kind<Shell> = {
  placeholder: shells.join('|'),
  choices: shells,
  parse: (given) => {
    const found = shells.find((one) => one === given)
    if (found !== undefined) return found
    throw new BadValue(`are the shells it knows, not "${given}".`, { given, known: shells })
  },
}

export const completion = verb({
  name: 'completion',
  summary: 'let the shell complete commands, flags and ids',
  about:
    'Prints a script for the shell. It completes commands, flags and their values, and the ids and skills of the ' +
    'service that a command would reach. A new shell knows it after the lines below.',
  args: { shell: arg(shell, 'which shell it is for') },
  examples: [
    [`echo 'eval "$(skillpass completion bash)"' >> ~/.bashrc`, 'bash'],
    [`echo 'eval "$(skillpass completion zsh)"' >> ~/.zshrc`, 'zsh'],
    ['skillpass completion fish > ~/.config/fish/completions/skillpass.fish', 'fish'],
  ],
  // For a shell to read, so the same on a terminal as in a pipe.
  run: async (input, { io, globals }) => {
    const script = scripts[input.shell]
    await io.out(globals.json ? json({ shell: input.shell, script }, io.stdout) : script)
  },
})
