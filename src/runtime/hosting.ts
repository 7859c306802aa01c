/** How a server is reached from outside. */
export interface Hosting {
  /** Address that clients use, when it is not the one that is listened on: behind a proxy. */
  readonly baseUrl?: string | undefined
  /** Origins whose pages may call the API. */
  readonly corsOrigins?: readonly string[] | undefined
}
