/**
 * Opened segments, the least recently read forgotten first. The objects of one isolate share its memory, so they share
 * the bound as well: each has a cache of its own over one list.
 */

/** Decoded columns held by all objects of an isolate, which has 128 MB; decoded, bytes take about twice their size. */
const CACHE_BYTES_MAX = 24_000_000
/** What an opened segment takes beside its decoded columns. */
const OPEN_BYTES = 4_000

interface Opened {
  /** Bytes of columns decoded so far; grows as columns are read. */
  readonly bytesDecoded: number
}

interface Held {
  readonly opened: Opened
  /** What it takes beside its decoded columns. */
  readonly openBytes: number
  /** As last measured. */
  bytes: number
}

/** In order of last use, by cache and segment. */
const held = new Map<string, Held>()
let heldBytes = 0
let caches = 0
/** The one read last: only what is being read grows. */
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

  /** The segment, or what is kept of it, opened if it is not there. */
  get(number: number | string, open: () => T): T {
    const key = this.#prefix + number
    let known = held.get(key)
    if (known === undefined) known = { opened: open(), openBytes: this.#openBytes, bytes: 0 }
    else held.delete(key)
    held.set(key, known)
    if (latest !== null) measure(latest)
    measure(known)
    latest = known
    // A prefix is one cache's own, so what is found under it is a T.
    return known.opened as T
  }

  /** What is kept, if it is. */
  peek(number: number | string): T | undefined {
    // A prefix is one cache's own, so what is found under it is a T.
    return held.get(this.#prefix + number)?.opened as T | undefined
  }

  delete(number: number): void {
    forget(this.#prefix + number)
  }

  /** To be called between segments: what a reader holds may be larger than the cache for a moment. */
  trim(): void {
    if (latest !== null) measure(latest)
    for (const key of held.keys()) {
      if (heldBytes <= CACHE_BYTES_MAX) return
      forget(key)
    }
  }
}
