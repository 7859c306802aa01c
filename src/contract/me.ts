import { z } from 'zod'
import { mode } from './formats.ts'
import { apiKey } from './key.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

const whoami = once(() =>
  z
    .strictObject({
      object: z.literal('me'),
      key: apiKey(),
      mode: mode(),
      version: z.string().describe('Version of the server.'),
      base_url: z.string(),
    })
    .meta({ id: 'Me', title: 'The calling key' }),
)

export const me = {
  get: route({
    method: 'GET',
    path: '/v1/me',
    summary: 'Show the calling key',
    description: 'Which key this is, what it may do, and which server answers. Any key may ask.',
    access: 'key',
    responses: () => ({ 200: whoami() }),
    errors: [],
    example: {},
  }),
}
