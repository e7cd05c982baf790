/** The statements on a delivery object's tables. Statements that belong together run in one transaction. */
import type {
  AttemptOutcome,
  DeliveredEvent,
  DeliveryPage,
  DeliveryQuery,
  DeliveryState,
  DeliveryView,
} from '../../contracts/delivery-protocol.ts'
import type { PlacedProject } from '../../contracts/oncall-protocol.ts'
import type { ObjectStorage } from '../object-storage.ts'
import { DELIVERY_SCHEMA } from './delivery-schema.ts'
import type { Head, Lane, Settlement } from './lanes.ts'

/** Attempts that are shown for one delivery. Older ones are still counted. */
const ATTEMPTS_SHOWN_MAX = 20
/** Settled deliveries are kept this long, for the log and for replays. */
export const KEPT_MS = 30 * 86_400_000
const HOUR_MS = 3_600_000

export interface NewDelivery {
  readonly id: string
  readonly destinationId: string
  /** Null: no limit. */
  readonly perHourMax: number | null
}

export interface RecordedAttempt {
  readonly at: number
  readonly durationMs: number
  readonly outcome: AttemptOutcome
  readonly status: number | null
}

type Row = {
  id: string
  destination_id: string
  event_id: string
  incident_id: string
  state: string
  attempts_ever: number
  due_at: number | null
  created_at: number
  settled_at: number | null
  replays: number
  body: string
}

export class DeliveryStore {
  readonly #storage: ObjectStorage
  #hasSchema = false

  constructor(storage: ObjectStorage) {
    this.#storage = storage
  }

  /** Whether anything was ever stored here. Writes nothing. */
  exists(): boolean {
    return this.#storage.sql.exec("select name from sqlite_master where name = 'settings'").toArray().length > 0
  }

  owner(): PlacedProject | null {
    const [row] = this.#rows<{ value: string }>("select value from settings where name = 'owner'")
    // Only `noteOwner` writes it.
    return row === undefined ? null : (JSON.parse(row.value) as PlacedProject)
  }

  noteOwner({ organizationId, projectId, region }: PlacedProject): void {
    const value = JSON.stringify({ organizationId, projectId, region })
    this.#rows("insert or ignore into settings values ('owner', ?)", value)
  }

  isKnown(eventId: string): boolean {
    return this.#rows('select 1 as one from events where id = ?', eventId).length > 0
  }

  event(id: string): DeliveredEvent | null {
    const [row] = this.#rows<{ body: string }>('select body from events where id = ?', id)
    return row === undefined ? null : (JSON.parse(row.body) as DeliveredEvent)
  }

