import { BadValue, duration, flag, many, oneOf, text, toggle, whole } from '../flags.ts'
import type { Kind } from '../flags.ts'
import { serverGroup } from './dev-flags.ts'
import { parseUrl } from '../../parse-url.ts'

const access = { group: 'Access' }
const secrets = { group: 'Secrets' }
const mail = { group: 'Mail' }
const logging = { group: 'Log' }

const cidr: Kind<string> = {
  placeholder: 'CIDR',
  parse: (given) => {
    if (/^[\da-f:.]+(\/\d{1,3})?$/i.test(given)) return given
    throw new BadValue(`takes a range of addresses such as 10.0.0.0/8, not "${given}"`)
  },
}

/** A proxy looks every few seconds; what waits for longer than this was meant otherwise. */
const longestDrain = 3_600

const drainTime: Kind<number> = {
  placeholder: 'SECONDS',
  parse: (given) => {
    const seconds = duration('SECONDS').parse(given)
    if (seconds > longestDrain) throw new BadValue(`takes at most 1h, not "${given}"`)
    return seconds
  },
}

const origin: Kind<string> = {
  placeholder: 'ORIGIN',
  parse: (given) => {
    if (parseUrl(given)?.origin === given) return given
    throw new BadValue(`takes an origin such as https://app.example.com, not "${given}"`)
  },
}

export const serveFlags = {
  store: flag(text('STORE'), 'json:DIR or postgres://… (default json:./.skillpass-live)', serverGroup),
  port: flag(whole('N', 0, 65_535), 'port to listen on (default 4747; 0: any free one)', serverGroup),
  host: flag(text('HOST'), 'address to listen on (default 127.0.0.1)', serverGroup),
  sandbox: toggle('a sandbox for a team instead of the live service', serverGroup),
  drain: flag(drainTime, 'from SIGTERM until connections are refused (default 5s)', serverGroup),
  keptRequests: flag(whole('N', 0, 1_000_000), 'newest requests in the log (default 10000)', serverGroup),
  corsOrigin: many(origin, 'pages of this origin may call the API; may be repeated', access),
  allowEgress: many(cidr, 'private network that webhooks may reach; may be repeated', access),
  trustProxy: toggle('a proxy in front says who asks (X-Forwarded-For)', access),
  trustedProxy: many(cidr, 'only proxies in this range say so; may be repeated', access),
  metrics: flag(oneOf('WHO', ['loopback', 'open']), 'who may read /metrics (default loopback)', access),
  tlsCert: flag(text('FILE'), 'serve HTTPS with this certificate, PEM; renewed when it changes', access),
  tlsKey: flag(text('FILE'), 'its key, PEM', access),
  smtp: flag(text('URL'), 'mail invites through smtp://… or smtps://…; better as SKILLPASS_SMTP', mail),
  smtpFrom: flag(text('SENDER'), 'who they come from: "Acme Hiring <hiring@example.com>"', mail),
  mailLocale: flag(text('LOCALE'), 'language where the invite has none (default en)', mail),
  logFormat: flag(
    oneOf('FORMAT', ['json', 'pretty']),
    'lines on stderr (default pretty on a terminal)',
    logging,
  ),
  logLevel: flag(oneOf('LEVEL', ['error', 'warn', 'info']), 'least weight of a line (default info)', logging),
  secretFile: flag(text('FILE'), "the server's own secrets (default: made in the data folder)", secrets),
  keyFile: flag(text('FILE'), 'write the first admin key there instead of printing it', secrets),
}
