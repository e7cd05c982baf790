/** Short forms for the truths of fresh questions: what is counted, when, and what a right answer says. Plain loops over the rows. */

import type { Asked, Entry, Incident } from '../catalog/define.ts'
import {
  between,
  cause,
  clockMs,
  extent,
  lasting,
  MINUTE_MS,
  ONLY_A_CAUSE,
  onset,
  recentWindows,
} from '../catalog/define.ts'
import type { DECLINES, Expectation, NumberExpectation, Unit } from '../expectation.ts'
import type { LogRow, PointRow, Severity, SpanRow, World } from '../records.ts'
import {
  countBy,
  distinct,
  durationsOf,
  isErrorLog,
  logsOf,
  mean,
  percentile,
  percentOf,
  pointsOf,
  requestsOf,
  type Window,
  whole,
} from '../truth.ts'

export type Expect = (asked: Asked) => Expectation
export interface Fresh {
  readonly class: string
  readonly ask: string
  readonly thread?: string
  readonly expect: Expect
}

export function ask(className: string, wording: string, expect: Expect): Fresh {
  return { class: className, ask: wording, expect }
}

/** Questions of one thread, in order. */
export function talk(thread: string, ...questions: readonly Fresh[]): Fresh[] {
  return questions.map((question) => ({ ...question, thread }))
}

/** Entries of the catalogue's form: a key for each question. */
export function entriesOf(round: number, questions: readonly Fresh[]): Entry[] {
  return questions.map(({ ask: dev, ...rest }, index) => ({
    key: `r${round}-${String(index + 1).padStart(2, '0')}`,
    dev,
    ...rest,
  }))
}

/** Groups of windows; those of one group differ only by the moment that counts as now. */
export type When = (asked: Asked) => Window[][]
/** Without a time: all there is, or the last hour of it. */
export const anytime: When = (asked) => [[whole(asked.world)], recentWindows(asked, 60)]
/** A question waits its turn in the server: now is up to some seconds later. */
const WAITING_MS = 4000
export const last =
  (minutes: number): When =>
  (asked) => [
    [
      ...recentWindows(asked, minutes),
      ...recentWindows({ ...asked, askedMs: asked.askedMs + WAITING_MS }, minutes).slice(0, 1),
    ],
  ]
export const since =
  (mark: string, minutes = 0): When =>
  ({ world }) => [[{ fromMs: clockMs(world, mark, minutes), toMs: world.endMs }]]
/** Since the moment of a mark itself or the minute it is in. */
export const sinceMark =
  (mark: string): When =>
  ({ world }) => [
    [{ fromMs: world.marks[mark] ?? 0, toMs: world.endMs }],
    [{ fromMs: clockMs(world, mark), toMs: world.endMs }],
  ]
export const before =
  (mark: string, minutes = 0): When =>
  ({ world }) => [[{ fromMs: world.startMs, toMs: clockMs(world, mark, minutes) }]]
/** The beginning of a world may be meant to the second, or as the minute it is in. */
export const during =
  (from: readonly [string, number], to: readonly [string, number]): When =>
  ({ world }) => {
    const minutes = between(world, from, to)
    if (from[0] !== 'start') return [[minutes]]
    const exactMs = world.startMs + from[1] * MINUTE_MS
    const toMs = to[0] === 'start' ? world.startMs + to[1] * MINUTE_MS : minutes.toMs
    return [[minutes], [{ fromMs: exactMs, toMs }]]
  }
/** The last minutes, moved back: `earlier(10, 60)` is "the same ten minutes an hour ago". */
export const earlier =
  (minutes: number, agoMinutes: number): When =>
  (asked) => {
    const agoMs = agoMinutes * MINUTE_MS
    const shifted = last(minutes)(asked)[0]?.map(({ fromMs, toMs }) => ({ fromMs: fromMs - agoMs, toMs: toMs - agoMs }))
    return [shifted ?? []]
  }
