/** How a server is reached from outside. */
export interface Hosting {
  /** Address that clients use, when it is not the one that is listened on: behind a proxy. */
  readonly baseUrl?: string | undefined
  /** Origins whose pages may call the API. */
  readonly corsOrigins?: readonly string[] | undefined
  /** Whose `X-Forwarded-…` headers count: the only proxy in front, or proxies in these ranges. Default: nobody's. */
  readonly trustProxy?: boolean | readonly string[] | undefined
  /** Files in PEM to serve HTTPS with. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
}
