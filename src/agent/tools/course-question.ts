/**
 * "Stale cache warnings, normal or not?", "is the settlement warning new?", "did the failover do it?": the thing is read by
 * itself as lines, requests or a metric, and its course is held against its own past, the incident, or another thing.
 */
import type { AgentContext } from '../contract.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import { type CourseAsked, isOfEvents, type Plan, type PlanOf } from '../questions/plan/plan.ts'
import { type BeginningAsked, beginningAsked } from '../questions/reader/beginning-asked.ts'
import { courseAsked, type ThingCourse } from '../questions/reader/course-asked.ts'
import { momentOf } from '../questions/reader/effect-asked.ts'
import { countedOf } from '../questions/reader/move-base.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { settled, type Turn } from './effect-turns.ts'
import { eventOf, hourOf, momentThingOf, thingOf } from './thing-measured.ts'

type MeasurePlan = PlanOf<'measure'>
type Read = (question: string) => Promise<Reading>

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

/** A metric, or a service, against its own past is told already, and so is a level with its limit. */
function isToldSo({ plans, leftOut }: Reading): boolean {
  const [plan, more] = plans
  if (plans.some((one) => one.intent === 'measure' && one.measure.of === 'metric' && one.measure.limit !== undefined))
    return true
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
  { thing, asks, isEither, isOfMoment }: PastAsked,
  read: Read,
): Promise<Reading | null> {
  const found = await thingOf(ctx, catalogue, thing, read)
  if (found === null) return null
  const { measure, conditions } = found.plan
  if (measure.of === 'metric' && !isOfMoment && asks !== 'new') {
    const plan: Plan = {
      intent: 'anomaly',
      subject: { of: 'metric', metric: measure.metric },
      conditions,
      time: hourOf(catalogue),
      ...(asks === 'more' ? { direction: 'up' } : asks === 'less' ? { direction: 'down' } : {}),
      ...(asks === 'usual' || asks === 'part' ? { isNormalAsked: true } : {}),
    }
    return settled(own, [plan], found.notes, 'new')
  }
  const course: CourseAsked = { asks: asks === 'odd' ? 'more' : asks, ...(isEither ? { isEither } : {}) }
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
  const found = (await momentThingOf(ctx, catalogue, asked.thing, read)) ?? (await eventOf(ctx, catalogue, asked.thing))
  if (found === null) return null
  const other = asked.other === '' ? null : await momentThingOf(ctx, catalogue, asked.other, read)
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
