/** What the questions to the build farm count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, PointRow, SpanRow, World } from '../../records.ts'
import { distinct, logsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gate = t.of('gate')
export const hookd = t.of('hookd')
export const conductor = t.of('conductor')
export const cache = t.of('cachebox')
export const store = t.of('artifact-store')
export const checks = t.of('checks-out')

/** What a line of JSON or logfmt has under a key. */
function inLine({ body }: LogRow, key: string): string | undefined {
  if (body.startsWith('{')) {
    const value: unknown = JSON.parse(body)[key]
    return value === undefined ? undefined : String(value)
  }
  const found = new RegExp(`(?:^|\\s)${key}=(?:"((?:[^"\\\\]|\\\\.)*)"|(\\S+))`).exec(body)
  return found?.[1] ?? found?.[2]
}
export const field =
  (key: string, ...values: (string | number)[]): t.Where<LogRow> =>
  (log) => {
    const value = inLine(log, key)
    return value !== undefined && values.map(String).includes(value)
  }
export const event =
  (...names: string[]): t.Where<LogRow> =>
  (log) =>
    names.includes(log.message)

/** A line of the gateway by its code, and by how its path begins. */
export const code = (...codes: number[]): t.Where<LogRow> =>
  t.all<LogRow>(gate, t.says(new RegExp(`" (?:${codes.join('|')}) \\d+ "`)))
export const path = (start: string): t.Where<LogRow> => t.all<LogRow>(gate, t.says(new RegExp(`"[A-Z]+ ${start}`)))
export const serverErrors: t.Where<LogRow> = t.all<LogRow>(gate, t.says(/" 5\d\d \d+ "/))

export const org = (...names: string[]) => t.has('org', ...names)
export const repo = (...names: string[]) => t.has('repo', ...names)
export const pool = (...names: string[]) => t.has('pool', ...names)
export const forge = (...names: string[]) => t.has('forge', ...names)
export const client = (...names: string[]) => t.has('client', ...names)
export const result = (...names: string[]) => t.has('result', ...names)
export const resp = (...codes: number[]) => t.has('resp_code', ...codes)
export const POOLS = ['linux-small', 'linux-large', 'mac']
export const FORGES = ['github', 'gitlab', 'gitea']

const step = (service: t.Where, name: string) => t.all<SpanRow>(service, t.named(name))
export const pushing = step(hookd, 'POST /push')
export const planning = step(conductor, 'POST /pipelines')
export const finishing = step(conductor, 'POST /jobs/{id}/finish')
export const retrying = step(conductor, 'POST /jobs/{id}/retry')
export const uploading = step(store, 'PUT /artifacts')

export const noSpace = t.says(/no space left on device/)
export const unfinished = t.says(/^job cannot be finished/)
export const finished = t.says(/^job finished/)
export const invalid = t.says(/^pipeline file is invalid/)
const exited = t.says(/failed with exit code/)
const lost = t.says(/^job \S+ lost after/)
const passed = t.says(/^job \S+ passed after/)
const failedTests = t.says(/^job \S+ failed after/)

const LOST_JOB = /^job (J-\d+) lost after/
/** Jobs that were run in vain: each run, or each job once. */
export const LOST = [
  t.logs(lost),
  t.failures(finishing),
  t.logs(unfinished),
  t.logs(event('minutes_waived')),
  t.differentTexts(LOST_JOB),
]
export const LOST_ONCE = [t.differentTexts(LOST_JOB)]
export const PASSED = [
  t.logs(passed),
  t.logs(t.all(finished, field('result', 'passed'))),
  t.requests(t.all(finishing, result('passed'), resp(200))),
]
export const FAILED_TESTS = [
  t.logs(failedTests),
  t.logs(t.all(finished, field('result', 'failed'))),
  t.requests(t.all(finishing, result('failed'), resp(200))),
  t.logs(exited),
]

/** The lines of the gateway with a code. */
export const atGate = (...codes: number[]) => [t.logs(code(...codes))]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of logsOf(world, where, window)) sum += Number(inLine(log, key) ?? 0)
    return sum
  }
/** Numbers that lines state under a key: their mean, or a percentile. */
export const statedUnder =
  (where: t.Where<LogRow>, key: string, what: 'mean' | 'max' | number): t.Measure =>
  (world, window) => {
    const values = logsOf(world, where, window)
      .map((log) => Number(inLine(log, key)))
      .sort((a, b) => a - b)
    if (what === 'max') return values.at(-1) ?? 0
    if (what === 'mean') return values.reduce((sum, one) => sum + one, 0) / values.length
    return values[Math.max(0, Math.ceil(what * values.length) - 1)] ?? 0
  }
export const differentUnder =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    distinct(logsOf(world, where, window).map((log) => inLine(log, key)))
/** A part of the lines, in percent. */
export const part =
  (some: t.Where<LogRow>, whole: t.Where<LogRow>): t.Measure =>
  (world, window) =>
    (100 * logsOf(world, some, window).length) / Math.max(1, logsOf(world, whole, window).length)

export const linesBy = (where: t.Where<LogRow>, key: string) =>
  t.topOf(
    (world: World) => logsOf(world, where),
    (row) => inLine(row as LogRow, key) ?? '',
  )

export const labelled = (key: string, value: string) => (point: PointRow) => point.attributes[key] === value

/** From the onset to the recovery, to the second or to the minute. */
export const incident: t.When = (asked) => {
  const { onset = 0, recovery = 0 } = asked.world.marks
  const exact = [{ fromMs: onset, toMs: recovery }]
  return [exact, ...t.during(['onset', 0], ['recovery', 1])(asked), ...t.during(['onset', 0], ['recovery', 0])(asked)]
}

/** How bad it was: failed requests, their share, lost jobs, those who met it. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, conductor, store, finishing, uploading]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one as t.Where<SpanRow>), t.share(one as t.Where<SpanRow>)]),
    ...LOST,
    t.logs(event('given_up')),
    t.logs(serverErrors),
    part(serverErrors, gate),
    t.differentOf(t.all(finishing, t.failed), 'org'),
    t.differentOf(t.all(finishing, t.failed), 'repo'),
  ]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), incident], measures)
}
