import type { Surface } from '../io.ts'
import { examples, page, paragraph, section } from '../page.ts'
import type { Row } from '../page.ts'

const own: readonly Row[] = [
  ['SKILLPASS_BASE_URL', 'address of the service'],
  ['SKILLPASS_API_KEY', 'the key; there is no flag for it, which others on the machine could read'],
  ['SKILLPASS_PROFILE', 'profile of the user config, as --profile'],
  ['SKILLPASS_DATA_DIR', 'data folder of the sandbox, as --data'],
  ['SKILLPASS_STORE', 'the store of a deployed service, as --store: json:DIR or postgres://…'],
  ['SKILLPASS_CONFIG_DIR', 'folder of the user config'],
  ['SKILLPASS_WEBHOOK_SECRET', 'secret for "webhook sign" and "verify"'],
  ['SKILLPASS_…', 'a flag of serve, in capitals: see skillpass serve --help'],
]

const others: readonly Row[] = [
  ['NO_COLOR', 'no colour, whatever it holds'],
  ['FORCE_COLOR', '0 to 3: colour in a pipe too'],
  ['TERM', 'dumb: no colour, no spinner'],
  ['CI', 'no colour, no spinner, no browser'],
  ['GITHUB_ACTIONS', 'true: keys are masked in its log'],
  ['GITHUB_ENV', 'file that "env -o github" adds to'],
  ['HTTP_PROXY', 'proxy for http:// addresses'],
  ['HTTPS_PROXY', 'proxy for https:// addresses'],
  ['NO_PROXY', 'hosts to reach without it, by comma; this machine always is'],
  ['BROWSER', 'what "open" starts; none: it only prints'],
  ['SSH_CONNECTION', 'set: "open" only prints; SSH_TTY too'],
  ['XDG_CONFIG_HOME', 'where skillpass/config.json lies (default ~/.config)'],
  ['HOME', 'USERPROFILE where it is not set: where ~ is'],
]

/** `skillpass help environment`. */
export function environment(surface: Surface): string {
  return page([
    'Environment: where requests go, and with which key.',
    paragraph(
      'The first that is there counts: a flag, a variable, the profile, the sandbox that runs in this folder or ' +
        'above it, and then http://127.0.0.1:4747. The key of a sandbox or profile goes to its own address only.',
      surface,
    ),
    section('Variables', own, surface),
    section('Heeded too', others, surface),
    examples(
      'Examples',
      [
        ['SKILLPASS_BASE_URL=https://skills.example skillpass status', 'another service, once'],
        ['skillpass doctor', 'what is set, and whether it works'],
      ],
      surface,
    ),
  ])
}
