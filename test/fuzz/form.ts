import { randomInt } from 'node:crypto'
import { z } from 'zod'

/** How much is tried: little in `npm test`, much by hand. */
const environment = z.object({
  SKILLPASS_FUZZ_SECONDS: z.coerce.number().positive().default(8),
  SKILLPASS_FUZZ_SEED: z.coerce.number().int().optional(),
})
const { SKILLPASS_FUZZ_SECONDS: seconds, SKILLPASS_FUZZ_SEED: wanted } = environment.parse(process.env)

/** The time that each test may take. */
export const budgetMs = seconds * 1000

/** The same seed makes the same requests. */
export const seed = wanted ?? randomInt(2 ** 31)

export const again = `Once more: SKILLPASS_FUZZ_SEED=${seed} npx vitest run test/fuzz`
