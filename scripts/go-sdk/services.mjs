import { componentName, exported, local, paramsName } from './names.mjs'
import { hasParams } from './params.mjs'
import { comment, lowered } from './text.mjs'

/** One service for each resource, one method for each operation. */
export function servicesFile(operations, book) {
  const resources = [...new Set(operations.map(({ resource }) => resource))]
  const services = resources.map((name) =>
    service(
      name,
      operations.filter(({ resource }) => resource === name),
      book,
    ),
  )
  return ['import "context"', operationsStruct(resources), ...services].join('\n\n')
}

function operationsStruct(resources) {
  const fields = resources.map((name) => `${exported(name)} *${exported(name)}Service`)
  const values = resources.map((name) => `${exported(name)}: &${exported(name)}Service{c},`)
  return `${comment('Operations has every operation of the service, by resource and verb. It is a part of Client.')}
type Operations struct {
${fields.join('\n')}
}

func operationsOf(c *caller) Operations {
	return Operations{
${values.join('\n')}
	}
}`
}

function service(resource, operations, book) {
  const type = `${exported(resource)}Service`
  const head = `${comment(`${type} has the operations on ${resource}; it is Client.${exported(resource)}.`)}\ntype ${type} struct{ caller *caller }`
  return [head, ...operations.map((operation) => method(type, operation, book))].join('\n\n')
}

function method(type, operation, book) {
  const { verb, route, summary, description, isList } = operation
  const name = exported(verb)
  const errors = route.errors.length === 0 ? '' : `Errors of its own: ${route.errors.join(', ')}.`
  const about = comment(`${name}: ${lowered(summary)}.`, description, `${route.method} ${route.path}`, errors)
  const kind = route.stream ? streamed : isList ? listed : single
  return `${about}\nfunc (s *${type}) ${name}${kind(operation, book)}`
}

function single(operation, book) {
  const type = answerType(operation, book)
  const raw = type === 'RawJSON'
  const call = `one[${type}](ctx, s.caller, ${route(operation)}, ${params(operation)}, opts)`
  return `(${['ctx context.Context', ...inputs(operation), 'opts ...CallOption'].join(', ')}) (${raw ? '' : '*'}${type}, error) {
	return ${raw ? `unboxed(${call})` : call}
}`
}

function listed(operation, book) {
  const type = book.type(operation.answer.properties.data.items, '')
  return `(${[...inputs(operation), 'opts ...CallOption'].join(', ')}) *Iterator[${type}] {
	return list[${type}](s.caller, ${route(operation)}, ${params(operation)}, opts)
}`
}

function streamed(operation, book) {
  const type = answerType(operation, book)
  return `(${['ctx context.Context', ...inputs(operation), 'opts ...StreamOption'].join(', ')}) (*Stream[${type}], error) {
	return follow[${type}](ctx, s.caller, ${route(operation)}, ${params(operation)}, opts, ${operation.route.resumes === true})
}`
}

/** A list that has no pages to come is still one page. */
function answerType({ answer, name }, book) {
  if (answer.$ref !== undefined) return componentName(answer.$ref.split('/').at(-1))
  const items = answer.properties?.data?.items
  return items === undefined ? book.type(answer, name) : `Page[${book.type(items, '')}]`
}

function inputs(operation) {
  const path = operation.path.length === 0 ? [] : [`${operation.path.map(local).join(', ')} string`]
  return hasParams(operation) ? [...path, `params *${paramsName(operation.resource, operation.verb)}`] : path
}

function params(operation) {
  return hasParams(operation) ? 'params' : 'nil'
}

function route({ route: { method, path }, body, path: names }) {
  const values = names.map((name) => `{${JSON.stringify(name)}, ${local(name)}}`)
  const parts = [`method: "${method}"`, `path: "${path}"`]
  if (body !== undefined) parts.push('hasBody: true')
  if (values.length > 0) parts.push(`values: []pathValue{${values.join(', ')}}`)
  return `route{${parts.join(', ')}}`
}
