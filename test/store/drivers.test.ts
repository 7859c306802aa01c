import { join } from 'node:path'
import { openEphemeralStore } from '../../src/store/json/ephemeral.ts'
import { openJsonStore } from '../../src/store/json/open.ts'
import { temporaryFolder } from '../folder.ts'
import { conformance } from './conformance.ts'

conformance('ephemeral', async () => openEphemeralStore())
conformance('json', async () =>
  openJsonStore({ dir: join(await temporaryFolder(), 'data'), onNotice: () => undefined }),
)
