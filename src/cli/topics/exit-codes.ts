import type { Exit } from '../failure.ts'
import type { Surface } from '../io.ts'
import { examples, page, paragraph, section } from '../page.ts'
import type { Row } from '../page.ts'

/** 125 is the one that no failure of ours has: the child of `exec` never began. */
const meanings: Readonly<Record<Exit | 125, string>> = {
  0: 'it worked; an empty list too, and a reader that went away',
  1: 'something unexpected, or the service failed (5xx)',
  2: 'the command line is wrong, or input is needed and nobody can be asked',
  3: 'there is no such thing, or no longer (404, 410)',
  4: 'the key is missing, refused or may not do this (401, 403)',
  5: 'the service refused the request (any other 4xx)',
  6: 'no answer: network, proxy, timeout, or the rate limit after retries',
  7: 'no sandbox runs here, its port is taken or its data folder locked',
  8: 'the answer is no: a check failed, a wait timed out',
  125: '"exec" could not start its command; otherwise its code is that of the command',
  130: 'stopped by Ctrl-C',
  143: 'asked to end (SIGTERM); "dev" ends with 0',
}

/** `skillpass help exit-codes`. */
export function exitCodes(surface: Surface): string {
  const rows = Object.entries(meanings).map(([code, meaning]): Row => [code, meaning])
  return page([
    'Exit codes.',
    paragraph(
      'The same for every command, and the same tomorrow. Branch on them, never on the text.',
      surface,
    ),
    section('Codes', rows, surface),
    paragraph(
      'With --json an error is one line on stderr, {"error": {"code", "message", …}}, and stdout stays empty. ' +
        '6 is worth another try; 2, 3, 4 and 5 are not.',
      surface,
    ),
    examples(
      'Examples',
      [
        ['skillpass passport check usr_alex --skill react --min-tier T3 || echo no', '8: not met'],
        ['skillpass status --quiet || skillpass dev', '7: start one'],
      ],
      surface,
    ),
  ])
}
