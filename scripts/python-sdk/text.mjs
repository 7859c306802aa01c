/** Pieces of Python source. */

export const head = '# Generated from the contract table by scripts/generate-python-sdk.mjs. Do not edit.\n'

const width = 100
const keywords = new Set(['from', 'import', 'class', 'def', 'pass', 'global', 'in', 'is', 'not', 'and', 'or'])

export function snake(name) {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function pascal(name) {
  return snake(name)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** A name that Python takes: snake_case, and with an underscore behind it where the word is taken. */
export function identifier(name, taken = new Set()) {
  const plain = snake(name)
  return keywords.has(plain) || taken.has(plain) ? `${plain}_` : plain
}

/** JSON strings, numbers and lists of them are Python as well. */
export function literal(value) {
  if (value === true) return 'True'
  if (value === false) return 'False'
  return value === null ? 'None' : JSON.stringify(value)
}

export function indented(text, depth = 1) {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `${'    '.repeat(depth)}${line}`))
    .join('\n')
}

/** `open`, the items and `close`: on one line where they fit, else one item a line. */
export function bracketed(open, items, close, depth = 0) {
  const flat = `${open}${items.join(', ')}${close}`
  if (flat.length + depth * 4 <= width && !flat.includes('\n')) return flat
  return `${open}\n${items.map((item) => `${indented(item)},\n`).join('')}${close}`
}

export function docstring(paragraphs, depth) {
  const lines = paragraphs.map((text) => filled(text, width - 4 * depth - 3)).join('\n\n')
  const escaped = lines.replaceAll('\\', '\\\\')
  return escaped.includes('\n') ? `"""${escaped}\n"""` : `"""${escaped}"""`
}

/** Lines that stand apart already stay apart. */
function filled(text, room) {
  const fit = new RegExp(`.{1,${room - 8}}(?=\\s|$)`, 'g')
  return text
    .split('\n')
    .map((line) => {
      const margin = line.startsWith('    ') ? '    ' : ''
      const [first = '', ...rest] = line.trim().match(fit) ?? []
      return [
        `${margin}${first}`,
        ...rest.map((more) => `${margin}${margin === '' ? '' : '    '}${more.trim()}`),
      ].join('\n')
    })
    .join('\n')
}

const typing =
  'Any Callable ClassVar Dict FrozenSet List Literal Mapping Optional Sequence TypedDict Union'.split(' ')

/** Types that take no parameters. */
const plain = new Set(['Any', 'TypedDict', 'date', 'datetime', 'timedelta'])

/** Imports of what the source uses of the standard library. */
export function imports(source) {
  const used = (names) =>
    names.filter((name) => new RegExp(`[ [(]${name}${plain.has(name) ? '[\\],)]' : '\\['}`).test(source))
  const times = used(['date', 'datetime', 'timedelta'])
  const types = used(typing)
  return [
    'from __future__ import annotations\n',
    ...(times.length === 0 ? [] : [`from datetime import ${times.join(', ')}`]),
    ...(types.length === 0 ? [] : [bracketed('from typing import (', types, ')').replace(/\((.*)\)$/, '$1')]),
  ].join('\n')
}
