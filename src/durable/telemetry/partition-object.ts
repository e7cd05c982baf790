/**
 * One object per telemetry partition: records of one project, UTC day, signal and shard. An append is durable before it
 * is answered (the runtime holds the answer until SQLite has it on disk). The object deletes itself when its retention
 * is over; its name is never used again.
 */

import { DurableObject } from 'cloudflare:workers'
import { flushUsage, reportUsage, UsageCounter } from '../../billing/metering/usage-counter.ts'
import { recordedUsageTotals } from '../../db/billing/recorded-totals.ts'
import type { Bindings } from '../../env.ts'
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
import { Partition, SEAL_RECORDS } from './partition.ts'
import { PartitionStorage } from './partition-storage.ts'

/** Resends are known for an hour. */
const SOURCES_KEPT_MS = 3_600_000
/** A purged partition refuses stragglers this long; no Worker caches the catalog for longer. */
const TOMBSTONE_MS = 3_600_000
/** Unsealed records at which senders are asked to wait: sealing has fallen some ten seals behind. */
const BACKLOG_RECORDS_MAX = 60_000
const BACKLOG_BYTES_MAX = 48_000_000
/** What a full backlog takes: an append never waits longer. */
const SEALS_AWAITED_MAX = BACKLOG_RECORDS_MAX / SEAL_RECORDS
/** An alarm this close is left as it is: usage and seals wait for half a minute. */
const SOON_MS = 30_000
/** Work that failed in an alarm is tried again after this. */
const RETRY_MS = 30_000

interface Identity extends PartitionIdentity {
  /** When the records may go, ms since 1970; later arrivals move it. */
  readonly expiresMs: number
  readonly isPurged?: boolean
}

export class PartitionObject extends DurableObject<Bindings> implements PartitionRpc {
  readonly #storage: PartitionStorage
  #usage: UsageCounter
  #identity: Identity | null
  #partition: Partition | null = null
  /** Sources of the last hour and when they were stored; their truth is in the rows. */
  readonly #sources = new Map<string, number>()
  /** The alarm as this instance set it; unknown (null) after a start. */
  #alarmMs: number | null = null
  /** The seal under way, which others are let into. */
  #sealing: Promise<void> | null = null
  /** The turn in which the appends that have come are written. */
  #gathering: Promise<void> | null = null
  readonly #heat = new Heat()

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env)
    this.#storage = new PartitionStorage(ctx.storage.sql)
    this.#storage.createTables()
    this.#usage = new UsageCounter(ctx.storage.sql)
    const json = this.#storage.identity()
    // Written by #setIdentity.
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
      this.#sealSoon(partition)
      return { status: 'overloaded', retryAfterSeconds: 2 }
    }
    try {
      this.ctx.storage.transactionSync(() => {
        partition.append(request.batches, source, nowMs)
        const streamId = request.streamId ?? null
        this.#usage.count({ streamId, dimension: 'log_bytes', quantity: request.billedBytes, nowMs })
      })
    } catch (error) {
      // Rolled back: what is in memory is ahead of what is stored, and is read anew.
      this.#partition = null
      throw error
    }
    if (source !== null) this.#sources.set(source, nowMs)
    await this.#catchUp(partition)
    if (partition.isSealDue(nowMs)) this.#sealSoon(partition)
    this.#teachShapes(partition)
    if (this.#heat.isHot(nowMs, partition.backlog)) this.#split(identity)
    this.#schedule(nowMs)
    return { status: 'stored', duplicate: false }
  }

  /** Appends that come together are written in one turn, which SQLite commits as one. */
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

  async settle(isMerged = false): Promise<void> {
    const identity = this.#identity
    if (identity === null || identity.isPurged === true) return
    const partition = this.#open(identity)
    partition.sealAll(Date.now())
    this.#teachShapes(partition)
    // As if nothing had come for a while.
    while (isMerged && partition.mergeOnce(Date.now() + MS_PER_DAY));
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

  /** Retention: the partition leaves the catalog first, so that no query looks for it, and then deletes everything. */
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
      if (partition.isSealDue(nowMs)) partition.seal(nowMs)
      else partition.tidy(nowMs)
      this.#teachShapes(partition)
      await this.#flushUsage(identity, nowMs)
      this.#schedule(nowMs)
    } catch (error) {
      // A throwing alarm is retried six times and then dropped for ever: the next one is set here instead.
      console.error({ message: 'partition alarm failed', project: identity.projectId, error: String(error) })
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

  /** What was accepted was used, even if its project goes a second later. */
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

  /** After the answer, so that the append whose records fill the tail does not wait for the seal. */
  #sealSoon(partition: Partition): void {
    if (this.#sealing !== null) return
    this.#sealing = this.#sealInSteps(partition).finally(() => {
      this.#sealing = null
      if (this.#partition === partition && partition.isSealDue(Date.now())) this.#sealSoon(partition)
    })
    this.ctx.waitUntil(this.#sealing)
  }

  async #sealInSteps(partition: Partition): Promise<void> {
    // Where the object was emptied or has read its rows anew, this partition is no longer the truth.
    const pause = async () => {
      await scheduler.wait(0)
      return this.#partition === partition
    }
    if (!(await pause())) return
    await partition.sealInSteps(Date.now(), pause)
    this.#teachShapes(partition)
  }

  /**
   * Where seals after the answers have fallen behind, an append waits for them, or pages of the tail would pile up on
   * disk. Not for one seal: as many appends as there are senders wait for the same one.
   */
  async #catchUp(partition: Partition): Promise<void> {
    for (let seals = 0; seals < SEALS_AWAITED_MAX; seals++) {
      if (partition.backlog.records < 2 * SEAL_RECORDS || this.#partition !== partition) return
      await this.#sealNow(partition)
    }
  }

  async #sealNow(partition: Partition): Promise<void> {
    if (this.#sealing === null) return partition.seal(Date.now())
    partition.hurry()
    await this.#sealing
  }

  /** Tells the catalog of new shapes. Lost ones do no harm: questions that meet them group them too. */
  #teachShapes(partition: Partition): void {
    const shapes = partition.takeNewShapes()
    if (shapes.length === 0 || this.#identity === null) return
    this.ctx.waitUntil(this.#catalog(this.#identity).addShapes(shapes).catch(this.#report('shapes not told')))
  }

  #report(message: string): (error: unknown) => void {
    return (error) => console.error({ message, project: this.#identity?.projectId, error: String(error) })
  }

  #catalog(identity: Identity): CatalogRpc {
    return catalogObject(this.env, identity)
  }

  /** New records go to twice as many shards from now on; this partition is read on and takes what is on its way. */
  #split(identity: Identity): void {
    this.ctx.waitUntil(this.#catalog(identity).split(identity.entry.number).catch(this.#report('split failed')))
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

  /** The one alarm is the earliest of what is waiting; it is only written when it moves forward. */
  #schedule(nowMs: number): void {
    const identity = this.#identity
    // Most appends find the alarm close enough and ask no further.
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

  /** Again after everything was deleted under a living instance. */
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
