import type { Case } from './case.ts'
import { answerCases } from './cases/answers.ts'
import { errorCases } from './cases/errors.ts'
import { pageCases } from './cases/pages.ts'
import { retryCases } from './cases/retries.ts'
import { streamCases } from './cases/streams.ts'
import { timeoutCases } from './cases/timeouts.ts'
import { webhookCases } from './cases/webhooks.ts'

/** The behaviour that the clients of every language share, point by point. */
export const cases: readonly Case[] = [
  retryCases,
  errorCases,
  answerCases,
  pageCases,
  streamCases,
  timeoutCases,
  webhookCases,
].flat()
