import { bracketed, docstring, head, identifier, imports, indented, literal, pascal, snake } from './text.mjs'

const ownWords = ['idempotency_key', 'timeout', 'last_event_id', 'silence', 'self']

/** Where each operation lives and what it answers, once for both clients. */
export function endpointsFile(operations) {
  const lines = operations.map((operation) => {
    const { name, row, answer, nullable, query } = operation
    const parts = [
      literal(name),
      literal(row.method),
      literal(row.path),
      answer === 'Event' ? 'm.event_of' : answer === 'Model' ? 'Model' : `m.${answer}`,
      ...(row.body !== undefined ? ['body=True'] : []),
      ...(row.body !== undefined && query.length > 0
        ? [`query=(${query.map(({ field }) => literal(field)).join(', ')},)`]
        : []),
      ...(nullable.length > 0 ? [`nullable=(${nullable.map(literal).join(', ')},)`] : []),
      ...(row.resumes ? ['resumes=True'] : []),
    ]
    const type = answer === 'Model' ? 'Model' : `m.${answer}`
    return bracketed(`${constant(name)}: Endpoint[${type}] = Endpoint(`, parts, ')')
  })
  return `${head}from __future__ import annotations

from .._endpoint import Endpoint
from .._model import Model
from . import models as m

${lines.join('\n')}
`
}

/** The methods of one client, plain or asynchronous. */
export function operationsFile(shapes, resources, isAsync) {
  const prefix = isAsync ? 'Async' : ''
  const body = resources.map(([name, operations]) => resourceClass(shapes, name, operations, isAsync))
  const attributes = resources.map(([name]) => `self.${name} = ${prefix}${pascal(name)}(call)`)
  const [caller, module] = isAsync ? ['AsyncCaller', '_aio_caller'] : ['Caller', '_caller']
  const extra = isAsync
    ? ['from .._aio_pages import AsyncListing', 'from .._aio_streams import AsyncStream']
    : ['from .._pages import Page', 'from .._streams import Stream']
  return `${head}"""The operations of the service, by resource."""

${imports(body.join('\n'))}

${[`from ..${module} import ${caller}`, ...extra, 'from .._endpoint import NOT_GIVEN, NotGiven', 'from .._model import Model'].toSorted().join('\n')}
from . import endpoints as e
from . import models as m
${body.join('\n')}


class ${prefix}Operations:
    """Every operation of the service, by resource and verb."""

    def __init__(self, call: ${caller}) -> None:
${indented(attributes.join('\n'), 2)}
`
}

function resourceClass(shapes, resource, operations, isAsync) {
  const [prefix, caller] = isAsync ? ['Async', 'AsyncCaller'] : ['', 'Caller']
  const methods = operations.map((operation) => method(shapes, operation, isAsync))
  return `

class ${prefix}${pascal(resource)}:
    """\`client.${resource}\`"""

    def __init__(self, call: ${caller}) -> None:
        self._call = call

${methods.map((text) => indented(text)).join('\n\n')}`
}

function method(shapes, operation, isAsync) {
  const { verb, row, listed } = operation
  const kind = row.stream ? 'stream' : listed ? 'list' : 'one'
  const waits = isAsync && kind === 'one'
  const fields = fieldsOf(shapes, operation)
  const options = optionsOf(row)
  const keywords = [...fields.filter(({ isPath }) => !isPath), ...options].toSorted(
    (a, b) => rank(a) - rank(b),
  )
  const parameters = [
    'self',
    ...fields.filter(({ isPath }) => isPath).map(parameter),
    ...(keywords.length === 0 ? [] : ['*']),
    ...keywords.map(parameter),
  ]
  const passed = [
    `e.${constant(operation.name)}`,
    bracketed(
      '{',
      fields.map(({ field, argument }) => `${literal(field)}: ${argument}`),
      '}',
      4,
    ),
    ...options.map(({ argument }) => `${argument}=${argument}`),
  ]
  const call = bracketed(`return ${waits ? 'await ' : ''}self._call.${kind}(`, passed, ')', 2)
  const opening = bracketed(
    `${waits ? 'async ' : ''}def ${snake(verb)}(`,
    parameters,
    `) -> ${answerType(operation, kind, isAsync)}:`,
    1,
  )
  return `${opening}\n${indented(`${documentation(operation, fields)}\n${call}`)}`
}

function fieldsOf(shapes, { owner, path, query, body, nullable }) {
  const described = ({ field, schema, required }, isPath) => {
    const argument = identifier(field)
    if (ownWords.includes(argument))
      throw new Error(`${owner} has a field ${field}, which this client uses itself`)
    const type = shapes.accepted(schema, `${owner}Input`, field, 'm.')
    return {
      field,
      argument,
      isPath,
      required,
      note: schema.description,
      type: isPath ? 'str' : type,
      isNullable: nullable.includes(field),
    }
  }
  return [
    ...path.map((one) => described(one, true)),
    ...[...query, ...body].map((one) => described(one, false)),
  ]
}

function parameter({ argument, type, required, isNullable, fallback }) {
  if (required) return `${argument}: ${type}`
  if (fallback !== undefined) return `${argument}: ${type} = ${fallback}`
  if (isNullable) return `${argument}: Union[${type}, NotGiven] = NOT_GIVEN`
  return `${argument}: ${type.startsWith('Optional[') ? type : `Optional[${type}]`} = None`
}

function optionsOf(row) {
  const option = (argument, type) => ({ argument, type, required: false })
  const timeout = option('timeout', 'float')
  if (row.stream) {
    const resume = row.resumes ? [option('last_event_id', 'str')] : []
    return [...resume, timeout, { ...option('silence', 'float'), fallback: '40.0' }]
  }
  return row.method === 'GET' ? [timeout] : [option('idempotency_key', 'str'), timeout]
}

function rank({ required }) {
  return required ? 0 : 1
}

function answerType({ answer }, kind, isAsync) {
  const item = answer === 'Model' ? 'Model' : `m.${answer}`
  if (kind === 'one') return item
  if (kind === 'list') return `${isAsync ? 'AsyncListing' : 'Page'}[${item}]`
  return `${isAsync ? 'AsyncStream' : 'Stream'}[${item}]`
}

function documentation({ row }, fields) {
  const noted = fields
    .filter(({ note }) => note !== undefined)
    .map(({ argument, note }) => `    ${argument}: ${note}`)
  const errors =
    row.errors.length === 0
      ? []
      : [`Errors of its own: ${row.errors.map((code) => `\`${code}\``).join(', ')}.`]
  return docstring(
    [
      row.summary.endsWith('.') ? row.summary : `${row.summary}.`,
      ...(row.description === undefined ? [] : [row.description]),
      ...(noted.length === 0 ? [] : [`Args:\n${noted.join('\n')}`]),
      ...errors,
      `\`${row.method} ${row.path}\``,
    ],
    2,
  )
}

function constant(name) {
  return snake(name.replace('.', '_')).toUpperCase()
}
