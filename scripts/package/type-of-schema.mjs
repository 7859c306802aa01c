// Says in TypeScript what a schema takes (`input`) or gives (`output`): the types that users import need no zod then.
// What it does not know it refuses, rather than guess.

/** @param {'input' | 'output'} side */
export function typeOfSchema(schema, side) {
  const print = printers[schema.def.type]
  const isOpen = ![undefined, 'never'].includes(schema.def.catchall?.def.type)
  if (print === undefined || isOpen) throw new Error(`No TypeScript for a schema of type ${schema.def.type}`)
  return print(schema.def, side)
}

const wrapped = ({ innerType }, side) => typeOfSchema(innerType, side)

const printers = {
  string: () => 'string',
  number: () => 'number',
  boolean: () => 'boolean',
  null: () => 'null',
  unknown: () => 'unknown',
  never: () => 'never',
  literal: ({ values }) => values.map((value) => JSON.stringify(value)).join(' | '),
  enum: ({ entries }) =>
    Object.values(entries)
      .map((value) => JSON.stringify(value))
      .join(' | '),
  optional: (def, side) => `${wrapped(def, side)} | undefined`,
  default: (def, side) => (side === 'input' ? `${wrapped(def, side)} | undefined` : wrapped(def, side)),
  nullable: (def, side) => `${wrapped(def, side)} | null`,
  array: ({ element }, side) => `readonly (${typeOfSchema(element, side)})[]`,
  record: ({ keyType, valueType }, side) =>
    `{ readonly [name: ${typeOfSchema(keyType, side)}]: ${typeOfSchema(valueType, side)} }`,
  union: ({ options }, side) => options.map((option) => typeOfSchema(option, side)).join(' | '),
  pipe: (def, side) => typeOfSchema(side === 'input' ? def.in : def.out, side),
  object: ({ shape }, side) => typeOfShape(shape, side),
}

export function typeOfShape(shape, side) {
  return `{ ${Object.entries(shape)
    .map(([name, field]) => fieldOf(name, field, side))
    .join('; ')} }`
}

function fieldOf(name, field, side) {
  const {
    _zod: { optin, optout },
  } = field
  const optional = (side === 'input' ? optin !== undefined : optout === 'optional') ? '?' : ''
  const about = field.description === undefined ? '' : `/** ${field.description.replaceAll('*/', '*\\/')} */ `
  return `${about}readonly ${JSON.stringify(name)}${optional}: ${typeOfSchema(field, side)}`
}
