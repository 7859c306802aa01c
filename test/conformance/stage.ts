import type { Server } from 'node:http'
import { listener, listening, play } from '../sdk/scripted-server.ts'
import type { Received } from '../sdk/scripted-server.ts'
import type { Case } from './case.ts'

/** One request of a case, its address without what leads to the case. */
export interface Heard extends Received {
  /** Milliseconds since the beginning of the answer to the request before it; null for the first. */
  readonly pause: number | null
}

/** Plays every case below an address of its own, `/go/3/…`, and remembers what came. */
export interface Stage {
  readonly url: string
  heard(client: string, at: number): readonly Heard[]
  /** Requests that belong to no case: someone followed a redirect. */
  readonly strays: readonly string[]
  close(): void
}

export async function openStage(cases: readonly Case[]): Promise<Stage> {
  const heard = new Map<string, Heard[]>()
  const lastAnswers = new Map<string, number>()
  const strays: string[] = []
  const server: Server = listener((request, response) => {
    const [, place = '', at = '', rest = ''] = /^(\/\w+\/(\d+))(\/.*)$/.exec(request.url) ?? []
    const script = cases[Number(at)]?.script
    if (place === '' || script === undefined) {
      strays.push(request.url)
      response.writeHead(404).end()
      return
    }
    const before = heard.get(place) ?? []
    const last = lastAnswers.get(place)
    const pause = last === undefined ? null : performance.now() - last
    heard.set(place, [...before, { ...request, url: sorted(rest), pause }])
    lastAnswers.set(place, performance.now())
    play(script[Math.min(before.length, script.length - 1)] ?? {}, before.length + 1, response)
  })
  const url = await listening(server)
  return {
    url,
    strays,
    heard: (client, at) => heard.get(`/${client}/${at}`) ?? [],
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The order of a query's fields means nothing. */
function sorted(url: string): string {
  const [path = '', query] = url.split('?')
  return query === undefined ? path : `${path}?${query.split('&').toSorted().join('&')}`
}
