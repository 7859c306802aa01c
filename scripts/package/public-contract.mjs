// The contract as users see it: requests, answers, events and error codes, written out as plain types.
import { typeOfShape, typeOfSchema } from './type-of-schema.mjs'

/** The declaration files that stand in for those of the schemas, by path below `lib`. */
export async function publicContract() {
  const [{ contract }, { eventPayloads }, { errorCatalogue }] = await Promise.all(
    ['index', 'events', 'errors'].map((name) => import(`../../dist/contract/${name}.js`)),
  )
  return {
    'contract/index.d.ts': operationTypes(contract),
    'contract/events.d.ts': eventTypes(eventPayloads),
    'contract/errors.d.ts': `export type ErrorCode = ${union(Object.keys(errorCatalogue))};\n`,
  }
}

function operationTypes(contract) {
  return `${tableOf('Requests', contract, requestOf)}
${tableOf('Outputs', contract, outputOf)}
export type Request<R extends keyof Requests, V extends keyof Requests[R]> = Requests[R][V];
export type Output<R extends keyof Outputs, V extends keyof Outputs[R]> = Outputs[R][V];
`
}

function tableOf(name, contract, typeOf) {
  const resources = Object.entries(contract).map(([resource, verbs]) => {
    const lines = Object.entries(verbs).map(([verb, row]) => `    readonly ${verb}: ${typeOf(row)};\n`)
    return `  readonly ${resource}: {\n${lines.join('')}  };\n`
  })
  return `export interface ${name} {\n${resources.join('')}}`
}

/** Path, query and body fields in one object. */
function requestOf({ params, query, body }) {
  const parts = [params, query, body].filter((part) => part !== undefined)
  return parts.length === 0 ? 'unknown' : parts.map((part) => typeOfSchema(part, 'input')).join(' & ')
}

function outputOf({ responses }) {
  return union(
    Object.values(responses).map((schema) => typeOfSchema(schema, 'output')),
    (type) => type,
  )
}

function eventTypes(payloads) {
  const lines = Object.entries(payloads).map(
    ([type, shape]) => `  readonly ${JSON.stringify(type)}: ${typeOfShape(shape(), 'output')};\n`,
  )
  return `interface Payloads {\n${lines.join('')}}
export type EventType = keyof Payloads;
export type EventPayload<T extends EventType> = Payloads[T];
`
}

function union(members, print = JSON.stringify) {
  return [...new Set(members.map((member) => print(member)))].join(' | ')
}