/** Minutes that begin with a moment, or with the minute it is in. */
export const after =
  (mark: string, minutes: number): When =>
  ({ world }) =>
    [mark === 'start' ? world.startMs : (world.marks[mark] ?? 0), clockMs(world, mark)].map((fromMs) => [
      { fromMs, toMs: fromMs + minutes * MINUTE_MS },
    ])
/** Minutes that end with a moment, or with the minute it is in. */
export const ahead =
  (mark: string, minutes: number): When =>
  (asked) =>
    after(
      mark,
      minutes,
    )(asked).map((windows) => windows.map(({ fromMs }) => ({ fromMs: fromMs - minutes * MINUTE_MS, toMs: fromMs })))

type Row = LogRow | SpanRow
export type Where<R extends Row = Row> = (row: R) => boolean
export const of =
  (...services: string[]): Where =>
  (row) =>
    services.includes(row.service)
export const all =
  <R extends Row>(...parts: Where<R>[]): Where<R> =>
  (row) =>
    parts.every((part) => part(row))
export const not =
  <R extends Row>(part: Where<R>): Where<R> =>
  (row) =>
    !part(row)
export const has =
  (key: string, ...values: (string | number)[]): Where =>
  (row) => {
    const value = row.attributes[key]
    return value !== undefined && values.includes(value)
  }
export const named =
  (...names: string[]): Where<SpanRow> =>
  (span) =>
    names.includes(span.name)
export const says =
  (pattern: RegExp): Where<LogRow> =>
  (log) =>
    pattern.test(log.message)
export const level =
  (...severities: Severity[]): Where<LogRow> =>
  (log) =>
    severities.includes(log.severity)
export const failed: Where<SpanRow> = (span) => span.isFailed
export const longer =
  (ms: number): Where<SpanRow> =>
  (span) =>
    span.endMs - span.startMs > ms
export const any: Where = () => true

export type Measure = (world: World, window: Window) => number
export const logs =
  (where: Where<LogRow>): Measure =>
  (world, window) =>
    logsOf(world, where, window).length
export const requests =
  (where: Where<SpanRow>): Measure =>
  (world, window) =>
    requestsOf(world, where, window).length
export const failures = (where: Where<SpanRow>): Measure => requests(all(where, failed))
/** "Errors" are error records or failed requests: both are fair. */
export const errors = (where: Where): Measure[] => [logs(all<LogRow>(where, isErrorLog)), failures(where)]
/** Percent of the requests for which `part` holds. */
export const share =
  (where: Where<SpanRow>, part: Where<SpanRow> = failed): Measure =>
  (world, window) =>
    percentOf(requests(all(where, part))(world, window), requests(where)(world, window))
export const logShare =
  (where: Where<LogRow>, part: Where<LogRow> = isErrorLog): Measure =>
  (world, window) =>
    percentOf(logs(all(where, part))(world, window), logs(where)(world, window))

export type Statistic = 'min' | 'mean' | 'max' | 'last' | 'sum' | 'rise' | number
function statistic(values: readonly number[], what: Statistic): number {
  if (typeof what === 'number') return percentile(values, what)
  switch (what) {
    case 'min':
      return Math.min(...values)
    case 'max':
      return Math.max(...values)
    case 'mean':
      return mean(values)
    case 'last':
      return values.at(-1) ?? 0
    case 'rise':
      return (values.at(-1) ?? 0) - (values[0] ?? 0)
    case 'sum': {
      let sum = 0
      for (const value of values) sum += value
      return sum
    }
  }
}
export const took =
  (where: Where<SpanRow>, what: Statistic): Measure =>
  (world, window) =>
    statistic(durationsOf(requestsOf(world, where, window)), what)
/** Numbers that log lines state, by the first group of the pattern. */
export const stated =
  (pattern: RegExp, what: Statistic, where: Where<LogRow> = any): Measure =>
  (world, window) =>
    statistic(
      logsOf(world, all(where, says(pattern)), window).map(({ message }) => Number(pattern.exec(message)?.[1])),
      what,
    )
