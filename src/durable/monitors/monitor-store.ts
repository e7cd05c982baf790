/** The statements on a monitor object's tables of monitors. */
import type {
  MonitorDefinition,
  MonitorPage,
  MonitorState,
  MonitorView,
  Transition,
  TransitionPage,
} from '../../contracts/monitor-protocol.ts'
import type { NormalizedAlert, PlacedProject } from '../../contracts/oncall-protocol.ts'
import type { ObjectStorage } from '../object-storage.ts'
import { MONITOR_SCHEMA } from './monitor-schema.ts'

/** Alerts that are sent in one call. */
const ALERTS_PER_BATCH = 500
const TRANSITIONS_KEPT_MS = 90 * 86_400_000

type MonitorRow = { id: string; definition: string; state: string; created_at: number; updated_at: number }

export interface ChangedState {
  readonly id: string
  readonly state: MonitorState
  readonly transitions: readonly (Transition & { readonly id: string })[]
  readonly alerts: readonly { readonly id: string; readonly alert: NormalizedAlert }[]
}

export class MonitorStore {
  readonly #storage: ObjectStorage
  #hasSchema = false

  constructor(storage: ObjectStorage) {
    this.#storage = storage
  }

  /** Whether anything was ever stored here. Writes nothing. */
  exists(): boolean {
    return this.#storage.sql.exec("select name from sqlite_master where name = 'settings'").toArray().length > 0
  }

  transaction<Result>(work: () => Result): Result {
    return this.#storage.transactionSync(work)
  }

  setting(name: string): string | null {
    return this.rows<{ value: string }>('select value from settings where name = ?', name)[0]?.value ?? null
  }

  set(name: string, value: string): void {
    this.rows('insert or replace into settings values (?, ?)', name, value)
  }

  owner(): PlacedProject | null {
    const value = this.setting('owner')
    // Only `noteOwner` writes it.
    return value === null ? null : (JSON.parse(value) as PlacedProject)
  }

  noteOwner({ organizationId, projectId, region }: PlacedProject): void {
    if (this.setting('owner') === null) this.set('owner', JSON.stringify({ organizationId, projectId, region }))
  }

  put({ id, definition, state, createdAt, updatedAt }: MonitorView): void {
    this.rows(
      'insert or replace into monitors values (?, ?, ?, ?, ?)',
      id,
      JSON.stringify(definition),
      JSON.stringify(state),
      createdAt,
      updatedAt,
    )
  }

  all(): MonitorView[] {
    return this.rows<MonitorRow>('select * from monitors').map(viewOf)
  }

  get(id: string): MonitorView | null {
    const [row] = this.rows<MonitorRow>('select * from monitors where id = ?', id)
    return row === undefined ? null : viewOf(row)
  }

  list(limit: number, cursor: string | null): MonitorPage {
    const rows = this.rows<MonitorRow>(
      'select * from monitors where ? is null or id < ? order by id desc limit ?',
      cursor,
      cursor,
      limit + 1,
    )
    const monitors = rows.slice(0, limit).map(viewOf)
    return { monitors, nextCursor: rows.length > limit ? (monitors.at(-1)?.id ?? null) : null }
  }

  delete(id: string): void {
    this.rows('delete from monitors where id = ?', id)
    this.rows('delete from transitions where monitor_id = ?', id)
  }

  /** Writes what evaluations changed, together with the alerts to send. */
  write(changed: readonly ChangedState[], now: number): void {
    if (changed.length === 0) return
    let told = 0
    let batch = ''
    this.transaction(() => {
      for (const { id, state, transitions, alerts } of changed) {
        this.rows('update monitors set state = ? where id = ?', JSON.stringify(state), id)
        for (const { id: transitionId, ...body } of transitions)
          this.rows('insert into transitions values (?, ?, ?, ?)', transitionId, id, body.at, JSON.stringify(body))
        for (const { id: alertId, alert } of alerts) {
          if (told % ALERTS_PER_BATCH === 0) batch = alertId
          told += 1
          this.rows('insert into alerts values (?, ?, ?)', alertId, batch, JSON.stringify(alert))
        }
      }
      this.rows('delete from transitions where at < ?', now - TRANSITIONS_KEPT_MS)
    })
  }

  history(monitorId: string, limit: number, cursor: string | null): TransitionPage {
    const rows = this.rows<{ id: string; body: string }>(
      'select id, body from transitions where monitor_id = ? and (? is null or id < ?) order by id desc limit ?',
      monitorId,
      cursor,
      cursor,
      limit + 1,
    )
    const transitions = rows.slice(0, limit).map(({ id, body }) => ({ id, ...(JSON.parse(body) as Transition) }))
    return { transitions, nextCursor: rows.length > limit ? (transitions.at(-1)?.id ?? null) : null }
  }

  /** The oldest batch of alerts that is not sent yet. An id always names the same alerts. */
  untold(): { readonly batch: string; readonly alerts: readonly NormalizedAlert[] } | null {
    const rows = this.rows<{ batch: string; body: string }>(
      'select batch, body from alerts where batch = (select batch from alerts order by id limit 1) order by id',
    )
    const [first] = rows
    if (first === undefined) return null
    return { batch: first.batch, alerts: rows.map(({ body }) => JSON.parse(body) as NormalizedAlert) }
  }

  told(batch: string): void {
    this.rows('delete from alerts where batch = ?', batch)
  }

  rows<Found extends Record<string, SqlStorageValue>>(query: string, ...values: (string | number | null)[]): Found[] {
    // Created only when it is needed, so that the object of a deleted project stays empty.
    if (!this.#hasSchema) this.#storage.sql.exec(MONITOR_SCHEMA)
    this.#hasSchema = true
    return this.#storage.sql.exec<Found>(query, ...values).toArray()
  }
}

function viewOf({ id, definition, state, created_at, updated_at }: MonitorRow): MonitorView {
  return {
    id,
    // Only this class writes both.
    definition: JSON.parse(definition) as MonitorDefinition,
    state: JSON.parse(state) as MonitorState,
    createdAt: created_at,
    updatedAt: updated_at,
  }
}
