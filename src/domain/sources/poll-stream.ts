/**
 * Reading a platform that does not deliver: one window after another, each with an overlap whose records are
 * recognised by their ids, so that late ones are not missed and none is stored twice.
 */
import { Buffer } from 'node:buffer'
import { retentionDaysOf } from '../../billing/plans.ts'
import { connectorOf } from '../../connectors/catalogue.ts'
import {
  DATA_SOURCE_TYPES,
  type Failure,
  type PullPosition,
  type PullResult,
  TRANSIENT_FAILURES,
} from '../../connectors/connector.ts'
import { Redactor } from '../../intake/redaction/redact.ts'
import { redactionOf } from '../../intake/redaction/settings.ts'
import type { DomainContext } from '../context.ts'
import { telemetryOf } from '../telemetry-store.ts'
import { connectorDeps } from './connector-deps.ts'
import { openMetadata } from './metadata.ts'
import {
  type RawSource,
  type RawStream,
  SOURCE_COLUMNS,
  type SourceRow,
  STREAM_COLUMNS,
  type StreamRow,
  sourceOf,
  streamOf,
} from './rows.ts'

/** Persisted in the poller's object: fields may only be added, as optional. */
export interface PollerState {
  readonly streamId: string
  readonly position: PullPosition | null
  /** The end of the last window that was read whole, milliseconds since 1970. */
  readonly readToMs: number | null
  readonly failures: number
  /** Ids of records in the overlap, newest last. */
  readonly recentIds: readonly string[]
}

export interface NextPoll {
  readonly state: PollerState
  readonly afterMs: number
}

const INTERVAL_MS = 30_000
const OVERLAP_MS = 120_000
/** What a first poll, or one after a long outage, goes back at most. */
const CATCH_UP_MS = 24 * 3_600_000
const FIRST_WINDOW_MS = 3_600_000
/** A window is read in parts, so that one alarm stays small. */
const WINDOW_MS_MAX = 3_600_000
const RECENT_IDS_MAX = 20_000
const BACKOFF_MS_MAX = 900_000
/** A paused stream looks again whether it was resumed. */
const PAUSED_LOOK_MS = 300_000
const PULLS_PER_POLL_MAX = 10

/** null: the stream is gone, the poller ends. */
export async function pollOnce(ctx: DomainContext, state: PollerState): Promise<NextPoll | null> {
  const loaded = await load(ctx, state.streamId)
  if (!loaded) return null
  const { stream, source } = loaded
  if (!stream.enabled || !source.enabled) return { state: { ...state, readToMs: null }, afterMs: PAUSED_LOOK_MS }
  const type = DATA_SOURCE_TYPES.find((one) => one === source.provider)
  const connector = type && (await connectorOf(type))
  if (!connector?.pull) return null
  const now = ctx.now()
  const startMs = Math.max(state.readToMs ?? now - FIRST_WINDOW_MS, now - CATCH_UP_MS)
  const endMs = Math.min(now, startMs + WINDOW_MS_MAX)
  const metadata = await openMetadata(ctx, source)
  let next = state
  for (let pulls = 0; pulls < PULLS_PER_POLL_MAX; pulls += 1) {
    const window = { fromMs: startMs - OVERLAP_MS, toMs: endMs }
    const outcome = await connector.pull(connectorDeps(ctx), {
      metadata,
      config: stream.config,
      position: next.position,
      ...window,
    })
    if (!outcome.ok) return afterFailure(ctx, next, stream, outcome)
    const stored = await store(ctx, stream, outcome.value, new Set(next.recentIds))
    if (!stored) return { state: next, afterMs: INTERVAL_MS }
    next = {
      ...next,
      position: outcome.value.position,
      failures: 0,
      recentIds: [...next.recentIds, ...outcome.value.recordIds].slice(-RECENT_IDS_MAX),
    }
    if (outcome.value.isCaughtUp) return { state: { ...next, readToMs: endMs }, afterMs: endMs < now ? 0 : INTERVAL_MS }
  }
  return { state: next, afterMs: 0 }
}

async function load(ctx: DomainContext, streamId: string): Promise<{ stream: StreamRow; source: SourceRow } | null> {
  const raw = await ctx.db
    .prepare(`select ${STREAM_COLUMNS} from streams where id = ? and deleted_at is null`)
    .bind(streamId)
    .first<RawStream>()
  if (!raw) return null
  const source = await ctx.db
    .prepare(`select ${SOURCE_COLUMNS} from sources where id = ? and deleted_at is null`)
    .bind(raw.sourceId)
    .first<RawSource>()
  return source && { stream: streamOf(raw), source: sourceOf(source) }
}

/** Transient failures back off; others also turn the stream into an error that says what to do, and slow polling down. */
async function afterFailure(
  ctx: DomainContext,
  state: PollerState,
  stream: StreamRow,
  failure: Failure,
): Promise<NextPoll> {
  const failures = state.failures + 1
  const backoffMs = Math.min(INTERVAL_MS * 2 ** failures, BACKOFF_MS_MAX)
  if (!TRANSIENT_FAILURES.has(failure.kind)) {
    await ctx.db
      .prepare("update streams set status = 'error', error_message = ?2 where id = ?1 and status = 'active'")
      .bind(stream.id, failure.message)
      .run()
  }
  return { state: { ...state, failures }, afterMs: Math.max(backoffMs, failure.retryAfterMs ?? 0) }
}

async function store(
  ctx: DomainContext,
  stream: StreamRow,
  pulled: PullResult,
  seen: ReadonlySet<string>,
): Promise<boolean> {
  const isNew = <Item>(_: Item, i: number) => !seen.has(pulled.recordIds[i] ?? '')
  // Ids follow the records' order: logs, then spans, then metrics.
  const { logs = [], spans = [], metrics = [] } = pulled
  const fresh = {
    logs: logs.filter(isNew),
    spans: spans.filter((span, i) => isNew(span, logs.length + i)),
    metrics: metrics.filter((point, i) => isNew(point, logs.length + spans.length + i)),
  }
  if (fresh.logs.length + fresh.spans.length + fresh.metrics.length === 0) return true
  const project = await ctx.db
    .prepare(
      `select p.region, s.plan_slug as planSlug from projects p
       left join billing_subscriptions s on s.organization_id = p.organization_id and s.status != 'canceled'
       where p.id = ? and p.deleted_at is null`,
    )
    .bind(stream.projectId)
    .first<{ region: string; planSlug: string | null }>()
  if (!project) return false
  const text = JSON.stringify(fresh)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const { organizationId, projectId } = stream
  const settings = await redactionOf(ctx.db, projectId, ctx.now())
  const result = await telemetryOf(ctx.bindings).append(
    { organizationId, projectId, region: project.region, retentionDays: retentionDaysOf(project.planSlug) },
    {
      ...(settings.enabled ? new Redactor(settings).batch(fresh) : fresh),
      source: { keyId: stream.id, payloadHash: Buffer.from(digest).toString('hex'), streamId: stream.id },
      billedBytes: text.length,
      deduplicate: true,
    },
  )
  return result.status === 'stored'
}
