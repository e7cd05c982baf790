/**
 * Evaluates the monitors of a project minute by minute. The store gets one question for all monitors that differ only
 * in service or severity, and only for the latest minutes. Earlier minutes are kept in memory; a new instance reads
 * them again. Storage, clock and telemetry are passed in.
 */
import {
  MONITOR_QUERIES_MAX,
  type MonitorState,
  type MonitorView,
  WINDOW_MINUTES_MAX,
} from '../../contracts/monitor-protocol.ts'
import { loadSeries } from '../../domain/monitors/load-series.ts'
import { alertOf } from '../../oncall/monitors/describe.ts'
import {
  BASELINE_DAYS,
  DAY_MS,
  type EvaluationData,
  evaluateSpan,
  HOUR_MS,
  MINUTE_MS,
} from '../../oncall/monitors/evaluate.ts'
import { type GroupSpec, groupsOf, keyOfGroup } from '../../oncall/monitors/groups.ts'
import type { Step } from '../../oncall/monitors/machine.ts'
import { SeriesTable } from '../../oncall/monitors/series-table.ts'
import type { TelemetryProject, TelemetryStore } from '../../telemetry/index.ts'
import type { ChangedState, MonitorStore } from './monitor-store.ts'

/** A minute is evaluated this long after its end. Most senders have delivered by then. */
export const EVALUATION_DELAY_MS = 20_000
/** Records that arrive later still count in windows, if they are not later than this. */
const READ_AGAIN_MS = 3 * MINUTE_MS
/** Missed minutes that are evaluated one after the other. Older ones are left out. */
const CATCH_UP_MS = 30 * MINUTE_MS
const KEPT_MINUTES = WINDOW_MINUTES_MAX + CATCH_UP_MS / MINUTE_MS + READ_AGAIN_MS / MINUTE_MS
/** Budget of one question per evaluated minute. It is enough, because statistics answer for large projects. */
const BUDGET = { recordsMax: 2_000_000, bytesMax: 256 * 1024 * 1024 } as const
const EVALUATED_TO = 'evaluated_to'

interface Group {
  readonly spec: GroupSpec
  readonly minutes: SeriesTable
  /** The time from which on minutes were read. Null: none yet. */
  loadedFrom: number | null
  hours: SeriesTable | null
  /** The hour for which `hours` holds the earlier days. */
  hoursOf: number | null
  readonly knownPatterns: Set<string>
}

export interface EvaluatorHost {
  readonly store: MonitorStore
  readonly telemetry: TelemetryStore
  readonly project: TelemetryProject
  readonly newId: () => string
  readonly baseUrl: string
  readonly onMishap: (error: unknown) => void
}

/** The last minute whose end lies EVALUATION_DELAY_MS back. */
export const evaluableAt = (now: number): number => Math.floor((now - EVALUATION_DELAY_MS) / MINUTE_MS) * MINUTE_MS

export class Evaluator {
  readonly #host: EvaluatorHost
  readonly #groups = new Map<string, Group>()
  #monitors: Map<string, MonitorView>

