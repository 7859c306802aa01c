import { advice } from '../../dist/core/diagnose-mistakes.js'
import { bracketed, head, literal } from './text.mjs'

/** What can be told about a signature without trying every mistake there is. */
export const told = [
  'header_missing',
  'timestamp_malformed',
  'timestamp_milliseconds',
  'timestamp_too_old',
  'timestamp_in_future',
  'signature_absent',
  'signature_mismatch',
  'signature_truncated',
  'secret_malformed',
  'signed_empty',
  'body_empty',
  'body_reserialised',
  'body_newline_added',
  'body_newline_removed',
]

/** The sentences with which the service itself explains a signature that does not hold. */
export function adviceFile() {
  const entries = told.map((mistake) => {
    const { explanation, fix } = advice[mistake]
    return `${literal(mistake)}: (\n    ${literal(explanation)},\n    ${literal(fix)},\n)`
  })
  return `${head}from __future__ import annotations

from typing import Mapping, Tuple

# What is wrong, and what to do about it.
${bracketed('ADVICE: Mapping[str, Tuple[str, str]] = {', entries, '}')}
`
}
