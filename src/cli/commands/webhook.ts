import { arg, text } from '../flags.ts'
import { show, showList } from '../output.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { defaultLimit, limit, pageSize } from './common.ts'
import { create, disable, enable, remove, rotateSecret, update } from './webhook-change.ts'
import { listen } from './webhook-listen.ts'
import { replay, test } from './webhook-send.ts'
import { sign } from './webhook-sign.ts'
import { verify } from './webhook-verify.ts'
import { webhookCard, webhookList } from './webhook-view.ts'

const list = verb({
  name: 'list',
  summary: 'list webhooks and listeners, newest first',
  flags: { limit },
  examples: [
    ['skillpass webhook list', 'where events go, and what waits'],
    ['skillpass webhook list --json | jq \'.[] | select(.status == "disabled")\'', 'those that get nothing'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const listing = client.webhooks.list({ limit: pageSize(input.limit) })
    await showList(context, listing, input.limit ?? defaultLimit, webhookList)
  },
})

const get = verb({
  name: 'get',
  summary: 'show one webhook, never its secret',
  args: { id: arg(text('ID'), 'id of the webhook') },
  examples: [
    ['skillpass webhook get we_01j9z8k7m6n5p4q3r2s1t0v9wx', 'what it gets and how that goes'],
    ['skillpass webhook get we_01j9z8k7m6n5p4q3r2s1t0v9wx --json | jq .stats', 'in numbers'],
  ],
  run: async ({ id }, context) => {
    const client = await context.client()
    await show(context, await client.webhooks.get({ id }), webhookCard)
  },
})

export const webhook: Noun = {
  name: 'webhook',
  summary: 'endpoints, and events to your own machine',
  verbs: [
    listen,
    create,
    list,
    get,
    update,
    remove,
    rotateSecret,
    enable,
    disable,
    test,
    replay,
    verify,
    sign,
  ],
}
