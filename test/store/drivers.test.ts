import { join } from 'node:path'
import { openEphemeralStore } from '../../src/store/json/ephemeral.ts'
import { openJsonStore } from '../../src/store/json/open.ts'
import { openPostgresStore } from '../../src/store/postgres/open.ts'
import { temporaryFolder } from '../folder.ts'
import { temporaryDatabase } from '../postgres.ts'
import { conformance } from './conformance.ts'

conformance('ephemeral', async () => openEphemeralStore())
conformance('json', async () =>
  openJsonStore({ dir: join(await temporaryFolder(), 'data'), onNotice: () => undefined }),
)

const url = await temporaryDatabase()
conformance('postgres', async () => {
  const store = await openPostgresStore({ url, onNotice: () => undefined })
  await store.transact(async (tx) => tx.clear())
  return store
})
