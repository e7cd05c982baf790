/**
 * A follow-up whose words took the place of what its thread counts ("how many of them were for cats" of prescriptions),
 * that was looked for in one line with it, or that was not read: it is tried as one more condition of the set and as
 * another deed of the same thing, and the data tell which of these there is. What had to go is said.
 */

import type { AgentContext } from '../contract.ts'
import { tracedPart } from '../questions/execute/traced-things.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { chosenLines } from '../questions/grounding/chosen-lines.ts'
import type { PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { servicesOf } from '../questions/plan/plan.ts'
import { nounOfKey } from '../questions/reader/fields.ts'
import { isOfSpans } from '../questions/reader/fit-measure.ts'
import { merged } from '../questions/reader/follow-up.ts'
import { windowOf } from '../questions/reader/follow-up-time.ts'
import { countedOf, PLAIN } from '../questions/reader/move-base.ts'
import { operationsNamed } from '../questions/reader/routes.ts'
import type { Previous } from '../questions/reader/state.ts'
import {
  isOfSet,
  isOfThem,
  otherDeeds,
  saysSubject,
  thingOf,
  withValues,
  wordsOfTurn,
} from '../questions/reader/thread-words.ts'
import { lostSubject } from '../questions/reader/within-thread.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'
import { keyOf } from './in-its-thread.ts'
import { askedBack } from './settled-reading.ts'

type MeasurePlan = PlanOf<'measure'>
type Attribute = Extract<PlanCondition, { on: 'attribute' }>
type Count = (plan: MeasurePlan) => Promise<number>

interface Joined {
  readonly plan: MeasurePlan
  readonly notes: readonly string[]
}

export async function joinedToThread(
  ctx: AgentContext,
  catalogue: Catalogue,
  reading: Reading,
  thread: {
    readonly question: string
    readonly previous?: Previous | undefined
    readonly isLastOpen?: boolean | undefined
  },
  readAlone: (question: string) => Promise<Reading>,
): Promise<Reading> {
  const { previous, question, isLastOpen = false } = thread
  const [plan, more] = reading.plans
  if (previous === undefined || isLastOpen || more !== undefined || reading.remark !== undefined) return reading
  const count: Count = (one) => countOf(ctx, catalogue, one)
  if (plan !== undefined && reading.relation === 'follow_up') {
    const own = await underOwnKeys(plan, catalogue, count)
    if (own !== null) return { ...reading, plans: [own] }
  }
  const base = setOf(previous)
  const text = cleaned(question)
  const asked = plan?.time.basis === 'asked' ? plan.time : null
  const words = base === null ? null : wordsOfTurn(text, asked?.phrase)
  if (base === null || words === null || !isOfSet(text) || saysSubject(words, base.conditions)) return reading
  // "What did deck-planner say about it": whose lines, and no word of them.
  if (words.some((word) => catalogue.services.some(({ name }) => name.toLowerCase() === word))) return reading
  const isOther = plan !== undefined && isOfThem(text) && isOfOthers(plan, base)
  if (plan !== undefined && !isOther && !(await isLost(plan, base, isOfThem(text), count))) return reading
  const set = aboutFirst(text, asked === null ? base : { ...base, time: asked }, previous)
  const said: PlanCondition = { on: 'text', text: words.join(' '), mode: 'all' }
  const inSameLines = isOfSpans(set.measure) ? [] : [{ ...set, conditions: [...set.conditions, said] }]
  const joined =
    (await firstOf([...withValues(set, words, catalogue), ...inSameLines], count)) ??
    (await otherwiseDone(ctx, catalogue, set, previous, words, readAlone, count))
  if (joined === null) return isOther ? askedBack(reading, lostSubject(previous)) : reading
  const { askBack: _, open: __, ...rest } = reading
  return { ...rest, plans: [joined.plan], notes: joined.notes, leftOut: [], relation: 'follow_up' }
}

/** The records that the thread counts, plainly; null where it counts none. */
function setOf({ plan }: Previous): MeasurePlan | null {
  const base = countedOf(plan)
  const isCount = base?.measure.of === 'records' || base?.measure.of === 'requests'
  const isOfThing = base?.conditions.some(({ on }) => on === 'templates' || on === 'text' || on === 'operation')
  if (base === null || !isCount || isOfThing !== true || base.time.anchor !== undefined) return null
  return { ...base, ...PLAIN, groupBy: [], limit: 20, intervalMs: null }
}

/** "How many did it read?" behind "worst camera?": the one that the answer named first. */
function aboutFirst(text: string, set: MeasurePlan, { plan, winner, question = '' }: Previous): MeasurePlan {
  const isAsked = plan.intent === 'measure' && plan.groupBy.length === 1 && RANKED.test(question)
  if (winner === undefined || winner.scope === 'builtin' || !isAsked || !/\b(?:it|there)\b/.test(text)) return set
  const only: PlanCondition = { on: 'attribute', key: winner.field, scope: winner.scope, values: [winner.value] }
  return { ...set, conditions: merged(set.conditions, [only], false) }
}

const RANKED = /\b(?:most|worst|top|biggest|busiest|highest|largest|hardest|best)\b/i

/** "How many of these were robots", counted over requests that have nothing of the set. */
function isOfOthers(plan: Reading['plans'][number], base: MeasurePlan): boolean {
  if (plan.intent !== 'measure' || plan.measure.of === 'records' || plan.measure.of === 'metric') return false
  const held = new Set(base.conditions.map(keyOf))
  return plan.against === null && !plan.conditions.some((one) => held.has(keyOf(one)))
}

/** Whether what was read has none of the set, or demands words of the set and others in lines that there are not. */
async function isLost(
  plan: Reading['plans'][number],
  base: MeasurePlan,
  isOfThem: boolean,
  count: Count,
): Promise<boolean> {
  if (plan.intent !== 'measure' || plan.measure.of !== 'records' || plan.against !== null) return false
  const held = new Set(base.conditions.map(keyOf))
  const own = plan.conditions.filter((one) => !held.has(keyOf(one)))
  if (own.length === 0 || !own.every(({ on }) => on === 'text' || on === 'templates' || on === 'service')) return false
  const isOfText = own.some(({ on }) => on === 'text')
  const holdsNone = plan.conditions.length === own.length
  return (holdsNone && (isOfText || isOfThem)) || (await count({ ...plan, groupBy: [] })) === 0
}

async function firstOf(plans: readonly MeasurePlan[], count: Count): Promise<Joined | null> {
  for (const plan of plans) if ((await count(plan)) > 0) return { plan, notes: [] }
  return null
}

/** Another deed of the same thing: in lines that name both, in those of its service, or of its requests. */
async function otherwiseDone(
  ctx: AgentContext,
  catalogue: Catalogue,
  set: MeasurePlan,
  previous: Previous,
  words: readonly string[],
  readAlone: (question: string) => Promise<Reading>,
  count: Count,
): Promise<Joined | null> {
  if (isOfSpans(set.measure)) return null
  const wholes = otherDeeds(words, previous)
  if (wholes.length === 0) return null
  const services = [...new Set(chosenLines(set.conditions, catalogue).map(({ service }) => service))]
  let alone: MeasurePlan | null = null
  for (const whole of wholes) alone ??= await linesRead(await readAlone(whole), set, count)
  const bare = alone ?? (await linesRead(await readAlone(`how many ${words.join(' ')}`), set, count, services))
  const found = bare ?? (await ofItsRequests(ctx, catalogue, set, previous, words, count))
  return found === null ? null : heldBy(found, set, catalogue, count)
}

/** What was read as lines of a kind, in the window of the set; null where it was not, or there are none. */
async function linesRead(
  { plans: [plan, more], leftOut }: Reading,
  set: MeasurePlan,
  count: Count,
  services: readonly string[] = [],
): Promise<MeasurePlan | null> {
  if (plan?.intent !== 'measure' || plan.measure.of !== 'records' || more !== undefined || leftOut.length > 0)
    return null
  const isOfOthers = plan.conditions.some(
    (one) => one.on === 'text' || (one.on === 'templates' && !holdsAll(set, one.ids)),
  )
  if (!isOfOthers) return null
  const isNarrow = services.length > 0 && servicesOf(plan).length === 0
  const own: PlanCondition[] = isNarrow ? [{ on: 'service', values: [...services] }] : []
  const lines = { ...plan, conditions: [...own, ...plan.conditions], time: windowOf(set.time) }
  return (await count(lines)) > 0 ? lines : null
}

/** "Declined" behind top-ups: lines that are written while requests of that name are handled, and no others. */
async function ofItsRequests(
  ctx: AgentContext,
  catalogue: Catalogue,
  set: MeasurePlan,
  { root = '', question = '' }: Previous,
  words: readonly string[],
  count: Count,
): Promise<MeasurePlan | null> {
  const nouns = [thingOf(set.conditions), ...`${root} ${question}`.toLowerCase().split(/[^a-z-]+/)]
  const operations = nouns
    .filter((noun) => noun !== null && /^[a-z-]{3,}s$/.test(noun))
    .map((noun) => operationsNamed(noun ?? '', catalogue.operations))
    .find((names) => names.length > 0)
  if (operations === undefined || operations.length > OPERATIONS_MAX) return null
  const desk = { ctx, catalogue, partial: new Set<never>() }
  const part = await tracedPart(desk, words, [{ on: 'operation', values: operations }])
  if (part === null) return null
  const lines = { ...set, conditions: [part.lines] }
  return (await count(lines)) > 0 ? lines : null
}

const OPERATIONS_MAX = 20

/** Whether all these kinds of lines are of the set. */
function holdsAll(set: MeasurePlan, ids: readonly string[]): boolean {
  const own = new Set(set.conditions.flatMap((one) => (one.on === 'templates' ? one.ids : [])))
  return ids.every((id) => own.has(id))
}

/** The lines under the values of the set. A value of a key that none of them has is let go, which is said. */
async function heldBy(found: MeasurePlan, set: MeasurePlan, catalogue: Catalogue, count: Count): Promise<Joined> {
  let plan: MeasurePlan = { ...found, groupBy: [] }
  const gone: string[] = []
  const unsaid: string[] = []
  const isOfKind = set.conditions.some(({ on }) => on === 'templates')
  for (const one of set.conditions) {
    // "To 6.0.1" was said of the lines, beside what they are called.
    if (one.on === 'text' && isOfKind) {
      const kept = { ...plan, conditions: [...plan.conditions, one] }
      if ((await count(kept)) > 0) plan = kept
      else unsaid.push(`\`${one.text}\``)
    }
    if (one.on !== 'attribute' || plan.conditions.some((own) => own.on === 'attribute' && own.key === one.key)) continue
    const kept = { ...plan, conditions: [...plan.conditions, one] }
    if ((await count(kept)) > 0 || (await isCarried(plan, one, catalogue, count))) plan = kept
    else gone.push(`\`${nounOfKey(one.key)}\` \`${one.values.join('` or `')}\``)
  }
  const notes = [...gone.map((value) => `carry ${value}`), ...unsaid.map((text) => `say ${text}`)].map(
    (what) => `These lines do not ${what}, so this is of all of them.`,
  )
  return { plan, notes }
}

/** Whether the lines have any other value of the key. */
export async function isCarried(
  plan: MeasurePlan,
  { key, scope }: Attribute,
  { values }: Catalogue,
  count: Count,
): Promise<boolean> {
  const known = values.find((one) => one.key === key && one.scope === scope)?.values.map(({ value }) => value) ?? []
  const any: PlanCondition = { on: 'attribute', key, scope, values: known.slice(0, VALUES_MAX) }
  return known.length > 0 && (await count({ ...plan, conditions: [...plan.conditions, any] })) > 0
}

const VALUES_MAX = 50

/**
 * A value under another key that tells the same: the lines' own one in the place of that of their requests, and that of
 * the requests where no line of these has its own.
 */
async function underOwnKeys(
  plan: Reading['plans'][number],
  { values }: Catalogue,
  count: Count,
): Promise<MeasurePlan | null> {
  if (plan.intent !== 'measure' || plan.measure.of !== 'records') return null
  const plain = { ...plan, groupBy: [], against: null }
  for (const one of plan.conditions) {
    if (one.on !== 'attribute') continue
    const isOwn = values.some(({ key, signal }) => key === one.key && signal === 'logs')
    const others = values.filter((known) => isSameThing(known, one) && (isOwn || known.signal === 'logs'))
    if (others.length === 0 || (isOwn && (await count(plain)) > 0)) continue
    for (const { key, scope } of others) {
      const conditions = plan.conditions.map((held) => (held === one ? { ...one, key, scope } : held))
      if ((await count({ ...plain, conditions })) > 0) return { ...plan, conditions }
    }
  }
  return null
}

function isSameThing(known: Catalogue['values'][number], { key, values }: Attribute): boolean {
  const has = new Set(known.values.map(({ value }) => value))
  return known.key !== key && nounOfKey(known.key) === nounOfKey(key) && values.every((value) => has.has(value))
}
