/** A thing as it was said, measured by what tells of it: a metric, requests, lines, or the few lines of an event. */
import type { AgentContext } from '../contract.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import type { Plan, PlanOf, PlanTime } from '../questions/plan/plan.ts'
import { dayUpTo, iso } from '../questions/reader/when.ts'
import { lemmaOf, stemOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'

type MeasurePlan = PlanOf<'measure'>
type Read = (question: string) => Promise<Reading>
export interface Found {
  readonly plan: MeasurePlan
  readonly notes: readonly string[]
}

const HOUR_MS = 3_600_000

/** The last hour that has telemetry, which a question about all there is goes on from. */
export function hourOf({ lastMs }: Catalogue): PlanTime {
  const toMs = (lastMs ?? 0) + 1
  return { from: iso(toMs - HOUR_MS), to: iso(toMs), basis: 'inherited' }
}

/** What is told of the thing by itself: its metric, its requests, or its lines; null where nothing is. */
export async function thingOf(
  ctx: AgentContext,
  catalogue: Catalogue,
  thing: string,
  read: Read,
): Promise<Found | null> {
  return (
    metricCalled(thing, catalogue) ??
    (await countedThing(ctx, catalogue, thing, read)) ??
    linesOf(ctx, catalogue, thing)
  )
}

/** A thing whose moments are asked for: lines tell them exactly, and a metric only where no line tells of it. */
export async function momentThingOf(
  ctx: AgentContext,
  catalogue: Catalogue,
  thing: string,
  read: Read,
): Promise<Found | null> {
  const isNamed = /[._]/.test(thing)
  return (
    (isNamed ? metricCalled(thing, catalogue) : null) ??
    (await countedThing(ctx, catalogue, thing, read)) ??
    (await linesOf(ctx, catalogue, thing)) ??
    metricCalled(thing, catalogue)
  )
}

async function countedThing(ctx: AgentContext, catalogue: Catalogue, thing: string, read: Read): Promise<Found | null> {
  for (const said of formsOf(thing, catalogue)) {
    const found = measured(await read(`how many ${said}`), said)
    if (found !== null && (await isSeen(ctx, catalogue, found.plan))) return found
    const gauge = measured(await read(`what is the ${said} now`), said)
    if (gauge?.plan.measure.of === 'metric') return gauge
  }
  return null
}

const KIND = /^(?:the|metric|gauge|counter|values?|numbers?|of|in|on)$/

/** The only metric in whose name all words of the thing stand, beside the service that sends it. */
function metricCalled(thing: string, catalogue: Catalogue): Found | null {
  const service = catalogue.services.find(({ name }) => thing.split(' ').includes(name.toLowerCase()))?.name
  const words = thing.split(' ').filter((word) => word !== service?.toLowerCase() && !KIND.test(word))
  const stems = words.map(stemOf)
  const found = catalogue.metrics.filter(({ name, type }) => {
    if (type !== 'gauge' && type !== 'sum') return false
    const written = name.toLowerCase().split(/[._/-]+/)
    const parts = written.map(stemOf)
    const isJoined = words.length > 1 && parts.includes(stemOf(words.join('')))
    const isSaid = (stem: string, at: number): boolean =>
      parts.includes(stem) || written.some((part) => isBeginning(words[at] ?? '', part))
    return name.toLowerCase() === words.join(' ') || isJoined || stems.every(isSaid)
  })
  const [metric, more] = [...new Set(found.map(({ name }) => name))]
  if (metric === undefined || more !== undefined || words.length === 0) return null
  const conditions: Plan['conditions'] = service === undefined ? [] : [{ on: 'service', values: [service] }]
  const measure = { of: 'metric' as const, metric, statistic: 'mean' as const }
  return { plan: plainMeasure({ measure, conditions, time: hourOf(catalogue) }), notes: [] }
}

const REQUESTS = / (?:attempts|requests|calls|traffic|volume|load|throughput)$/
const PLACE = /^(.{3,60}?) (?:on|at|in|from|of|by) (?:the |our )?([a-z]{3,20})$/

/** As it was said; as its requests; of the service that is named in it, or that is called after its place. */
function formsOf(thing: string, { services, metrics }: Catalogue): string[] {
  const bare = thing
    .replace(/[,;:()]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const words = bare.split(' ')
  const requests = REQUESTS.test(bare) ? [bare.replace(REQUESTS, ' requests')] : []
  const name = words.find((word) => services.some((one) => one.name.toLowerCase() === word))
  const others = words.filter((word) => word !== name && !/^(?:in|of|on|at|from|by)$/.test(word))
  const owned = name === undefined || others.length === 0 ? [] : [`${others.join(' ')} of ${name}`]
  const [, what = '', place = ''] = PLACE.exec(bare) ?? []
  const [only, second] = services.filter((one) => one.name.toLowerCase().split(/[-_.]/).includes(lemmaOf(place)))
  const placed = only === undefined || second !== undefined ? [] : [`${what} of ${only.name}`]
  const parts = new Set(metrics.flatMap((one) => one.name.toLowerCase().split(/[._/-]+/)))
  const joined = words.slice(1).flatMap((word, at) => {
    const one = `${words[at]}${word}`
    return parts.has(one) ? [[...words.slice(0, at), one, ...words.slice(at + 2)].join(' ')] : []
  })
  return [...new Set([...requests, ...placed, bare, ...owned, ...joined])]
}

/** Lines that are no warnings are others than those that were meant. */
const OTHER_LEVEL = /are sent as \w+ lines, not as/
const ALL =
  /^(?:all )?(?:the )?(?:traffic|load|requests?|calls?|(?:warnings?|errors?|requests?) (?:of|in|on|from|by) \S+)$/

/** One number of the thing, and nothing left out. */
function measured({ plans: [plan, more], leftOut, relation, notes }: Reading, said: string): Found | null {
  if (plan?.intent !== 'measure' || more !== undefined || leftOut.length > 0 || relation !== 'new') return null
  if (notes.some((note) => OTHER_LEVEL.test(note))) return null
  const { measure, conditions, groupBy, against } = plan
  if (groupBy.length > 0 || against !== null || !/^(?:records|requests|spans|metric)$/.test(measure.of)) return null
  const isOfThing =
    measure.of === 'metric' || conditions.some(({ on }) => on !== 'service' && on !== 'severity') || ALL.test(said)
  return isOfThing ? { plan, notes } : null
}

async function isSeen(ctx: AgentContext, catalogue: Catalogue, plan: MeasurePlan): Promise<boolean> {
  return plan.measure.of === 'metric' || (await countOfDay(ctx, catalogue, plan)) > 0
}

function countOfDay(ctx: AgentContext, catalogue: Catalogue, plan: MeasurePlan): Promise<number> {
  const time = dayUpTo(Date.parse(plan.time.to), catalogue.firstMs ?? Date.parse(plan.time.from))
  return countOf(ctx, catalogue, plainMeasure({ ...plan, time, isYesNo: false }))
}

const LEVELS: readonly (readonly [RegExp, 'warn' | 'error'])[] = [
  [/^(?:warnings?|warns?)$/, 'warn'],
  [/^(?:errors?|errs?)$/, 'error'],
]
const SMALL =
  /^(?:the|our|a|an|of|on|for|in|at|to|from|by|with|and|messages?|lines?|logs?|entries|did|do|does|is|are|was|were)$/

/** Lines that say all words of the thing: their kinds by words, or beginnings of words; else as they stand in the text. */
async function linesOf(ctx: AgentContext, catalogue: Catalogue, thing: string): Promise<Found | null> {
  const conditions: Plan['conditions'] = []
  const words: string[] = []
  for (const word of thing.replace(/[,;:()]+/g, ' ').split(/\s+/)) {
    const level = LEVELS.find(([form]) => form.test(word))?.[1]
    const service = catalogue.services.find(({ name }) => name.toLowerCase() === word)?.name
    if (level !== undefined) conditions.push({ on: 'severity', is: level, orWorse: level === 'error' })
    else if (service !== undefined) conditions.push({ on: 'service', values: [service] })
    else if (!SMALL.test(word) && word.length > 1) words.push(word)
  }
  if (words.length === 0) return null
  const said = words.join(' ')
  const known = words.filter((word) => kindsSaying([word], catalogue).length > 0)
  const others = words.filter((word) => !known.includes(word))
  const ids = known.length === 0 ? [] : kindsSaying(known, catalogue)
  const kinds: Plan['conditions'] = [
    ...(ids.length === 0 ? [] : [{ on: 'templates' as const, words: known.join(' ').slice(0, 200), ids, phrases: [] }]),
    ...(others.length === 0 ? [] : [{ on: 'text' as const, text: others.join(' '), mode: 'all' as const }]),
  ]
  for (const way of [
    [{ on: 'text' as const, text: said, mode: 'all' as const }],
    ...(ids.length === 0 ? [] : [kinds]),
  ]) {
    const all = [...conditions, ...way]
    const plan = plainMeasure({ measure: { of: 'records' }, conditions: all, time: hourOf(catalogue) })
    if (await isSeen(ctx, catalogue, plan)) return { plan, notes: [] }
  }
  return null
}

const BEGINNING_MIN = 4

/** "Cert" of certificate. */
function isBeginning(said: string, word: string): boolean {
  return said.length >= BEGINNING_MIN && word.startsWith(said)
}

/** The kinds of lines that have each word, in any of its forms or as the beginning of a longer one. */
function kindsSaying(words: readonly string[], { templates }: Catalogue): string[] {
  const stems = words.map(stemOf)
  return templates
    .filter(({ tokens }) =>
      stems.every((stem, at) =>
        tokens.some((token) => {
          return stemOf(token) === stem || isBeginning(words[at] ?? '', token)
        }),
      ),
    )
    .map(({ id }) => id)
}

/** Words that say no more than that something happened. */
const EVENT_NOUN =
  /^(?:jobs?|events?|run|thing|changes?|reload|start|move|switch|rotation|work|maintenance|rollover|swap|update)$/
const EVENT_LINES_MAX = 40

/** The few lines that tell of an event by its words, or by those of them that are no mere "change" or "switch". */
export async function eventOf(ctx: AgentContext, catalogue: Catalogue, said: string): Promise<Found | null> {
  const words = said.split(' ').filter((word) => word.length >= 2 && !SMALL.test(word))
  const named = words.filter((word) => !EVENT_NOUN.test(word))
  for (const some of named.length === words.length ? [words] : [words, named]) {
    if (some.length === 0) continue
    const found = await linesOf(ctx, catalogue, some.join(' '))
    const count = found === null ? 0 : await countOfDay(ctx, catalogue, found.plan)
    if (found !== null && count > 0 && count <= EVENT_LINES_MAX) return found
  }
  return null
}
