/**
 * The one tokenizer for indexes, matching and highlighting. A token is a run of letters and digits, ignoring case. An
 * ideograph is a token of its own. Everything else separates tokens (also `_`, `.`, `-`), so `user_id` is found by
 * `user`.
 */
const SEPARATOR = 0
const WORD = 1
const IDEOGRAPH = 2

const ASCII = new Uint8Array(128)
for (let c = 48; c <= 57; c++) ASCII[c] = WORD
for (let c = 65; c <= 90; c++) ASCII[c] = WORD
for (let c = 97; c <= 122; c++) ASCII[c] = WORD

const NON_ASCII_WORD = /[\p{L}\p{N}\p{M}\p{Cs}]/u

function kindOf(code: number): number {
  if (code < 128) return ASCII[code] ?? SEPARATOR
  if ((code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff)) return IDEOGRAPH
  return NON_ASCII_WORD.test(String.fromCharCode(code)) ? WORD : SEPARATOR
}

/** Returns true if a UTF-16 code unit can be part of a longer token. */
export function isWordUnit(code: number): boolean {
  return kindOf(code) === WORD
}

export interface TokenPlace {
  readonly start: number
  readonly end: number
}

/** The places of the tokens of `text`, in order. */
export function tokenPlaces(text: string): TokenPlace[] {
  const places: TokenPlace[] = []
  let i = 0
  while (i < text.length) {
    const kind = kindOf(text.charCodeAt(i))
    const start = i++
    if (kind === SEPARATOR) continue
    if (kind === WORD) while (i < text.length && kindOf(text.charCodeAt(i)) === WORD) i++
    places.push({ start, end: i })
  }
  return places
}

/** The tokens of `text` as compared: in lower case. */
export function tokensOf(text: string): string[] {
  return tokenPlaces(text).map(({ start, end }) => text.slice(start, end).toLowerCase())
}

/** Persisted: never change these numbers, nor those of `finish`. Segment indexes hold hashes of tokens and trace ids. */
const HASH_SEED = 0x811c9dc5
const HASH_FACTOR = 0x01000193

/** 32-bit hash of a token as compared (lower case). */
export function tokenHash(token: string): number {
  return tokenHashWithin(token, 0, token.length)
}

/** Returns the hash of the token at [from, to) of a text. */
export function tokenHashWithin(text: string, from: number, to: number): number {
  let hash = HASH_SEED
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), HASH_FACTOR)
  return finish(hash)
}

function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Appends the hashes of the tokens of `text` to `hashes`. No text is created for ASCII tokens. */
export function hashTokens(text: string, hashes: number[]): void {
  let i = 0
  const { length } = text
  while (i < length) {
    let code = text.charCodeAt(i)
    const kind = code < 128 ? ASCII[code] : kindOf(code)
    if (kind === SEPARATOR) {
      i++
      continue
    }
    if (kind === IDEOGRAPH) {
      hashes.push(tokenHash(text.charAt(i)))
      i++
      continue
    }
    const start = i
    let hash = HASH_SEED
    let isAscii = true
    while (i < length) {
      code = text.charCodeAt(i)
      if (code >= 128) {
        if (kindOf(code) !== WORD) break
        isAscii = false
      } else if (ASCII[code] !== WORD) break
      else if (code >= 65 && code <= 90) code += 32
      hash = Math.imul(hash ^ code, HASH_FACTOR)
      i++
    }
    hashes.push(isAscii ? finish(hash) : tokenHash(text.slice(start, i).toLowerCase()))
  }
}

/**
 * The same for a text in parts, where a number stands for the variable at that position. The parts are not joined. The
 * hashes overwrite those in `hashes`, because to shorten the list each time would be slow. Returns how many there are.
 */
export function hashTokensAcross(
  parts: readonly (string | number)[],
  variables: readonly string[],
  hashes: number[],
): number {
  let count = 0
  let hash = HASH_SEED
  let isOpen = false
  for (const part of parts) {
    const text = typeof part === 'number' ? (variables[part] ?? '') : part
    for (let i = 0; i < text.length; i++) {
      let code = text.charCodeAt(i)
      if (code >= 128) return hashTokensJoined(parts, variables, hashes)
      if (ASCII[code] === WORD) {
        if (code >= 65 && code <= 90) code += 32
        hash = Math.imul(hash ^ code, HASH_FACTOR)
        isOpen = true
      } else if (isOpen) {
        hashes[count++] = finish(hash)
        hash = HASH_SEED
        isOpen = false
      }
    }
  }
  if (isOpen) hashes[count++] = finish(hash)
  return count
}

function hashTokensJoined(parts: readonly (string | number)[], variables: readonly string[], hashes: number[]): number {
  hashes.length = 0
  hashTokens(parts.map((part) => (typeof part === 'number' ? (variables[part] ?? '') : part)).join(''), hashes)
  return hashes.length
}
