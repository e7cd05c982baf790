/** How deep and how large JSON is, from one pass over its bytes, before anything is parsed. */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
/** `[` and `{` differ only in this bit, and so do `]` and `}`. */
const CASE_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

export interface JsonExtent {
  /** Arrays and objects are nested more than `depthMax` levels deep; then the rest was not looked at. */
  readonly isTooDeep: boolean
  /** Opening brackets and commas outside texts: about the number of values. */
  readonly values: number
}

/** Of bytes that are no JSON it says something, and takes no longer. */
export function jsonExtent(bytes: Uint8Array, depthMax: number): JsonExtent {
  let depth = 0
  let values = 0
  let isInText = false
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0
    if (isInText) {
      if (byte === BACKSLASH) i += 1
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (byte === COMMA) values += 1
    else if ((byte | CASE_BIT) === CLOSING) depth -= 1
    else if ((byte | CASE_BIT) === OPENING) {
      depth += 1
      values += 1
      if (depth > depthMax) return { isTooDeep: true, values }
    }
  }
  return { isTooDeep: false, values }
}
