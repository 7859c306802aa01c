import { z } from 'zod'
import { instantInput } from './formats.ts'
import { log, logFilters } from './logs.ts'
import { route } from './route.ts'

/** The verbs of `logs` that never end. */
export const logStreamRows = {
  stream: route({
    method: 'GET',
    path: '/v1/logs/stream',
    summary: 'Follow requests as they are answered',
    description:
      'Server-sent events: the `id` of a message is the request id, its `event` `log`, its `data` the entry.',
    access: ['logs:read'],
    query: () =>
      z.strictObject({
        ...logFilters(),
        since: instantInput().optional().describe('First the requests logged since this instant.'),
      }),
    responses: () => ({ 200: log() }),
    errors: [],
    stream: true,
    resumes: true,
    example: { query: { status: '4xx' } },
  }),
}
