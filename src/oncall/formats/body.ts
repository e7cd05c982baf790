/** Parses a delivery's body as JSON. Its size, depth and number of values are checked before parsing. */
import { type Fields, fieldsOf } from './reading.ts'

/** Ten thousand alerts in one group take about 6 MiB. A larger body is no delivery of alerts. */
export const BODY_BYTES_MAX = 8 * 1024 * 1024
/** No sender's body has more than twelve levels. */
const DEPTH_MAX = 64
/** Of ten thousand alerts with forty fields each. */
const VALUES_MAX = 500_000

export type ParsedBody =
  | { readonly ok: true; readonly fields: Fields }
  | { readonly ok: false; readonly reason: string }

const refused = (reason: string): ParsedBody => ({ ok: false, reason })
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Returns the JSON inside a form (GitHub's default content type: `payload=<JSON, percent-encoded>`). Any other body is
 * returned unchanged.
 */
export function unwrapped(bytes: Uint8Array, headers: Headers): Uint8Array {
  const type = headers.get('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded') || bytes.byteLength > BODY_BYTES_MAX) return bytes
  const payload = new URLSearchParams(new TextDecoder().decode(bytes)).get('payload')
  return payload === null ? bytes : new TextEncoder().encode(payload)
}

/** Parses a body and never throws. The reason is a sentence for the sender that quotes nothing of the body. */
export function parseBody(bytes: Uint8Array): ParsedBody {
  if (bytes.byteLength > BODY_BYTES_MAX) return refused(`The body is larger than ${BODY_BYTES_MAX} bytes.`)
  const excess = excessOf(bytes)
  if (excess !== null) return refused(excess)
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch {
    return refused('The body is not JSON in UTF-8.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused('The body is no JSON object.')
  return { ok: true, fields: fieldsOf(value) }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
/** `[` and `{` differ only in this bit, and so do `]` and `}`. */
const CASE_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/** Returns why the body must not be parsed, or null. One pass over its bytes finds out. */
function excessOf(bytes: Uint8Array): string | null {
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
      if (depth > DEPTH_MAX) return `The body is nested more than ${DEPTH_MAX} levels deep.`
    }
  }
  return values > VALUES_MAX ? `The body has more than ${VALUES_MAX} values.` : null
}
