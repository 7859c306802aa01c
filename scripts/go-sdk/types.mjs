import { componentName, exported } from './names.mjs'
import { comment, description } from './text.mjs'
import { hasNil, isNullable } from './type-book.mjs'

/** What the service sends: one struct for each object. */
export function typesFile({ components }, book) {
  const objects = Object.entries(components.schemas).filter(
    ([name]) => name !== 'Error' && !name.endsWith('Event'),
  )
  const types = objects.map(([name, schema]) => objectType(name, schema, book))
  return ['import (\n"encoding/json"\n"time"\n)', ...types, ...innerTypes(book)].join('\n\n')
}

function objectType(name, schema, book) {
  const type = componentName(name)
  const about =
    schema.title === undefined ? 'an answer of the service' : `"${schema.title}" as the service sends it`
  return `${structType(type, `${type} is ${about}.`, name, schema, book, true)}\n\n${decoder(type)}`
}

/** @param isWhole Keeps the text it came from. */
export function structType(type, about, place, schema, book, isWhole) {
  const fields = fieldsOf(schema, place, book)
  const raw = isWhole
    ? [
        '// Raw is the object as sent, with the fields that this version does not know.\nRaw RawJSON `json:"-"`',
      ]
    : []
  return `${comment(about)}\ntype ${type} struct {\n${[...fields, ...raw].join('\n')}\n}`
}

/** A field that is always null says nothing. */
function fieldsOf({ properties, required = [] }, place, book) {
  return Object.entries(properties)
    .filter(([, schema]) => schema.type !== 'null')
    .map(([name, schema]) =>
      field(name, schema, { place: `${place}.${name}`, isRequired: required.includes(name), book }),
    )
}

function field(name, schema, { place, isRequired, book }) {
  const type = book.type(schema, place)
  const mayLack = isNullable(schema) || (!isRequired && type !== 'bool')
  const pointer = mayLack && !hasNil(type) ? '*' : ''
  const told = [description(schema), isNullable(schema) && !hasNil(type) ? 'Nil for null.' : ''].filter(
    (text) => text !== '',
  )
  const about = told.length === 1 && told[0] === 'Nil for null.' ? '' : (told[0] ?? '')
  const tag = `\`json:"${name}${isRequired ? '' : ',omitempty'}"\``
  return `${about === '' ? '' : `${comment(about)}\n`}${exported(name)} ${pointer}${type} ${tag}`
}

export function innerTypes(book) {
  const types = []
  for (let next = book.pending.shift(); next !== undefined; next = book.pending.shift()) {
    const { name, place, schema } = next
    const about = `${name} is a part of ${componentName(place.split('.')[0])}.`
    types.push(
      structType(
        name,
        schema.description === undefined ? about : `${about} ${schema.description}`,
        place,
        schema,
        book,
        false,
      ),
    )
  }
  return types
}

export function decoder(type) {
  return `${comment(`UnmarshalJSON keeps the text in Raw.`)}
func (v *${type}) UnmarshalJSON(data []byte) error {
	type plain ${type}
	if err := json.Unmarshal(data, (*plain)(v)); err != nil {
		return err
	}
	v.Raw = rawCopy(data)
	return nil
}`
}

/** Fixed sets of values, as far as this version knows them. */
export function enumsFile(book) {
  const sets = [...book.enums].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sets.map(([name, values]) => enumType(name, values)).join('\n\n')
}

function enumType(name, values) {
  const lines = values.map((value) => `${name}${exported(value)} ${name} = ${JSON.stringify(value)}`)
  const about = `${name} is one of a set of values. A newer service may send others: they come as they are.`
  return `${comment(about)}\ntype ${name} string\n\n${comment(`Known values of ${name}.`)}\nconst (\n${lines.join('\n')}\n)`
}
