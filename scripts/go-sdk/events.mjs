import { componentName } from './names.mjs'
import { comment } from './text.mjs'
import { decoder, structType } from './types.mjs'

/** One struct for each type of event, and the tables that decode and diagnose them. */
export function eventsFile({ components }, book) {
  const { mapping } = components.schemas.Event.discriminator
  const types = Object.entries(mapping).map(([type, ref]) => ({ type, component: ref.split('/').at(-1) }))
  return [
    'import (\n"encoding/json"\n"time"\n)',
    ...types.map((entry) => eventType(entry, components.schemas[entry.component], book)),
    decodersTable(types),
    fieldsTable(types, components.schemas),
  ].join('\n\n')
}

function eventType({ type, component }, schema, book) {
  const name = componentName(component)
  // A constant in its own schema: here it is one of the types.
  const oneOfAll = { type: 'string', enum: book.enums.get('EventType') }
  const typed = { ...schema, properties: { ...schema.properties, event: oneOfAll } }
  return [
    structType(
      name,
      `${name} is an event of the type ${type}, whole and flat.`,
      component,
      typed,
      book,
      true,
    ),
    decoder(name),
    `func (*${name}) isEventData() {}`,
  ].join('\n\n')
}

function decodersTable(types) {
  const lines = types.map(
    ({ type, component }) =>
      `${JSON.stringify(type)}: func() EventData { return new(${componentName(component)}) },`,
  )
  return `${comment('eventDecoders makes the struct of each known type.')}\nvar eventDecoders = map[EventType]func() EventData{\n${lines.join('\n')}\n}`
}

function fieldsTable(types, schemas) {
  const lines = types.map(({ type, component }) => {
    const names = Object.keys(schemas[component].properties).map((name) => JSON.stringify(name))
    return `${JSON.stringify(type)}: {${names.join(', ')}},`
  })
  const about =
    'eventFieldOrder has the fields of each type in the order in which they are sent: a body whose fields were sorted is recognised by it.'
  return `${comment(about)}\nvar eventFieldOrder = map[string][]string{\n${lines.join('\n')}\n}`
}
