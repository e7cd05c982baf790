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
  isOfMetric,
  planOfAspect,
  planOfLevel,
  type Thing,
  thingOf,
  valueIn,
  withStatistic,
} from '../questions/reader/aspects/plans-of-aspects.ts'
import { type AskedAspect, type ThingAsked, thingAndAspects } from '../questions/reader/aspects/thing-and-aspects.ts'
import { windowOf } from '../questions/reader/follow-up-time.ts'
import type { Reading } from '../questions/reading.ts'
import type { Asked } from './read-grounded.ts'

export interface Readers {
  /** Reads a question by itself. */
  readonly alone: (question: string) => Promise<Reading>
  /** Reads a follow-up behind a plan. */
  readonly behind: (question: string, plan: Plan) => Promise<Reading>
}

interface Known {
  /** What is counted, and what is measured; the same where the thing is only one of them. */
  readonly counted: Thing | null
  readonly measured: Thing | null
  readonly thing: string
  readonly reading: Reading
}

const PLANS_MAX = 6

/** The reading of such a question; null of any other, and where the thing is not understood. */
export async function aspectsAsked(
  ctx: AgentContext,
  catalogue: Catalogue,
  { question, previous, isLastOpen = false }: Asked,
  readers: Readers,
): Promise<Reading | null> {
  const asked = thingAndAspects(question)
  if (asked === null) return null
  const isOfThread = asked.thing === ''
  if (isOfThread && (previous === undefined || isLastOpen)) return null
  if (!isMeant(asked)) return null
  const known = isOfThread ? ofThread(previous?.plan, catalogue) : await readThing(asked, readers)
  if (known === null) return null
  const { plans, untold } = await plansOf(ctx, catalogue, asked, known, readers)
  if (plans.length === 0) return null
  const { askBack: _, open: __, ...rest } = known.reading
  const notes = untold.map((said) => `I could not tell "${said}" of this.`)
  const relation = isOfThread ? ('follow_up' as const) : ('new' as const)
  return { ...rest, plans: plans.slice(0, PLANS_MAX), leftOut: [], notes: [...known.reading.notes, ...notes], relation }
}

/** Whether these aspects are read here: several of them, or one that no other way of reading knows. */
function isMeant({ thing, aspects, measure }: ThingAsked): boolean {
  const [only, more] = aspects
  if (only === undefined) return false
  if (more !== undefined || measure !== null) return true
  const { aspect } = only
  if (aspect.is === 'texts' || aspect.is === 'side' || aspect.is === 'speed') return true
  if (aspect.is === 'level') return thing === '' || aspect.asks !== 'moment'
  if (aspect.is === 'course' || aspect.is === 'peak') return thing === ''
  return aspect.is === 'lines' && thing !== ''
}

function ofThread(plan: Plan | undefined, { lastMs }: Catalogue): Known | null {
  const thing = thingOf(plan)
  if (thing === null) return null
  const own = { ...thing, time: windowOf(thing.time) }
  const reading: Reading = {
    ...{ plans: [], notes: [], leftOut: [], relation: 'follow_up', language: 'en' },
    lastRecord: lastMs === null ? null : new Date(lastMs).toISOString(),
  }
  return { counted: own, measured: own, thing: '', reading }
}

const STATISTIC_WORDS: Readonly<Record<string, string>> = { mean: 'average', p50: 'median', min: 'min', max: 'max' }
/** Aspects of what is counted. */
const OF_COUNTS = new Set<Aspect['is']>(['count', 'first', 'last', 'going', 'groups', 'texts', 'lines', 'share'])
const OF_EVENTS =
  /\b(?:requests?|reqs?|calls?|traffic|rps|qps|throughput|hits|(?:log )?lines|records|errors|warnings)\b/i