  constructor(host: EvaluatorHost) {
    this.#host = host
    const evaluatedTo = Number(host.store.setting(EVALUATED_TO) ?? 0)
    this.#monitors = new Map(
      host.store.all().map((view) => {
        // Values and times of minutes that changed nothing are not written.
        const evaluatedAt = view.state.evaluatedAt === null ? null : Math.max(view.state.evaluatedAt, evaluatedTo)
        return [view.id, { ...view, state: { ...view.state, evaluatedAt } }]
      }),
    )
  }

  get hasWork(): boolean {
    return [...this.#monitors.values()].some(({ state }) => state.status !== 'paused')
  }

  /** Whether a monitor waits for its first evaluation. */
  get hasNew(): boolean {
    return [...this.#monitors.values()].some(({ state }) => state.status !== 'paused' && state.evaluatedAt === null)
  }

  get count(): number {
    return this.#monitors.size
  }

  view(id: string): MonitorView | null {
    return this.#monitors.get(id) ?? null
  }

  /** The states in memory, with the values of the last minute. */
  current(views: readonly MonitorView[]): MonitorView[] {
    return views.map((view) => this.#monitors.get(view.id) ?? view)
  }

  /** How many questions the monitors would need if this one were added. */
  queriesWith(view: Pick<MonitorView, 'id' | 'definition'>): number {
    return specsOf([...[...this.#monitors.values()].filter(({ id }) => id !== view.id), view]).size
  }

  put(view: MonitorView): void {
    this.#monitors.set(view.id, view)
  }

  delete(id: string): void {
    this.#monitors.delete(id)
  }

  /** Evaluates up to the last complete minute. Returns how many monitors were evaluated. */
  async run(now: number): Promise<number> {
    const at = evaluableAt(now)
    const active = [...this.#monitors.values()].filter(
      ({ state }) => state.status !== 'paused' && (state.evaluatedAt ?? 0) < at,
    )
    if (active.length === 0) return 0
    const failed = await this.#load(active, at)
    const data: EvaluationData = {
      minutes: new Map([...this.#groups].map(([key, { minutes }]) => [key, minutes])),
      hours: new Map([...this.#groups].flatMap(([key, { hours }]) => (hours === null ? [] : [[key, hours]]))),
    }
    const changed: ChangedState[] = []
    let evaluated = 0
    for (const { id } of active) {
      // The monitor may have been changed while the store was read.
      const view = this.#monitors.get(id)
      if (view === undefined || view.state.status === 'paused') continue
      if (groupsOf(view.definition.condition.measure).some((spec) => failed.has(keyOfGroup(spec)))) continue
      const change = this.#evaluate(view, data, at)
      if (change !== null) changed.push(change)
      evaluated += 1
    }
    this.#host.store.write(changed, now)
    this.#host.store.set(EVALUATED_TO, String(at))
    return evaluated
  }

  #evaluate(view: MonitorView, data: EvaluationData, at: number): ChangedState | null {
    const { definition, state: before } = view
    const from = firstOf(before, at)
    const { state, changes } = evaluateSpan(definition, before, data, from, at)
    this.#monitors.set(view.id, { ...view, state })
    const isSame =
      changes.length === 0 &&
      state.breachSince === before.breachSince &&
      state.clearSince === before.clearSince &&
      (state.seenAt === null) === (before.seenAt === null) &&
      before.evaluatedAt !== null
    return isSame ? null : this.changeOf(view, state, changes)
  }

  /** What a change of state writes: the state, its transitions, and their alerts. */
  changeOf(view: MonitorView, state: ChangedState['state'], changes: readonly Step[]): ChangedState {
    const { newId, baseUrl } = this.#host
    const transitions = changes.flatMap(({ transition }) =>
      transition === null ? [] : [{ id: newId(), ...transition }],
    )
    const alerts = changes.flatMap(({ transition, alert, state: after }) => {
      if (transition === null || alert === null) return []
      const startedAt = after.breachSince ?? view.state.breachSince ?? transition.at
      const input = { monitorId: view.id, definition: view.definition, transition, status: alert, startedAt, baseUrl }
      return [{ id: newId(), alert: alertOf(input) }]
    })
    return { id: view.id, state, transitions, alerts }
  }

  /** Brings the tables up to `at`. Returns the groups that could not be read. */
  async #load(active: readonly MonitorView[], at: number): Promise<Set<string>> {
    const specs = specsOf(active)
    const needed = neededFrom(active, at)
    const compared = specsOf(active.filter(({ definition }) => definition.condition.comparison.kind === 'unusual'))
    for (const key of this.#groups.keys()) if (!specs.has(key)) this.#groups.delete(key)
    const failed = new Set<string>()
    for (const [key, spec] of [...specs].slice(0, MONITOR_QUERIES_MAX)) {
      try {
        await this.#loadGroup(key, spec, { at, fromMs: needed.get(key) ?? at, isCompared: compared.has(key) })
      } catch (error) {
        this.#host.onMishap(error)
        failed.add(key)
      }
    }
    return failed
  }

  async #loadGroup(
    key: string,
    spec: GroupSpec,
    { at, fromMs, isCompared }: { readonly at: number; readonly fromMs: number; readonly isCompared: boolean },
  ): Promise<void> {
    const group: Group = this.#groups.get(key) ?? {
      spec,
      minutes: new SeriesTable(at - KEPT_MINUTES * MINUTE_MS, MINUTE_MS, KEPT_MINUTES),
      loadedFrom: null,
      hours: null,
      hoursOf: null,
      knownPatterns: new Set(),
    }
    this.#groups.set(key, group)
    const { minutes, knownPatterns, loadedFrom } = group
    const isNewer = loadedFrom !== null && loadedFrom <= fromMs
    const readFrom = isNewer ? minutes.endMs - READ_AGAIN_MS : fromMs
    minutes.advanceTo(at)
    const { telemetry, project } = this.#host
    const asked = { telemetry, project, spec, knownPatterns, budget: BUDGET }
    const partial = await loadSeries(minutes, { ...asked, fromMs: Math.max(readFrom, minutes.startMs), toMs: at })
    // A partition that did not answer would look like silence.
    if (partial.includes('partition_unavailable')) {
      group.loadedFrom = null
      throw new Error('A partition was not read.')
    }
    group.loadedFrom = isNewer ? loadedFrom : fromMs
    if (isCompared) await this.#loadHours(group, at)
  }

  /** The same clock hour of the earlier days, read once an hour. */
  async #loadHours(group: Group, at: number): Promise<void> {
    const hour = Math.floor((at - 1) / HOUR_MS) * HOUR_MS
    if (group.hoursOf === hour) return
    const hours = new SeriesTable(hour - BASELINE_DAYS * DAY_MS, HOUR_MS, BASELINE_DAYS * 24)
    const { telemetry, project } = this.#host
    // Newest last, because a load replaces everything after its start.
    for (let day = BASELINE_DAYS; day >= 1; day--) {
      const fromMs = hour - day * DAY_MS
      const asked = { telemetry, project, spec: group.spec, knownPatterns: group.knownPatterns, budget: BUDGET }
      await loadSeries(hours, { ...asked, fromMs, toMs: fromMs + HOUR_MS })
    }
    group.hours = hours
    group.hoursOf = hour
  }
}

function specsOf(views: readonly Pick<MonitorView, 'definition'>[]): Map<string, GroupSpec> {
  const specs = new Map<string, GroupSpec>()
  for (const { definition } of views)
    for (const spec of groupsOf(definition.condition.measure)) specs.set(keyOfGroup(spec), spec)
  return specs
}

/** The time from which on each group needs its minutes. */
function neededFrom(views: readonly MonitorView[], at: number): Map<string, number> {
  const needed = new Map<string, number>()
  for (const { definition, state } of views) {
    const fromMs = firstOf(state, at) - definition.condition.windowMinutes * MINUTE_MS
    for (const spec of groupsOf(definition.condition.measure)) {
      const key = keyOfGroup(spec)
      needed.set(key, Math.min(needed.get(key) ?? at, fromMs))
    }
  }
  return needed
}

/** The minute after which a monitor is to be evaluated. */
const firstOf = ({ evaluatedAt }: MonitorState, at: number): number =>
  Math.max(evaluatedAt ?? at - MINUTE_MS, at - CATCH_UP_MS)
