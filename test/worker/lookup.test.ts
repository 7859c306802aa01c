import { expect, test, vi } from 'vitest'
import { sharedLookup, systemLookup } from '../../src/worker/lookup.ts'

test('the system knows localhost and nothing under .invalid', async () => {
  const addresses = await systemLookup('localhost')
  expect(addresses.length).toBeGreaterThan(0)
  for (const address of addresses) expect(['127.0.0.1', '::1']).toContain(address)
  await expect(systemLookup('nowhere.invalid')).rejects.toThrow('nowhere.invalid')
})

test('a name is asked for once by all who want it at the same time, and for a while after', async () => {
  vi.useFakeTimers()
  try {
    const asked: string[] = []
    const lookup = sharedLookup((hostname) => {
      asked.push(hostname)
      return Promise.resolve([`192.0.2.${asked.length}`])
    })
    const found = await Promise.all([lookup('a.test'), lookup('a.test'), lookup('b.test')])
    expect(found).toEqual([['192.0.2.1'], ['192.0.2.1'], ['192.0.2.2']])
    vi.advanceTimersByTime(4_999)
    expect(await lookup('a.test')).toEqual(['192.0.2.1'])
    vi.advanceTimersByTime(1)
    expect(await lookup('a.test')).toEqual(['192.0.2.3'])
    expect(asked).toEqual(['a.test', 'b.test', 'a.test'])
  } finally {
    vi.useRealTimers()
  }
})

test('a failure is forgotten at once', async () => {
  let asked = 0
  const lookup = sharedLookup(() => {
    asked += 1
    return asked === 1 ? Promise.reject(new Error('EAI_AGAIN')) : Promise.resolve(['192.0.2.1'])
  })
  await expect(lookup('a.test')).rejects.toThrow('EAI_AGAIN')
  expect(await lookup('a.test')).toEqual(['192.0.2.1'])
})
