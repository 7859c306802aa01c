import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messagesOf } from '../../src/sdk/sse.ts'
import type { SseMessage } from '../../src/sdk/sse.ts'

async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string, size = Number.MAX_SAFE_INTEGER): Promise<SseMessage[]> {
  const messages: SseMessage[] = []
  for await (const message of messagesOf(chunks(Buffer.from(text), size))) messages.push(message)
  return messages
}

test.each<[string, string, Partial<SseMessage>[]]>([
  ['one message', 'id: 1\nevent: log\ndata: {}\n\n', [{ id: '1', event: 'log', data: '{}' }]],
  ['no event is a message', 'data: x\n\n', [{ id: null, event: 'message', data: 'x' }]],
  ['several data lines are one text', 'data: a\ndata:\ndata: b\n\n', [{ data: 'a\n\nb' }]],
  ['only one space is taken off', 'data:  x\n\n', [{ data: ' x' }]],
  [
    'comments and empty messages are nothing',
    ': hb\n\nevent: log\n\ndata: y\n\n',
    [{ event: 'message', data: 'y' }],
  ],
  ['an id stays until the next', 'id: 7\ndata: a\n\ndata: b\n\n', [{ id: '7' }, { id: '7', data: 'b' }]],
  ['an id with a zero byte is none', 'id: a\0b\ndata: a\n\n', [{ id: null }]],
  ['what breaks off is left out', 'data: a\n\ndata: b', [{ data: 'a' }]],
  ['a byte order mark is no part of it', '\ufeffdata: a\n\n', [{ data: 'a' }]],
  ['other fields are nothing', 'retry: 5\nwhat\ndata: a\n\n', [{ data: 'a' }]],
])('%s', async (_, text, expected) => {
  expect(await read(text)).toMatchObject(expected)
  expect(await read(text)).toHaveLength(expected.length)
})

test('line ends and the borders of chunks make no difference', async () => {
  const expected = await read('id: 1\nevent: log\ndata: zwölf 🎉\ndata: x\n\nid: 2\ndata: y\n\n')
  expect(expected).toHaveLength(2)
  const ends = fc.constantFrom('\n', '\r\n', '\r')
  await fc.assert(
    fc.asyncProperty(ends, fc.integer({ min: 1, max: 60 }), async (end, size) => {
      const text = 'id: 1\nevent: log\ndata: zwölf 🎉\ndata: x\n\nid: 2\ndata: y\n\n: end\n'.replaceAll(
        '\n',
        end,
      )
      expect(await read(text, size)).toEqual(expected)
    }),
  )
})
