/**
 * Which quantity a question means, and by which key. The numbers that lines state, the events that they tell and the
 * metrics are held against the words of the question; the one that all words tell takes the place of a reading that
 * measures another kind of thing ("revenue" as a number of lines), or of none. Where none is it for sure, the first
 * reading stands.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import { type Catalogue, type KnownTemplate, loadValues } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import type { Measure, PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { isLinked } from '../questions/reader/amount-asked.ts'
import { timeOf } from '../questions/reader/asked-time.ts'
import { eventsOf } from '../questions/reader/covering/cover-lines.ts'
import { keysToLookUp } from '../questions/reader/fields.ts'
import { incomeRank, isNoIncome } from '../questions/reader/money-asked.ts'
import { lastMinutes } from '../questions/reader/noun-state.ts'
import { MONEY } from '../questions/reader/quantity/dimensions.ts'
import { measuresOther } from '../questions/reader/quantity/other-quantity.ts'
import {
  isNamedById,
  JOINTS,
  type LineQuantity,
  linesMeant,
  metricsMeant,
  spokenBy,
} from '../questions/reader/quantity/quantities.ts'
import { type QuantityAsked, quantityAsked } from '../questions/reader/quantity/quantity-asked.ts'
import { type QuestionState, type ReadContext, stateOf } from '../questions/reader/state.ts'
import { succeeded, templateCondition } from '../questions/reader/texts.ts'
import { cleaned, type Word, wordsOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { groupsOfLines, groupsOfMetric } from './quantity-groups.ts'

type MeasurePlan = PlanOf<'measure'>

interface Meant {
  readonly plan: MeasurePlan
  readonly note?: string
}

const CHARS_MAX = 140
const OF_REQUESTS = /\b(?:slowest|fastest|longest|shortest|quickest) (?:requests?|calls?|spans?|traces?)\b/
const OF_ONE = /\b(?:in|at|on|with|by) (?:one|a single) [a-z]/
const PERCENTILE = /\b(p(?:50|75|9\d))\b/

/** The reading of the quantity that is meant; null where the first reading measures it, or none is meant for sure. */
export async function quantityMeant(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  context: ReadContext,
  readAlone: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const [read, more] = reading.plans
  if (reading.relation !== 'new' || reading.language !== 'en' || question.length > CHARS_MAX || more !== undefined)
    return null
  if (reading.remark !== undefined && reading.remark.kind !== 'off_topic') return null
  const text = cleaned(question)
  // "The slowest request that mentions a search" is a request, whatever its lines state.
  if (OF_REQUESTS.test(text)) return null
  const words = wordsOf(text).map((word) => word.text)
  const values = await loadValues(ctx, catalogue, keysToLookUp(words, context))
  const state = stateOf(text, { ...context, values: values.length > 0 ? values : context.values }, {})
  const asked = quantityAsked(state)
  if (asked === null) return null
  if (read !== undefined && !measuresOther(read, asked, state)) return null
  const { askBack: _, remark: __, open: ___, ...rest } = reading
  const timed = await asDuration(text, asked, readAlone)
  if (timed !== null) return { ...rest, ...timed, leftOut: [], unrestricted: [] }
  // "P95 of bills issued": the noun alone does not make it one of money.
  if (PERCENTILE.test(text) && asked.claimedBy === 'noun') return null
  // "Most litres in one pressing": each of them, which no metric tells.
  const isOfEach = OF_ONE.test(text)
  const found =
    (asked.isNow && !isOfEach ? await ofMetric(ctx, catalogue, state, asked) : null) ??
    (await ofNumber(ctx, catalogue, state, asked)) ??
    (asked.isNow || isOfEach ? null : await ofMetric(ctx, catalogue, state, asked)) ??
    (isCountable(read) ? await ofEvents(ctx, catalogue, state, asked) : null)
  if (found === null) return null
  const notes = found.note === undefined ? [] : [found.note]
  return { ...rest, plans: [found.plan], notes, leftOut: [], unrestricted: [] }
}

/** Lines were counted as a whole, or nothing was. */
function isCountable(read: Reading['plans'][number] | undefined): boolean {
  return read === undefined || (read.intent === 'measure' && read.measure.of === 'records' && read.groupBy.length === 0)
}

