const SLAB_BYTES = 1 << 20
/** Texts start at multiples of it, so that addresses of 16 GiB stay small integers. */
const UNIT = 8
const SLAB_UNITS = SLAB_BYTES / UNIT
const HEADER = 8
const PAGE = 4_096
const NOWHERE = -1

interface Slab {
  readonly bytes: Buffer
  used: number
  live: number
}

/**
 * One text for each row number, outside the heap of the garbage collector, which would have to look at each
 * of millions again and again. Texts are appended to slabs; a slab that is mostly freed hands the rest on.
 */
export class TextColumn {
  readonly #slabs: (Slab | undefined)[] = []
  readonly #vacant: number[] = []
  #spare: Buffer | null = null
  #current = NOWHERE
  /** Where each row's text is. In pages, as one list of millions would stop the process while it grows. */
  readonly #pages: Int32Array[] = []

  /** How many slabs are in use. */
  get slabs(): number {
    return this.#slabs.length - this.#vacant.length
  }

  has(row: number): boolean {
    return this.#addressOf(row) !== NOWHERE
  }

  set(row: number, text: string | Buffer): void {
    this.delete(row)
    const [slab, start] = this.#reserve(row, Buffer.byteLength(text))
    if (typeof text === 'string') slab.bytes.write(text, start)
    else text.copy(slab.bytes, start)
  }

  get(row: number): string {
    const [slab, offset] = this.#find(this.#addressOf(row))
    const start = offset + HEADER
    return slab.bytes.toString('utf8', start, start + slab.bytes.readUInt32LE(offset))
  }

  delete(row: number): void {
    const address = this.#addressOf(row)
    if (address === NOWHERE) return
    const [slab, offset] = this.#find(address)
    slab.live -= sizeOf(slab.bytes.readUInt32LE(offset))
    this.#place(row, NOWHERE)
    const index = Math.floor(address / SLAB_UNITS)
    if (index !== this.#current && slab.live * 2 < slab.used) this.#vacate(index, slab)
  }

  /** Room for a text in the newest slab; answers with the slab and where the text goes. */
  #reserve(row: number, length: number): [Slab, number] {
    const size = sizeOf(length)
    const newest = this.#slabs[this.#current]
    if (newest === undefined || newest.used + size > SLAB_BYTES) this.#current = this.#open(size)
    const [slab] = this.#find(this.#current * SLAB_UNITS)
    const offset = slab.used
    slab.bytes.writeUInt32LE(length, offset)
    slab.bytes.writeUInt32LE(row, offset + 4)
    slab.used += size
    slab.live += size
    this.#place(row, this.#current * SLAB_UNITS + offset / UNIT)
    return [slab, offset + HEADER]
  }

  #addressOf(row: number): number {
    return this.#pages[Math.floor(row / PAGE)]?.[row % PAGE] ?? NOWHERE
  }

  #place(row: number, address: number): void {
    while (row >= this.#pages.length * PAGE) this.#pages.push(new Int32Array(PAGE).fill(NOWHERE))
    const page = this.#pages[Math.floor(row / PAGE)]
    if (page !== undefined) page[row % PAGE] = address
  }

  /** A text is alive when its row's address still points to it. */
  #vacate(index: number, { bytes, used }: Slab): void {
    for (let offset = 0; offset < used;) {
      const length = bytes.readUInt32LE(offset)
      const row = bytes.readUInt32LE(offset + 4)
      if (this.#addressOf(row) === index * SLAB_UNITS + offset / UNIT) {
        const [to, start] = this.#reserve(row, length)
        bytes.copy(to.bytes, start, offset + HEADER, offset + HEADER + length)
      }
      offset += sizeOf(length)
    }
    this.#slabs[index] = undefined
    this.#vacant.push(index)
    if (bytes.length === SLAB_BYTES) this.#spare = bytes
  }

  /** A new slab, larger than others if one text needs it; answers with its index. */
  #open(size: number): number {
    const bytes = size > SLAB_BYTES ? offHeap(size) : (this.#spare ?? offHeap(SLAB_BYTES))
    if (bytes === this.#spare) this.#spare = null
    const index = this.#vacant.pop() ?? this.#slabs.length
    this.#slabs[index] = { bytes, used: 0, live: 0 }
    return index
  }

  #find(address: number): [Slab, number] {
    const slab = this.#slabs[Math.floor(address / SLAB_UNITS)]
    if (slab === undefined) throw new Error(`No text is kept at ${address}.`)
    return [slab, (address % SLAB_UNITS) * UNIT]
  }
}

function sizeOf(length: number): number {
  return HEADER + Math.ceil(length / UNIT) * UNIT
}

/** Shared, though nobody shares it: V8 answers every 64 MB of other buffers with a collection of the whole heap. */
function offHeap(size: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(size))
}
