import { errorCatalogue } from '../../dist/contract/errors.js'
import { bracketed, head, literal } from './text.mjs'

/** Codes that arise on the client's side of the network. */
const own = [
  'CONNECTION_FAILED',
  'CONNECTION_REFUSED',
  'TIMEOUT',
  'RESPONSE_INVALID',
  'CURSOR_REPEATED',
  'PARAMETER_INVALID',
  'HEADER_MISSING',
  'TIMESTAMP_MALFORMED',
  'TIMESTAMP_TOO_OLD',
  'TIMESTAMP_IN_FUTURE',
  'SIGNATURE_ABSENT',
  'SIGNATURE_MISMATCH',
  'BODY_INVALID',
]

export function errorCodes() {
  const codes = [...Object.keys(errorCatalogue), ...own]
  return `${head}from __future__ import annotations

from typing import Literal, Union

${bracketed('KnownErrorCode = Literal[', codes.map(literal), ']')}

ErrorCode = Union[KnownErrorCode, str]
"""The known codes, open to those of a newer service."""
`
}