export const metric =
  (service: string, name: string, what: Statistic, where: (point: PointRow) => boolean = () => true): Measure =>
  (world, window) =>
    statistic(
      pointsOf(world, service, name, window)
        .filter(where)
        .map(({ value }) => value),
      what,
    )
export const scaled =
  (measure: Measure, factor: number): Measure =>
  (world, window) =>
    measure(world, window) * factor
/** Per second of the window, as far as it had telemetry. */
export const perSecond =
  (measure: Measure): Measure =>
  (world, window) => {
    const fromMs = Math.max(window.fromMs, world.startMs)
    const toMs = Math.min(window.toMs, world.endMs)
    return measure(world, window) / ((toMs - fromMs) / 1000)
  }
export const differentOf =
  (where: Where<SpanRow>, key: string): Measure =>
  (world, window) =>
    distinct(requestsOf(world, where, window).map((span) => span.attributes[key]))
export const differentIn =
  (where: Where<LogRow>, key: string): Measure =>
  (world, window) =>
    distinct(logsOf(world, where, window).map((log) => log.attributes[key]))
/** Different texts that a pattern's first group takes from lines. */
export const differentTexts =
  (pattern: RegExp, where: Where<LogRow> = any): Measure =>
  (world, window) =>
    distinct(logsOf(world, all(where, says(pattern)), window).map(({ message }) => pattern.exec(message)?.[1]))

const TOLERANCES: Readonly<Record<Unit, number>> = {
  ...{ count: 0.005, percent: 0.03, ms: 0.05, per_second: 0.06, bytes: 0.005, any: 0.005 },
}

/** One number: each measure over each group of windows is fair. */
export function numberOf(asked: Asked, unit: Unit, when: When, measures: readonly Measure[]): NumberExpectation {
  const fair: number[] = []
  let tolerance = TOLERANCES[unit]
  for (const measure of measures) {
    for (const windows of when(asked)) {
      const values = windows.map((window) => measure(asked.world, window)).filter(Number.isFinite)
      if (values.length === 0) continue
      const [low, high] = [Math.min(...values), Math.max(...values)]
      const value = (low + high) / 2
      fair.push(value)
      if (high > low) tolerance = Math.max(tolerance, Math.min(1, (high - low) / 2 / value + TOLERANCES[unit] + 0.005))
    }
  }
  const [value, ...also] = fair
  if (value === undefined) throw new Error(`${asked.world.name} has nothing to measure for a question`)
  return { value, unit, tolerance, also }
}

const single =
  (unit: Unit) =>
  (when: When, ...measures: readonly Measure[]): Expect =>
  (asked) => ({ numbers: [numberOf(asked, unit, when, measures)] })
export const count = single('count')
export const percent = single('percent')
export const millis = single('ms')
export const perS = single('per_second')
export const bytes = single('bytes')
export const value = single('any')

/** The same numbers with another tolerance (relative): for soft edges, or for values that lie close together. */
export const within =
  (tolerance: number, expect: Expect): Expect =>
  (asked) => {
    const expectation = expect(asked)
    return { ...expectation, numbers: (expectation.numbers ?? []).map((number) => ({ ...number, tolerance })) }
  }

/** One measure over two windows. */
export const compared =
  (unit: Unit, measure: Measure, first: When, second: When): Expect =>
  (asked) => ({ numbers: [numberOf(asked, unit, first, [measure]), numberOf(asked, unit, second, [measure])] })
/** Two measures over one window. */
export const both =
  (when: When, ...wanted: readonly (readonly [Unit, Measure])[]): Expect =>
  (asked) => ({ numbers: wanted.map(([unit, measure]) => numberOf(asked, unit, when, [measure])) })

/** A number for each name. */
export const groups =
  (unit: Unit, when: When, measures: Readonly<Record<string, Measure>>): Expect =>
  (asked) => ({
    groups: Object.fromEntries(
      Object.entries(measures).map(([name, measure]) => [name, numberOf(asked, unit, when, [measure])]),
    ),
  })
