/** The operations that a client calls, read from the document; their own errors and their streams from the table. */
export function operationsOf(document, rows) {
  return rows.filter(({ route }) => answersJson(route)).map((row) => operation(document, row))
}

/** Pages and plain text are for browsers and monitors, not for this client. */
function answersJson(route) {
  const [first] = Object.values(route.responses)
  return first.def.type !== 'string' && first.def.type !== 'void'
}

function operation(document, { name, resource, verb, route }) {
  const described = document.paths[route.path][route.method.toLowerCase()]
  const own = described.parameters.filter(({ $ref }) => $ref === undefined)
  return {
    name,
    resource,
    verb,
    route,
    summary: described.summary,
    description: described.description ?? '',
    path: own.filter((one) => one.in === 'path').map((one) => one.name),
    query: own.filter((one) => one.in === 'query'),
    body: described.requestBody?.content['application/json'].schema,
    answer: answerOf(described),
    isList: own.some((one) => one.in === 'query' && one.name === 'cursor'),
  }
}

function answerOf({ responses }) {
  const [, { content }] = Object.entries(responses).find(([status]) => Number(status) < 300)
  const [{ schema }] = Object.values(content)
  return schema
}
