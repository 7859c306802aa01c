import { globalFlags } from '../globals.ts'
import type { Surface } from '../io.ts'
import { examples, globalRow, page, paragraph, section } from '../page.ts'

/** `skillpass help output`. */
export function output(surface: Surface): string {
  return page([
    'Output: data on stdout, everything else on stderr.',
    section(
      'What you get',
      [
        ['terminal', 'tables that fit it, colour, relative times'],
        ['pipe', 'a row a line, fields by tab, instants in full, no colour, no notes'],
        ['--json', 'the whole object; a list as one array; a stream as an object a line'],
        ['--quiet', 'ids only, one a line'],
      ],
      surface,
    ),
    paragraph(
      'In a pipe, a tab or line break inside a field is written \\t or \\n. Lists page by themselves up to --limit. ' +
        'A reader that goes away, such as head, is no failure.',
      surface,
    ),
    section('Flags of every command', globalFlags.map(globalRow), surface),
    examples(
      'Examples',
      [
        ["skillpass invite list --json | jq -r '.[].candidate_email'", 'who was asked'],
        [
          'skillpass invite list --status pending --quiet | xargs -rn1 skillpass invite resend',
          'all that wait',
        ],
        ['skillpass passport get usr_alex --debug', 'what goes over the wire'],
      ],
      surface,
    ),
  ])
}
