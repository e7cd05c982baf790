/**
 * A cache of short texts. Every record and delivery repeats attribute keys and most values, so they are decoded once.
 * The same string object is returned, whose hash the engine knows already. An entry is found only by all its bytes, so
 * no delivery can learn what another one contained.
 */

/** Longer texts are bodies, URLs and statements, which seldom repeat. */
export const SHORT_TEXT_BYTES_MAX = 32
/** A sender has a few dozen keys and common values. Texts that share a slot are decoded again. */
const SLOTS = 2_048

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

export class ShortTexts {
  readonly #texts: string[] = new Array<string>(SLOTS).fill('')
  readonly #bytes = new Uint8Array(SLOTS * SHORT_TEXT_BYTES_MAX)
  readonly #lengths = new Uint8Array(SLOTS)

  /** The UTF-8 text of [from, to), at most `SHORT_TEXT_BYTES_MAX` bytes. */
  decode(bytes: Uint8Array, from: number, to: number): string {
    const length = to - from
    let hash = length
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
    if (this.#lengths[slot] === length && this.#isAt(slot, bytes, from, length)) return this.#texts[slot] ?? ''
    const text = decodeUtf8(bytes, from, to)
    const start = slot * SHORT_TEXT_BYTES_MAX
    for (let at = 0; at < length; at++) this.#bytes[start + at] = bytes[from + at] ?? 0
    this.#lengths[slot] = length
    this.#texts[slot] = text
    return text
  }

  #isAt(slot: number, bytes: Uint8Array, from: number, length: number): boolean {
    const start = slot * SHORT_TEXT_BYTES_MAX
    for (let at = 0; at < length; at++) if (this.#bytes[start + at] !== bytes[from + at]) return false
    return true
  }
}

/** Bytes that are not UTF-8 become U+FFFD. */
export function decodeUtf8(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to))
}
