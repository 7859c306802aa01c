import {
  componentName,
  enumNames,
  exported,
  fieldTypes,
  inlineNames,
  knownSets,
  wideFields,
} from './names.mjs'

/** Go types for schemas. Remembers the sets and the inner objects it met, so that each is declared once. */
export class TypeBook {
  /** name → values */
  enums = new Map()
  #placed = new Map()
  /** schema as text → name */
  #inline = new Map()
  /** Inner objects still to be declared: `{ name, place, schema }`. */
  pending = []

  constructor(document) {
    this.document = document
    for (const [name, places] of Object.entries(enumNames)) {
      for (const place of places) this.#placed.set(place, name)
    }
    for (const [name, [first]] of Object.entries(enumNames)) this.enums.set(name, this.#valuesAt(first))
  }

  /** The type of a field, without the pointer that an absent or null one needs. */
  type(schema, place) {
    const whole = notNull(schema)
    const field = place.split('.').at(-1)
    if (fieldTypes[place] !== undefined) return fieldTypes[place]
    if (whole.$ref !== undefined) return componentName(whole.$ref.split('/').at(-1))
    if (whole.enum !== undefined) return this.#enumType(whole.enum, place)
    if (whole.anyOf !== undefined) return unionType(whole.anyOf, place)
    if (whole.type === 'array') return `[]${this.type(whole.items, place)}`
    if (whole.type === 'object') return this.#objectType(whole, place)
    if (whole.type === 'string') return textTypes[whole.format] ?? 'string'
    if (whole.type === 'integer') return wideFields.has(field) ? 'int64' : 'int'
    return plainTypes[whole.type] ?? 'any'
  }

  #objectType(schema, place) {
    if (schema.properties === undefined) {
      return schema.additionalProperties
        ? `map[string]${this.type(schema.additionalProperties, place)}`
        : 'RawJSON'
    }
    const { description: _, ...shape } = schema
    const text = JSON.stringify(shape)
    const known = this.#inline.get(text)
    if (known !== undefined) return known
    const name = inlineNames[place] ?? place.split('.').map(exported).join('')
    this.#inline.set(text, name)
    this.pending.push({ name, place, schema })
    return name
  }

  #enumType(values, place) {
    if (knownSets[place] !== undefined) return knownSets[place]
    const placed = this.#placed.get(place)
    if (placed !== undefined) return placed
    const text = values.join('|')
    for (const [name, known] of this.enums) if (known.join('|') === text) return name
    const name = place.split('.').map(exported).join('')
    this.enums.set(name, values)
    return name
  }

  #valuesAt(place) {
    const [first, second] = place.split('.')
    const component = this.document.components.schemas[first]
    const schema = component === undefined ? this.#inputOf(`${first}.${second}`) : component
    const path = place.split('.').slice(component === undefined ? 2 : 1)
    const found = path.reduce((at, name) => notNull(notNull(at).properties?.[name] ?? {}), schema)
    const values = found.items?.enum ?? found.enum
    if (values === undefined) throw new Error(`No set of values stands at ${place}: mend enumNames`)
    return values
  }

  #inputOf(operationId) {
    const operation = Object.values(this.document.paths)
      .flatMap((item) => Object.values(item))
      .find((one) => one.operationId === operationId)
    if (operation === undefined) throw new Error(`No operation is called ${operationId}: mend enumNames`)
    const query = operation.parameters
      .filter(({ name }) => name !== undefined)
      .map(({ name, schema }) => [name, schema])
    const body = operation.requestBody?.content['application/json'].schema.properties
    return { properties: { ...Object.fromEntries(query), ...body } }
  }
}

const textTypes = { 'date-time': 'time.Time', date: 'Date' }
const plainTypes = { number: 'float64', boolean: 'bool' }

/** Of several types: a duration as callers may write it, or numbers out of a few. */
function unionType(members, place) {
  if (members.every(({ const: value }) => Number.isInteger(value))) return 'int'
  if (members.length === 2 && members[0].type === 'integer' && members[1].pattern?.includes('smhdw'))
    return 'time.Duration'
  throw new Error(`${place} may be of several types: name a Go type for it in fieldTypes`)
}

/** The schema without its null. */
export function notNull(schema) {
  if (Array.isArray(schema.type)) {
    const [type] = schema.type.filter((one) => one !== 'null')
    return { ...schema, type }
  }
  const members = schema.anyOf?.filter(({ type }) => type !== 'null')
  return members?.length === 1 ? members[0] : schema
}

export function isNullable(schema) {
  return (
    (Array.isArray(schema.type) && schema.type.includes('null')) ||
    schema.anyOf?.some(({ type }) => type === 'null') === true
  )
}

/** Whether the type has a value for nothing by itself. */
export function hasNil(type) {
  return /^(\[\]|map\[)/.test(type) || type === 'any' || type === 'RawJSON'
}
