/** The wanted port belongs to somebody else. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError'
  readonly port: number
  readonly host: string
  constructor(port: number, host: string) {
    super(`Port ${port} on ${host} is taken by another program.`)
    this.port = port
    this.host = host
  }
}
