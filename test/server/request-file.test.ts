import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LogEntry } from '../../src/operations/request-log.ts'
import { openRequestFile } from '../../src/server/request-file.ts'
import { createRequestLog } from '../../src/server/request-log.ts'
import { temporaryFolder } from '../folder.ts'

function entry(nth: number): LogEntry {
  const id = `req_${String(nth).padStart(26, '0')}`
  return {
    request_id: id,
    at: '2026-01-01T00:00:00.000Z',
    method: 'GET',
    path: '/v1/me',
    route: '/v1/me',
    status: 200,
    duration_ms: 1,
    key_id: null,
    ip: '127.0.0.1',
    user_agent: null,
    idempotency_key_hash: null,
    error_code: null,
    request: { headers: {}, body: null },
    response: { headers: {}, body: 'x'.repeat(500) },
  }
}

test('a log larger than the file may be is not written whole with every few entries', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'requests.jsonl')
  const kept = Array.from({ length: 300 }, (_, nth) => entry(nth))
  const whole = createRequestLog(300, kept)
  const file = await openRequestFile(folder, 1_000)
  const files = new Set<string>()
  for (let nth = 300; nth < 1_500; nth += 10) {
    const news = Array.from({ length: 10 }, (_, at) => entry(nth + at))
    await file.write({ ...whole, drain: () => ({ entries: news, whole: false }) })
    const { ino, birthtimeNs } = await stat(path, { bigint: true })
    files.add(`${ino} ${birthtimeNs}`)
  }
  // 300 entries are written anew when 300 more stand behind them: 1,200 make that four times.
  expect(files.size).toBeLessThanOrEqual(6)
  expect((await stat(path)).size).toBeLessThan(700_000)
  expect((await openRequestFile(folder)).earlier.length).toBeGreaterThanOrEqual(300)
})
