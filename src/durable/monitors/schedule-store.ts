/** The statements on a monitor object's tables of schedules. */
import type {
  ScheduleDefinition,
  SchedulePage,
  ScheduleRun,
  ScheduleRunPage,
  ScheduleView,
} from '../../contracts/schedule-protocol.ts'
import type { ScheduleState } from '../../oncall/schedules/machine.ts'
import type { MonitorStore } from './monitor-store.ts'

/** Runs kept for one schedule. The oldest are removed. */
const RUNS_KEPT = 200

type Row = {
  id: string
  definition: string
  state: string
  next_at: number | null
  created_at: number
  updated_at: number
}

export interface StoredSchedule {
  readonly id: string
  readonly definition: ScheduleDefinition
  readonly state: ScheduleState
  readonly nextAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

export class ScheduleStore {
  readonly #store: MonitorStore

  constructor(store: MonitorStore) {
    this.#store = store
  }

  count(): number {
    return this.#store.rows<{ count: number }>('select count(*) as count from schedules')[0]?.count ?? 0
  }

  get(id: string): StoredSchedule | null {
    const [row] = this.#store.rows<Row>('select * from schedules where id = ?', id)
    return row === undefined ? null : storedOf(row)
  }

  all(): StoredSchedule[] {
    return this.#store.rows<Row>('select * from schedules').map(storedOf)
  }

  put({ id, definition, state, nextAt, createdAt, updatedAt }: StoredSchedule): void {
    this.#store.rows(
      'insert or replace into schedules values (?, ?, ?, ?, ?, ?)',
      id,
      JSON.stringify(definition),
      JSON.stringify(state),
      nextAt,
      createdAt,
      updatedAt,
    )
  }

  /** Writes a schedule together with one of its runs, both or none. */
  putWithRun(schedule: StoredSchedule, run: ScheduleRun | null): void {
    this.#store.transaction(() => {
      this.put(schedule)
      if (run === null) return
      this.#store.rows(
        'insert or replace into schedule_runs values (?, ?, ?)',
        run.id,
        schedule.id,
        JSON.stringify(run),
      )
      this.#store.rows(
        `delete from schedule_runs where schedule_id = ? and id not in
          (select id from schedule_runs where schedule_id = ? order by id desc limit ?)`,
        schedule.id,
        schedule.id,
        RUNS_KEPT,
      )
    })
  }

  delete(id: string): boolean {
    const isKnown = this.get(id) !== null
    this.#store.rows('delete from schedules where id = ?', id)
    this.#store.rows('delete from schedule_runs where schedule_id = ?', id)
    return isKnown
  }

  /** When the next schedule is due. Null: none is. */
  nextAt(): number | null {
    return this.#store.rows<{ at: number | null }>('select min(next_at) as at from schedules')[0]?.at ?? null
  }

  view(schedule: StoredSchedule): ScheduleView {
    const { id, definition, nextAt, createdAt, updatedAt } = schedule
    return { id, definition, nextAt, lastRun: this.runs(id, 1, null).runs[0] ?? null, createdAt, updatedAt }
  }

  list(limit: number, cursor: string | null): SchedulePage {
    const rows = this.#store.rows<Row>(
      'select * from schedules where ? is null or id < ? order by id desc limit ?',
      cursor,
      cursor,
      limit + 1,
    )
    const schedules = rows.slice(0, limit).map((row) => this.view(storedOf(row)))
    return { schedules, nextCursor: rows.length > limit ? (schedules.at(-1)?.id ?? null) : null }
  }

  runs(scheduleId: string, limit: number, cursor: string | null): ScheduleRunPage {
    const rows = this.#store.rows<{ body: string }>(
      'select body from schedule_runs where schedule_id = ? and (? is null or id < ?) order by id desc limit ?',
      scheduleId,
      cursor,
      cursor,
      limit + 1,
    )
    const runs = rows.slice(0, limit).map(({ body }) => JSON.parse(body) as ScheduleRun)
    return { runs, nextCursor: rows.length > limit ? (runs.at(-1)?.id ?? null) : null }
  }
}

function storedOf({ id, definition, state, next_at, created_at, updated_at }: Row): StoredSchedule {
  return {
    id,
    // Only this class writes both.
    definition: JSON.parse(definition) as ScheduleDefinition,
    state: JSON.parse(state) as ScheduleState,
    nextAt: next_at,
    createdAt: created_at,
    updatedAt: updated_at,
  }
}
