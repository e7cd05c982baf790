/**
 * Several things asked of one thing: the thing is read once, and each aspect becomes a plan of it, in the order in which
 * they were asked. What cannot be told of it is said. Aspects alone are asked of what the thread is about.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { isOfEvents, type Plan, type PlanTime } from '../questions/plan/plan.ts'
import type { Aspect } from '../questions/reader/aspects/aspect.ts'
import {
  atSide,
  countedThing,
  isOfMetric,
  limitPlan,
  peakOf,
  planOfAspect,
  planOfLevel,
  type Thing,
  valueIn,
  withStatistic,
} from '../questions/reader/aspects/plans-of-aspects.ts'
import { type AskedAspect, type ThingAsked, thingAndAspects } from '../questions/reader/aspects/thing-and-aspects.ts'
import type { Reading } from '../questions/reading.ts'
import type { Asked } from './read-grounded.ts'
import { type Known, OF_COUNTS, ofThread, type Readers, readThing } from './thing-of-aspects.ts'

const PLANS_MAX = 6
const LEFT_OUT = /^I left out: "([^"]{1,80})"\.$/
const LIMIT_ASKED =
  /^\W*(?:and )?(?:(?:what|whats|what's|what is|what was) )?(?:is )?(?:the |its )?(?:limit|capacity|ceiling|maximum allowed|max(?:imum)? possible)\W*$/i

/** One number at two sides, which are compared: "p99 of web before and after the incident", "total vs failed per service". */
const BOTH_SIDES = /\bbefore (?:and|vs\.?|versus) (?:after|during)\b|\b(?:total|all) (?:vs\.?|versus) failed\b/i
/** "Example of a refused one": of the things of the thread. */
const OF_ONES = /\bones?\b/i

/**
 * The reading of such a question; null of any other, and where the thing is not understood. `isUnread`: nothing else reads
 * it, so that one aspect of any kind is enough behind a thread.
 */
export async function aspectsAsked(
  ctx: AgentContext,
  catalogue: Catalogue,
  { question, previous, isLastOpen = false }: Asked,
  readers: Readers,
  isUnread = false,
): Promise<Reading | null> {
  if (BOTH_SIDES.test(question) || (previous !== undefined && OF_ONES.test(question))) return null
  const apart = thingAndAspects(question)
  if (apart === null) return null
  const whole = apart.whole === undefined ? null : await readThing(apart.whole, readers)
  const isOfWhole = whole !== null && whole.isGrouped !== true
  const asked = isOfWhole && apart.whole !== undefined ? apart.whole : apart
  const isOfThread = asked.thing === ''
  if (isOfThread && (previous === undefined || isLastOpen)) return null
  if (!(isUnread && isOfThread) && !isMeant(asked, question)) return null
  const known = isOfThread
    ? await ofThread(previous, asked, catalogue, readers)
    : isOfWhole
      ? whole
      : await readThing(asked, readers)
  if (known === null) return null
  const { plans, untold } = await plansOf(ctx, catalogue, asked, known, readers)
  if (plans.length === 0) return null
  const { askBack: _, open: __, ...rest } = known.reading
  const notes = untold.map((said) => `I could not tell "${said}" of this.`)
  const relation = isOfThread ? ('follow_up' as const) : ('new' as const)
  return { ...rest, plans: plans.slice(0, PLANS_MAX), leftOut: [], notes: [...known.reading.notes, ...notes], relation }
}

/** "How much memory is used, and what is the limit?": a part that was left out is told by the gauge beside it. */
export function withLimitAsked(reading: Reading, catalogue: Catalogue): Reading {
  const asked = reading.notes.find((note) => LIMIT_ASKED.test(LEFT_OUT.exec(note)?.[1] ?? ''))
  const last = reading.plans.at(-1)
  if (asked === undefined || last?.intent !== 'measure') return reading
  const limit = limitPlan(last, catalogue)
  if (limit === null) return reading
  return { ...reading, plans: [...reading.plans, limit], notes: reading.notes.filter((note) => note !== asked) }
}

/** Whether these aspects are read here: several of them, or one that no other way of reading knows. */
function isMeant({ thing, aspects, measure }: ThingAsked, question: string): boolean {
  const [only, more] = aspects
  if (only === undefined || aspects.every(({ aspect }) => aspect.is === 'other')) return false
  if (more !== undefined || measure !== null) return true
  const { aspect } = only
  if (aspect.is === 'texts' || aspect.is === 'side' || aspect.is === 'speed') return true
  if (aspect.is === 'level') return thing === '' || aspect.asks !== 'moment'
  const isLast = question.trim().toLowerCase().endsWith(only.said.toLowerCase())
  if (RATE.test(thing) && isLast && (aspect.is === 'statistic' || aspect.is === 'peak')) return true
  // "Per minute" behind a number asks for its rate.
  if (aspect.is === 'course' && RATE_ALONE.test(only.said)) return false
  if (aspect.is === 'course' || aspect.is === 'peak') return thing === '' || / (?:vs\.?|versus) /i.test(thing)
  return aspect.is === 'lines' && thing !== ''
}

