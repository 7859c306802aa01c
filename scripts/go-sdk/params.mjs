import { exported, paramsName } from './names.mjs'
import { comment, description, limits } from './text.mjs'
import { hasNil, isNullable } from './type-book.mjs'

/** What operations take beside the values of their path: one struct for each. */
export function paramsFile(operations, book) {
  const structs = operations.filter(hasParams).map((operation) => paramsStruct(operation, book))
  const inner = []
  for (let next = book.pending.shift(); next !== undefined; next = book.pending.shift()) {
    const { name, place, schema } = next
    const fields = bodyFields(schema, place, book)
    inner.push(
      `${comment(`${name} is the field ${place.split('.').slice(2).join('.')} of ${place.split('.', 2).join('.')}.`)}\ntype ${name} struct {\n${fields.join('\n')}\n}`,
    )
  }
  return ['import "time"', ...structs, ...inner].join('\n\n')
}

export function hasParams({ query, body }) {
  return query.length > 0 || body !== undefined
}

function paramsStruct(operation, book) {
  const { resource, verb, query, body, name } = operation
  const type = paramsName(resource, verb)
  const about = `${type} is what ${exported(resource)}.${exported(verb)} takes. Fields left nil are not sent.`
  const fields = [
    ...query.map((one) => field({ ...one, kind: 'query', place: `${name}.${one.name}` }, book)),
    ...(body === undefined ? [] : bodyFields(body, name, book)),
  ]
  return `${comment(about)}\ntype ${type} struct {\n${fields.join('\n')}\n}`
}

function bodyFields({ properties, required = [] }, place, book) {
  return Object.entries(properties).map(([name, schema]) =>
    field(
      {
        name,
        schema,
        required: required.includes(name),
        kind: 'json',
        place: `${place}.${name}`,
        description: schema.description,
      },
      book,
    ),
  )
}

function field({ name, schema, required, kind, place, description: told }, book) {
  const type = book.type(schema, place)
  const about = [
    required ? 'Required.' : '',
    description({ ...schema, description: told ?? schema.description }),
    limitsOf(schema, told),
  ]
  const text = about.filter((part) => part !== '').join(' ')
  return `${text === '' ? '' : `${comment(text)}\n`}${exported(name)} ${wrapped(type, schema, required)} \`${kind}:"${name}"\``
}

/** A description that tells the bounds tells them better. */
function limitsOf(schema, told) {
  const text = limits(schema)
  return told?.replaceAll(',', '').includes(text.split('.')[0]) ? '' : text
}

/** Left out, null and a value are three things where the field may be null. */
function wrapped(type, schema, required) {
  if (isNullable(schema)) return `Nullable[${type}]`
  return required || hasNil(type) ? type : `*${type}`
}
