/**
 * One object per telemetry partition: records of one project, UTC day, signal and shard. An append is durable before it
 * is answered (the runtime holds the answer until SQLite has it on disk). The object deletes itself when its retention
 * is over; its name is never used again.
 */
import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../../env.ts'
import { settingsOf } from '../../env.ts'
import type { BatchHead, BatchSource } from '../../telemetry/embedded/batch-reader.ts'
import type {
  PartitionAnswer,
  PartitionAppend,
  PartitionAppendResult,
  PartitionIdentity,
  PartitionQuery,
  PartitionRpc,
} from '../../telemetry/embedded/messages.ts'
import { runQuery } from '../../telemetry/embedded/run-query.ts'
import type { Signal } from '../../telemetry/model.ts'
import type { WorkBudget } from '../../telemetry/port.ts'
import { NO_WORK } from '../../telemetry/query/work.ts'
import { projectTag } from '../../telemetry/record-id.ts'
import { MS_PER_DAY } from '../../telemetry/time.ts'
import { placement } from '../placement.ts'
import { PARTITION_SCHEMA } from './partition-schema.ts'

/** Resends are known for an hour (decisions.md §7). */
const SOURCES_KEPT_MS = 3_600_000
/** A purged partition refuses stragglers this long; no Worker caches the catalog for longer. */
const TOMBSTONE_MS = 3_600_000

interface Identity extends PartitionIdentity {
  /** When the records may go, ms since 1970; later arrivals move it. */
  readonly expiresMs: number
  readonly isPurged?: boolean
}
interface HeadRow extends Record<string, SqlStorageValue> {
  sequence: number
  records: number
  min_nanos: number
  max_nanos: number
  bytes: number
}

export class PartitionObject extends DurableObject<Bindings> implements PartitionRpc {
  readonly #sql: SqlStorage
  #identity: Identity | null
  /** Sources of the last hour and when they were stored; their truth is in the rows. */
  readonly #sources = new Map<string, number>()

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env)
    this.#sql = ctx.storage.sql
    this.#sql.exec(PARTITION_SCHEMA)
    const row = this.#sql.exec<{ json: string }>('SELECT json FROM identity').toArray()[0]
    // Written by #write.
    this.#identity = row === undefined ? null : (JSON.parse(row.json) as Identity)
    const since = Date.now() - SOURCES_KEPT_MS
    const recent = this.#sql.exec<{ source: string; received_ms: number }>(
      'SELECT source, received_ms FROM batch WHERE source IS NOT NULL AND received_ms >= ?',
      since,
    )
    for (const { source, received_ms } of recent) this.#sources.set(source, received_ms)
  }

  async append(request: PartitionAppend): Promise<PartitionAppendResult> {
    const nowMs = Date.now()
    const { source } = request
    if (!this.#accepts(request.identity)) return { status: 'gone' }
    if (source !== null && this.#isKnown(source, nowMs)) return { status: 'stored', duplicate: true }
    this.#keepAlive(request, nowMs)
    this.ctx.storage.transactionSync(() => {
      for (const [index, batch] of request.batches.entries()) {
        this.#sql.exec(
          `INSERT INTO batch (received_ms, source, billed_bytes, records, min_nanos, max_nanos, bytes, text)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          nowMs,
          source,
          index === 0 ? request.billedBytes : 0,
          batch.records,
          batch.minNanos,
          batch.maxNanos,
          batch.text.length,
          batch.text,
        )
      }
    })
    if (source !== null) this.#sources.set(source, nowMs)
    return { status: 'stored', duplicate: false }
  }

  async hasSource(source: string): Promise<boolean> {
    return this.#isKnown(source, Date.now())
  }

  async query(query: PartitionQuery, budget: WorkBudget): Promise<PartitionAnswer> {
    const identity = this.#identity
    const source = identity === null || identity.isPurged === true ? emptySource(query) : this.#source(identity)
    const answer = await runQuery(source, query, budget)
    return identity === null ? { ...answer, work: NO_WORK } : answer
  }

  async purge(): Promise<void> {
    const identity = this.#identity
    await this.ctx.storage.deleteAll()
    this.#sources.clear()
    if (identity === null) return
    this.#sql.exec(PARTITION_SCHEMA)
    this.#write({ ...identity, isPurged: true })
    await this.ctx.storage.setAlarm(Date.now() + TOMBSTONE_MS)
  }

  /** Retention: the partition leaves the catalog first, so that no query looks for it, and then deletes everything. */
  override async alarm(): Promise<void> {
    const identity = this.#identity
    if (identity === null) return
    if (identity.isPurged !== true && Date.now() < identity.expiresMs) {
      await this.ctx.storage.setAlarm(identity.expiresMs)
      return
    }
    const place = placement(identity, settingsOf(this.env).JURISDICTION)
    await place.stub(this.env.CATALOG, place.name('catalog')).remove([identity.entry.number])
    await this.ctx.storage.deleteAll()
    this.#identity = null
  }

  #accepts(claimed: PartitionIdentity): boolean {
    const known = this.#identity
    if (known === null) return true
    return (
      known.isPurged !== true &&
      known.projectId === claimed.projectId &&
      known.organizationId === claimed.organizationId &&
      known.entry.number === claimed.entry.number
    )
  }

  #isKnown(source: string, nowMs: number): boolean {
    const storedMs = this.#sources.get(source)
    return storedMs !== undefined && nowMs - storedMs < SOURCES_KEPT_MS
  }

  /** Retention counts from the later of the records' day and the day of arrival: at most one row written a day. */
  #keepAlive({ identity, retentionDays }: PartitionAppend, nowMs: number): void {
    const arrivalDay = Math.floor(nowMs / MS_PER_DAY)
    const expiresMs = (Math.max(identity.entry.day, arrivalDay) + 1 + retentionDays) * MS_PER_DAY
    const known = this.#identity
    if (known !== null && known.expiresMs >= expiresMs) return
    this.#write({ ...identity, expiresMs: Math.max(expiresMs, identity.entry.expiresMs) })
    void this.ctx.storage.setAlarm(expiresMs)
  }

  #write(identity: Identity): void {
    this.#identity = identity
    this.#sql.exec('INSERT OR REPLACE INTO identity (id, json) VALUES (1, ?)', JSON.stringify(identity))
  }

  #source(identity: Identity): BatchSource & { readonly signal: Signal } {
    return {
      day: identity.entry.day,
      number: identity.entry.number,
      signal: identity.entry.signal,
      tag: projectTag(identity.projectId),
      heads: () =>
        this.#sql
          .exec<HeadRow>('SELECT sequence, records, min_nanos, max_nanos, bytes FROM batch')
          .toArray()
          .map(toHead),
      text: (sequence) =>
        this.#sql.exec<{ text: string }>('SELECT text FROM batch WHERE sequence = ?', sequence).toArray()[0]?.text ??
        null,
      giveWay: () => scheduler.wait(0),
    }
  }
}

function toHead(row: HeadRow): BatchHead {
  return {
    sequence: row.sequence,
    records: row.records,
    minNanos: row.min_nanos,
    maxNanos: row.max_nanos,
    bytes: row.bytes,
  }
}

/** An entry whose first append has not come, or never came. */
function emptySource(query: PartitionQuery): BatchSource & { readonly signal: Signal } {
  const signal = query.kind === 'fieldValues' ? query.input.signal : 'logs'
  return { day: 0, number: 0, signal, tag: '', heads: () => [], text: () => null, giveWay: async () => {} }
}
