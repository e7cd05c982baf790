/**
 * "Stale cache warnings, normal or not?", "is the settlement warning new?", "did the failover do it?": the thing is read by
 * itself as lines, requests or a metric, and its course is held against its own past, the incident, or another thing.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import { type CourseAsked, isOfEvents, type Plan, type PlanOf, type PlanTime } from '../questions/plan/plan.ts'
import { type BeginningAsked, beginningAsked, courseAsked, type ThingCourse } from '../questions/reader/course-asked.ts'
import { momentOf } from '../questions/reader/effect-asked.ts'
import { countedOf } from '../questions/reader/move-base.ts'
import { dayUpTo, iso } from '../questions/reader/when.ts'
import { cleaned, lemmaOf, stemOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'
import { settled, type Turn } from './effect-turns.ts'

type MeasurePlan = PlanOf<'measure'>
type Read = (question: string) => Promise<Reading>
interface Found {
  readonly plan: MeasurePlan
  readonly notes: readonly string[]
}

const HOUR_MS = 3_600_000

/** The reading of such a question; as it was read where it is none, or where nothing tells of the thing. */
export async function courseQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  own: Reading,
  { previous }: Turn,
  read: Read,
): Promise<Reading> {
  if (own.language !== 'en' || own.remark !== undefined || catalogue.lastMs === null) return own
  const text = cleaned(question)
  const beginning = beginningAsked(text)
  const held = beginning === null ? null : await beginningOf(ctx, catalogue, own, beginning, read)
  if (held !== null) return held
  const asked = courseAsked(text)
  if (asked === null || isToldSo(own)) return own
  if (asked.thing === '') {
    const base = previous === undefined ? null : countedOf(previous.plan)
    if (base === null || asked.asks !== 'new' || !isOfEvents(base)) return own
    return settled(own, [withCourse(base, catalogue, { asks: 'new' })], [], 'follow_up')
  }
  const service = serviceCalled(asked.thing, catalogue)
  if (service !== null) return asked.asks === 'fed' ? healthOf(service, own, read) : own
  if (asked.asks === 'fed') return own
  return (await pastOf(ctx, catalogue, own, { ...asked, asks: asked.asks }, read)) ?? own
}

/** A metric, or a service, against its own past is told already. */
function isToldSo({ plans: [plan, more], leftOut }: Reading): boolean {
  if (plan === undefined || more !== undefined || leftOut.length > 0) return false
  return plan.intent === 'anomaly' || plan.intent === 'health' || plan.intent === 'delivery'
}

