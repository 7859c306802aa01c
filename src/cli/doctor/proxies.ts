import type { ProxyVariables } from '../config.ts'
import { CliError } from '../failure.ts'
import { isExempt, proxyFor, proxyOf } from '../proxy.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Finding } from './check.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** The variables, whether they can be read, and whether they would lead requests to this machine astray. */
export function proxies(variables: ProxyVariables, baseUrl: string): Finding {
  const { http, https, none } = variables
  if (http === undefined && https === undefined) return ok('no proxy variables')
  try {
    const shown = [
      http === undefined ? [] : [`HTTP_PROXY ${proxyOf('HTTP_PROXY', http).shown}`],
      https === undefined ? [] : [`HTTPS_PROXY ${proxyOf('HTTPS_PROXY', https).shown}`],
    ].flat()
    const used = proxyFor(baseUrl, variables) === null ? 'goes there directly' : 'goes through it'
    const told = `${shown.join(', ')}; ${new URL(baseUrl).host} ${used}`
    const exempt = loopback.every((host) => isExempt(new URL(`http://${host}`), none))
    if (http === undefined || exempt) return ok(told)
    return warn(
      `${told}; NO_PROXY leaves out this machine`,
      'skillpass goes straight to this machine all the same; curl and others would not:\nexport NO_PROXY=localhost,127.0.0.1,::1',
    )
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return fail(messageOf(error).replace(/\.$/, ''), error.hint ?? 'Correct or unset it.')
  }
}
