import { bracketed, docstring, head, identifier, imports, indented, literal } from './text.mjs'

/** What every dictionary has already. */
const taken = new Set(
  'clear copy fromkeys get items keys pop popitem setdefault update values last_response'.split(' '),
)

/** The classes of all answers, and the types that inputs are made of. */
export function modelsFile(shapes, schemas) {
  const events = schemas.Event.oneOf ?? schemas.Event.anyOf
  const types = events.map(({ $ref }) => $ref.split('/').at(-1))
  const sets = [...shapes.sets].map(([name, values]) =>
    bracketed(`${name} = Literal[`, values.map(literal), ']'),
  )
  const inputs = [...shapes.inputs].map(([name, schema]) => inputClass(shapes, name, schema))
  const others = [...shapes.classes.keys()].filter((name) => !types.includes(name))
  const [before, after] = [types, others].map((names) =>
    names.map((name) => modelClass(shapes, name, shapes.classes.get(name))),
  )
  const source = [
    sets.join('\n'),
    ...inputs,
    ...before,
    unknownEvent(shapes, types),
    eventUnion(types, shapes),
    ...after,
  ]
  return `${head}"""Shapes of what the service answers and takes."""

${imports(source.join('\n'))}

from .._model import Model, Several

${source.join('\n\n')}
`
}

function modelClass(shapes, name, schema) {
  const fields = Object.entries(schema.properties).map(([field, inner]) => ({
    field,
    inner,
    attribute: identifier(field, taken),
    isOptional: !(schema.required ?? []).includes(field),
  }))
  const attributes = fields.map(({ attribute }) => attribute)
  if (new Set(attributes).size !== attributes.length) throw new Error(`${name} has two fields of one name`)
  const notes = [
    schema.title ?? spoken(name),
    ...(schema.description === undefined ? [] : [schema.description]),
  ]
  const body = [docstring([notes.map(sentence).join('\n\n')], 1), ...tables(shapes, name, fields)]
  const lines = fields.map((one) => fieldLines(shapes, name, one))
  return `\nclass ${name}(Model):\n${indented([...body, '', ...lines].join('\n'))}`
}

function tables(shapes, name, fields) {
  const renamed = fields.filter(({ field, attribute }) => field !== attribute)
  const nested = fields.flatMap(({ field, inner }) => {
    const builder = shapes.builder(inner, name, field)
    return builder === null ? [] : [`${literal(field)}: ${builder}`]
  })
  const optional = fields.filter(({ isOptional }) => isOptional).map(({ attribute }) => literal(attribute))
  const names = renamed.map(({ field, attribute }) => `${literal(attribute)}: ${literal(field)}`)
  return [
    ...(names.length === 0 ? [] : [bracketed('_names: ClassVar[Mapping[str, str]] = {', names, '}', 1)]),
    ...(nested.length === 0
      ? []
      : [bracketed('_nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {', nested, '}', 1)]),
    ...(optional.length === 0
      ? []
      : [`_absent: ClassVar[FrozenSet[str]] = frozenset({${optional.join(', ')}})`]),
  ]
}

function fieldLines(shapes, name, { field, inner, attribute, isOptional }) {
  const type = shapes.answered(inner, name, field)
  const whole = isOptional && !type.startsWith('Optional[') ? `Optional[${type}]` : type
  const note = inner.description === undefined ? [] : [docstring([inner.description], 1)]
  return [`${attribute}: ${whole}`, ...note].join('\n')
}

/** Fields that may be left out stand in a class of their own: Python 3.8 knows no other way. */
function inputClass(shapes, name, { properties, required = [] }) {
  const line = ([field, inner]) => `${field}: ${shapes.accepted(inner, name, field)}`
  const all = Object.entries(properties)
  const must = all.filter(([field]) => required.includes(field))
  const may = all.filter(([field]) => !required.includes(field))
  const block = (title, body) => `\nclass ${title}:\n${indented(body.map(line).join('\n'))}`
  if (may.length === 0) return block(`${name}(TypedDict)`, must)
  if (must.length === 0) return block(`${name}(TypedDict, total=False)`, may)
  return `${block(`_${name}(TypedDict)`, must)}\n\n${block(`${name}(_${name}, total=False)`, may)}`
}

/** What all events share. */
function unknownEvent(shapes, types) {
  const all = types.map((name) => shapes.classes.get(name).properties)
  const shared = Object.entries(all[0]).filter(
    ([field, inner]) =>
      field !== 'event' && all.every((each) => JSON.stringify(each[field]) === JSON.stringify(inner)),
  )
  const properties = { ...Object.fromEntries(shared), event: { type: 'string' } }
  const schema = {
    properties,
    required: Object.keys(properties),
    title: 'An event of a type this version does not know',
  }
  return modelClass(shapes, 'UnknownEvent', schema)
}

function eventUnion(types, shapes) {
  const entries = types.map((name) => `${literal(shapes.classes.get(name).properties.event.const)}: ${name}`)
  return `
${bracketed('Event = Union[', [...types, 'UnknownEvent'], ']')}
"""Any event: tell them apart with \`isinstance\`."""

${bracketed('_events: Mapping[str, Callable[[Any], Event]] = {', entries, '}')}


def event_of(value: Any) -> Event:
    """The event of the class that its type asks for."""
    return _events.get(value.get("event"), UnknownEvent)(value)`
}

function spoken(name) {
  const words = name.replaceAll(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)
  return words
}

function sentence(text) {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
