import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Shared } from '../../src/store/shared.ts'

export interface Process {
  readonly shared: Shared
  close(): Promise<void>
}

const KEPT_MS = 60_000

/** What every driver that several processes can open has to share between them; here two of them. */
export function sharedConformance(driver: string, open: () => Promise<Process>): void {
  let processes: Process[] = []
  const at = (number: number): Shared => {
    const process = processes[number]
    if (process === undefined) throw new Error('Only within a test.')
    return process.shared
  }
  beforeEach(async () => {
    processes = await Promise.all([open(), open()])
  })
  afterEach(async () => {
    await Promise.all(processes.map(async (process) => process.close()))
  })
  const addOne = async (shared: Shared, name: string, keptMs = KEPT_MS): Promise<number> =>
    shared.swap(name, keptMs, (state) => {
      const value = Number(state ?? 0) + 1
      return { state: String(value), answer: value }
    })

  describe(`${driver}: small states`, () => {
    test('nobody overwrites anybody, in whatever process', async () => {
      const values = await Promise.all(
        Array.from({ length: 200 }, async (_, each) => addOne(at(each % 2), 'hits')),
      )
      expect(values.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, each) => each + 1))
    })

    test('names are apart, and any text is kept', async () => {
      const text = 'a "quote", a \\ and \u0000 and \ud800'
      await at(0).swap('one\0', KEPT_MS, () => ({ state: text, answer: null }))
      const seen = async (name: string) =>
        at(1).swap(name, KEPT_MS, (state) => ({ state: state ?? 'none', answer: state }))
      expect([await seen('one\0'), await seen('one')]).toEqual([text, null])
    })

    test('a change that throws leaves the state and the others alone', async () => {
      await addOne(at(0), 'name')
      const error = new Error('no')
      const failing = at(0).swap('name', KEPT_MS, () => {
        throw error
      })
      const [refused, next] = await Promise.allSettled([failing, addOne(at(0), 'name')])
      expect(refused).toEqual({ status: 'rejected', reason: error })
      expect(next).toEqual({ status: 'fulfilled', value: 2 })
    })

    test('what nobody touched for long enough is forgotten', async () => {
      expect(await addOne(at(0), 'short', 30)).toBe(1)
      await vi.waitFor(async () => {
        await new Promise((resolve) => setTimeout(resolve, 60))
        expect(await addOne(at(1), 'short', 30)).toBe(1)
      }, 30_000)
    })

    test('one clock for all, and it does not run backwards under one name', async () => {
      const instants: number[] = []
      await Promise.all(
        Array.from({ length: 60 }, async (_, each) =>
          at(each % 2).swap('clock', KEPT_MS, (state, now) => {
            const earlier = Number(state ?? 0)
            return { state: String(now), answer: now - earlier }
          }),
        ),
      ).then((steps) => instants.push(...steps))
      expect(Math.min(...instants)).toBeGreaterThanOrEqual(0)
    })
  })

  describe(`${driver}: messages`, () => {
    const heardBy = (number: number): { readonly messages: string[]; stop(): void } => {
      const messages: string[] = []
      return { messages, stop: at(number).hear((message) => void messages.push(message)) }
    }
    /** Hearing begins a moment after it was asked for. */
    const inTouch = async (from: number, messages: readonly string[]): Promise<void> => {
      await vi.waitFor(
        async () => {
          at(from).tell('hello')
          await new Promise((resolve) => setTimeout(resolve, 50))
          expect(messages).toContain('hello')
        },
        { timeout: 30_000 },
      )
    }

    test('the others hear it once and in order, who told it does not', async () => {
      const [own, other] = [heardBy(0), heardBy(1)]
      await inTouch(0, other.messages)
      const told = Array.from({ length: 300 }, (_, each) => `message ${each} \0 \ud800 \\ "`)
      for (const message of told) at(0).tell(message)
      await vi.waitFor(() => expect(other.messages).toContain(told.at(-1)), { timeout: 30_000 })
      expect(other.messages.filter((message) => message !== 'hello')).toEqual(told)
      expect(own.messages).toEqual([])
    })

    test('it stops', async () => {
      const [first, second] = [heardBy(1), heardBy(1)]
      await inTouch(0, first.messages)
      await inTouch(0, second.messages)
      first.stop()
      at(0).tell('after')
      await vi.waitFor(() => expect(second.messages).toContain('after'), { timeout: 30_000 })
      expect(first.messages).not.toContain('after')
    })
  })
}