function serviceCalled(thing: string, { services }: Catalogue): string | null {
  const bare = plain(thing.replace(/ (?:healthy|ok|okay|fine|good|alright|well|up|service)$/, ''))
  return services.find(({ name }) => plain(name) === bare)?.name ?? null
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Whether a service has enough to do is told with how it is. */
async function healthOf(service: string, own: Reading, read: Read): Promise<Reading> {
  const reading = await read(`is ${service} healthy?`)
  const [plan, more] = reading.plans
  return plan?.intent === 'health' && more === undefined ? settled(own, [plan], reading.notes, 'new') : own
}

type PastAsked = ThingCourse & { readonly asks: Exclude<ThingCourse['asks'], 'fed'> }

async function pastOf(
  ctx: AgentContext,
  catalogue: Catalogue,
  own: Reading,
  { thing, asks, isEither }: PastAsked,
  read: Read,
): Promise<Reading | null> {
  const found = await thingOf(ctx, catalogue, thing, read)
  if (found === null) return null
  const { measure, conditions } = found.plan
  if (measure.of === 'metric' && (asks === 'usual' || asks === 'part')) {
    const time = hourOf(catalogue)
    const plan: Plan = {
      intent: 'anomaly',
      subject: { of: 'metric', metric: measure.metric },
      conditions,
      time,
      isNormalAsked: true,
    }
    return settled(own, [plan], found.notes, 'new')
  }
  const course: CourseAsked = { asks, ...(isEither ? { isEither } : {}) }
  return settled(own, [withCourse(found.plan, catalogue, course)], found.notes, 'new')
}

function withCourse(plan: MeasurePlan, catalogue: Catalogue, course: CourseAsked): MeasurePlan {
  const { measure, conditions } = plan
  const { anchor: _, anchorSide: __, anchorLengthMs: ___, anchorService: ____, ...time } = plan.time
  const isAsked = time.basis === 'asked'
  return plainMeasure({
    measure: courseMeasure(measure, catalogue),
    conditions,
    time: isAsked ? time : hourOf(catalogue),
    course,
  })
}

/** Of a gauge the mean of each step, of a counter what it gains in a minute. */
function courseMeasure(measure: MeasurePlan['measure'], { metrics }: Catalogue): MeasurePlan['measure'] {
  if (measure.of !== 'metric') return measure
  const type = metrics.find(({ name }) => name === measure.metric)?.type
  if (type === 'sum') return { of: 'metric', metric: measure.metric, statistic: 'rate', per: 'minute' }
  return { of: 'metric', metric: measure.metric, statistic: 'mean' }
}

function hourOf({ lastMs }: Catalogue): PlanTime {
  const toMs = (lastMs ?? 0) + 1
  return { from: iso(toMs - HOUR_MS), to: iso(toMs), basis: 'inherited' }
}

/** What is told of the thing by itself: its metric, its requests, or its lines; null where nothing is. */
async function thingOf(ctx: AgentContext, catalogue: Catalogue, thing: string, read: Read): Promise<Found | null> {
  const level = metricCalled(thing, catalogue)
  if (level !== null) return level
  for (const said of formsOf(thing, catalogue)) {
    const found = measured(await read(`how many ${said}`), said)
    if (found !== null && (await isSeen(ctx, catalogue, found.plan))) return found
    const gauge = measured(await read(`what is the ${said} now`), said)
    if (gauge?.plan.measure.of === 'metric') return gauge
  }
  return linesOf(ctx, catalogue, thing)
}

const KIND = /^(?:the|metric|gauge|counter|values?|numbers?|of|in|on)$/

/** The only metric in whose name all words of the thing stand, beside the service that sends it. */
function metricCalled(thing: string, catalogue: Catalogue): Found | null {
  const service = catalogue.services.find(({ name }) => thing.split(' ').includes(name.toLowerCase()))?.name
  const words = thing.split(' ').filter((word) => word !== service?.toLowerCase() && !KIND.test(word))
  const stems = words.map(stemOf)
  const whole = stems.join('')
  const found = catalogue.metrics.filter(({ name, type }) => {
    if (type !== 'gauge' && type !== 'sum') return false
    if (name.toLowerCase() === words.join(' ')) return true
    const parts = name
      .toLowerCase()
      .split(/[._/-]+/)
      .map(stemOf)
    return stems.every((stem) => parts.includes(stem)) || (words.length > 1 && parts.some((part) => part === whole))
  })
  const names = [...new Set(found.map(({ name }) => name))]
  const [metric] = names
  if (metric === undefined || names.length > 1 || words.length === 0) return null
  const conditions: Plan['conditions'] = service === undefined ? [] : [{ on: 'service', values: [service] }]
  return {
    plan: plainMeasure({ measure: { of: 'metric', metric, statistic: 'mean' }, conditions, time: hourOf(catalogue) }),
    notes: [],
  }
}

const REQUESTS = / (?:attempts|requests|calls|traffic|volume|load|throughput)$/

/** As it was said; as the requests of it; with the service behind or in front, or one called after the place, as whose it is. */
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
  const [, what, place] = /^(.{3,60}?) (?:on|at|in|from|of|by) (?:the |our )?([a-z]{3,20})$/.exec(bare) ?? []
  const placed = services.filter((one) =>
    one.name
      .toLowerCase()
      .split(/[-_.]/)
      .includes(lemmaOf(place ?? '')),
  )
  const [only, second] = placed
  const ofPlace = only === undefined || second !== undefined ? [] : [`${what} of ${only.name}`]
  const parts = new Set(metrics.flatMap((one) => one.name.toLowerCase().split(/[._/-]+/)))
  const joined = words.flatMap((word, at) => {
    const one = `${word}${words[at + 1] ?? ''}`
    return at + 1 < words.length && parts.has(one)
      ? [[...words.slice(0, at), one, ...words.slice(at + 2)].join(' ')]
      : []
  })
  return [...new Set([...requests, ...ofPlace, bare, ...owned, ...joined])]
}

const LEVELS: readonly (readonly [RegExp, 'warn' | 'error'])[] = [
  [/^(?:warnings?|warns?)$/, 'warn'],
  [/^(?:errors?|errs?)$/, 'error'],
]
const SMALL =
  /^(?:the|our|a|an|of|on|for|in|at|to|from|by|with|and|messages?|lines?|logs?|entries|did|do|does|is|are|was|were)$/

/** Lines that say all words of the thing as they are; null where there are none. */
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
  conditions.push({ on: 'text', text: words.join(' '), mode: 'all' })
  const plan = plainMeasure({ measure: { of: 'records' }, conditions, time: hourOf(catalogue) })
  return (await isSeen(ctx, catalogue, plan)) ? { plan, notes: [] } : null
}

/** Lines that are no warnings are others than those that were meant. */
const OTHER_LEVEL = /are sent as \w+ lines, not as/

