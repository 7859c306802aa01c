import { literal, pascal } from './text.mjs'

/** Where the owner and the field of a set make no good name for it. */
const betterNames = {
  EvidenceEndorserTier: 'Tier',
  MinTier: 'TierOrLabel',
  VerifySkillEvidence: 'EvidenceForm',
  LogListMethod: 'LogMethod',
  EventListType: 'EventType',
  Filter: 'ReplayFilter',
  Unmet: 'UnmetReason',
  Ack: 'WebhookAck',
  Held: 'HeldDeliveries',
  Outcome: 'DisputeOutcome',
  Completion: 'ResultCompletion',
  Direction: 'TierDirection',
  Seed: 'SandboxSeed',
  ClockNextKind: 'ClockEntryKind',
}

/** Python types for the schemas of the document. Classes and sets of values are gathered on the way. */
export class Shapes {
  /** Class name → schema, in the order in which one needs the other. */
  classes = new Map()
  /** Input objects: name → schema. */
  inputs = new Map()
  /** Fixed sets: their values as JSON → where they occur. */
  #sets = new Map()
  #schemas
  #names

  constructor(schemas) {
    this.#schemas = schemas
    for (const [name, schema] of Object.entries(schemas)) this.#gather(schema, name)
    this.#names = new Map()
  }

  /** Values of input fields count too: call it for each before anything is written. */
  gatherInput(schema, owner, field) {
    this.#gatherField(schema, owner, field)
  }

