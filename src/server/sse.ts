/** One open stream of server-sent events. */
export interface SseStream {
  readonly body: ReadableStream<Uint8Array>
  send(message: { readonly id?: string; readonly event: string; readonly data: string }): void
  /** Resolves when the reader can take more, or is gone (false): whoever has much to send waits for it. */
  ready(): Promise<boolean>
  close(): void
}

/** All streams of a server: they would keep it open for ever, so its end ends them first. */
export interface Streams {
  /** `topic`: what it is about, where it can end before its reader does. */
  open(onClose: () => void, topic?: string): SseStream
  /** How many are open. */
  count(): number
  closeAll(): void
  /** Those about one topic, or about any. */
  closeAbout(topic?: string): void
}

const heartbeatMs = 15_000
/** Bytes that a reader may be behind; past that it is cut off, and resumes where it was. */
const backlogBytes = 1 << 20

const utf8 = new TextEncoder()

export function createStreams(): Streams {
  const open = new Map<SseStream, string | undefined>()
  return {
    open(onClose, topic) {
      const stream = sseStream(() => {
        open.delete(stream)
        onClose()
      })
      open.set(stream, topic)
      return stream
    },
    count: () => open.size,
    closeAll() {
      for (const stream of open.keys()) stream.close()
    },
    closeAbout(topic) {
      for (const [stream, about] of open) {
        if (about !== undefined && (topic === undefined || about === topic)) stream.close()
      }
    },
  }
}

function sseStream(onClose: () => void): SseStream {
  let heart: NodeJS.Timeout | undefined
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const waiting: (() => void)[] = []
  const goOn = (): void => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  const end = (): void => {
    if (controller === undefined) return
    controller = undefined
    clearInterval(heart)
    goOn()
    onClose()
  }
  const write = (text: string): void => {
    controller?.enqueue(utf8.encode(text))
    if ((controller?.desiredSize ?? 1) <= 0) close()
  }
  const close = (): void => {
    const open = controller
    end()
    open?.close()
  }
  const isBehind = (): boolean => controller !== undefined && (controller.desiredSize ?? 0) < backlogBytes / 2
  const source = {
    start(started: ReadableStreamDefaultController<Uint8Array>) {
      controller = started
      // Something at once: proxies and clients then know that the stream stands.
      write(': connected\n\n')
      heart = setInterval(() => write(': hb\n\n'), heartbeatMs)
      heart.unref()
    },
    pull: goOn,
    cancel: end,
  }
  return {
    body: new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: backlogBytes })),
    close,
    async ready() {
      while (isBehind()) await new Promise<void>((resolve) => waiting.push(resolve))
      return controller !== undefined
    },
    send: ({ id, event, data }) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`),
  }
}