/** A number of rows for each value of a key; at most `take`, the most frequent first. */
export const groupsBy =
  (
    when: When,
    rowsOf: (world: World, window: Window) => readonly Row[],
    keyOf: (row: Row) => string,
    take = 12,
  ): Expect =>
  (asked) => {
    const [first] = when(asked)[0] ?? []
    const names = first === undefined ? [] : countBy(rowsOf(asked.world, first), keyOf).map(([name]) => name)
    const measureOf =
      (name: string): Measure =>
      (world, window) =>
        rowsOf(world, window).filter((row) => keyOf(row) === name).length
    return groups('count', when, Object.fromEntries(names.slice(0, take).map((name) => [name, measureOf(name)])))(asked)
  }
/** The most frequent of a key: the first one named. */
export const topOf =
  (rowsOf: (world: World) => readonly Row[], keyOf: (row: Row) => string): Expect =>
  ({ world }) => {
    const ranked = countBy(rowsOf(world), keyOf)
    return { neverFirst: [ONLY_A_CAUSE], first: { name: ranked[0]?.[0] ?? '', among: ranked.map(([name]) => name) } }
  }
export const attribute = (key: string) => (row: Row) => String(row.attributes[key])
export const logsIn = (where: Where<LogRow>) => (world: World, window: Window) => logsOf(world, where, window)
export const failedRequests = (where: Where<SpanRow>) => (world: World) => requestsOf(world, all(where, failed))
export const logRows = (where: Where<LogRow>) => (world: World) => logsOf(world, where)

/** A list of who logs most is no cause. */
const RANKING = '\\bhas the most\\b'
export const because =
  (incident: Incident, ...parts: ('mechanism' | 'time')[]): Expect =>
  (asked) => ({ ...cause(asked, incident, ...parts), neverFirst: [RANKING] })
/** … with the mechanism where it is read first. */
export const becauseFirst =
  (incident: Incident, ...parts: 'time'[]): Expect =>
  (asked) => ({ ...cause(asked, incident, ...parts), saysFirst: [[...incident.mechanism]], neverFirst: [RANKING] })
export const began =
  (mark = 'onset', toleranceS = 150): Expect =>
  ({ world }) => ({ time: onset(world, mark, toleranceS) })
export const lasted =
  (from = 'onset', to?: string): Expect =>
  (asked) =>
    lasting(asked, from, to)
export const howBad =
  (services: readonly string[], who: string | null): Expect =>
  (asked) =>
    extent(asked, services, who)

type Sense = NonNullable<Expectation['verdict']>['sense']
export const verdict =
  (is: 'yes' | 'no', sense: Sense, ...words: readonly string[][]): Expect =>
  () => ({ verdict: { is, sense }, ...(words.length === 0 ? {} : { says: words.map((group) => [...group]) }) })
export const trouble = (...words: readonly string[][]): Expect => verdict('no', 'good', ...words)
export const healthy: Expect = () => ({ neverFirst: [ONLY_A_CAUSE], verdict: { is: 'yes', sense: 'good' } })
/** "Is X slow?" of something that is not. */
export const noTrouble: Expect = () => ({ neverFirst: [ONLY_A_CAUSE], verdict: { is: 'no', sense: 'bad' } })

const DENIALS =
  'did not|didn.t|no crash|not crash|healthy|not slow|no slower|unchanged|normal|no sign|not down|is up|is not|isn.t|not failing|no failed|none of|(?<![\\d.,])0 (?:of|failed|errors)|same version|no (?:errors?|restart|deploy|release)'
/** A question that presupposes what did not happen: it is said first that it did not. */
export const denied =
  (service: string): Expect =>
  () => ({
    saysFirst: [[service], [DENIALS]],
    neverFirst: [ONLY_A_CAUSE, `root cause: .?${service}`],
  })

export const declined =
  (how: (typeof DECLINES)[number], ...words: readonly string[]): Expect =>
  () => ({ decline: how, ...(words.length === 0 ? {} : { says: words.map((word) => [word]) }) })
export const words =
  (expectation: Expectation): Expect =>
  () =>
    expectation