/** "P95 of the availability search": of how long it takes, and no number that its lines state. */
async function asDuration(
  text: string,
  { statistic, dimension }: QuantityAsked,
  readAlone: (question: string) => Promise<Reading>,
): Promise<Pick<Reading, 'plans' | 'notes'> | null> {
  if (dimension !== null || statistic === null || /,| and /.test(text) || !PERCENTILE.test(text)) return null
  const again = await readAlone(text.replace(PERCENTILE, '$1 latency'))
  const [plan] = again.plans
  const isTime = plan?.intent === 'measure' && plan.measure.of === 'duration' && again.leftOut.length === 0
  return isTime ? { plans: again.plans, notes: again.notes } : null
}

/** The number that lines state. */
async function ofNumber(
  ctx: AgentContext,
  catalogue: Catalogue,
  state: QuestionState,
  asked: QuantityAsked,
): Promise<Meant | null> {
  if (asked.statistic === null) return null
  const [meant, more] = numbersMeant(state, asked)
  if (meant === undefined || more !== undefined || meant.slot === null) return null
  const [untold, further] = meant.untold
  const fits = meant.templates.map((template) => ({ template }))
  if (further !== undefined || (untold !== undefined && !isOfSame(untold, meant, state))) return null
  const hasNothing = meant.said.length === 0 && meant.conditions.length === 0 && asked.group === null
  if (hasNothing && asked.needed.length === 0 && asked.claimedBy !== 'unit') return null
  const { name } = meant.slot
  const measure: Measure = {
    ...({ of: 'number', key: name, unit: name, signal: 'logs', isInBody: true } as const),
    statistic: asked.statistic,
  }
  const templates = eventsOf(fits) > 1 && meant.said.length === 0 ? succeeded(meant.templates) : meant.templates
  const said = saidBy({ ...meant, templates })
  const note =
    untold !== undefined || asked.isIncome || meant.said.length === 0
      ? `I took ${name} of the lines that say "${said.join(' ')}".`
      : undefined
  return ofLines(ctx, catalogue, state, asked, { ...meant, templates }, measure, note)
}

/** Whether lines that do not say a noun tell of the thing that it names, by an id. */
function isOfSame(untold: Word, { templates }: LineQuantity, state: QuestionState): boolean {
  const fits = templates.map((template) => ({ template }))
  return isNamedById(untold, templates, state) || isLinked(untold, fits, state.context.catalogue)
}

/** The numbers that may be meant; of money that came in, none of what goes out, and the surest first. */
function numbersMeant(state: QuestionState, asked: QuantityAsked): readonly LineQuantity[] {
  if (!asked.isIncome) {
    const all = linesMeant(state, asked, false)
    return all.length > 1 && asked.dimension === MONEY ? incomesOf(all) : all
  }
  const { templates } = state.context.catalogue
  const paid = linesMeant(
    state,
    asked,
    false,
    templates.filter((one) => incomeRank(one) !== null),
  )
  const sure = paid.length > 1 ? incomesOf(paid) : paid
  if (sure.length === 1 && sure[0]?.untold.length === 0) return sure
  return linesMeant(
    state,
    asked,
    false,
    templates.filter((one) => !isNoIncome(one)),
  )
}

/** Of several that money came in by, those that tell most surely of it. */
function incomesOf(all: readonly LineQuantity[]): readonly LineQuantity[] {
  const ranked = all.flatMap((one) => {
    const ranks = one.templates.flatMap((template) => incomeRank(template) ?? [])
    return ranks.length === 0 ? [] : [{ one, rank: Math.min(...ranks) }]
  })
  const best = Math.min(...ranked.map(({ rank }) => rank))
  return ranked
    .filter(({ rank }) => rank === best)
    .map(({ one }) => ({ ...one, templates: one.templates.filter((template) => incomeRank(template) !== null) }))
}

/** "Which studio cancels the most bookings": the one of which there are most lines. */
async function ofEvents(
  ctx: AgentContext,
  catalogue: Catalogue,
  state: QuestionState,
  asked: QuantityAsked,
): Promise<Meant | null> {
  if (asked.group?.isRanked !== true || asked.dimension !== null || asked.statistic !== 'sum') return null
  const [meant, more] = linesMeant(state, asked, true)
  if (meant === undefined || more !== undefined) return null
  const [untold, further] = meant.untold
  const isTold = untold === undefined || (untold === asked.counted && meant.said.length > 0)
  const isOne = new Set(meant.templates.map(beginningOf)).size === 1 || meant.said.length > 1
  if (further !== undefined || !isTold || !isOne || meant.said.length === 0) return null
  const said = saidBy(meant)
  const note = untold === undefined ? undefined : `I took "${untold.text}" as the lines that say "${said.join(' ')}".`
  return ofLines(ctx, catalogue, state, asked, meant, { of: 'records' }, note)
}

