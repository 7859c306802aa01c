import { z } from 'zod'
import { once } from './lazy.ts'
import { route } from './route.ts'

const resetDone = once(() =>
  z
    .strictObject({
      object: z.literal('reset'),
      seed: z.string().describe('The seed that the sandbox now holds.'),
    })
    .meta({ id: 'SandboxReset', title: 'Sandbox reset' }),
)

export const sandbox = {
  reset: route({
    method: 'POST',
    path: '/v1/sandbox/reset',
    summary: 'Reset the sandbox',
    description:
      'Removes everything and puts the seed back; the clock shows real time again. The printed key keeps working.',
    access: ['sandbox:write'],
    body: () =>
      z.strictObject({
        seed: z
          .enum(['default', 'empty'])
          .optional()
          .describe('`default` or `empty`. Default: the seed the sandbox was started with.'),
      }),
    responses: () => ({ 200: resetDone() }),
    errors: [],
    mode: 'sandbox',
    example: { body: { seed: 'default' } },
  }),
}