async function readThing({ thing, aspects, measure }: ThingAsked, readers: Readers): Promise<Known | null> {
  const counted = await firstRead([`how many ${thing}`, thing], readers)
  const isCount = counted !== null && isOfEvents(counted.thing)
  const isTold = isCount && (isNarrow(counted.thing) || OF_EVENTS.test(thing))
  const kinds = [...aspects, ...(measure === null ? [] : [measure])].map(({ aspect }) => aspect)
  const isNumberAsked = kinds.some((one) => isOfNumber(one, isTold))
  const statistic = kinds.find((one) => one.is === 'statistic')
  const word = statistic?.is === 'statistic' ? (STATISTIC_WORDS[statistic.statistic] ?? statistic.statistic) : 'max'
  const measured = isNumberAsked ? await firstRead([`${word} of ${thing}`, `${word} ${thing}`, thing], readers) : null
  const number = measured !== null && !isOfEvents(measured.thing) ? measured : null
  if (number === null && counted === null) return null
  // A number of a service or a route is not the one that stands for its count.
  if (isNumberAsked && number === null && kinds.some((one) => isOfNumber(one, true))) return null
  const reading = (number ?? counted)?.reading
  if (reading === undefined) return null
  return { counted: (counted ?? number)?.thing ?? null, measured: (number ?? counted)?.thing ?? null, thing, reading }
}

/** Whether an aspect asks for a number that the thing has, and not for how many there are. */
function isOfNumber(aspect: Aspect, isCount: boolean): boolean {
  if (aspect.is === 'statistic') return !isCount || (aspect.statistic !== 'max' && aspect.statistic !== 'min')
  return !isCount && !OF_COUNTS.has(aspect.is)
}

/** Whether more than a service or a route says what is counted. */
function isNarrow({ conditions, per }: Thing): boolean {
  return per !== null || conditions.some(({ on }) => on !== 'service' && on !== 'operation')
}

async function firstRead(
  texts: readonly string[],
  { alone }: Readers,
): Promise<{ readonly thing: Thing; readonly reading: Reading } | null> {
  for (const text of texts) {
    const reading = await alone(text)
    const [plan, more] = reading.plans
    const isWhole = more === undefined && reading.leftOut.length === 0 && reading.language === 'en'
    if (!isWhole || reading.notes.some((note) => note.startsWith('I left out'))) continue
    const thing = thingOf(plan)
    if (thing !== null) return { thing: plan?.intent === 'measure' ? { ...thing, per: plan.per } : thing, reading }
  }
  return null
}

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
  const rest = aspects.filter((one) => !compared.includes(one) && !(isCompared && statistics.includes(one)))
  for (const [at, one] of rest.entries()) {
    const before = rest.slice(0, at).map(({ aspect }) => aspect)
    const next = rest[at + 1]?.aspect
    if (isToldAlready(one.aspect, before, next)) continue
    const thing = thingFor(one.aspect, measure, known)
    const plan = thing === null ? null : await planOf(ctx, catalogue, one, thing, { known, before, readers })
    if (plan === null) untold.push(one.said)
    else plans.push(plan)
  }
  return { plans, untold }
}

function isTime({ is }: Aspect): boolean {
  return is === 'side' || is === 'time' || is === 'now'
}

/** "Max and when" is told by one step, "first when" by its record. */
function isToldAlready(aspect: Aspect, before: readonly Aspect[], next: Aspect | undefined): boolean {
  const last = before.at(-1)
  if (aspect.is === 'when') return before.some(({ is }) => is === 'peak' || is === 'first' || is === 'last')
  if (aspect.is === 'statistic' && next?.is === 'when') return aspect.statistic === 'max' || aspect.statistic === 'min'
  return last !== undefined && JSON.stringify(last) === JSON.stringify(aspect)
}

function thingFor(aspect: Aspect, measure: AskedAspect | null, { counted, measured }: Known): Thing | null {
  if (measure?.aspect.is === 'statistic' && measured !== null)
    return withStatistic(measured, measure.aspect.statistic) ?? measured
  return OF_COUNTS.has(aspect.is) ? counted : measured
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
  { aspect, said }: AskedAspect,
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
  const time = await timeOf(said, readers)
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
