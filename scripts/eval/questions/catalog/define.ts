/** How the catalogue of questions is written: a key, a class, the developers' wording, and the truth as a function of the rows. */
import type { Expectation, NumberExpectation, Unit } from '../expectation.ts'
import type { World } from '../records.ts'
import { distinct, percentOf, requestsOf, type Window, whole } from '../truth.ts'

export interface Asked {
  readonly world: World
  /** When the question is put; the telemetry ends somewhat earlier. */
  readonly askedMs: number
}

export interface Entry {
  /** Unique in its system; the held-back wording has the same. */
  readonly key: string
  readonly class: string
  /** `{@onset-5}` is the clock time five minutes before a mark, `{trace}` a name of the world. */
  readonly dev: string
  /** Entries of one thread are asked in one thread, in order. */
  readonly thread?: string
  expect(asked: Asked): Expectation
}

export const MINUTE_MS = 60_000

/** A mark, moved by minutes, as the whole minute that a person would type. */
export function clockMs(world: World, mark: string, minutes = 0): number {
  const at = mark === 'end' ? world.endMs : mark === 'start' ? world.startMs : world.marks[mark]
  if (at === undefined) throw new Error(`${world.name} has no mark ${mark}`)
  return Math.floor(at / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS
}

export function between(world: World, from: readonly [string, number], to: readonly [string, number]): Window {
  return { fromMs: clockMs(world, ...from), toMs: clockMs(world, ...to) }
}

/** Fills the places of a wording. */
export function worded(world: World, wording: string): string {
  return wording
    .replace(/\{@(\w+)([+-]\d+)?\}/g, (_all, mark: string, minutes?: string) =>
      new Date(clockMs(world, mark, Number(minutes ?? 0))).toISOString().slice(11, 16),
    )
    .replace(/\{(\w+)\}/g, (_all, name: string) => {
      const value = world.names[name]
      if (value === undefined) throw new Error(`${world.name} has no name ${name}`)
      return value
    })
}

/** When the last record was sent; a system may go silent before its end. */
function lastRecordMs({ logs, spans }: World): number {
  return Math.max(logs.at(-1)?.timeMs ?? 0, spans.at(-1)?.endMs ?? 0) + 1
}

/** The last minutes: counted back from now, or from the end of the telemetry; both are fair. */
export function recentWindows({ world, askedMs }: Asked, minutes: number): Window[] {
  const lengthMs = minutes * MINUTE_MS
  const ends = [askedMs, world.endMs, Math.floor(world.endMs / MINUTE_MS) * MINUTE_MS, lastRecordMs(world)]
  return ends.map((toMs) => ({
    fromMs: toMs - lengthMs,
    toMs,
  }))
}

/** Without a time: all there is, or the last hour of it. */
export function openWindows(asked: Asked): Window[] {
  return [whole(asked.world), ...recentWindows(asked, 60)]
}

/** The value over several fair windows, with a tolerance that spans them. */
export function over(windows: readonly Window[], unit: Unit, measure: (window: Window) => number): NumberExpectation {
  const values = windows.map(measure)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const value = (low + high) / 2
  const base = unit === 'count' ? 0.01 : 0.03
  return { value, unit, tolerance: value === 0 ? 0 : Math.min(1, (high - low) / 2 / Math.abs(value) + base) }
}

export function count(value: number, ...also: number[]): Expectation {
  return { numbers: [{ value, unit: 'count', ...(also.length === 0 ? {} : { also }) }] }
}
export function percent(value: number, ...also: number[]): Expectation {
  return { numbers: [{ value, unit: 'percent', tolerance: 0.03, ...(also.length === 0 ? {} : { also }) }] }
}
/** Sketches of percentiles are a few percent off. */
export function millis(value: number, ...also: number[]): Expectation {
  return { numbers: [{ value, unit: 'ms', tolerance: 0.05, ...(also.length === 0 ? {} : { also }) }] }
}
export function perSecond(value: number, ...also: number[]): Expectation {
  return { numbers: [{ value, unit: 'per_second', tolerance: 0.06, ...(also.length === 0 ? {} : { also }) }] }
}
export function counts(values: readonly (readonly [string, number])[]): Expectation {
  return { groups: Object.fromEntries(values.map(([name, value]) => [name, { value, unit: 'count' }])) }
}

export interface Incident {
  readonly service: string
  readonly mechanism: readonly string[]
  readonly mark: string
}
const START_TOLERANCE_S = 150

/** The right service first, how it fails, since when. */
export function cause({ world }: Asked, incident: Incident, ...parts: ('mechanism' | 'time')[]): Expectation {
  return {
    first: { name: incident.service, among: [...world.services] },
    ...(parts.includes('mechanism') ? { says: [[...incident.mechanism]] } : {}),
    ...(parts.includes('time') ? { time: onset(world, incident.mark) } : {}),
    never: ['nothing broke', 'no incident', 'nothing (?:is|was) wrong'],
  }
}

export function onset(world: World, mark: string, toleranceS = START_TOLERANCE_S) {
  return { at: new Date(world.marks[mark] ?? 0).toISOString(), toleranceS }
}

/** How long: in minutes, or the clock time it began at. */
export function lasting({ world, askedMs }: Asked, fromMark: string, toMark?: string): Expectation {
  const fromMs = world.marks[fromMark] ?? 0
  const ends = toMark === undefined ? [world.endMs, askedMs] : [world.marks[toMark] ?? 0]
  const minutes = ends.map((endMs) => (endMs - fromMs) / MINUTE_MS)
  const texts: string[] = []
  for (let one = Math.floor(Math.min(...minutes)) - 2; one <= Math.ceil(Math.max(...minutes)) + 2; one++) {
    texts.push(`(?<![\\d.:])${one}(?:\\.\\d+)?[ -]?m(?:in|\\b)`)
  }
  for (let shift = -2; shift <= 2; shift++) texts.push(new Date(fromMs + shift * MINUTE_MS).toISOString().slice(11, 16))
  return { saysFirst: [texts] }
}

/** How bad: failed requests, their share since the onset or in the last minutes, or who met them. */
export function extent(asked: Asked, services: readonly string[], who: string | null): Expectation {
  const { world } = asked
  const windows = [{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }, ...recentWindows(asked, 5)]
  const fair: number[] = []
  for (const service of services) {
    const all = requestsOf(world, (span) => span.service === service)
    const failed = all.filter((span) => span.isFailed)
    fair.push(failed.length)
    for (const window of windows) {
      const within = all.filter((span) => span.startMs >= window.fromMs && span.startMs < window.toMs)
      fair.push(percentOf(within.filter((span) => span.isFailed).length, within.length))
    }
    if (who !== null) fair.push(distinct(failed.map((span) => span.attributes[who])))
  }
  const [value = 0, ...also] = fair.filter((one) => one > 0)
  return { numbers: [{ value, unit: 'any', tolerance: 0.04, also }] }
}

/** To a question about something else: the cause of the incident, as if it were the answer. */
export const ONLY_A_CAUSE = '^\\W*(?:probable |likely )?root cause\\b'

/** The minute of a moment as HH:MM, or a neighbouring one. */
export function minuteOf(ms: number): string {
  return [-60_000, 0, 60_000].map((shift) => new Date(ms + shift).toISOString().slice(11, 16)).join('|')
}

/** A whole number with or without a separator of thousands. */
export function grouped(value: number): string {
  return `(?<![\\d,.])${String(value).replace(/\B(?=(?:\d{3})+$)/g, '[,\\s]?')}(?![\\d])`
}
