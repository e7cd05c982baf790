/** Opened segments of one object, the least recently read forgotten first. */

/** Decoded columns held by one object: objects of one isolate share 128 MB. */
const CACHE_BYTES_MAX = 24_000_000
/** What an opened segment takes beside its decoded columns. */
const OPEN_BYTES = 4_000

interface Opened {
  /** Bytes of columns decoded so far; grows as columns are read. */
  readonly bytesDecoded: number
}

export class SegmentCache<T extends Opened> {
  readonly #opened = new Map<number, T>()

  /** The segment, opened if it is not there. */
  get(number: number, open: () => T): T {
    let segment = this.#opened.get(number)
    if (segment === undefined) segment = open()
    else this.#opened.delete(number)
    this.#opened.set(number, segment)
    return segment
  }

  delete(number: number): void {
    this.#opened.delete(number)
  }

  /** To be called between segments: what a reader holds may be larger than the cache for a moment. */
  trim(): void {
    let bytes = 0
    for (const segment of this.#opened.values()) bytes += segment.bytesDecoded + OPEN_BYTES
    for (const [number, segment] of this.#opened) {
      if (bytes <= CACHE_BYTES_MAX) return
      bytes -= segment.bytesDecoded + OPEN_BYTES
      this.#opened.delete(number)
    }
  }
}