  /** Stores an event with its deliveries, all or none. A known event changes nothing. */
  add(event: DeliveredEvent, deliveries: readonly NewDelivery[], now: number): void {
    this.#storage.transactionSync(() => {
      if (this.isKnown(event.id)) return
      this.#rows('insert into events values (?, ?, ?)', event.id, JSON.stringify(event), now)
      for (const delivery of deliveries) this.#addDelivery(event, delivery, now)
    })
  }

  #addDelivery(event: DeliveredEvent, { id, destinationId, perHourMax }: NewDelivery, now: number): void {
    this.#rows('insert or ignore into lanes values (?, 0, null, 0, null)', destinationId)
    const isSuppressed = perHourMax !== null && this.#isOver(event.incidentId, destinationId, perHourMax, now)
    const before = this.#rows(
      `select 1 as one from deliveries
        where destination_id = ? and incident_id = ? and state = 'pending' and sequence <= ? limit 1`,
      destinationId,
      event.incidentId,
      event.sequence,
    )
    this.#rows(
      `insert into deliveries
        (id, destination_id, event_id, incident_id, sequence, state, due_at, created_at, settled_at)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      destinationId,
      event.id,
      event.incidentId,
      event.sequence,
      isSuppressed ? 'suppressed' : 'pending',
      isSuppressed || before.length > 0 ? null : now,
      now,
      isSuppressed ? now : null,
    )
    // An event that arrived after its successor is sent first, unless the successor was already tried.
    if (!isSuppressed)
      this.#rows(
        `update deliveries set due_at = null
          where destination_id = ? and incident_id = ? and state = 'pending' and sequence > ? and attempts = 0`,
        destinationId,
        event.incidentId,
        event.sequence,
      )
  }

  /** Stores a test: a delivery that is never due. */
  addSettled(event: DeliveredEvent, { id, destinationId }: NewDelivery, now: number): void {
    this.#storage.transactionSync(() => {
      this.#rows('insert or ignore into events values (?, ?, ?)', event.id, JSON.stringify(event), now)
      this.#rows(
        `insert into deliveries
          (id, destination_id, event_id, incident_id, sequence, state, due_at, created_at, settled_at)
          values (?, ?, ?, ?, ?, 'failed', null, ?, ?)`,
        id,
        destinationId,
        event.id,
        event.incidentId,
        event.sequence,
        now,
        now,
      )
    })
  }

  settleTest(id: string, attempt: RecordedAttempt, now: number): void {
    this.#storage.transactionSync(() => {
      const state = attempt.outcome === 'delivered' ? 'delivered' : 'failed'
      this.#rows('update deliveries set state = ?, attempts_ever = 1, settled_at = ? where id = ?', state, now, id)
      const { at, durationMs, outcome, status } = attempt
      this.#rows('insert or replace into attempts values (?, 1, ?, ?, ?, ?)', id, at, durationMs, outcome, status)
    })
  }

  /**
   * If a destination was told of an incident, it is told until the end. If the beginning was suppressed, the rest is
   * too.
   */
  #isOver(incidentId: string, destinationId: string, perHourMax: number, now: number): boolean {
    const [told] = this.#rows<{ state: string }>(
      'select state from deliveries where incident_id = ? and destination_id = ? order by id limit 1',
      incidentId,
      destinationId,
    )
    if (told !== undefined) return told.state === 'suppressed'
    const [count] = this.#rows<{ count: number }>(
      `select count(*) as count from deliveries
        where destination_id = ? and created_at > ? and state != 'suppressed'`,
      destinationId,
      now - HOUR_MS,
    )
    return (count?.count ?? 0) >= perHourMax
  }

  /** The first due delivery of each lane. */
  heads(): Head[] {
    return this.#rows<{ id: string; destination_id: string; event_id: string; attempts: number; due_at: number }>(
      `select d.id, d.destination_id, d.event_id, d.attempts, d.due_at from lanes l join deliveries d on d.id =
        (select id from deliveries where destination_id = l.destination_id and state = 'pending'
          and due_at is not null order by due_at, id limit 1)`,
    ).map(({ id, destination_id, event_id, attempts, due_at }) => ({
      id,
      destinationId: destination_id,
      eventId: event_id,
      attempts,
      dueAt: due_at,
    }))
  }

  lanes(): Map<string, Lane> {
    const rows = this.#rows<{
      destination_id: string
      failures: number
      failing_since: number | null
      not_before: number
    }>('select destination_id, failures, failing_since, not_before from lanes')
    return new Map(
      rows.map(({ destination_id: destinationId, failures, failing_since: failingSince, not_before: notBefore }) => [
        destinationId,
        { destinationId, failures, failingSince, notBefore },
      ]),
    )
  }

  /** Stores the result of an attempt. If the delivery was cancelled meanwhile, only the attempt is stored. */
  settle(head: Head, attempt: RecordedAttempt, settlement: Settlement, now: number, random: () => number): void {
    this.#storage.transactionSync(() => {
      const { delivery, lane } = settlement
      this.#rows('update deliveries set attempts_ever = attempts_ever + 1 where id = ?', head.id)
      this.#rows(
        `insert or replace into attempts select id, attempts_ever, ?, ?, ?, ? from deliveries where id = ?`,
        attempt.at,
        attempt.durationMs,
        attempt.outcome,
        attempt.status,
        head.id,
      )
      this.#rows(
        `update deliveries set state = ?, attempts = ?, due_at = ?, settled_at = ? where id = ? and state = 'pending'`,
        delivery.state,
        head.attempts + 1,
        delivery.state === 'pending' ? delivery.dueAt : null,
        delivery.state === 'pending' ? null : now,
        head.id,
      )
      if (delivery.state !== 'pending') this.#releaseNext(head.id, now)
      this.#rows(
        `update lanes set failures = ?, failing_since = ?, not_before = ?, disables = coalesce(disables, ?)
          where destination_id = ?`,
        lane.failures,
        lane.failingSince,
        lane.notBefore,
        settlement.disables,
        lane.destinationId,
      )
      if (settlement.recoversWithinMs !== null)
        this.#rows(
          `update deliveries set due_at = min(due_at, ?)
            where destination_id = ? and state = 'pending' and due_at is not null`,
          now + Math.round(settlement.recoversWithinMs * random()),
          lane.destinationId,
        )
    })
  }

  /** The incident's next event may now go to the same destination. */
  #releaseNext(id: string, now: number): void {
    this.#rows(
      `update deliveries set due_at = ? where due_at is null and id = (
        select n.id from deliveries n join deliveries d on d.id = ?
          where n.destination_id = d.destination_id and n.incident_id = d.incident_id and n.state = 'pending'
          order by n.sequence, n.id limit 1)`,
      now,
      id,
    )
  }

  /** Destinations that D1 must mark as disabled, with the reason. */
  toDisable(): { readonly destinationId: string; readonly reason: 'gone' | 'failing' }[] {
    return this.#rows<{ destination_id: string; disables: 'gone' | 'failing' }>(
      'select destination_id, disables from lanes where disables is not null',
    ).map(({ destination_id: destinationId, disables: reason }) => ({ destinationId, reason }))
  }

  /** Cancels everything pending for a destination and resets its record of failures. */
  cancel(destinationId: string, now: number): void {
    this.#storage.transactionSync(() => {
      this.#rows(
        `update deliveries set state = 'cancelled', due_at = null, settled_at = ?
          where destination_id = ? and state = 'pending'`,
        now,
        destinationId,
      )
      this.#rows('delete from lanes where destination_id = ?', destinationId)
    })
  }

  forgive(destinationId: string): void {
    this.#rows(
      'update lanes set failures = 0, failing_since = null, not_before = 0, disables = null where destination_id = ?',
      destinationId,
    )
  }

  /** Sends it again at once, starting with a first attempt. False: there is no such delivery. */
  replay(id: string, now: number): boolean {
    return this.#storage.transactionSync(() => {
      const [row] = this.#rows<{ destination_id: string }>('select destination_id from deliveries where id = ?', id)
      if (row === undefined) return false
      this.#rows('insert or ignore into lanes values (?, 0, null, 0, null)', row.destination_id)
      this.#rows(
        `update deliveries set state = 'pending', attempts = 0, due_at = ?, settled_at = null,
          replays = replays + (state != 'pending') where id = ?`,
        now,
        id,
      )
      return true
    })
  }

  view(id: string): DeliveryView | null {
    const [row] = this.#rows<Row>(`${SELECT} where d.id = ?`, id)
    return row === undefined ? null : this.#viewOf(row)
  }

  list({ destinationId, incidentId, state, limit, cursor }: DeliveryQuery): DeliveryPage {
    const conditions: string[] = []
    const values: (string | number)[] = []
    const where = (condition: string, value: string | null) => {
      if (value === null) return
      conditions.push(condition)
      values.push(value)
    }
    where('d.destination_id = ?', destinationId)
    where('d.incident_id = ?', incidentId)
    where('d.state = ?', state)
    where('d.id < ?', cursor)
    const filter = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
    const rows = this.#rows<Row>(`${SELECT} ${filter} order by d.id desc limit ?`, ...values, limit + 1)
    const deliveries = rows.slice(0, limit).map((row) => this.#viewOf(row))
    return { deliveries, nextCursor: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null }
  }

  #viewOf(row: Row): DeliveryView {
    const event = JSON.parse(row.body) as DeliveredEvent
    const attempts = this.#rows<{ at: number; duration_ms: number; outcome: AttemptOutcome; status: number | null }>(
      'select at, duration_ms, outcome, status from attempts where delivery_id = ? order by number desc limit ?',
      row.id,
      ATTEMPTS_SHOWN_MAX,
    )
    return {
      id: row.id,
      destinationId: row.destination_id,
      eventId: row.event_id,
      incidentId: row.incident_id,
      type: event.type,
      title: event.title,
      // Only this class writes it.
      state: row.state as DeliveryState,
      createdAt: row.created_at,
      nextAttemptAt: row.state === 'pending' ? row.due_at : null,
      settledAt: row.settled_at,
      replays: row.replays,
      attempts: attempts
        .reverse()
        .map(({ at, duration_ms: durationMs, outcome, status }) => ({ at, durationMs, outcome, status })),
    }
  }

  /** Removes what was settled long ago. True: something is left that has to be removed later. */
  forget(now: number): boolean {
    return this.#storage.transactionSync(() => {
      const before = now - KEPT_MS
      this.#rows(
        "delete from attempts where delivery_id in (select id from deliveries where state != 'pending' and settled_at < ?)",
        before,
      )
      this.#rows("delete from deliveries where state != 'pending' and settled_at < ?", before)
      this.#rows(
        'delete from events where created_at < ? and not exists (select 1 from deliveries where event_id = events.id)',
        before,
      )
      return this.#rows('select 1 as one from events limit 1').length > 0
    })
  }

  #rows<Found extends Record<string, SqlStorageValue>>(query: string, ...values: (string | number | null)[]): Found[] {
    // Created only when it is needed, so that the object of a deleted project stays empty.
    if (!this.#hasSchema) this.#storage.sql.exec(DELIVERY_SCHEMA)
    this.#hasSchema = true
    return this.#storage.sql.exec<Found>(query, ...values).toArray()
  }
}

const SELECT = `select d.id, d.destination_id, d.event_id, d.incident_id, d.state, d.attempts_ever, d.due_at,
  d.created_at, d.settled_at, d.replays, e.body from deliveries d join events e on e.id = d.event_id`
