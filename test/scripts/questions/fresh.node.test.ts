import { describe, expect, test } from 'vitest'
import { worded } from '../../../scripts/eval/questions/catalog/define.ts'
import { SYSTEMS } from '../../../scripts/eval/questions/catalog/systems.ts'
import { expectationSchema } from '../../../scripts/eval/questions/expectation.ts'
import { ROUNDS } from '../../../scripts/eval/questions/fresh/rounds.ts'
import * as t from '../../../scripts/eval/questions/fresh/truths.ts'
import type { LogRow, PointRow, SpanRow, World } from '../../../scripts/eval/questions/records.ts'

const END_MS = Date.parse('2026-11-22T06:40:00Z')
const SYSTEMS_OF_ROUNDS = Object.entries(ROUNDS).flatMap(([round, systems]) =>
  systems.map((system) => ({ round, name: system.name, system })),
)
/** Of rounds that were scored long ago every third is read, and sampled: their truths have been computed many times. */
const NEWEST = new Set(Object.keys(ROUNDS).slice(-3))
const ROUNDS_SAMPLED = 3
const SAMPLED = 12

const made = new Map<string, World>()
function worldOf(name: string, make: (endMs: number) => World): World {
  const world = made.get(name) ?? make(END_MS)
  made.set(name, world)
  return world
}

describe('fresh questions', () => {
  const read = SYSTEMS_OF_ROUNDS.filter(({ round }) => NEWEST.has(round) || Number(round) % ROUNDS_SAMPLED === 0)
  test.each(read)('of round $round to $name have truths of the documented format', ({ round, name, system }) => {
    const world = worldOf(name, system.make)
    const isSampled = !NEWEST.has(round)
    for (const [at, entry] of system.entries.entries()) {
      if (isSampled && at % SAMPLED > 0) continue
      expect(worded(world, entry.dev)).not.toMatch(/[{}]@|undefined|NaN/)
      const expected = expectationSchema.parse(entry.expect({ world, askedMs: END_MS + 30_000 }))
      for (const { value } of expected.numbers ?? []) expect(Number.isFinite(value), entry.dev).toBe(true)
      const patterns = [...(expected.says ?? []), ...(expected.saysFirst ?? []), expected.never ?? []].flat()
      for (const pattern of patterns) new RegExp(pattern, 'i')
    }
  })

  test('repeat no wording of the catalogue or of each other', () => {
    const seen = new Set(
      SYSTEMS.flatMap(({ entries, held }) => [...entries.map(({ dev }) => dev), ...Object.values(held)]),
    )
    const isShort = (wording: string) => wording.length < 16
    const repeated: string[] = []
    for (const { name, system } of SYSTEMS_OF_ROUNDS) {
      for (const { key, dev, thread } of system.entries) {
        if (thread === undefined && !isShort(dev) && seen.has(dev)) repeated.push(`${name} ${key}`)
        seen.add(dev)
      }
    }
    expect(repeated).toEqual([])
  })

  test.each(Object.keys(ROUNDS))('of round %s come in all classes and in a fair number', (round) => {
    const entries = (ROUNDS[Number(round)] ?? []).flatMap((system) => system.entries)
    expect(entries.length).toBeGreaterThanOrEqual(120)
    expect(new Set(entries.map((entry) => entry.class)).size).toBeGreaterThanOrEqual(30)
  })
})

