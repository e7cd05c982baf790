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

/** In order of last use, by cache and segment. */
const held = new Map<string, Opened>()
let caches = 0

export class SegmentCache<T extends Opened> {
  readonly #prefix = `${++caches}/`

  /** The segment, opened if it is not there. */
  get(number: number, open: () => T): T {
    const key = this.#prefix + number
    // A prefix is one cache's own, so what is found under it is a T.
    const known = held.get(key) as T | undefined
    const segment = known ?? open()
    if (known !== undefined) held.delete(key)
    held.set(key, segment)
    return segment
  }

  delete(number: number): void {
    held.delete(this.#prefix + number)
  }

  /** To be called between segments: what a reader holds may be larger than the cache for a moment. */
  trim(): void {
    let bytes = 0
    for (const segment of held.values()) bytes += segment.bytesDecoded + OPEN_BYTES
    for (const [key, segment] of held) {
      if (bytes <= CACHE_BYTES_MAX) return
      bytes -= segment.bytesDecoded + OPEN_BYTES
      held.delete(key)
    }
  }
}