/** One number of the thing, and nothing left out. */
function measured({ plans: [plan, more], leftOut, relation, notes }: Reading, said: string): Found | null {
  if (plan?.intent !== 'measure' || more !== undefined || leftOut.length > 0 || relation !== 'new') return null
  if (notes.some((note) => OTHER_LEVEL.test(note))) return null
  const { measure, conditions, groupBy, against } = plan
  if (groupBy.length > 0 || against !== null || !/^(?:records|requests|spans|metric)$/.test(measure.of)) return null
  const isOfThing =
    measure.of === 'metric' || conditions.some(({ on }) => on !== 'service' && on !== 'severity') || isAll(said)
  return isOfThing ? { plan, notes } : null
}

function isAll(said: string): boolean {
  return /^(?:all )?(?:the )?(?:traffic|load|requests?|calls?|(?:warnings?|errors?|requests?) (?:of|in|on|from|by) \S+)$/.test(
    said,
  )
}

async function isSeen(ctx: AgentContext, catalogue: Catalogue, plan: MeasurePlan): Promise<boolean> {
  if (plan.measure.of === 'metric') return true
  const time = dayUpTo(Date.parse(plan.time.to), catalogue.firstMs ?? Date.parse(plan.time.from))
  return (await countOf(ctx, catalogue, plainMeasure({ ...plan, time, isYesNo: false }))) > 0
}

/** Whether the thing began before what it is held against; null where it is told otherwise, or nothing tells of it. */
async function beginningOf(
  ctx: AgentContext,
  catalogue: Catalogue,
  own: Reading,
  asked: BeginningAsked,
  read: Read,
): Promise<Reading | null> {
  // Whether a release or a restart is to blame is told of the service it is of.
  if (isOfRollout(asked.thing) || isOfRollout(asked.other)) return null
  const isBlame = own.plans.length === 1 && own.leftOut.length === 0 && own.plans[0]?.intent === 'cause'
  if (isBlame && own.plans[0]?.intent === 'cause' && own.plans[0].aspect === 'deployment') return null
  const service = serviceCalled(asked.thing, catalogue)
  if (service !== null) return asked.asks === 'cause' ? blameOf(service, own, read) : null
  const found = (await thingOf(ctx, catalogue, asked.thing, read)) ?? (await eventOf(ctx, catalogue, asked.thing))
  if (found === null) return null
  const other = asked.other === '' ? null : await thingOf(ctx, catalogue, asked.other, read)
  const notes = asked.other === '' || other !== null ? [] : [`I took "${asked.other}" as the incident.`]
  const course: CourseAsked = {
    asks: asked.asks,
    ...(other === null
      ? {}
      : { other: { said: asked.other.slice(0, 100), measure: other.plan.measure, conditions: other.plan.conditions } }),
  }
  return settled(own, [withCourse(found.plan, catalogue, course)], [...found.notes, ...notes], 'new')
}

function isOfRollout(said: string): boolean {
  const kind = momentOf(said)?.kind
  const isSaid = /\b(?:releases?|deploy\w*|rollouts?|upgrades?|versions?|restarts?|v?\d+\.\d+(?:\.\d+)?)\b/.test(said)
  return isSaid || kind === 'release' || kind === 'restart'
}

async function blameOf(service: string, own: Reading, read: Read): Promise<Reading | null> {
  if (own.plans.length === 1 && own.plans[0]?.intent === 'cause' && own.leftOut.length === 0) return null
  const reading = await read(`is ${service} the cause?`)
  const [plan, more] = reading.plans
  return plan?.intent === 'cause' && more === undefined ? settled(own, [plan], reading.notes, 'new') : null
}

/** Words that say no more than that something happened. */
const EVENT_NOUN =
  /^(?:the|our|a|an|of|on|for|in|at|to|from|by|with|and|job|jobs|event|run|thing|change|changes|reload|start|move|switch|rotation|work|maintenance)$/
const EVENT_LINES_MAX = 40

/** Lines that say all words of an event that are said at all; null where these are none, or everyday ones. */
async function eventOf(ctx: AgentContext, catalogue: Catalogue, said: string): Promise<Found | null> {
  const words = said
    .split(' ')
    .filter((word) => word.length >= 2 && !/^(?:the|our|a|an|of|on|for|in|at|to|from|by|with|and)$/.test(word))
  const named = words.filter((word) => !EVENT_NOUN.test(word))
  for (const some of [words, named]) {
    if (some.length === 0 || (some === named && named.length === words.length)) continue
    const plan = plainMeasure({
      measure: { of: 'records' },
      conditions: [{ on: 'text', text: some.join(' '), mode: 'all' }],
      time: hourOf(catalogue),
    })
    const time = dayUpTo(ctx.askedAtMs, catalogue.firstMs ?? ctx.askedAtMs)
    const found = await execute(ctx, catalogue, { ...plan, time })
    const count = found.kind === 'measure' ? (found.value ?? 0) : 0
    if (count > 0 && count <= EVENT_LINES_MAX) return { plan, notes: [] }
  }
  return null
}
