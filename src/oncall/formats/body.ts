/** Parses a delivery's body as JSON. Its size, depth and number of values are checked before parsing. */
import { jsonExtent } from '../../bytes/json-extent.ts'
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

/** Returns why the body must not be parsed, or null. */
function excessOf(bytes: Uint8Array): string | null {
  const { isTooDeep, values } = jsonExtent(bytes, DEPTH_MAX)
  if (isTooDeep) return `The body is nested more than ${DEPTH_MAX} levels deep.`
  return values > VALUES_MAX ? `The body has more than ${VALUES_MAX} values.` : null
}
