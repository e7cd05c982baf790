/**
 * Reads a platform that does not push: one time window after another. Windows overlap, and records of the overlap are
 * recognized by their ids. So late records are not missed and no record is stored twice.
 */

import { Buffer } from 'node:buffer'
import { retentionDaysOf } from '../../billing/plans.ts'
import type { PullPosition, PullResult } from '../../connectors/connector.ts'
import { findStoragePolicy } from '../../db/projects.ts'
import { findLiveSource } from '../../db/sources.ts'
import { intakeKeyIds } from '../../db/stream-keys.ts'
import * as streams from '../../db/streams.ts'
import { Redactor } from '../../intake/redaction/redact.ts'
import { redactionOf } from '../../intake/redaction/settings.ts'
import { type RepairCounts, TimeRepair } from '../../intake/repair-times.ts'
import { WorkPace } from '../../work-pace.ts'
import { creditStanding } from '../billing/enforcement.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { telemetryArrived } from '../oncall/telemetry-arrived.ts'
import type { SystemScope } from '../system-scope.ts'
import { connectorDeps } from './connector-deps.ts'
import { connectorOfProvider } from './connector-of.ts'
import { openMetadata } from './metadata.ts'
import {
  INTERVAL_MS,
  PERSON_LOOK_MS,
  type Setback,
  setbackOf,
  setbackOfCredits,
  type WaitsFor,
} from './poll-standing.ts'
import type { SourceRow, StreamRow } from './rows.ts'

/** Persisted in the poller's object. Fields may only be added, as optional ones. */
export interface PollerState {
  readonly streamId: string
  readonly position: PullPosition | null
  /** End of the last window that was read completely, in milliseconds since 1970. */
  readonly readToMs: number | null
  readonly failures: number
  /** Ids of records in the overlap, newest last. */
  readonly recentIds: readonly string[]
  /** Why the stream is in error. Absent when it is not, and in pollers older than this field. */
  readonly waitsFor?: WaitsFor
}

export interface NextPoll {
  readonly state: PollerState
  readonly afterMs: number
}

const OVERLAP_MS = 120_000
/** Maximum time that a first poll, or a poll after a long outage, goes back. */
const CATCH_UP_MS = 24 * 3_600_000
const FIRST_WINDOW_MS = 3_600_000
/** A window is read in parts, so that one alarm stays small. */
const WINDOW_MS_MAX = 3_600_000
const RECENT_IDS_MAX = 20_000
/** Interval at which a paused stream checks whether it was resumed. */
const PAUSED_LOOK_MS = 300_000
const PULLS_PER_POLL_MAX = 10

/** null: the stream no longer exists, and the poller ends. */
export async function pollOnce({ ctx, input: state }: VerbCall<SystemScope, PollerState>): Promise<NextPoll | null> {
  const loaded = await load(ctx, state.streamId)
  if (!loaded) return null
  const { stream, source } = loaded
  if (!stream.enabled || !source.enabled) return { state: { ...state, readToMs: null }, afterMs: PAUSED_LOOK_MS }
  // A person has set the status to something else.
  if (state.waitsFor === 'person' && stream.status === 'error') return { state, afterMs: PERSON_LOOK_MS }
  const connector = await connectorOfProvider(source.provider)
  if (!connector?.pull) return null
  const now = ctx.now()
  const startMs = Math.max(state.readToMs ?? now - FIRST_WINDOW_MS, now - CATCH_UP_MS)
  const endMs = Math.min(now, startMs + WINDOW_MS_MAX)
  // This also applies to a stream that was never read: it catches up on what it missed while it was stopped.
  let next: PollerState = { ...state, readToMs: startMs }
  const standing = await creditStanding({ ctx, scope: stream })
  if (!standing.allowed) return stopped(ctx, next, stream, setbackOfCredits(standing.message))
  const metadata = await openMetadata(ctx, source)
  for (let pulls = 0; pulls < PULLS_PER_POLL_MAX; pulls += 1) {
    const window = { fromMs: startMs - OVERLAP_MS, toMs: endMs }
    const outcome = await connector.pull(connectorDeps(ctx), {
      metadata,
      config: stream.config,
      position: next.position,
      ...window,
    })
    if (!outcome.ok) {
      const failures = next.failures + 1
      return stopped(ctx, { ...next, failures }, stream, setbackOf(failures, outcome, Math.random()))
    }
    const stored = await store(ctx, stream, outcome.value, new Set(next.recentIds))
    if (!stored) return { state: next, afterMs: INTERVAL_MS }
    if (pulls === 0) await healed(ctx, stream)
    const { waitsFor: _, ...rest } = next
    next = {
      ...rest,
      position: outcome.value.position,
      failures: 0,
      recentIds: [...next.recentIds, ...outcome.value.recordIds].slice(-RECENT_IDS_MAX),
    }
    if (outcome.value.isCaughtUp) return { state: { ...next, readToMs: endMs }, afterMs: endMs < now ? 0 : INTERVAL_MS }
  }
  return { state: next, afterMs: 0 }
}

