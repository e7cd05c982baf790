/**
 * A cache of opened segments with least-recently-used eviction. The objects of one isolate share its memory, so their
 * caches share one limit.
 */

/**
 * Most decoded column bytes held by all objects of an isolate, which has 128 MB. In memory, decoded values take about
 * twice their bytes.
 */
const CACHE_BYTES_MAX = 24_000_000
/** Memory of an opened segment besides its decoded columns. */
const OPEN_BYTES = 4_000

interface Opened {
  /** Bytes of columns decoded so far; grows as columns are read. */
  readonly bytesDecoded: number
}

interface Held {
  readonly opened: Opened
  /** Memory besides the decoded columns. */
  readonly openBytes: number
  /** Size when last measured. */
  bytes: number
}

/** Memory that several caches share. The entry least recently used in any of them is evicted first. */
export class CachedMemory {
  readonly #bytesMax: number
  /** Entries by cache and key, in order of last use. */
  readonly #held = new Map<string, Held>()
  #bytes = 0
  #caches = 0
  /** The entry read last. Only this one can have grown since it was measured. */
  #latest: Held | null = null

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** A prefix for the keys of one cache. */
  prefix(): string {
    return `${++this.#caches}/`
  }

  get(key: string, openBytes: number, open: () => Opened): Opened {
    let known = this.#held.get(key)
    if (known === undefined) known = { opened: open(), openBytes, bytes: 0 }
    else this.#held.delete(key)
    this.#held.set(key, known)
    if (this.#latest !== null) this.#measure(this.#latest)
    this.#measure(known)
    this.#latest = known
    return known.opened
  }

  peek(key: string): Opened | undefined {
    return this.#held.get(key)?.opened
  }

  forget(key: string): void {
    const one = this.#held.get(key)
    if (one === undefined) return
    this.#bytes -= one.bytes
    this.#held.delete(key)
    if (this.#latest === one) this.#latest = null
  }

  trim(): void {
    if (this.#latest !== null) this.#measure(this.#latest)
    for (const key of this.#held.keys()) {
      if (this.#bytes <= this.#bytesMax) return
      this.forget(key)
    }
  }

  #measure(one: Held): void {
    const bytes = one.opened.bytesDecoded + one.openBytes
    this.#bytes += bytes - one.bytes
    one.bytes = bytes
  }
}

const COLUMNS = new CachedMemory(CACHE_BYTES_MAX)

export class SegmentCache<T extends Opened> {
  readonly #memory: CachedMemory
  readonly #prefix: string
  readonly #openBytes: number

  constructor(openBytes = OPEN_BYTES, memory = COLUMNS) {
    this.#openBytes = openBytes
    this.#memory = memory
    this.#prefix = memory.prefix()
  }

  /** Returns the cached value, and opens it if it is missing. */
  get(number: number | string, open: () => T): T {
    // A prefix belongs to one cache, so an entry under it is a T.
    return this.#memory.get(this.#prefix + number, this.#openBytes, open) as T
  }

  /** Returns the cached value without opening it. */
  peek(number: number | string): T | undefined {
    // A prefix belongs to one cache, so an entry under it is a T.
    return this.#memory.peek(this.#prefix + number) as T | undefined
  }

  delete(number: number): void {
    this.#memory.forget(this.#prefix + number)
  }

  /** Evicts entries above the limit. Call it between segments, because a reader may briefly exceed the limit. */
  trim(): void {
    this.#memory.trim()
  }
}
