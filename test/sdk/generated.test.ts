import { execa } from 'execa'
import { expect, test } from 'vitest'
import { rows } from '../../src/contract/index.ts'
import { Skillpass } from '../../src/sdk/index.ts'

test('the generated files say what the contract table says', async () => {
  const script = new URL('../../scripts/generate-sdk.mjs', import.meta.url).pathname
  const { exitCode, stderr } = await execa(process.execPath, [script, '--check'], { reject: false })
  expect(stderr).toBe('')
  expect(exitCode).toBe(0)
})

test('every operation of the table is a method of the client', () => {
  const client = new Skillpass()
  const missing = rows().filter(({ resource, verb }) => {
    const group: unknown = Reflect.get(client, resource)
    return typeof group !== 'object' || group === null || typeof Reflect.get(group, verb) !== 'function'
  })
  expect(missing.map(({ name }) => name)).toEqual([])
})