const RATE_ALONE = /^(?:(?:and|so|ok) )*(?:per|each|every|by|in an?) (?:minute|min|hour)\b/i
/** "Req/min web peak": a rate has no most but that of a minute. */
const RATE =
  /\b(?:req|reqs|requests?|calls|errors?|lines|messages|events)(?:\/| per | a )(?:min|minute|m|s|sec|second|h|hour)\b/i

/** What is told of each side by itself. */
const OF_SIDES = new Set<Aspect['is']>(['count', 'first', 'began', 'last', 'course', 'trend', 'peak', 'now', 'going'])

async function plansOf(
  ctx: AgentContext,
  catalogue: Catalogue,
  { aspects, measure }: ThingAsked,
  known: Known,
  readers: Readers,
): Promise<{ readonly plans: Plan[]; readonly untold: string[] }> {
  const plans: Plan[] = []
  const untold: string[] = []
  const times = aspects.filter(({ aspect }) => aspect.is === 'side' || aspect.is === 'time')
  const isCompared = times.length > 0
  const statistics = measure !== null ? [measure] : aspects.filter(({ aspect }) => aspect.is === 'statistic')
  const compared = isCompared ? aspects.filter(({ aspect }) => isTime(aspect)) : []
  if (isCompared) {
    for (const { aspect } of statistics.length === 0 ? [{ aspect: null }] : statistics)
      for (const time of compared) {
        const plan = await atTime(aspect, time, known, catalogue, readers)
        if (plan === null) untold.push(time.said)
        else plans.push(plan)
      }
  }
  const isWhenAsked = aspects.some(({ aspect }) => aspect.is === 'when')
  const rest = aspects.filter((one) => !compared.includes(one) && !(isCompared && statistics.includes(one)))
  for (const [at, one] of rest.entries()) {
    const own = rest.slice(0, at).map(({ aspect }) => aspect)
    const before = own.length === 0 && known.extreme !== undefined ? [known.extreme] : own
    const next = rest[at + 1]?.aspect
    if (isToldAlready(one.aspect, own, next)) continue
    const moment = isWhenAsked ? momentOf(one.aspect, known, measure) : null
    if (moment !== null) {
      plans.push(moment)
      continue
    }
    if (known.sides.length > 0 && OF_SIDES.has(one.aspect.is)) {
      for (const side of known.sides) {
        const plan = planOfAspect(side, one.aspect, { catalogue, before })
        if (plan !== null) plans.push(plan)
      }
      continue
    }
    const thing = thingFor(one.aspect, measure, known)
    const plan = thing === null ? null : await planOf(ctx, catalogue, one, thing, { known, before, readers })
    if (plan === null) untold.push(one.said)
    else plans.push(plan)
  }
  return { plans: plans.filter((plan, at) => at === plans.findIndex((one) => isSame(one, plan))), untold }
}

function isSame(one: Plan, other: Plan): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isTime({ is }: Aspect): boolean {
  return is === 'side' || is === 'time' || is === 'now'
}

/** "Min and max, with times": each of them is told by its step. */
function momentOf(aspect: Aspect, known: Known, measure: AskedAspect | null): Plan | null {
  const thing = thingFor(aspect, measure, known)
  const isExtreme = aspect.is === 'statistic' && (aspect.statistic === 'max' || aspect.statistic === 'min')
  if (!isExtreme || thing === null || isOfEvents(thing)) return null
  return peakOf(thing, aspect.statistic === 'max' ? 'highest' : 'lowest', null)
}

/** What is told with its moment. */
const OF_MOMENTS = new Set<Aspect['is']>(['peak', 'first', 'began', 'last'])

/** "Max and when" is told by one step, "first when" by its record. */
function isToldAlready(aspect: Aspect, before: readonly Aspect[], next: Aspect | undefined): boolean {
  const last = before.at(-1)
  if (aspect.is === 'when')
    return before.some(
      (one) => OF_MOMENTS.has(one.is) || (one.is === 'statistic' && /^(?:max|min)$/.test(one.statistic)),
    )
  // "Spread over time, 5 min buckets" is one course.
  if (aspect.is === 'course' && aspect.stepMs === null && next?.is === 'course') return true
  return last !== undefined && JSON.stringify(last) === JSON.stringify(aspect)
}

function thingFor(aspect: Aspect, measure: AskedAspect | null, { counted, measured }: Known): Thing | null {
  if (measure?.aspect.is === 'statistic' && measured !== null)
    return withStatistic(measured, measure.aspect.statistic) ?? measured
  if (!OF_COUNTS.has(aspect.is)) return measured ?? counted
  return counted === null ? null : countedThing(counted)
}

