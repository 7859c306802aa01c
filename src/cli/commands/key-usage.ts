import { arg, text } from '../flags.ts'
import { show } from '../output.ts'
import { verb } from '../verb.ts'
import { keyUsageScreen } from './usage-view.ts'
import { rangeFlags } from './usage.ts'

const sample = 'key_01j9z8k7m6n5p4q3r2s1t0v9wx'

export const keyUsage = verb({
  name: 'usage',
  summary: 'what was asked with one key',
  about: 'The last 30 days on the clock of the service unless told otherwise. Of all keys: skillpass usage',
  args: { id: arg(text('ID'), 'id of the key') },
  flags: rangeFlags,
  examples: [
    [`skillpass key usage ${sample}`, 'the last 30 days at a glance'],
    [`skillpass key usage ${sample} --from 2026-11-01 --json | jq .requests`, 'requests since then'],
  ],
  run: async ({ id, from, to }, context) => {
    const client = await context.client()
    await show(context, await client.keys.usage({ id, from, to }), keyUsageScreen)
  },
})
