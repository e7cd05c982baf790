/** Reads a question word by word, and, where that does not tell what is meant, by everything else that the data has of it. */
import type { z } from 'zod'
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import { type Catalogue, loadValues } from '../questions/grounding/catalogue.ts'
import { type Plan, servicesOf } from '../questions/plan/plan.ts'
import { amountOfLines } from '../questions/reader/amount-asked.ts'
import { askedAsTime } from '../questions/reader/amount-kind.ts'
import { keysToLookUp } from '../questions/reader/fields.ts'
import { gaugeAsked } from '../questions/reader/gauge-asked.ts'
import { partsOf } from '../questions/reader/message-parts.ts'
import { metricOfPlan, ofNextSeries } from '../questions/reader/metric-series.ts'
import { plainForm } from '../questions/reader/names-asked.ts'
import { isPartOfLast } from '../questions/reader/open-question.ts'
import { inBothLengths } from '../questions/reader/other-side.ts'
import { isSurePair, pairAsked } from '../questions/reader/pairs.ts'
import { inPlainOrder } from '../questions/reader/plain-order.ts'
import { readQuestion } from '../questions/reader/read-question.ts'
import { paraphrased } from '../questions/reader/rewordings.ts'
import { ofBothValues } from '../questions/reader/said-once.ts'
import type { ReadContext } from '../questions/reader/state.ts'
import { withoutModifiers } from '../questions/reader/unknown-modifiers.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { beganQuestion } from './began-question.ts'
import { coverFollowUp } from './cover-follow-up.ts'
import { coverQuestion } from './cover-question.ts'
import { doingTime } from './doing-time.ts'
import { doneQuestion } from './done-question.ts'
import { thingInstead } from './failures-only.ts'
import { historiesOf, withHistoryOfIds } from './history-of-ids.ts'
import { lastOfCounted } from './last-of-counted.ts'
import { withoutMetric } from './metric-without-key.ts'
import { neverTogether } from './never-together.ts'
import { gaugeInstead, readOfMetric } from './of-one-metric.ts'
import { peopleDoingThings } from './people-doing.ts'
import { quantityMeant } from './quantity-meant.ts'
import type { input as schema } from './read-question-input.ts'
import { isCourseOfLines, isOfNumbers, isOfQueue, isOfValues } from './reading-kinds.ts'
import { betweenReadings } from './reading-pace.ts'
import type { HitsOf } from './text-hits.ts'
import { thingAmount } from './thing-amount.ts'
import { totalOfEvents } from './total-of-events.ts'
import { traceQuestion } from './trace-question.ts'

export type Asked = z.infer<typeof schema> & Pick<ReadContext, 'isWithoutSlots'>

/** A question that is not read is read without a word that only describes a key of the data. */
export async function readGrounded(
  ctx: AgentContext,
  catalogue: Catalogue,
  asked: Asked,
  hitsOf: HitsOf,
): Promise<Reading> {
  const reading = await readGroundedAs(ctx, catalogue, asked, hitsOf)
  const { open = [], plans, relation, language } = reading
  if (plans.length > 0 || open.length === 0 || open.length > OPEN_MAX || relation !== 'new' || language !== 'en')
    return reading
  const context = { catalogue, values: catalogue.values, askedAtMs: ctx.askedAtMs, previous: null }
  const words = open.flatMap((said) => said.toLowerCase().split(' '))
  for (const { text, note } of withoutModifiers(paraphrased(asked.question.toLowerCase()), words, context)) {
    const again = await readGroundedAs(ctx, catalogue, { ...asked, question: text }, hitsOf)
    if (again.plans.length > 0 && again.leftOut.length === 0 && again.relation === 'new')
      return { ...again, notes: [note, ...again.notes] }
  }
  return reading
}

/** With more words that nothing explains, something else is asked. */
const OPEN_MAX = 2

