/**
 * What every wire format does with decoded records: a paused stream drops them, credits are checked, secrets are
 * redacted, and the batch is appended. The append is durable before the answer. Each format words the outcome for its
 * senders.
 */
import { Buffer } from 'node:buffer'
import type { Database } from '../db/database.ts'
import type { TelemetryStore } from '../telemetry/index.ts'
import { WorkPace } from '../work-pace.ts'
import { type IntakeKey, noteFirstRecord, type StrangerLimits } from './intake-key.ts'
import { type Batch, type RedactionCounts, Redactor } from './redaction/redact.ts'
import { redactionOf } from './redaction/settings.ts'

export interface IntakeContext {
  readonly db: Database
  readonly telemetry: TelemetryStore
  readonly now: () => number
  readonly waitUntil: (work: Promise<unknown>) => void
  /** Returns a sentence when the organization is out of credits, else null. */
  readonly refusalOf: (organizationId: string) => Promise<string | null>
  readonly fetch?: typeof fetch
  /** Counts a delivery for the health of its source. Never awaited. */
  readonly note?: (counts: DeliveryNote) => void
  /** The secret with which a platform signs. Null if the stream has none. */
  readonly signingSecretOf?: (streamId: string) => Promise<string | null>
  /** The code that a platform expects in the answer when it checks the endpoint. */
  readonly verificationCodeOf?: (key: IntakeKey | null) => Promise<string | null>
  readonly strangers?: StrangerLimits
}

export interface DeliveryNote {
  readonly key: IntakeKey
  readonly records: number
  readonly bytes: number
  readonly dropped?: number
  readonly rejected?: Readonly<Record<string, number>>
  readonly repaired?: Readonly<Record<string, number>>
}

export interface DeliverInput {
  readonly ctx: IntakeContext
  readonly key: IntakeKey
  readonly batch: Batch
  /** The decompressed body. It is what is billed, and it identifies a resend when the sender gives no id. */
  readonly bytes: Uint8Array
  /** The sender's own id of this delivery (Firehose request id, Logplex-Frame-Id), if it has one. */
  readonly retryId?: string
  /** True when every record came with its own time. Otherwise only a retry id can identify a duplicate. */
  readonly hasOwnTimes: boolean
  /** Records that were refused, by reason, for the health of the source. */
  readonly rejected?: Readonly<Record<string, number>>
  /** Records stored with another time than they were sent with, by reason. */
  readonly repaired?: Readonly<Record<string, number>>
}

export type Delivered =
  | { readonly kind: 'stored'; readonly redactions: RedactionCounts }
  /** Accepted and dropped, because the stream is paused. */
  | { readonly kind: 'paused' }
  | { readonly kind: 'out_of_credits'; readonly message: string }
  /** Nothing was stored; smaller deliveries of the same records will be accepted. */
  | { readonly kind: 'too_large'; readonly message: string }
  | { readonly kind: 'overloaded'; readonly retryAfterSeconds: number }

/**
 * Stores the decoded records of a delivery, after redaction, and counts it in the health of its source. A paused source
 * drops them with success; out of credits, nothing is stored. Throws what the store throws: the sender then delivers
 * again.
 */
export async function deliver(input: DeliverInput): Promise<Delivered> {
  const { ctx, key, batch, rejected = {}, repaired = {} } = input
  const count = (batch.logs?.length ?? 0) + (batch.spans?.length ?? 0) + (batch.metrics?.length ?? 0)
  if (count === 0) {
    // A probe is not counted. A delivery whose records were all refused is counted in the health of its source.
    if (Object.keys(rejected).length > 0) ctx.note?.({ key, records: 0, bytes: input.bytes.byteLength, rejected })
    return { kind: 'stored', redactions: {} }
  }
  if (key.isPaused) {
    ctx.note?.({ key, records: 0, bytes: input.bytes.byteLength, dropped: count })
    return { kind: 'paused' }
  }
  const refusal = await ctx.refusalOf(key.project.organizationId)
  if (refusal !== null) {
    ctx.note?.({ key, records: 0, bytes: input.bytes.byteLength, dropped: count })
    return { kind: 'out_of_credits', message: refusal }
  }
  if (hasTooManyDays(batch)) {
    ctx.note?.({ key, records: 0, bytes: input.bytes.byteLength, rejected: { ...rejected, [TOO_MANY_DAYS]: count } })
    return {
      kind: 'too_large',
      message: `${TOO_MANY_DAYS[0]?.toUpperCase()}${TOO_MANY_DAYS.slice(1)}; send them in several.`,
    }
  }
  const { records, redactions } = await redacted(input)
  const result = await ctx.telemetry.append(key.project, {
    ...records,
    source: { keyId: key.keyId, payloadHash: input.retryId ?? (await hashOf(input.bytes)), streamId: key.logStreamId },
    billedBytes: input.bytes.byteLength,
    deduplicate: input.hasOwnTimes || input.retryId !== undefined,
  })
  if (result.status === 'overloaded') return { kind: 'overloaded', retryAfterSeconds: result.retryAfterSeconds }
  noteFirstRecord(key, { db: ctx.db, now: ctx.now(), waitUntil: ctx.waitUntil })
  ctx.note?.({ key, records: count, bytes: input.bytes.byteLength, rejected, repaired })
  return { kind: 'stored', redactions }
}

/**
 * Each day of a signal is a partition of its own, an object that is created for it and called in turn. A delivery that
 * covers a year is stored. A delivery of more days could neither be stored within the platform's calls per request, nor
 * be undone half-way.
 */
const DAYS_MAX = 400
const TOO_MANY_DAYS = `a delivery held records of more than ${DAYS_MAX} days`

function hasTooManyDays({ logs = [], spans = [], metrics = [] }: Batch): boolean {
  let days = 0
  for (const records of [logs, spans, metrics]) {
    const seen = new Set<number>()
    let last = Number.NaN
    for (const { time } of records) {
      if (time.day === last) continue
      last = time.day
      seen.add(last)
    }
    days += seen.size
  }
  return days > DAYS_MAX
}

async function redacted({ ctx, key, batch }: DeliverInput): Promise<{ records: Batch; redactions: RedactionCounts }> {
  const settings = await redactionOf(ctx.db, key.project.projectId, ctx.now())
  if (!settings.enabled) return { records: batch, redactions: {} }
  const redactor = new Redactor(settings)
  return { records: await redactor.batchInTurns(batch, new WorkPace()), redactions: redactor.counts }
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
