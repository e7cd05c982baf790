/**
 * Numbers for ids. An investigation holds hundreds of thousands of lines and spans. As numbers, their ids take a tenth
 * of the memory and time that texts would.
 */

const FIRST_CAPACITY = 1_024
const WORDS = 4
/** Words of a slot: the hash of a key, and its number + 1 (0 where the slot is free). */
const SLOT_WORDS = 2

/** Gives each distinct key of four 32-bit words the next number, beginning with 0. */
export class IdNumbers {
  #keys: Uint32Array
  /** Open addressing; at most half of the slots are used. With the hash in the slot, other keys are rarely read. */
  #slots: Uint32Array
  /** Senders choose ids. With a secret seed they cannot choose ones that fall into the same slots. */
  readonly #seed = Math.floor(Math.random() * 0x1_0000_0000)
  #count = 0

  /** @param expected about how many keys there will be: tables of this size need not grow */
  constructor(expected = 0) {
    const capacity = Math.max(FIRST_CAPACITY, 2 ** Math.ceil(Math.log2(Math.max(1, expected + 1))))
    this.#keys = new Uint32Array(capacity * WORDS)
    this.#slots = new Uint32Array(capacity * 2 * SLOT_WORDS)
  }

  get count(): number {
    return this.#count
  }

  /** Returns the number of a key, and adds the key if it is new. */
  numberOf(a: number, b: number, c: number, d: number): number {
    const hash = hashOfWords(this.#seed, a, b, c, d)
    const slot = this.#slotOf(hash, a, b, c, d)
    const found = this.#slots[slot + 1] ?? 0
    if (found > 0) return found - 1
    const number = this.#count++
    this.#slots[slot] = hash
    this.#slots[slot + 1] = number + 1
    const at = number * WORDS
    this.#keys[at] = a
    this.#keys[at + 1] = b
    this.#keys[at + 2] = c
    this.#keys[at + 3] = d
    if (this.#count * WORDS === this.#keys.length) this.#grow()
    return number
  }

  /** Returns the number of a key, or -1. */
  find(a: number, b: number, c: number, d: number): number {
    return (this.#slots[this.#slotOf(hashOfWords(this.#seed, a, b, c, d), a, b, c, d) + 1] ?? 0) - 1
  }

  /** One of the four words of a number's key. */
  wordOf(number: number, word: number): number {
    return this.#keys[number * WORDS + word] ?? 0
  }

  /** A hash of a number's key that is the same in every partition and at every time. */
  hashOf(number: number): number {
    const at = number * WORDS
    const keys = this.#keys
    return hashOfWords(0, keys[at] ?? 0, keys[at + 1] ?? 0, keys[at + 2] ?? 0, keys[at + 3] ?? 0)
  }

  /** The first word of the slot of a key. */
  #slotOf(hash: number, a: number, b: number, c: number, d: number): number {
    const slots = this.#slots
    const keys = this.#keys
    const mask = slots.length - 1
    let slot = (hash << 1) & mask
    for (;;) {
      const found = slots[slot + 1] ?? 0
      if (found === 0) return slot
      if (slots[slot] === hash) {
        const at = (found - 1) * WORDS
        if (keys[at] === a && keys[at + 1] === b && keys[at + 2] === c && keys[at + 3] === d) return slot
      }
      slot = (slot + SLOT_WORDS) & mask
    }
  }

  #grow(): void {
    const keys = new Uint32Array(this.#keys.length * 2)
    keys.set(this.#keys)
    this.#keys = keys
    const old = this.#slots
    const slots = new Uint32Array(old.length * 2)
    const mask = slots.length - 1
    for (let from = 0; from < old.length; from += SLOT_WORDS) {
      const hash = old[from] ?? 0
      const entry = old[from + 1] ?? 0
      if (entry === 0) continue
      let slot = (hash << 1) & mask
      while (slots[slot + 1] !== 0) slot = (slot + SLOT_WORDS) & mask
      slots[slot] = hash
      slots[slot + 1] = entry
    }
    this.#slots = slots
  }
}

/** Mixes four words, as MurmurHash3 does. */
export function hashOfWords(seed: number, a: number, b: number, c: number, d: number): number {
  let hash = mixed(mixed(mixed(mixed(seed, a), b), c), d)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Whether what has this hash is held where only hashes that end in `thinned` zero bits are. */
export function isSampled(hash: number, thinned: number): boolean {
  return (hash & (2 ** thinned - 1)) === 0
}

function mixed(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51)
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  const h = hash ^ k
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}

const NOT_HEX = -1
const MARK = 0xffffffff

/** The words of ids that are given as text. Ids in hex have the words of their bytes, as in a segment. */
export class TextIds {
  readonly #others = new Map<string, number>()

  /** Writes the four words of a trace id to `words`. */
  ofTrace(id: string, words: Uint32Array): void {
    if (id.length === 32 && readHex(id, words, 4)) return
    words.fill(MARK)
    this.#other(id, words)
  }

  /** Writes the two words of a span id to `words`. */
  ofSpan(id: string, words: Uint32Array): void {
    if (id.length === 16 && readHex(id, words, 2)) return
    this.#other(id, words)
  }

  #other(id: string, words: Uint32Array): void {
    if (id === '') {
      words.fill(0)
      return
    }
    let number = this.#others.get(id)
    if (number === undefined) {
      number = this.#others.size
      this.#others.set(id, number)
    }
    words[0] = MARK
    words[1] = number
  }
}

function readHex(text: string, words: Uint32Array, count: number): boolean {
  for (let word = 0; word < count; word++) {
    let value = 0
    for (let at = word * 8; at < word * 8 + 8; at++) {
      const digit = digitOf(text.charCodeAt(at))
      if (digit === NOT_HEX) return false
      value = (value << 4) | digit
    }
    words[word] = value
  }
  return true
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  return code >= 97 && code <= 102 ? code - 87 : NOT_HEX
}