/** A question that cannot be read word by word is read as a whole, by what in the data has all its words. */
async function readGroundedAs(
  ctx: AgentContext,
  catalogue: Catalogue,
  { question, previous, isLastOpen = false, open, asWhole = false, isWithoutSlots }: Asked,
  hitsOf: HitsOf,
): Promise<Reading> {
  const context = {
    catalogue,
    values: catalogue.values,
    askedAtMs: ctx.askedAtMs,
    previous: previous ?? null,
    ...{ isLastOpen, open, isWithoutSlots },
  }
  const reading = await readByWords(ctx, catalogue, question, context, hitsOf)
  const services = { ...context, areServicesMeant: true }
  const come = asWhole ? await readByWords(ctx, catalogue, question, services, hitsOf) : null
  const through = come === null ? null : await readThrough(ctx, catalogue, come)
  if (through !== null) return through
  if (asWhole && reading.relation === 'follow_up') {
    const covered = await coverFollowUp(ctx, catalogue, reading.plans[0])
    return covered === null
      ? { ...reading, plans: [] }
      : { ...reading, plans: [covered.plan], notes: [covered.note], leftOut: [] }
  }
  const isUnread = reading.plans.length === 0 && reading.remark === undefined && reading.language === 'en'
  const next = isUnread && previous !== undefined ? ofNextSeries(question, previous.plan, catalogue) : null
  if (next !== null) {
    const { askBack: _, ...rest } = reading
    return { ...rest, plans: [next], leftOut: [], notes: [], relation: 'follow_up' }
  }
  // "How many of them" at the beginning of a thread is of nothing, whatever has the other words.
  if (isUnread && previous === undefined && isPartOfLast({ text: cleaned(question), quoted: [] })) return reading
  const alone = { ...context, previous: null, isLastOpen: false }
  const readAlone = (text: string): Promise<Reading> => readByWords(ctx, catalogue, text, alone, hitsOf)
  const isOne = reading.plans.length === 1 && reading.relation === 'new' && reading.language === 'en' && !asWhole
  const last = isOne ? await lastOfCounted(ctx, catalogue, question, reading, readAlone) : null
  if (last !== null) return last
  const total = isOne ? await totalOfEvents(ctx, catalogue, question, reading, readAlone) : null
  if (total !== null) return total
  if (isOne && isSurePair(question)) {
    const pair = await readPair(ctx, catalogue, question, alone, hitsOf)
    if (pair !== null) return pair
  }
  const began = asWhole ? null : await beganQuestion(ctx, catalogue, question, reading, readAlone)
  if (began !== null) return began
  const doing = asWhole
    ? null
    : ((await doingTime(ctx, catalogue, question, reading, alone)) ??
      (await peopleDoingThings(ctx, catalogue, question, reading, alone)))
  if (doing !== null) return doing
  const readWhole = (text: string): Promise<Reading> => readGroundedAs(ctx, catalogue, { question: text }, hitsOf)
  // What has no plan yet is taken for a quantity only where no other way of reading it is left.
  const isPlanned = !asWhole && reading.plans.length > 0
  const quantity = isPlanned ? await quantityMeant(ctx, catalogue, question, reading, alone, readWhole) : null
  if (quantity !== null) return quantity
  const amount = asWhole ? null : await thingAmount(ctx, catalogue, question, reading, alone)
  if (amount !== null) return amount
  const ofGauge = await readGauges(ctx, catalogue, question, reading, alone, hitsOf)
  if (ofGauge !== null) return ofGauge
  const gauge = isOne ? await gaugeInstead(catalogue, plainForm(question, catalogue), reading.plans, readAlone) : null
  if (gauge !== null) return gauge
  const readWithout = (without: Catalogue): Promise<Reading> =>
    readByWords(ctx, without, question, { ...context, catalogue: without }, hitsOf)
  const instead = isOne
    ? ((await thingInstead(ctx, catalogue, question, reading, readWithout)) ??
      (await neverTogether(ctx, catalogue, reading, readWithout, readAlone)) ??
      (await withoutMetric(catalogue, question, reading, readWithout)))
    : null
  if (instead !== null) return instead
  const done = asWhole
    ? null
    : await doneQuestion(ctx, catalogue, question, reading, (thing) =>
        readByWords(ctx, catalogue, question, { ...alone, traced: thing }, hitsOf),
      )
  if (done !== null) return done
  const isOpen = reading.plans.length === 0 && reading.askBack !== undefined && reading.remark === undefined
  const isNew = reading.relation === 'new' && reading.language === 'en'
  const isSecond = (isOpen || asWhole) && isNew
  const plain = isSecond ? plainForm(question, catalogue) : null
  const isOfSeries =
    isSecond ||
    (isNew &&
      (isCourseOfLines(reading.plans) || isOfQueue(question, reading.plans) || isOfValues(question, reading.plans)))
  const ofMetric = isOfSeries ? await readOfMetric(catalogue, plainForm(question, catalogue), readAlone) : null
  if (ofMetric !== null) return ofMetric
  const time = plain === null ? null : askedAsTime(cleaned(question))
  const timed = time === null ? null : await readGroundedAs(ctx, catalogue, { question: time }, hitsOf)
  if (timed !== null && isOfStated(timed)) return timed
  const forms = plain !== null ? [question, plain] : isNew && isOfNumbers(question, reading.plans) ? [question] : []
  const stated = await readAmount(ctx, catalogue, forms, alone)
  if (stated !== null) {
    const { askBack: _, remark: __, ...rest } = reading
    return { ...rest, ...stated, leftOut: [] }
  }
  const covered = plain === null ? null : await coverQuestion(ctx, catalogue, plain, context, hitsOf)
  if (covered === null) {
    if (plain !== null) {
      const traced = await traceQuestion(ctx, catalogue, plain, context, reading, (thing) =>
        readByWords(ctx, catalogue, question, { ...context, traced: thing }, hitsOf),
      )
      const other = traced ?? (await readPair(ctx, catalogue, question, alone, hitsOf))
      if (other !== null) return other
    }
    const meant = asWhole ? null : await quantityMeant(ctx, catalogue, question, reading, alone, readWhole)
    if (meant !== null) return meant
    if (!asWhole) return withHistoryOfIds(ctx, catalogue, question, context, reading)
    const plans = reading.relation === 'new' ? await historiesOf(ctx, catalogue, question, context) : []
    return { ...reading, plans }
  }
  const { askBack: _, ...read } = reading
  return { ...read, plans: [covered.plan], leftOut: [], notes: covered.notes }
}

