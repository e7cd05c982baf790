/** What several aspects are asked of: the thing that a question says, read once, or what its thread is about. */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { isOfEvents, type Plan } from '../questions/plan/plan.ts'
import type { Aspect } from '../questions/reader/aspects/aspect.ts'
import { type Thing, thingOf } from '../questions/reader/aspects/plans-of-aspects.ts'
import type { ThingAsked } from '../questions/reader/aspects/thing-and-aspects.ts'
import { windowOf } from '../questions/reader/follow-up-time.ts'
import { failedSince } from '../questions/reader/move-base.ts'
import { hourUntil, isOfLastMinutes } from '../questions/reader/noun-state.ts'
import type { Previous } from '../questions/reader/state.ts'
import type { Reading } from '../questions/reading.ts'

export interface Readers {
  /** Reads a question by itself. */
  readonly alone: (question: string) => Promise<Reading>
  /** Reads a follow-up behind a plan. */
  readonly behind: (question: string, plan: Plan) => Promise<Reading>
}

export interface Known {
  /** What stands side by side in the thing, each by itself: "402 vs 409"; empty where it is one. */
  readonly sides: readonly Thing[]
  /** What is counted, and what is measured; the same where the thing is only one of them. */
  readonly counted: Thing | null
  readonly measured: Thing | null
  readonly thing: string
  readonly reading: Reading
  /** What a thread told the most or the least of. */
  readonly extreme?: Aspect | undefined
  /** Whether the words of the thing ask for groups of it. */
  readonly isGrouped?: boolean
}

/** What the thread is about: what its last answer counts or measures, else what its question said to be in trouble. */
export async function ofThread(
  previous: Previous | undefined,
  asked: ThingAsked,
  { lastMs }: Catalogue,
  readers: Readers,
): Promise<Known | null> {
  const thing = thingOf(previous?.plan)
  if (previous === undefined) return null
  const reading: Reading = {
    ...{ plans: [], notes: [], leftOut: [], relation: 'follow_up', language: 'en' },
    lastRecord: lastMs === null ? null : new Date(lastMs).toISOString(),
  }
  if (thing === null) return ofTrouble(previous, asked, reading, readers)
  // How it is now took the last minutes; what else is asked of it is asked of the hour.
  const time = lastMs !== null && isOfLastMinutes(thing.time) ? hourUntil(lastMs) : thing.time
  const own = { ...thing, time: windowOf(time) }
  return { counted: own, measured: own, sides: [], thing: '', reading, extreme: extremeIn(previous.plan) }
}