  settle() {
    const fields = new Map()
    for (const [values, places] of this.#sets)
      for (const { field } of places) fields.set(field, new Set([...(fields.get(field) ?? []), values]))
    const unused = new Set(Object.keys(betterNames))
    for (const [values, places] of this.#sets) {
      const { owner, field } = places.toSorted((a, b) => a.owner.length - b.owner.length)[0]
      const short = pascal(field)
      const isFree = fields.get(field).size === 1 && this.#schemas[short] === undefined
      const name = isFree ? short : `${bare(owner)}${short}`
      unused.delete(name)
      this.#names.set(values, betterNames[name] ?? name)
    }
    if (unused.size > 0)
      throw new Error(
        `No set of values is called ${[...unused].join(', ')}: they are ${[...this.#names.values()].join(', ')}`,
      )
    const names = [...this.#names.values()]
    const twice = names.find((name, at) => names.indexOf(name) !== at)
    if (twice !== undefined) throw new Error(`Two sets of values are called ${twice}`)
  }

  /** Name → values. */
  get sets() {
    return new Map([...this.#names].map(([values, name]) => [name, JSON.parse(values)]))
  }

  /** What an answer holds: any other value may come too, from a newer service. */
  answered(schema, owner, field) {
    return this.#type(schema, { owner, field, isInput: false, module: '' })
  }

  /** `module`: what stands before the names of the models file. */
  accepted(schema, owner, field, module = '') {
    return this.#type(schema, { owner, field, isInput: true, module })
  }

  /** The expression that turns the plain value of a field into its classes; null when it is plain already. */
  builder(schema, owner, field) {
    if (schema.$ref !== undefined) return nameOf(schema) === 'Event' ? 'event_of' : nameOf(schema)
    if (schema.anyOf !== undefined) return this.#union(schema.anyOf, owner, field)
    if (schema.type === 'array') {
      const items = this.builder(schema.items, owner, singular(field))
      return items === null ? null : `Several(${items})`
    }
    return isRecord(schema) ? className(owner, field) : null
  }

  #union(parts, owner, field) {
    const built = parts.map((part) => this.builder(part, owner, field)).filter((name) => name !== null)
    if (built.length < 2) return built[0] ?? null
    const list = built.find((name) => name.startsWith('Several('))
    if (built.length > 2 || list === undefined)
      throw new Error(`${owner}.${field} is a union nobody can tell apart`)
    return `${list.slice(0, -1)}, ${built.find((name) => name !== list)})`
  }

  #type(schema, place) {
    if (schema.$ref !== undefined) return nameOf(schema)
    if (schema.const !== undefined)
      return typeof schema.const === 'number' ? 'int' : `Literal[${literal(schema.const)}]`
    if (schema.enum !== undefined) return this.#setType(schema.enum, place)
    if (schema.anyOf !== undefined)
      return unionOf(
        schema.anyOf.map((part) => this.#type(part, place)),
        place,
      )
    if (Array.isArray(schema.type))
      return unionOf(
        schema.type.map((type) => this.#type({ ...schema, type }, place)),
        place,
      )
    return this.#plainType(schema, place)
  }

  #setType(values, { isInput, module }) {
    const name = `${module}${this.#names.get(JSON.stringify(values))}`
    return isInput ? name : `Union[${name}, str]`
  }

  #plainType(schema, place) {
    const { owner, field, isInput, module } = place
    switch (schema.type) {
      case 'string':
        return isInput ? textInput(schema) : 'str'
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array':
        return `${isInput ? 'Sequence' : 'List'}[${this.#type(schema.items, { ...place, field: singular(field) })}]`
      case 'object':
        if (isRecord(schema)) return `${module}${className(owner, field, isInput)}`
        return `${isInput ? 'Mapping' : 'Dict'}[str, ${this.#valueType(schema, place)}]`
      default:
        return 'Any'
    }
  }

  #valueType({ additionalProperties }, place) {
    return typeof additionalProperties === 'object' ? this.#type(additionalProperties, place) : 'Any'
  }

  #gather(schema, name) {
    if (!isRecord(schema) || this.classes.has(name)) return
    for (const [field, inner] of Object.entries(schema.properties)) this.#gatherField(inner, name, field)
    const known = this.classes.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two shapes of ${name}`)
    this.classes.set(name, schema)
  }

  #gatherField(schema, owner, field) {
    if (schema.$ref !== undefined) return this.#gather(this.#schemas[nameOf(schema)], nameOf(schema))
    if (schema.enum !== undefined) return this.#gatherSet(schema.enum, owner, field)
    for (const part of schema.anyOf ?? []) this.#gatherField(part, owner, field)
    if (schema.type === 'array') this.#gatherField(schema.items, owner, singular(field))
    if (!isRecord(schema)) return
    if (owner.endsWith('Input')) this.#gatherRecord(schema, owner, field)
    else this.#gather(schema, className(owner, field))
  }

  #gatherRecord(schema, owner, field) {
    const name = className(owner, field, true)
    for (const [inner, part] of Object.entries(schema.properties)) this.#gatherField(part, name, inner)
    const known = this.inputs.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two shapes of ${name}`)
    this.inputs.set(name, schema)
  }

  #gatherSet(values, owner, field) {
    const key = JSON.stringify(values)
    this.#sets.set(key, [...(this.#sets.get(key) ?? []), { owner: owner.replace(/Input$/, ''), field }])
  }
}

function isRecord(schema) {
  return schema.type === 'object' && schema.properties !== undefined
}

function nameOf({ $ref }) {
  return $ref.split('/').at(-1)
}

/** `DeliveryWithAttempts` and `ApiKeyWithSecret` share what is inside them with the plain ones. */
function bare(owner) {
  return owner.replace(/With[A-Z]\w*$/, '')
}

function className(owner, field, isInput = false) {
  return `${bare(owner.replace(/Input$/, ''))}${pascal(field)}${isInput ? 'Input' : ''}`
}

/** What one item of a list is called. */
function singular(field) {
  return field.replace(/(?<=[^s])s$/, '')
}

function unionOf(types, { isInput }) {
  const some = [...new Set(types.filter((type) => type !== 'None'))]
  if (isInput && some.includes('int') && some.includes('str')) some.push('timedelta')
  const parts = some.flatMap((type) => (type.startsWith('Union[') ? type.slice(6, -1).split(', ') : [type]))
  const inner = parts.length === 1 ? parts[0] : `Union[${parts.join(', ')}]`
  return types.includes('None') ? `Optional[${inner}]` : inner
}

function textInput({ format }) {
  if (format === 'date-time') return 'Union[str, datetime]'
  return format === 'date' ? 'Union[str, date]' : 'str'
}
