/**
 * A wire format: a pure decoder from bytes to log drafts. Authentication, probes, and the wording of success and errors
 * are in src/intake/senders; a decoder never sees a key.
 */
import {
  type AttributeValue,
  fromMillis,
  hexId,
  type LogRecord,
  type Resource,
  type Timestamp,
} from '../../telemetry/index.ts'
import { requireFew } from '../density.ts'
import { MalformedPayload } from '../otlp/fields.ts'
import { logRecordOf, type Normalized, normalized, type Rejections, reject, resourceOf } from '../records.ts'
import { TimeRepair } from '../repair-times.ts'

/** One log as a format understood it. Missing fields are left out; severity is then inferred from text and body. */
export interface LogDraft {
  readonly time?: Timestamp | null
  readonly severityNumber?: number
  readonly severityText?: string
  readonly body: AttributeValue
  readonly service?: string
  readonly resource?: { readonly [key: string]: AttributeValue }
  readonly attributes?: { readonly [key: string]: AttributeValue }
  readonly traceId?: string
  readonly spanId?: string
  readonly eventName?: string
}

export interface DecodeInput {
  readonly bytes: Uint8Array
  readonly headers: Headers
  readonly query: URLSearchParams
  readonly nowMs: number
}

export type DecodeResult =
  | {
      readonly ok: true
      readonly drafts: readonly LogDraft[]
      /** Parts that are no log, by reason. The rest is stored. */
      readonly rejected?: Readonly<Record<string, number>>
      /** The sender's own id of this delivery. */
      readonly retryId?: string
      /** A probe: nothing is stored, and the answer is success. */
      readonly isProbe?: boolean
    }
  | { readonly ok: false; readonly reason: string }

export interface IntakeFormat {
  readonly id: string
  readonly name: string
  /** Throws MalformedPayload for bodies that are too dense. Callers use `decodeBody` instead. */
  readonly decode: (input: DecodeInput) => DecodeResult
}

/** Decodes an untrusted body. Never throws, and never returns more drafts than a delivery may have. */
export function decodeBody(format: IntakeFormat, input: DecodeInput): DecodeResult {
  try {
    const result = format.decode(input)
    if (result.ok) requireFew(result.drafts.length)
    return result
  } catch (error) {
    if (error instanceof MalformedPayload) return refused(error.message)
    throw error
  }
}

/** Returns the refusal of a whole body; the sender reads `reason`. */
export const refused = (reason: string): DecodeResult => ({ ok: false, reason })

/** Turns drafts into records: repairs times and shares one `Resource` object between equal resources. */
export function recordsOf(
  drafts: readonly LogDraft[],
  rejected: Readonly<Record<string, number>>,
  nowMs: number,
): Normalized<LogRecord> {
  const repair = new TimeRepair(nowMs)
  const rejections: Rejections = { count: 0, reasons: new Set() }
  for (const [reason, count] of Object.entries(rejected)) for (let i = 0; i < count; i += 1) reject(rejections, reason)
  const now = fromMillis(nowMs)
  const resources = new Map<string, Resource>()
  const records: LogRecord[] = []
  let hasOwnTimes = true
  let shared: { readonly of: LogDraft; readonly resource: Resource } | null = null
  for (const draft of drafts) {
    const time = draft.time ?? null
    if (time === null) hasOwnTimes = false
    const fields = {
      time,
      observedTime: null,
      severityNumber: draft.severityNumber ?? 0,
      severityText: draft.severityText ?? '',
      body: draft.body,
      eventName: draft.eventName ?? '',
      attributes: draft.attributes ?? {},
      traceId: hexId(draft.traceId, 32),
      spanId: hexId(draft.spanId, 16),
    }
    // Most records of a delivery have the same resource as the one before.
    if (shared === null || shared.of.resource !== draft.resource || shared.of.service !== draft.service)
      shared = { of: draft, resource: sharedResource(draft, resources) }
    records.push(repair.log(logRecordOf(fields, time ?? now, shared.resource, '')))
  }
  return normalized(records, rejections, repair, hasOwnTimes)
}

function sharedResource({ resource = NOTHING, service = '' }: LogDraft, resources: Map<string, Resource>): Resource {
  // Length prefixes keep names and values apart, whatever they contain.
  let key = `${service.length} ${service}`
  for (const name in resource) {
    const value = resource[name]
    const isText = typeof value === 'string'
    const text = isText ? value : JSON.stringify(value)
    key += `${isText ? 't' : 'j'}${name.length} ${text.length} ${name}${text}`
  }
  const known = resources.get(key)
  if (known) return known
  const made = resourceOf({ ...resource, ...(service === '' ? {} : { 'service.name': service }) })
  resources.set(key, made)
  return made
}

const NOTHING: Readonly<Record<string, AttributeValue>> = {}