/** "Returns that citizens filed", where only citizen-portal tells citizens apart: what came through it. */
async function readThrough(ctx: AgentContext, catalogue: Catalogue, read: Reading): Promise<Reading | null> {
  const [plan, more] = read.plans
  const isThrough = read.notes.some((note) =>
    servicesOf(plan ?? { conditions: [] }).some((name) => note.endsWith(` as ${name}.`)),
  )
  if (plan?.intent !== 'measure' || more !== undefined || read.leftOut.length > 0 || !isThrough) return null
  const found = await execute(ctx, catalogue, plan)
  return found.kind === 'measure' && found.value !== null && found.value > 0 ? read : null
}

/** A gauge read by its name alone would lose the time: "clock offset right before the outage". */
const BESIDE_TROUBLE =
  /\b(?:before|after|during|when|until|while) (?:the |all |our )?(?:outage|incident|trouble|problems?|failures?|crash|onset|it (?:all )?(?:broke|started|began|failed|happened|went down)|things (?:broke|went wrong))\b/i

/** What only gauges hold, one for each question of the message; null where any is read otherwise. */
async function readGauges(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  context: ReadContext,
  hitsOf: HitsOf,
): Promise<Reading | null> {
  const isTalk = reading.remark !== undefined && reading.remark.kind !== 'off_topic'
  const isNew = (reading.relation === 'new' || reading.plans.length > 1) && reading.language === 'en' && !isTalk
  if (!isNew || catalogue.metrics.length === 0 || question.length > 300 || BESIDE_TROUBLE.test(question)) return null
  const isCount = ({ plans }: Reading): boolean =>
    plans.length > 0 &&
    plans.every((plan) => plan.intent === 'list' || (plan.intent === 'measure' && plan.measure.of !== 'metric'))
  const isOpen = reading.plans.length === 0
  const isBroad = reading.plans.every(({ intent }) => intent === 'cause' || intent === 'state')
  const ungrouped = ungroupedMetric(reading)
  if (!isOpen && !isBroad && !isCount(reading) && ungrouped === null) return null
  const plans: Plan[] = []
  const notes: string[] = []
  for (const part of partsOf(question)) {
    const asked = gaugeAsked(cleaned(part), context) ?? gaugeAsked(cleaned(inPlainOrder(part, catalogue)), context)
    // "Are people leaving? Participants in eu-west dropping?": what was left out before stays so.
    const leftOut =
      asked === null ? reading.notes.find((note) => note === `I left out: "${part.slice(0, 80)}".`) : undefined
    if (leftOut !== undefined) {
      notes.push(leftOut)
      continue
    }
    // Lines are counted as well in what a gauge holds: it has to be asked for what is now, or by its whole name.
    const isMeant =
      asked !== null && (isBroad ? asked.text !== undefined || asked.isInUnit : asked.isNow || asked.isWhole)
    if (asked === null || (!isOpen && !isMeant && ungrouped === null && plans.length === 0)) return null
    const read = asked.text === undefined ? null : await readByWords(ctx, catalogue, asked.text, context, hitsOf)
    const plan = asked.plan ?? read?.plans[0]
    if (plan === undefined || metricOfPlan(plan) !== asked.metric) return null
    // "The warmest fridge" is one of them, and no number of all.
    if (ungrouped !== null && (ungrouped !== asked.metric || !isGrouped(plan))) return null
    plans.push(plan)
    if (asked.note !== undefined) notes.push(asked.note)
  }
  const { askBack: _, remark: __, ...rest } = reading
  return plans.length === 0 ? null : { ...rest, plans, notes, leftOut: [], unrestricted: [], relation: 'new' }
}

