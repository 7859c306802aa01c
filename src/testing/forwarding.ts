import type { Skillpass } from '../sdk/index.ts'

/** An endpoint at the test's own server, made anew after every reset. */
export function createForwarding(client: Skillpass, url: string | undefined) {
  let secret: string | null = null
  return {
    secret: () => secret,
    async start(): Promise<void> {
      if (url === undefined) return
      const made = await client.webhooks.create({ url, events: ['*'] })
      secret = made.secret
    },
  }
}
