import type { ColourFacts, ColourWish } from './io.ts'

/** The variables this program reads, read once: nothing else touches process.env. */
export interface Environment {
  readonly baseUrl: string | undefined
  readonly apiKey: string | undefined
  readonly profile: string | undefined
  readonly dataDir: string | undefined
  /** Where the store is; there may be a password in it. */
  readonly store: string | undefined
  /** Folder of the user config; null: the user has no home. */
  readonly configDir: string | null
  readonly webhookSecret: string | undefined
  readonly proxies: ProxyVariables
  /** Commands that start a browser, the first that is there. */
  readonly browser: string | undefined
  /** The terminal is on another machine, and a browser would be. */
  readonly ssh: boolean
  readonly noColor: boolean
  readonly forceColor: number | null
  readonly ci: boolean
  readonly dumb: boolean
  /** How npm started this process, if it did: `exec`, `start`, `run-script`. */
  readonly npmCommand: string | undefined
  readonly githubActions: boolean
  /** The file that hands variables to the later steps of a GitHub Actions job. */
  readonly githubEnv: string | undefined
  /** Flags of `serve` as variables: `store` is SKILLPASS_STORE. */
  setting(flag: string): string | undefined
  /** All of them, for a program that this one starts. */
  readonly variables: Readonly<NodeJS.ProcessEnv>
}

/** Where requests to other machines go first. */
export interface ProxyVariables {
  readonly http: string | undefined
  readonly https: string | undefined
  /** Hosts that are reached directly, by comma. */
  readonly none: string | undefined
}

export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  return {
    baseUrl: filled(env['SKILLPASS_BASE_URL']),
    apiKey: filled(env['SKILLPASS_API_KEY']),
    profile: filled(env['SKILLPASS_PROFILE']),
    dataDir: filled(env['SKILLPASS_DATA_DIR']),
    store: filled(env['SKILLPASS_STORE']),
    configDir: configDir(env),
    webhookSecret: filled(env['SKILLPASS_WEBHOOK_SECRET']),
    proxies: {
      http: filled(env['http_proxy']) ?? filled(env['HTTP_PROXY']),
      https: filled(env['https_proxy']) ?? filled(env['HTTPS_PROXY']),
      none: filled(env['no_proxy']) ?? filled(env['NO_PROXY']),
    },
    browser: filled(env['BROWSER']),
    ssh: filled(env['SSH_CONNECTION']) !== undefined || filled(env['SSH_TTY']) !== undefined,
    noColor: filled(env['NO_COLOR']) !== undefined,
    forceColor: forced(env['FORCE_COLOR']),
    ci: filled(env['CI']) !== undefined && env['CI'] !== 'false' && env['CI'] !== '0',
    dumb: env['TERM'] === 'dumb',
    npmCommand: filled(env['npm_command']),
    githubActions: env['GITHUB_ACTIONS'] === 'true',
    githubEnv: filled(env['GITHUB_ENV']),
    setting: (flag) => filled(env[settingName(flag)]),
    variables: env,
  }
}

/** `secretFile` → `SKILLPASS_SECRET_FILE`. */
export function settingName(flag: string): string {
  return `SKILLPASS_${flag.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

export function colourFacts(env: Environment, wish: ColourWish): ColourFacts {
  const { noColor, forceColor, ci, dumb } = env
  return { wish, noColor, forceColor, ci, dumb }
}

function configDir(env: NodeJS.ProcessEnv): string | null {
  const own = filled(env['SKILLPASS_CONFIG_DIR'])
  if (own !== undefined) return own
  const home = filled(env['HOME']) ?? filled(env['USERPROFILE'])
  const folder = filled(env['XDG_CONFIG_HOME']) ?? (home === undefined ? undefined : `${home}/.config`)
  return folder === undefined ? null : `${folder}/skillpass`
}

function filled(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value
}

function forced(value: string | undefined): number | null {
  if (value === undefined) return null
  if (value === '' || value === 'true') return 1
  if (value === 'false') return 0
  return /^\d$/.test(value) ? Number(value) : 1
}