const ASKS_CAUSE =
  /[,:;?-]? ?(?:and )?(?:why|how come|what happened|what is (?:it|wrong|up|going on)|what's (?:wrong|up|going on)|since when|cause)(?: is that| so)?\W{0,5}$/i

/** "Scans are getting lost, why?", then "how many so far and per depot": of the scans that get lost. */
async function ofTrouble(previous: Previous, asked: ThingAsked, own: Reading, readers: Readers): Promise<Known | null> {
  const isCounted = asked.aspects.some(({ aspect }) => aspect.is === 'count')
  if (!isCounted) return null
  for (const question of [previous.question, previous.root, previous.troubleQuestion]) {
    const said = question?.replace(ASKS_CAUSE, '').trim() ?? ''
    if (said === '' || said === question || said.length > 100) continue
    const counted = await firstRead([`how many ${said}`], readers)
    if (counted === null || !isOfEvents(counted.thing) || !isNarrow(counted.thing)) continue
    const { thing, reading } = counted
    return { counted: thing, measured: thing, sides: [], thing: said, reading }
  }
  const failed = thingOf(failedSince(previous) ?? undefined)
  return failed === null ? null : { counted: failed, measured: failed, sides: [], thing: '', reading: own }
}

function extremeIn(plan: Plan | undefined): Aspect | undefined {
  if (plan?.intent !== 'measure') return undefined
  const { measure } = plan
  const statistic =
    plan.isPeakAsked === true
      ? plan.order === 'lowest'
        ? 'min'
        : 'max'
      : 'statistic' in measure
        ? measure.statistic
        : null
  return statistic === 'max' || statistic === 'min' ? { is: 'statistic', statistic } : undefined
}

const STATISTIC_WORDS: Readonly<Record<string, string>> = { mean: 'average', p50: 'median', min: 'min', max: 'max' }
/** Aspects of what is counted. */
export const OF_COUNTS = new Set<Aspect['is']>([
  'count',
  'first',
  'began',
  'last',
  'going',
  'groups',
  'texts',
  'lines',
  'share',
  'other',
])
const OF_EVENTS =
  /\b(?:requests?|reqs?|calls?|traffic|rps|qps|throughput|hits|(?:log )?lines|records|errors|warnings)\b/i

export async function readThing({ thing, aspects, measure }: ThingAsked, readers: Readers): Promise<Known | null> {
  const counted = await firstRead([`how many ${thing}`, thing], readers)
  const isCount = counted !== null && isOfEvents(counted.thing)
  const isTold = isCount && (isNarrow(counted.thing) || OF_EVENTS.test(thing))
  const kinds = [...aspects, ...(measure === null ? [] : [measure])].map(({ aspect }) => aspect)
  const isRate = isCount && counted.thing.per !== null
  const isNumberAsked = kinds.some((one) => isOfNumber(one, isTold, isRate))
  const statistic = kinds.find((one) => one.is === 'statistic')
  const isOfTime = kinds.some((one) => one.is === 'statistic' && one.isOfTime === true)
  const word = statistic?.is === 'statistic' ? (STATISTIC_WORDS[statistic.statistic] ?? statistic.statistic) : 'max'
  const longest = isOfTime ? [`longest duration of ${thing}`] : []
  const forms = [...longest, `${word} of ${thing}`, `${word} ${thing}`, thing]
  // "Highest wind in the north bed and when": a gauge goes before lines that say some of the words.
  const isExtreme = statistic !== undefined && !kinds.some(({ is }) => OF_COUNTS.has(is)) && !OF_EVENTS.test(thing)
  const found = isNumberAsked || isExtreme ? await firstRead(forms, readers) : null
  const measured = isNumberAsked || found?.thing.measure.of === 'metric' ? found : null
  const number = measured !== null && !isOfEvents(measured.thing) ? measured : null
  if (number === null && counted === null) return null
  // What lines state as a number is no answer to how many there are.
  const isOfMetrics = number?.thing.measure.of === 'metric' || number?.thing.measure.of === 'duration'
  if (counted === null && !isOfMetrics && !kinds.every((one) => one.is === 'statistic')) return null
  // A number of a service or a route is not the one that stands for its count.
  if (isNumberAsked && number === null && kinds.some((one) => isOfNumber(one, true, isRate))) return null
  const reading = (number ?? counted)?.reading
  if (reading === undefined) return null
  const sides = isCount && number === null ? sidesOf(counted.reading.plans[0]) : []
  const isGrouped = reading.plans.some((plan) => plan.intent === 'measure' && plan.groupBy.length > 0)
  return {
    ...{ sides, isGrouped },
    counted: (counted ?? number)?.thing ?? null,
    measured: (number ?? counted)?.thing ?? null,
    thing,
    reading,
  }
}

/** Whether an aspect asks for a number that the thing has, and not for how many there are. */
function isOfNumber(aspect: Aspect, isCount: boolean, isRate: boolean): boolean {
  if (isRate && aspect.is === 'statistic' && aspect.statistic === 'mean') return false
  if (aspect.is === 'statistic')
    return !isCount || aspect.isOfTime === true || (aspect.statistic !== 'max' && aspect.statistic !== 'min')
  return !isCount && !OF_COUNTS.has(aspect.is)
}

/** Codes, or values of the key that they are told apart by, each as a thing of its own. */
function sidesOf(plan: Plan | undefined): Thing[] {
  const thing = thingOf(plan)
  if (plan?.intent !== 'measure' || thing === null) return []
  const codes = thing.conditions.filter(({ on }) => on === 'status_code')
  const rest = thing.conditions.filter(({ on }) => on !== 'status_code')
  if (codes.length > 1) return codes.map((one) => ({ ...thing, conditions: [...rest, one] }))
  const [group] = plan.groupBy
  const held = thing.conditions.find((one) => one.on === 'attribute' && one.key === group?.field)
  if (held?.on !== 'attribute' || held.not === true || held.values.length < 2 || held.values.length > SIDES_MAX)
    return []
  const others = thing.conditions.filter((one) => one !== held)
  return held.values.map((value) => ({ ...thing, conditions: [...others, { ...held, values: [value] }] }))
}

const SIDES_MAX = 3

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
