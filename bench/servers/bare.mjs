// What node:http gives without anything of ours: the answer of the same size, the body read and parsed.
import { createServer } from 'node:http'
import { passport } from './passport.mjs'

const text = JSON.stringify(passport)
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
    return
  }
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString())
    const answer = JSON.stringify({ id: 'inv_1', ...body })
    response.writeHead(201, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(answer),
    })
    response.end(answer)
  })
})
server.listen(Number(process.argv[2]), '127.0.0.1')
