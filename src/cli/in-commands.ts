const enable = /\bPOST \/v1\/webhooks\/(\w+)\/enable\b/g

/** What the service advises to send, and the command that does it. */
const advice: readonly (readonly [request: string | RegExp, command: string])[] = [
  ['Send your API key in the header “Authorization: Bearer sk_…”.', 'There is no API key to send.'],
  ['GET /v1/users', 'skillpass user list'],
  ['GET /v1/assess/invites', 'skillpass invite list'],
  ['GET /v1/skills', 'skillpass skill list'],
  ['POST /v1/skills', 'skillpass skill add'],
  ['GET /v1/events', 'skillpass event list'],
  ['GET /v1/deliveries', 'skillpass delivery list'],
  ['GET /v1/webhooks', 'skillpass webhook list'],
  [enable, 'skillpass webhook enable $1'],
  ['POST /v1/webhooks', 'skillpass webhook create'],
  ['POST /v1/sandbox/reset', 'skillpass reset'],
  ['POST /v1/sandbox/faults', 'skillpass fault add'],
  ['Send `force: true`', 'Add --force'],
  ['send force: true', 'add --force'],
  ['send if_exists: "return" or "create"', 'add --if-exists return or create'],
]

/** The text of an error for who typed a command: requests that it advises become commands. */
export function inCommands(text: string): string {
  return advice.reduce((told, [request, command]) => told.replaceAll(request, command), text)
}
