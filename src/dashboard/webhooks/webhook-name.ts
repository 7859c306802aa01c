import type { Webhook } from './types.ts'

type Named = Pick<Webhook, 'id' | 'url' | 'name' | 'kind'>

/** How a webhook is called on the page: an endpoint by its address, a listener by its name. */
export function nameOf({ id, url, name, kind }: Named): string {
  return kind === 'listener' ? `Listener ${name ?? id}` : (url ?? id)
}

/** What is typed to confirm that one is deleted. */
export function shortNameOf({ id, url, name }: Named): string {
  return url === null ? (name ?? id) : new URL(url).host
}

const reasons: Readonly<Record<string, string>> = {
  gone: 'It answered 410 Gone, so it was disabled.',
  failing: 'It acknowledged nothing for 72 hours, so it was disabled.',
}

/** Why nothing is sent to a disabled one. */
export function disabledBecause({ disabled_reason: reason }: Pick<Webhook, 'disabled_reason'>): string {
  return reason === null ? 'It was disabled.' : (reasons[reason] ?? `It was disabled: ${reason}`)
}
