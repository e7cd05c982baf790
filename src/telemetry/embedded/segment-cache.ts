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

/** Entries by cache and key, in order of last use. */
const held = new Map<string, Held>()
let heldBytes = 0
let caches = 0
/** The entry read last. Only this one can have grown since it was measured. */
let latest: Held | null = null

function measure(one: Held): void {
  const bytes = one.opened.bytesDecoded + one.openBytes
  heldBytes += bytes - one.bytes
  one.bytes = bytes
}

function forget(key: string): void {
  const one = held.get(key)
  if (one === undefined) return
  heldBytes -= one.bytes
  held.delete(key)
  if (latest === one) latest = null
}

export class SegmentCache<T extends Opened> {
  readonly #prefix = `${++caches}/`
  readonly #openBytes: number

  constructor(openBytes = OPEN_BYTES) {
    this.#openBytes = openBytes
  }

  /** Returns the cached value, and opens it if it is missing. */
  get(number: number | string, open: () => T): T {
    const key = this.#prefix + number
    let known = held.get(key)
    if (known === undefined) known = { opened: open(), openBytes: this.#openBytes, bytes: 0 }
    else held.delete(key)
    held.set(key, known)
    if (latest !== null) measure(latest)
    measure(known)
    latest = known
    // A prefix belongs to one cache, so an entry under it is a T.
    return known.opened as T
  }

  /** Returns the cached value without opening it. */
  peek(number: number | string): T | undefined {
    // A prefix belongs to one cache, so an entry under it is a T.
    return held.get(this.#prefix + number)?.opened as T | undefined
  }

  delete(number: number): void {
    forget(this.#prefix + number)
  }

  /** Evicts entries above the limit. Call it between segments, because a reader may briefly exceed the limit. */
  trim(): void {
    if (latest !== null) measure(latest)
    for (const key of held.keys()) {
      if (heldBytes <= CACHE_BYTES_MAX) return
      forget(key)
    }
  }
}
