import { version } from '../sdk/version.gen.ts'

export const versionFlags: ReadonlySet<string | undefined> = new Set(['--version', '-V', '-v'])

export const versionLine = `${version}\n`
