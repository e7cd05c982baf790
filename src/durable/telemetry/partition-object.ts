/**
 * The Durable Object of one telemetry partition: the records of one project, UTC day, signal and shard. An append is
 * durable before it is answered, because the runtime holds the answer until SQLite has written to disk. The object
 * deletes itself when retention ends, and its name is never used again.
 */

import { DurableObject } from 'cloudflare:workers'
import { flushUsage, reportUsage, UsageCounter } from '../../billing/metering/usage-counter.ts'
import { recordedUsageTotals } from '../../db/billing/recorded-totals.ts'
import type { Bindings } from '../../env.ts'
import { logFailure } from '../../log/log.ts'
import type {
  CatalogRpc,
  PartitionAnswer,
  PartitionAppend,
  PartitionAppendResult,
  PartitionIdentity,
  PartitionQuery,
  PartitionRpc,
} from '../../telemetry/embedded/messages.ts'
import { emptyAnswer, runQuery } from '../../telemetry/embedded/run-query.ts'
import type { WorkBudget } from '../../telemetry/port.ts'
import { MS_PER_DAY } from '../../telemetry/time.ts'
import { catalogObject } from '../../wiring/objects.ts'
import { Heat } from './heat.ts'
import { FLUSH_RECORDS, Partition } from './partition.ts'
import { PartitionStorage } from './partition-storage.ts'

/** How long a resent batch is recognised. */
const SOURCES_KEPT_MS = 3_600_000
/** How long a purged partition refuses late appends. No Worker caches the catalog for longer. */
const TOMBSTONE_MS = 3_600_000
/** Buffered records above which senders are asked to wait. Flushing is then about ten flushes behind. */
const BACKLOG_RECORDS_MAX = 60_000
const BACKLOG_BYTES_MAX = 48_000_000
/** The flushes that empty a full buffer: an append never waits for more. */
const FLUSHES_AWAITED_MAX = BACKLOG_RECORDS_MAX / FLUSH_RECORDS
/** An alarm due within this time is not moved: usage reports and flushes can wait half a minute. */
const SOON_MS = 30_000
/** Delay before work that failed in an alarm is tried again. */
const RETRY_MS = 30_000

interface Identity extends PartitionIdentity {
  /** When retention ends, in milliseconds since 1970. Later arrivals extend it. */
  readonly expiresMs: number
  readonly isPurged?: boolean
}

