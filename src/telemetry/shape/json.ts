/**
 * Scans structured bodies. The keys of a JSON object and the text of its message field make its shape; every other
 * value is a variable. Any spacing is allowed and kept, so that the body can be rebuilt exactly.
 */
import { MESSAGE_KEYS } from './message-keys.ts'
import type { Spans } from './spans.ts'
import { scanText } from './text.ts'

/** An object nested deeper than this is one variable. */
const DEPTH_MAX = 4

/** Adds the variables of a JSON object to `spans`. Returns false if `body` is not one; `spans` are then meaningless. */
export function scanJson(body: string, spans: Spans): boolean {
  const reader = new JsonReader(body, spans)
  return reader.object(0) && reader.isAtEnd()
}

class JsonReader {
  #at = 0

  readonly #body: string
  readonly #spans: Spans

  constructor(body: string, spans: Spans) {
    this.#body = body
    this.#spans = spans
  }

  isAtEnd(): boolean {
    this.#blanks()
    return this.#at === this.#body.length
  }

  object(depth: number): boolean {
    this.#at++
    this.#blanks()
    if (this.#code() === 125) {
      this.#at++
      return true
    }
    while (true) {
      this.#blanks()
      if (this.#code() !== 34) return false
      const keyStart = this.#at + 1
      if (!this.#string()) return false
      const key = this.#body.slice(keyStart, this.#at - 1)
      // Each `<*>` of a template stands for a variable, so a key that has one is a variable itself.
      if (key.includes('<*>')) this.#spans.add(keyStart, this.#at - 1)
      this.#blanks()
      if (this.#code() !== 58) return false
      this.#at++
      this.#blanks()
      if (!this.#value(MESSAGE_KEYS.has(key.toLowerCase()), depth)) return false
      this.#blanks()
      const code = this.#code()
      this.#at++
      if (code === 125) return true
      if (code !== 44) return false
    }
  }

  #value(isMessage: boolean, depth: number): boolean {
    const start = this.#at
    const code = this.#code()
    if (this.#spans.isFull) return false
    if (code === 34) {
      if (!this.#string()) return false
      if (isMessage) scanText(this.#body, start + 1, this.#at - 1, this.#spans)
      else this.#spans.add(start + 1, this.#at - 1)
      return true
    }
    if (code === 123 && depth < DEPTH_MAX) return this.object(depth + 1)
    if (code === 123 || code === 91) {
      if (!this.#nested()) return false
    } else {
      while (this.#at < this.#body.length && !this.#isDelimiter()) this.#at++
      if (this.#at === start) return false
    }
    this.#spans.add(start, this.#at)
    return true
  }

  /** Skips an array or a deep object by counting brackets outside strings. */
  #nested(): boolean {
    let open = 0
    while (this.#at < this.#body.length) {
      const code = this.#code()
      if (code === 34) {
        if (!this.#string()) return false
        continue
      }
      this.#at++
      if (code === 123 || code === 91) open++
      else if ((code === 125 || code === 93) && --open === 0) return true
    }
    return false
  }

  /** Skips the string that starts here, with its escapes. Returns false if it does not end. */
  #string(): boolean {
    let i = this.#at + 1
    while (i < this.#body.length) {
      const code = this.#body.charCodeAt(i)
      if (code === 92) i++
      else if (code === 34) {
        this.#at = i + 1
        return true
      }
      i++
    }
    return false
  }

  #isDelimiter(): boolean {
    const code = this.#code()
    return code === 44 || code === 125 || code === 93 || code <= 32
  }

  #blanks(): void {
    while (this.#at < this.#body.length && this.#code() <= 32) this.#at++
  }

  #code(): number {
    return this.#body.charCodeAt(this.#at)
  }
}