async function load(ctx: DomainContext, streamId: string): Promise<{ stream: StreamRow; source: SourceRow } | null> {
  const stream = await streams.findLiveStream(ctx.db, streamId)
  const source = stream && (await findLiveSource(ctx.db, stream.sourceId))
  return source && { stream, source }
}

/** Written only if it changes something, because most polls of a stream in error find the same as the last one. */
async function stopped(
  ctx: DomainContext,
  { waitsFor: _, ...state }: PollerState,
  stream: StreamRow,
  { waitsFor, message, afterMs }: Setback,
): Promise<NextPoll> {
  if (message !== null && (stream.status !== 'error' || stream.errorMessage !== message)) {
    await streams.failDelivery(ctx.db, stream.id, message)
  }
  return { state: { ...state, ...(waitsFor === null ? {} : { waitsFor }) }, afterMs }
}

/** A stream that was in error is read again: what it waited for has happened. */
async function healed(ctx: DomainContext, stream: StreamRow): Promise<void> {
  if (stream.status !== 'error') return
  await streams.activateStream(ctx.db, stream.id, 'error')
}

/** Counts polled records in the health of the stream, like records delivered with its key. */
async function noteHealth(
  ctx: DomainContext,
  stream: StreamRow,
  delivered: { readonly records: number; readonly bytes: number; readonly repaired: RepairCounts },
): Promise<void> {
  const [keyId] = await intakeKeyIds(ctx.db, { streamId: stream.id }, 1)
  if (keyId === undefined) return
  const count = { keyId, ...delivered, dropped: 0, rejected: {}, lastRecordMs: ctx.now() }
  await ctx.objects.organization(stream.organizationId).addHealth([count])
}

async function store(
  ctx: DomainContext,
  stream: StreamRow,
  pulled: PullResult,
  seen: ReadonlySet<string>,
): Promise<boolean> {
  const isNew = <Item>(_: Item, i: number) => !seen.has(pulled.recordIds[i] ?? '')
  // Ids follow the order of the records: logs, then spans, then metrics.
  const { logs = [], spans = [], metrics = [] } = pulled
  const fresh = {
    logs: logs.filter(isNew),
    spans: spans.filter((span, i) => isNew(span, logs.length + i)),
    metrics: metrics.filter((point, i) => isNew(point, logs.length + spans.length + i)),
  }
  const count = fresh.logs.length + fresh.spans.length + fresh.metrics.length
  if (count === 0) return true
  const project = await findStoragePolicy(ctx.db, stream.projectId)
  if (!project) return false
  const text = JSON.stringify(fresh)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const { organizationId, projectId } = stream
  const settings = await redactionOf(ctx.db, projectId, ctx.now())
  const repair = new TimeRepair(ctx.now())
  const records = {
    logs: fresh.logs.map((log) => repair.log(log)),
    spans: fresh.spans.map((span) => repair.span(span)),
    metrics: fresh.metrics.map((point) => repair.point(point)),
  }
  const result = await ctx.telemetry.append(
    { organizationId, projectId, region: project.region, retentionDays: retentionDaysOf(project.planSlug) },
    {
      ...(settings.enabled ? await new Redactor(settings).batchInTurns(records, new WorkPace()) : records),
      source: { keyId: stream.id, payloadHash: Buffer.from(digest).toString('hex'), streamId: stream.id },
      billedBytes: text.length,
      deduplicate: true,
    },
  )
  if (result.status !== 'stored') return false
  telemetryArrived(ctx, { organizationId, projectId, region: project.region }, (work) => ctx.waitUntil(work))
  ctx.waitUntil(noteHealth(ctx, stream, { records: count, bytes: text.length, repaired: repair.counts }))
  return true
}