export class PartitionObject extends DurableObject<Bindings> implements PartitionRpc {
  readonly #storage: PartitionStorage
  #usage: UsageCounter
  #identity: Identity | null
  #partition: Partition | null = null
  /** Resend keys of the last hour with the time they were stored. The rows in SQLite are authoritative. */
  readonly #sources = new Map<string, number>()
  /** The alarm as this instance set it, or null after a restart. */
  #alarmMs: number | null = null
  /** The flush in progress. Appends and queries run between its steps. */
  #flushing: Promise<void> | null = null
  /** The turn that will write the appends received so far. */
  #gathering: Promise<void> | null = null
  readonly #heat = new Heat()

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env)
    this.#storage = new PartitionStorage(ctx.storage.sql)
    this.#storage.createTables()
    this.#usage = new UsageCounter(ctx.storage.sql)
    const json = this.#storage.identity()
    // `#setIdentity` wrote this JSON.
    this.#identity = json === null ? null : (JSON.parse(json) as Identity)
    for (const [source, storedMs] of this.#storage.sourcesSince(Date.now() - SOURCES_KEPT_MS)) {
      this.#sources.set(source, storedMs)
    }
  }

  async append(request: PartitionAppend): Promise<PartitionAppendResult> {
    await this.#gather()
    const nowMs = Date.now()
    const { source } = request
    if (!this.#accepts(request.identity)) return { status: 'gone' }
    if (source !== null && this.#isKnown(source, nowMs)) return { status: 'stored', duplicate: true }
    if (this.#identity === null) this.#createTables()
    const identity = this.#keepAlive(request, nowMs)
    const partition = this.#open(identity)
    const { records, bytes } = partition.backlog
    if (records > BACKLOG_RECORDS_MAX || bytes > BACKLOG_BYTES_MAX) {
      this.#flushSoon(partition)
      return { status: 'overloaded', retryAfterSeconds: 2 }
    }
    try {
      this.ctx.storage.transactionSync(() => {
        partition.append(request.batches, source, nowMs)
        const streamId = request.streamId ?? null
        this.#usage.count({ streamId, dimension: 'log_bytes', quantity: request.billedBytes, nowMs })
      })
    } catch (error) {
      // The transaction was rolled back, so the partition in memory is ahead of the stored one: drop it and read it
      // again.
      this.#partition = null
      throw error
    }
    if (source !== null) this.#sources.set(source, nowMs)
    await this.#catchUp(partition)
    if (partition.isFlushDue(nowMs)) this.#flushSoon(partition)
    this.#teachShapes(partition)
    if (this.#heat.isHot(nowMs, partition.backlog)) this.#split(identity)
    this.#schedule(nowMs)
    return { status: 'stored', duplicate: false }
  }

  /**
   * Waits for the turn in which all appends received so far are written; SQLite commits one turn as one transaction.
   */
  #gather(): Promise<void> {
    this.#gathering ??= scheduler.wait(0).then(() => {
      this.#gathering = null
    })
    return this.#gathering
  }

  async hasSource(source: string): Promise<boolean> {
    return this.#isKnown(source, Date.now())
  }

  async query(query: PartitionQuery, budget: WorkBudget, stillWanted?: () => Promise<void>): Promise<PartitionAnswer> {
    const identity = this.#identity
    if (identity === null || identity.isPurged === true) {
      return emptyAnswer(query)
    }
    return runQuery(this.#open(identity), query, budget, stillWanted)
  }

  async settle(isCompacted = false): Promise<void> {
    const identity = this.#identity
    if (identity === null || identity.isPurged === true) return
    const partition = this.#open(identity)
    partition.flushAll(Date.now())
    this.#teachShapes(partition)
    // A time in the future, so that the partition counts as idle.
    while (isCompacted && partition.compactOnce(Date.now() + MS_PER_DAY));
  }

  async purge(): Promise<void> {
    const identity = this.#identity
    if (identity !== null && identity.isPurged !== true) await this.#reportRemainingUsage(identity)
    await this.#deleteAll()
    if (identity === null) return
    this.#createTables()
    this.#setIdentity({ ...identity, isPurged: true })
    await this.#setAlarm(Date.now() + TOMBSTONE_MS)
  }

  /** Ends retention: removes the partition from the catalog, so that no query asks it, then deletes everything. */
  override async alarm(): Promise<void> {
    this.#alarmMs = null
    const identity = this.#identity
    if (identity === null) return
    const nowMs = Date.now()
    try {
      if (identity.isPurged === true || nowMs >= identity.expiresMs) {
        await this.#catalog(identity).remove([identity.entry.number])
        await this.#deleteAll()
        return
      }
      const partition = this.#open(identity)
      if (partition.isFlushDue(nowMs)) {
        this.#flushSoon(partition)
        await this.#flushing
      } else await partition.tidy(nowMs, this.#pauseOf(partition))
      this.#teachShapes(partition)
      await this.#flushUsage(identity, nowMs)
      this.#schedule(nowMs)
    } catch (error) {
      // The platform retries a failing alarm six times and then drops it for good, so the next alarm is set here.
      logFailure('partition_alarm_failed', error, { projectId: identity.projectId })
      await this.#setAlarm(nowMs + RETRY_MS)
    }
  }

  async #flushUsage(identity: Identity, nowMs: number): Promise<void> {
    const due = this.#usage.nextDueAt()
    if (due === null || due > nowMs) return
    const scope = this.#usageScope(identity)
    await flushUsage({
      usage: this.#usage,
      scope,
      queue: this.env.USAGE_QUEUE,
      recordedTotals: (of, keys) => recordedUsageTotals(this.env.DB, of, keys),
      nowMs,
    })
  }

  /** Reports usage not yet sent. Accepted records are billed even if the project is deleted a moment later. */
  async #reportRemainingUsage(identity: Identity): Promise<void> {
    await reportUsage({ usage: this.#usage, scope: this.#usageScope(identity), queue: this.env.USAGE_QUEUE })
  }

  #usageScope(identity: Identity) {
    const { organizationId, projectId } = identity
    return { organizationId, projectId, source: this.ctx.id.toString() }
  }

  #open(identity: Identity): Partition {
    this.#partition ??= new Partition(this.#storage, identity.entry, identity.projectId, this.ctx.storage)
    return this.#partition
  }

  /** Flushes after the answer, so that the append that fills the buffer does not wait. */
  #flushSoon(partition: Partition): void {
    if (this.#flushing !== null) return
    this.#flushing = this.#flushInSteps(partition).finally(() => {
      this.#flushing = null
      if (this.#partition === partition && partition.isFlushDue(Date.now())) this.#flushSoon(partition)
    })
    this.ctx.waitUntil(this.#flushing)
  }

  async #flushInSteps(partition: Partition): Promise<void> {
    const pause = this.#pauseOf(partition)
    if (!(await pause())) return
    await partition.flushInSteps(Date.now(), pause)
    this.#teachShapes(partition)
  }

  /** Lets others run between steps. An object that was purged or has reloaded its rows has no use for the work. */
  #pauseOf(partition: Partition): () => Promise<boolean> {
    return async () => {
      await scheduler.wait(0)
      return this.#partition === partition
    }
  }

  /**
   * Makes an append wait when background flushes have fallen behind; otherwise the buffer would grow on disk without
   * limit. One flush is not enough, because all concurrent senders wait for the same one.
   */
  async #catchUp(partition: Partition): Promise<void> {
    for (let flushes = 0; flushes < FLUSHES_AWAITED_MAX; flushes++) {
      if (partition.backlog.records < 2 * FLUSH_RECORDS || this.#partition !== partition) return
      await this.#flushNow(partition)
    }
  }

  async #flushNow(partition: Partition): Promise<void> {
    this.#flushSoon(partition)
    partition.hurry()
    await this.#flushing
  }

  /**
   * Sends new shapes to the catalog. If the call fails nothing is lost: queries group shapes unknown to the catalog by
   * themselves.
   */
  #teachShapes(partition: Partition): void {
    const shapes = partition.takeNewShapes()
    if (shapes.length === 0 || this.#identity === null) return
    this.ctx.waitUntil(this.#catalog(this.#identity).addShapes(shapes).catch(this.#report('shapes_not_told')))
  }

  #report(event: string): (error: unknown) => void {
    return (error) => logFailure(event, error, { projectId: this.#identity?.projectId })
  }

  #catalog(identity: Identity): CatalogRpc {
    return catalogObject(this.env, identity)
  }

  /**
   * Asks the catalog for twice as many shards. New records go there; this partition stays readable and accepts appends
   * in flight.
   */
  #split(identity: Identity): void {
    this.ctx.waitUntil(
      this.#catalog(identity).split(identity.entry.number).catch(this.#report('partition_split_failed')),
    )
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

  /**
   * Extends the expiry. Retention counts from the later of the records' day and the day of arrival, so at most one row
   * a day is written.
   */
  #keepAlive({ identity, retentionDays }: PartitionAppend, nowMs: number): Identity {
    const arrivalDay = Math.floor(nowMs / MS_PER_DAY)
    const expiresMs = (Math.max(identity.entry.day, arrivalDay) + 1 + retentionDays) * MS_PER_DAY
    const known = this.#identity
    if (known !== null && known.expiresMs >= expiresMs) return known
    return this.#setIdentity({ ...identity, expiresMs: Math.max(expiresMs, identity.entry.expiresMs) })
  }

  #setIdentity(identity: Identity): Identity {
    this.#identity = identity
    this.#storage.setIdentity(JSON.stringify(identity))
    return identity
  }

  /**
   * Sets the object's single alarm to the earliest pending work. It is written only when it moves to an earlier time.
   */
  #schedule(nowMs: number): void {
    const identity = this.#identity
    // For most appends the alarm is close enough already.
    if (identity === null || (this.#alarmMs !== null && this.#alarmMs > nowMs && this.#alarmMs <= nowMs + SOON_MS))
      return
    const due = [identity.expiresMs, this.#usage.nextDueAt(), this.#partition?.nextWorkMs(nowMs) ?? null]
    const earliest = Math.min(...due.filter((ms) => ms !== null))
    const alarmMs = Math.max(earliest, nowMs + 100)
    if (this.#alarmMs !== null && this.#alarmMs <= alarmMs && this.#alarmMs > nowMs) return
    void this.#setAlarm(alarmMs)
  }

  async #setAlarm(atMs: number): Promise<void> {
    this.#alarmMs = atMs
    await this.ctx.storage.setAlarm(atMs)
  }

  /** Also needed after `deleteAll` under a running instance. */
  #createTables(): void {
    this.#storage.createTables()
    this.#usage = new UsageCounter(this.ctx.storage.sql)
  }

  async #deleteAll(): Promise<void> {
    await this.ctx.storage.deleteAll()
    this.#sources.clear()
    this.#identity = null
    this.#partition = null
    this.#alarmMs = null
  }
}