async function planOf(
  ctx: AgentContext,
  catalogue: Catalogue,
  { aspect }: AskedAspect,
  thing: Thing,
  { known, before, readers }: { readonly known: Known; readonly before: readonly Aspect[]; readonly readers: Readers },
): Promise<Plan | null> {
  if (aspect.is === 'groups') return groupsOf(aspect.key, thing, known, readers)
  if (aspect.is === 'share') return shareOf(thing)
  if (aspect.is === 'other' && LIMIT_ASKED.test(aspect.text)) {
    const limit = limitPlan(thing, catalogue)
    if (limit !== null) return limit
  }
  if (aspect.is === 'other') return otherOf(aspect.text, thing, known, readers)
  if (aspect.is === 'level') {
    const value = valueIn(aspect.level, thing, catalogue)
    const isOver = value !== null && aspect.level.op === null && (await startsOver(ctx, catalogue, thing, value))
    return planOfLevel(thing, aspect, isOver, catalogue)
  }
  return planOfAspect(thing, aspect, { catalogue, before })
}

/** Whether a gauge lies over the level when its window begins: it is come to from above. */
async function startsOver(ctx: AgentContext, catalogue: Catalogue, thing: Thing, value: number): Promise<boolean> {
  if (!isOfMetric(thing)) return false
  const found = await execute(ctx, catalogue, { ...thing, intervalMs: 60_000, isTrendAsked: true })
  const first = found.kind === 'measure' ? found.series[0]?.[1] : undefined
  return first !== undefined && first > value
}

/** The thing by a key: as one question, so that what its lines say under no key is found too, else behind the thing. */
async function groupsOf(
  key: string,
  thing: Thing,
  { thing: said }: Known,
  { alone, behind }: Readers,
): Promise<Plan | null> {
  if (said !== '' && isOfEvents(thing)) {
    const grouped = groupedIn(await alone(`how many ${said} by ${key}`))
    if (grouped !== null) return grouped
  }
  return groupedIn(await behind(`by ${key}`, thing))
}

/** What is asked in other words goes on from the thing as a follow-up does. */
async function otherOf(text: string, thing: Thing, known: Known, readers: Readers): Promise<Plan | null> {
  const { plans, leftOut, relation } = await readers.behind(text, thing)
  const [plan, more] = plans
  const isRead = plan !== undefined && more === undefined && leftOut.length === 0 && relation === 'follow_up'
  if (isRead && isAsked(plan)) return plan
  // "503s: count, affected customers, hosts": by what each of these nouns names.
  const [, noun = ''] = BARE_NOUN.exec(text.trim()) ?? []
  return noun === '' ? null : groupsOf(noun, thing, known, readers)
}

const BARE_NOUN = /^(?:(?:affected|different|distinct|unique|which|the) )*([a-z][a-z_.-]{2,30})s$/i

/** A cause or a state is told of the whole system. */
function isAsked({ intent }: Plan): boolean {
  return intent === 'measure' || intent === 'list' || intent === 'patterns' || intent === 'common'
}

function groupedIn({ plans: [plan, more], leftOut }: Reading): Plan | null {
  if (plan?.intent !== 'measure' || more !== undefined || leftOut.length > 0) return null
  const [group] = plan.groupBy
  // What kind of span it is says nothing of a line.
  const isOfNothing = group?.scope === 'builtin' && group.field === 'kind'
  return group === undefined || isOfNothing ? null : plan
}

/** Of the requests, those that failed or ended so. */
function shareOf(thing: Thing): Plan | null {
  if (thing.measure.of !== 'requests') return null
  const outcome = thing.conditions.find((one) => one.on === 'outcome')
  const others = thing.conditions.filter((one) => one !== outcome)
  if (outcome?.on === 'outcome')
    return { ...thing, measure: { of: 'ratio', share: outcome.is }, conditions: others, per: null }
  const isPart = others.some(({ on }) => on === 'status_code' || on === 'attribute')
  return isPart ? { ...thing, measure: { of: 'ratio', share: 'matching' }, per: null } : null
}

/** The number at a time that is compared with others: before, during or after the incident, now, before 22:30. */
async function atTime(
  number: Aspect | null,
  { aspect }: AskedAspect,
  { counted, measured }: Known,
  catalogue: Catalogue,
  readers: Readers,
): Promise<Plan | null> {
  const base = number === null ? (measured ?? counted) : measured
  if (base === null) return null
  const statistic =
    number?.is === 'statistic' ? number.statistic : base.measure.of === 'metric' && !isSum(base) ? 'mean' : null
  const thing = statistic === null ? base : (withStatistic(base, statistic) ?? base)
  if (aspect.is === 'side') return { ...thing, time: atSide(thing.time, aspect.side) }
  if (aspect.is === 'now') return planOfAspect(thing, aspect, { catalogue, before: [] })
  const time = aspect.is === 'time' ? await timeOf(aspect.text, readers) : null
  return time === null ? null : { ...thing, time }
}

function isSum({ measure }: Thing): boolean {
  return measure.of === 'metric' && (measure.statistic === 'increase' || measure.statistic === 'rate')
}

async function timeOf(said: string, { alone }: Readers): Promise<PlanTime | null> {
  const { plans, leftOut } = await alone(`how many requests ${/^\d/.test(said) ? 'at ' : ''}${said}`)
  const [plan] = plans
  return plan === undefined || leftOut.length > 0 || plan.time.basis !== 'asked' ? null : plan.time
}