/** The metric of a reading that asks for one number of it. */
function ungroupedMetric({ plans: [plan, more] }: Reading): string | null {
  return plan !== undefined && more === undefined && !isGrouped(plan) ? metricOfPlan(plan) : null
}

function isGrouped(plan: Plan): boolean {
  return plan.intent === 'measure' && plan.groupBy.length > 0
}

/** One number that lines state, and nothing else. */
function isOfStated({ plans: [plan, more], leftOut }: Reading): boolean {
  const isOne = plan?.intent === 'measure' && more === undefined && leftOut.length === 0
  return isOne && plan.measure.of === 'number' && plan.measure.isInBody === true
}

/** An amount that lines state, where there is something of it. */
async function readAmount(
  ctx: AgentContext,
  catalogue: Catalogue,
  forms: readonly string[],
  context: ReadContext,
): Promise<Pick<Reading, 'plans' | 'notes'> | null> {
  for (const form of forms) {
    const asked = amountOfLines(cleaned(form), context)
    if (asked === null) continue
    const found = await execute(ctx, catalogue, asked.plan)
    if (found.kind === 'measure' && found.value !== null)
      return { plans: [asked.plan], notes: asked.note === undefined ? [] : [asked.note] }
  }
  return null
}

/** Two things that are counted in one phrase: taken where both are read and there is something of each. */
async function readPair(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  context: ReadContext,
  hitsOf: HitsOf,
): Promise<Reading | null> {
  const plans: Plan[] = []
  const counts: number[] = []
  let last: Reading | null = null
  for (const part of ofBothValues(question, catalogue) ?? pairAsked(question) ?? []) {
    const read = await readByWords(ctx, catalogue, part, context, hitsOf)
    // A part that is only read in other words is a guess, and two guesses are no answer.
    if (read.plans.length > 0 && read.notes.length > 0) return null
    const isRead = read.leftOut.length === 0 && read.plans.length === 1
    const own = isRead ? read.plans[0] : null
    const plan = own ?? (await coverQuestion(ctx, catalogue, part, context, hitsOf))?.plan
    if (plan?.intent !== 'measure' || plan.groupBy.length > 0 || plan.against !== null) return null
    const found = await execute(ctx, catalogue, plan)
    if (found.kind !== 'measure' || found.isNeverSeen === true) return null
    counts.push(found.value ?? 0)
    plans.push(plan)
    last = read
  }
  // In one of two windows there may be none.
  const isFound =
    inBothLengths(question) === null ? counts.every((count) => count > 0) : counts.some((count) => count > 0)
  if (last === null || !isFound) return null
  const { askBack: _, ...rest } = last
  return { ...rest, plans, leftOut: [], notes: [], relation: 'new' }
}

/** Words that the catalogue does not explain are looked up once: as values of attributes, and in the texts of logs. */
async function readByWords(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  context: ReadContext,
  hitsOf: HitsOf,
): Promise<Reading> {
  await betweenReadings()
  const first = readQuestion(question, context, null)
  await betweenReadings()
  const { words } = first.lookups
  if (words.length === 0) return first.reading
  const [values, hits] = await Promise.all([loadValues(ctx, catalogue, keysToLookUp(words, context)), hitsOf(words)])
  return readQuestion(question, { ...context, values }, hits).reading
}
