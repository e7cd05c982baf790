/**
 * Drawn questions whose answer has a shape: numbers by group, the first of a ranking, different values, rates, windows
 * that a second question moves. What is right is counted by plain loops over the rows of the system.
 */
import { type Random, seededRandom } from '../../scripts/demo/random.ts'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'

/** What a right answer has: numbers by name, a name that comes first, or one number. */
export type Shaped =
  | { readonly of: 'groups'; readonly fair: readonly ReadonlyMap<string, number>[] }
  | { readonly of: 'first'; readonly fair: readonly ReadonlyMap<string, number>[] }
  | { readonly of: 'number'; readonly fair: readonly number[]; readonly tolerance: number }

export interface DrawnShape {
  /** Asked in one thread; the last one is judged. */
  readonly asks: readonly string[]
  readonly expected: Shaped
  /** What has to be named where no number is given. */
  readonly names: readonly string[]
}

interface Thing {
  readonly words: readonly string[]
  readonly rows: readonly (LogRow | SpanRow)[]
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const GROUPS_MAX = 8
/** Keys whose values are ids, codes with keys of their own, or the same as the service. */
const NO_GROUP = /status|code|address|destination|route|target|http|url|version|instance|host|operation|rpc|method/i

const timeOf = (row: LogRow | SpanRow): number => ('timeMs' in row ? row.timeMs : row.startMs)

function thingsOf(world: World, fromMs: number, toMs: number): Thing[] {
  const isIn = (row: LogRow | SpanRow): boolean => timeOf(row) >= fromMs && timeOf(row) < toMs
  const logs = world.logs.filter(isIn)
  const requests = world.spans.filter((span) => span.isEntry && isIn(span))
  const all: Thing[] = [
    { words: ['log records', 'log lines'], rows: logs },
    { words: ['warnings'], rows: logs.filter(({ severity }) => severity === 'WARN') },
    { words: ['requests'], rows: requests },
    { words: ['failed requests'], rows: requests.filter(({ isFailed }) => isFailed) },
  ]
  return all.filter(({ rows }) => rows.length > 0)
}

/** Nouns that a key of few values goes by, such as "region" of `client.region`. */
function nounsOf({ rows }: Thing): Map<string, string> {
  const values = new Map<string, Set<string>>()
  let carried = 0
  for (const { attributes } of rows) {
    if (Object.keys(attributes).length > 0) carried++
    for (const [key, value] of Object.entries(attributes))
      values.set(key, (values.get(key) ?? new Set()).add(String(value)))
  }
  const nouns = new Map<string, string>()
  if (carried < rows.length / 2) return nouns
  for (const [key, held] of values) {
    const noun = /([a-z]+)(?:[._]id)?$/.exec(key)?.[1] ?? ''
    if (held.size > 1 && held.size <= GROUPS_MAX && !NO_GROUP.test(key) && noun.length > 3) nouns.set(noun, key)
  }
  return nouns
}

function countedBy(rows: Thing['rows'], keyOf: (row: LogRow | SpanRow) => string | undefined): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const name = keyOf(row)
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

const valueUnder =
  (key: string) =>
  ({ attributes }: LogRow | SpanRow): string | undefined =>
    attributes[key] === undefined ? undefined : String(attributes[key])

/** As many questions as asked for; the same for the same seed. */
export function drawnShapes(world: World, seed: number, count: number): DrawnShape[] {
  const random = seededRandom(seed, `${world.name} shapes`)
  const drawn: DrawnShape[] = []
  for (let tries = 0; tries < count * 20 && drawn.length < count; tries++) {
    const one = random.pick([byGroup, first, byFollowUp, different, rate, moved])(world, random)
    if (one !== null) drawn.push(one)
  }
  return drawn
}

interface Cut {
  readonly thing: Thing
  readonly noun: string
  readonly counts: ReadonlyMap<string, number>
}

function cutOf(world: World, random: Random): Cut | null {
  const thing = random.pick(thingsOf(world, world.endMs - HOUR_MS, world.endMs + 1))
  const nouns = [...nounsOf(thing), ['service', ''] as const]
  const [noun, key] = random.pick(nouns)
  const keyOf = noun === 'service' ? ({ service }: LogRow | SpanRow) => service : valueUnder(key)
  return { thing, noun, counts: countedBy(thing.rows, keyOf) }
}

function byGroup(world: World, random: Random): DrawnShape | null {
  const cut = cutOf(world, random)
  if (cut === null) return null
  const words = random.pick([
    '{things} by {noun}',
    '{things} per {noun}',
    'how many {things} by {noun}',
    'count of {things} grouped by {noun}',
  ])
  return {
    asks: [worded(words, cut, random)],
    expected: { of: 'groups', fair: [cut.counts] },
    names: [cut.noun],
  }
}

function first(world: World, random: Random): DrawnShape | null {
  const cut = cutOf(world, random)
  if (cut === null) return null
  const words = random.pick([
    'which {noun} has the most {things}?',
    'top 3 {noun}s by {things}',
    '{noun} with the most {things}',
  ])
  return { asks: [worded(words, cut, random)], expected: { of: 'first', fair: [cut.counts] }, names: [cut.noun] }
}

function byFollowUp(world: World, random: Random): DrawnShape | null {
  const cut = cutOf(world, random)
  if (cut === null) return null
  const words = random.pick(['by {noun}', 'split that by {noun}', 'and per {noun}?', 'break it down by {noun}'])
  return {
    asks: [worded('how many {things}?', cut, random), worded(words, cut, random)],
    expected: { of: 'groups', fair: [cut.counts] },
    names: [cut.noun],
  }
}

function different(world: World, random: Random): DrawnShape | null {
  const cut = cutOf(world, random)
  if (cut === null || cut.noun === 'service') return null
  const words = random.pick([
    'how many different {noun}s are there among {things}?',
    'number of distinct {noun}s of {things}',
  ])
  return {
    asks: [worded(words, cut, random)],
    expected: { of: 'number', fair: [cut.counts.size], tolerance: 0 },
    names: [cut.noun],
  }
}

function rate(world: World, random: Random): DrawnShape | null {
  const thing = random.pick(thingsOf(world, world.endMs - HOUR_MS, world.endMs + 1))
  const services = [...countedBy(thing.rows, ({ service }) => service)].filter(([, count]) => count > 20)
  if (services.length === 0) return null
  const [service] = random.pick(services)
  const rows = thing.rows.filter((row) => row.service === service)
  const isSpans = 'startMs' in (rows[0] ?? {})
  // Over the time that the service sent this signal, or over the hour.
  const times = (isSpans ? world.spans : world.logs)
    .filter((row) => row.service === service && timeOf(row) >= world.endMs - HOUR_MS)
    .map(timeOf)
  const sentMinutes = (Math.max(...times) - Math.min(...times)) / MINUTE_MS
  return {
    asks: [`${random.pick(thing.words)} per minute of ${service}`],
    expected: { of: 'number', fair: [rows.length / sentMinutes, rows.length / 60], tolerance: 0.02 },
    names: [service],
  }
}

/** "… between 14:00 and 14:10", "and ten minutes earlier?" */
function moved(world: World, random: Random): DrawnShape | null {
  const lengthMinutes = random.pick([5, 10, 15])
  const minute = Math.floor(world.endMs / MINUTE_MS) - 35 + Math.floor(random.next() * 15)
  const clock = (at: number): string => new Date(at * MINUTE_MS).toISOString().slice(11, 16)
  const { words, by } = random.pick([
    { words: 'and ten minutes later?', by: 10 },
    { words: 'same 10 minutes earlier', by: -10 },
    { words: 'and 5 minutes before that?', by: -5 },
  ])
  const from = minute + by
  const things = thingsOf(world, from * MINUTE_MS, (from + lengthMinutes) * MINUTE_MS)
  if (things.length === 0) return null
  const thing = random.pick(things)
  const asked = random.pick(thing.words)
  return {
    asks: [`how many ${asked} between ${clock(minute)} and ${clock(minute + lengthMinutes)}?`, words],
    expected: { of: 'number', fair: [thing.rows.length], tolerance: 0.004 },
    names: [asked],
  }
}

function worded(words: string, { thing, noun }: Cut, random: Random): string {
  return words.replaceAll('{noun}', noun).replace('{things}', random.pick(thing.words))
}

export type Verdict = 'ok' | 'asked back' | 'wrong'

/** Whether an answer has the numbers; a question back has to name what it is about. */
export function judged({ expected, names }: DrawnShape, answer: string): Verdict {
  const [head = ''] = answer.split('\n')
  const isAskedBack = !head.includes('**')
  if (isAskedBack)
    return names.some((name) => answer.toLowerCase().includes(name.toLowerCase())) || /no number/.test(answer)
      ? 'asked back'
      : 'wrong'
  if (expected.of === 'number') {
    const said = Number((/\*\*([\d,.]+)/.exec(head)?.[1] ?? '').replace(/,/g, ''))
    return expected.fair.some((fair) => Math.abs(said - fair) <= fair * expected.tolerance + 0.006 * Math.max(1, fair))
      ? 'ok'
      : 'wrong'
  }
  const lines = [...answer.matchAll(/^- `([^`]+)`: ([\d,]+)/gm)].map(
    ([, name = '', value = '']) => [name, Number(value.replace(/,/g, ''))] as const,
  )
  const isSaid = (fair: ReadonlyMap<string, number>): boolean => {
    if (expected.of === 'groups')
      return lines.length > 0 && lines.every(([name, value]) => name === '(none)' || near(fair.get(name), value))
    const most = Math.max(...fair.values())
    const name = /`([^`]+)`/.exec(head)?.[1] ?? ''
    return near(fair.get(name), most)
  }
  return expected.fair.some(isSaid) ? 'ok' : 'wrong'
}

/** Without rows a group counts none. */
function near(fair = 0, said: number): boolean {
  return Math.abs(fair - said) <= 0.004 * said
}