/** What a line says before its reason: "payment declined" of "payment declined: card expired". */
function beginningOf(template: KnownTemplate): string {
  return spokenBy(template).split(':')[0] ?? ''
}

/** The words by which the lines were found, else those that they say. */
function saidBy({ said, templates, slot }: LineQuantity): string[] {
  const own = said.map(({ text }) => text)
  const [first] = templates
  if (own.length === 0 && slot?.isUnit === true && slot.name.length > 3) return [slot.name]
  if (own.length > 0 || first === undefined) return own
  const words = spokenBy(first).split(/\s+/)
  return words
    .filter((word) => /^[A-Za-z][a-z-]*[:,]?$/.test(word))
    .map((word) => word.replace(/[:,]$/, '').toLowerCase())
    .filter((word) => !JOINTS.test(word))
    .slice(0, 4)
}

/** The plan over these lines, by the key that is asked for; null where there is nothing of it, or no such key. */
async function ofLines(
  ctx: AgentContext,
  catalogue: Catalogue,
  state: QuestionState,
  asked: QuantityAsked,
  meant: LineQuantity,
  measure: Measure,
  note: string | undefined,
): Promise<Meant | null> {
  const lines = templateCondition(saidBy(meant), meant.templates)
  if (lines === null) return null
  const byText = meant.conditions.map(
    ({ values }): PlanCondition => ({ on: 'text', text: values[0] ?? '', mode: 'phrase' }),
  )
  for (const others of meant.conditions.length === 0 ? [[]] : [meant.conditions, byText]) {
    const plan = plainMeasure({ measure, conditions: [lines, ...others], time: timeOf(state) })
    if (!(await isThere(ctx, catalogue, plan))) continue
    if (asked.group === null) return { plan, ...(note === undefined ? {} : { note }) }
    const grouped = await groupsOfLines(ctx, catalogue, plan, asked.group, meant.templates)
    const notes = [note, grouped?.note].filter((one) => one !== undefined).join(' ')
    if (grouped !== null) return { plan: grouped.plan, ...(notes === '' ? {} : { note: notes }) }
    // "Water per batch": what each line tells of.
    const isThing = meant.templates.every(
      ({ tokens }) => asked.group?.nouns.some((noun) => tokens.includes(noun)) === true,
    )
    const isOfEach = !asked.group.isRanked && measure.of === 'number' && isThing
    return isOfEach
      ? { plan: { ...plan, measure: { ...measure, statistic: 'mean' } }, ...(note === undefined ? {} : { note }) }
      : null
  }
  return null
}

/** The metric that has all the words. */
async function ofMetric(
  ctx: AgentContext,
  catalogue: Catalogue,
  state: QuestionState,
  asked: QuantityAsked,
): Promise<Meant | null> {
  if (asked.statistic === null && !asked.isNow) return null
  const [meant, more] = metricsMeant(state, asked)
  if (meant === undefined || more !== undefined) return null
  const { metric, conditions } = meant
  const isCounter = metric.type === 'sum'
  const isExtreme = /^(?:mean|max|min|p\d+)$/.test(asked.statistic ?? '') && !asked.isNow && asked.group === null
  if (isCounter && asked.statistic !== 'sum') return null
  const statistic = isCounter ? 'increase' : isExtreme ? (asked.statistic ?? 'last') : 'last'
  const time = asked.isNow && state.time === null ? lastMinutes(state) : timeOf(state)
  const plan = plainMeasure({
    measure: { of: 'metric', metric: metric.name, statistic },
    conditions: [...conditions],
    time,
  })
  const grouped = asked.group === null ? plan : groupsOfMetric(plan, asked.group, metric)
  return grouped !== null && (await isThere(ctx, catalogue, grouped)) ? { plan: grouped } : null
}

async function isThere(ctx: AgentContext, catalogue: Catalogue, plan: MeasurePlan): Promise<boolean> {
  const found = await execute(ctx, catalogue, plan)
  if (found.kind !== 'measure') return false
  if (plan.groupBy.length > 0) return found.groups.length > 0
  return found.value !== null && (plan.measure.of !== 'records' || found.value > 0)
}
