import { createServer } from 'node:http'
import { H3 } from 'h3'
import { toNodeHandler } from 'srvx/node'
import { passport } from './passport.mjs'

const app = new H3({ silent: true })
app.get('/v1/verify/passport/:id', () => passport)
app.post('/v1/assess/invites', async (event) => {
  const body = await event.req.json()
  event.res.status = 201
  return { id: 'inv_1', ...body }
})
const handler = toNodeHandler(app.fetch)
createServer((request, response) => void handler(request, response)).listen(
  Number(process.argv[2]),
  '127.0.0.1',
)