describe('truths of fresh questions', () => {
  const common = { version: '1', instance: 'a-0', attributes: {} }
  const log = (timeMs: number, service: string, severity: LogRow['severity'], message: string): LogRow => ({
    ...{ ...common, timeMs, service, severity, message, body: message, isSeveritySent: true, traceId: '', spanId: '' },
  })
  const span = (startMs: number, durationMs: number, isFailed: boolean, isEntry = true, region = 'eu'): SpanRow => ({
    ...{ ...common, startMs, endMs: startMs + durationMs, isFailed, isEntry, service: 'web', name: 'GET /' },
    ...{ traceId: 't', spanId: 's', parentSpanId: '', kind: 'server', isError: isFailed, statusMessage: '' },
    attributes: { region },
  })
  const point = (timeMs: number, value: number): PointRow => ({
    ...{ ...common, timeMs, startMs: 0, service: 'web', name: 'depth', unit: '1', type: 'gauge', value, buckets: null },
  })
  const minute = 60_000
  const startMs = END_MS - 10 * minute
  const world: World = {
    ...{ name: 'small', startMs, endMs: END_MS, services: ['web', 'db'], names: {} },
    logs: [
      log(startMs + 1, 'web', 'ERROR', 'took 10 ms'),
      log(startMs + 2, 'db', 'WARN', 'took 30 ms'),
      log(END_MS - 1, 'web', 'INFO', 'took 20 ms'),
    ],
    spans: [
      span(startMs + 1, 10, true),
      span(startMs + 2, 20, false),
      span(startMs + 3, 30, false, false),
      span(END_MS - 5, 60, false, true, 'us'),
    ],
    points: [point(startMs, 4), point(startMs + minute, 9), point(END_MS - minute, 7)],
    marks: { onset: startMs + 5 * minute },
  }
  const asked = { world, askedMs: END_MS }
  const fair = (expectation: ReturnType<t.Expect>) => {
    const [one] = expectation.numbers ?? []
    return one === undefined ? [] : [one.value, ...(one.also ?? [])]
  }

  test.each<[string, t.Measure, number]>([
    ['requests leave out calls made', t.requests(t.any), 3],
    ['failed requests', t.failures(t.of('web')), 1],
    ['an excluded attribute', t.requests(t.not(t.has('region', 'us'))), 2],
    ['slower than', t.requests(t.longer(15)), 2],
    ['a share of requests', t.share(t.any, t.has('region', 'us')), 100 / 3],
    ['a share of lines', t.logShare(t.of('web')), 50],
    ['the mean duration', t.took(t.any, 'mean'), 30],
    ['the median duration', t.took(t.any, 0.5), 20],
    ['the longest', t.took(t.any, 'max'), 60],
    ['numbers that lines state', t.stated(/took (\d+) ms/, 'sum'), 60],
    ['the same of one service', t.stated(/took (\d+) ms/, 'mean', t.of('web')), 15],
    ['the last value of a metric', t.metric('web', 'depth', 'last'), 7],
    ['the rise of a metric', t.metric('web', 'depth', 'rise'), 3],
    ['per second', t.perSecond(t.requests(t.any)), 3 / 600],
    ['different values', t.differentOf(t.any, 'region'), 2],
    ['different texts of lines', t.differentTexts(/took (\d)0 ms/), 3],
  ])('%s', (_name, measure, expected) => {
    expect(measure(world, { fromMs: startMs, toMs: END_MS })).toBeCloseTo(expected, 9)
  })

  test('errors are error records or failed requests', () => {
    expect(fair(t.count(t.anytime, ...t.errors(t.of('web')))(asked))).toEqual([1, 1, 1, 1])
  })

  test('a time before, since and between marks', () => {
    const all = t.logs(t.any)
    expect(fair(t.count(t.before('onset'), all)(asked))).toEqual([2])
    expect(fair(t.count(t.since('onset'), all)(asked))).toEqual([1])
    expect(fair(t.count(t.during(['start', 0], ['onset', 0]), all)(asked))).toEqual([2, 2])
    expect(fair(t.count(t.last(1), all)(asked))).toEqual([1])
  })

  test('the last minutes span what may count as now', () => {
    const [one] = t.count(t.last(1), t.logs(t.any))({ world, askedMs: END_MS + 2 * minute }).numbers ?? []
    expect(one).toMatchObject({ value: 0.5, tolerance: 1 })
  })

  test('windows around a mark begin with the moment itself or with the minute it is in', () => {
    const late = { world: { ...world, marks: { onset: startMs + 5 * minute + 20_000 } }, askedMs: END_MS }
    const lengths = (when: t.When) => when(late).map(([window]) => [window?.fromMs, window?.toMs])
    const exactMs = startMs + 5 * minute + 20_000
    expect(lengths(t.after('onset', 2))).toEqual([
      [exactMs, exactMs + 2 * minute],
      [startMs + 5 * minute, startMs + 7 * minute],
    ])
    expect(lengths(t.ahead('onset', 2))).toEqual([
      [exactMs - 2 * minute, exactMs],
      [startMs + 3 * minute, startMs + 5 * minute],
    ])
  })

  test('the last minutes can be moved back', () => {
    expect(fair(t.count(t.earlier(1, 9), t.logs(t.any))(asked))).toEqual([1])
    expect(fair(t.count(t.earlier(1, 5), t.logs(t.any))(asked))).toEqual([0])
  })

  test('two windows give two numbers, groups one for each name', () => {
    const two = t.compared('count', t.logs(t.any), t.before('onset'), t.since('onset'))(asked)
    expect(two.numbers?.map(({ value }) => value)).toEqual([2, 1])
    const byRegion = { eu: t.requests(t.has('region', 'eu')), us: t.requests(t.has('region', 'us')) }
    const { groups } = t.groups('count', t.anytime, byRegion)(asked)
    expect([groups?.['eu']?.value, groups?.['us']?.value]).toEqual([2, 1])
  })
})
