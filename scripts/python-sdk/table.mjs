import { rows } from '../../dist/contract/index.js'
import { openapi } from '../../dist/contract/openapi.js'
import { pascal } from './text.mjs'

/** Every operation with its fields, from the table's rows and the schemas of the document. */
export function readTable(version) {
  const document = openapi(version, 'http://127.0.0.1:4747', 'sandbox')
  const operations = rows()
    .filter(({ route }) => answersJson(route))
    .map((row) => operationOf(row, document))
  return { schemas: document.components.schemas, operations, resources: byResource(operations) }
}

/** Pages and plain text are for browsers and monitors, not for this client. */
function answersJson(row) {
  const [first] = Object.values(row.responses)
  return first.def.type !== 'string' && first.def.type !== 'void'
}

function operationOf({ name, resource, verb, route }, document) {
  const described = document.paths[route.path][route.method.toLowerCase()]
  const parameters = (described.parameters ?? []).map((one) => resolved(one, document))
  const body = described.requestBody?.content['application/json'].schema ?? { properties: {} }
  const fields = Object.entries(body.properties).map(([field, schema]) => ({
    field,
    schema,
    required: (body.required ?? []).includes(field),
  }))
  return {
    name,
    resource,
    verb,
    row: route,
    owner: `${pascal(resource).replace(/s$/, '')}${pascal(verb)}`,
    path: inPlace(parameters, 'path'),
    query: inPlace(parameters, 'query'),
    body: fields,
    nullable: fields.filter(({ schema }) => takesNull(schema)).map(({ field }) => field),
    listed: route.query?.shape.cursor !== undefined,
    answer: answerOf(described, route),
  }
}

function resolved(one, document) {
  return one.$ref === undefined ? one : document.components.parameters[one.$ref.split('/').at(-1)]
}

function inPlace(parameters, place) {
  return parameters
    .filter((one) => one.in === place)
    .map(({ name, schema, required, description }) => ({
      field: name,
      schema: { description, ...schema },
      required: required === true,
    }))
}

function takesNull({ type, anyOf = [] }) {
  return type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(takesNull)
}

/** The name of the class that the answer, or each item of the list, comes as. */
function answerOf({ responses }, route) {
  const content = Object.entries(responses).find(([status]) => Number(status) < 300)?.[1].content
  const { schema } = Object.values(content)[0]
  const item = route.query?.shape.cursor === undefined ? schema : schema.properties.data.items
  return item.$ref === undefined ? 'Model' : item.$ref.split('/').at(-1)
}

function byResource(operations) {
  const resources = new Map()
  for (const operation of operations) {
    resources.set(operation.resource, [...(resources.get(operation.resource) ?? []), operation])
  }
  return [...resources]
}
