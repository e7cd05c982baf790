/**
 * A question that is not read as a whole is read without its operators: the core that remains is read by itself, and
 * the operator is put on its plan. A mean or an extreme needs a number of those lines or requests, and a share needs its
 * whole. Where the core is read and has no such number, the answer says which one is missing.
 */

import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import { type Catalogue, CLASS_VALUES_MAX } from '../questions/grounding/catalogue.ts'
import { chosenIds, chosenLines } from '../questions/grounding/chosen-lines.ts'
import type { Measure, Plan, PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { keysOf } from '../questions/reader/fields.ts'
import { countedOf } from '../questions/reader/move-base.ts'
import {
  countsCompared,
  type NumberAsked,
  numbersAsked,
  type Quantity,
  rankedOf,
  shareAsked,
} from '../questions/reader/operators-asked.ts'
import { operationsNamed } from '../questions/reader/routes.ts'
import { MONEY, namesSlot, type Slot, slotsOf } from '../questions/reader/slots.ts'
import type { Previous } from '../questions/reader/state.ts'
import { cleaned, stemOf, wordsOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'
import { askedBack } from './settled-reading.ts'
import { groupedBy } from './slot-groups.ts'

type MeasurePlan = PlanOf<'measure'>
type Read = (question: string) => Promise<Reading>

interface Core {
  readonly plan: MeasurePlan
  readonly reading: Reading
}

/** The reading by the core; the same reading where it has a plan, or no operator is left in it. */
export async function operatorsApart(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  previous: Previous | undefined,
  read: Read,
): Promise<Reading> {
  const isOpen = reading.plans.length === 0 && reading.askBack !== undefined && reading.remark === undefined
  if (!isOpen || reading.language !== 'en') return reading
  const text = cleaned(question)
  const coreOf = async (count: string): Promise<Core | null> => {
    const found = await read(count)
    const [plan, more] = found.plans
    if (plan?.intent !== 'measure' || more !== undefined || found.leftOut.length > 0) return null
    if (plan.groupBy.length > 0 || plan.against !== null || plan.intervalMs !== null) return null
    if (plan.measure.of !== 'records' && plan.measure.of !== 'requests') return null
    return (await countOf(ctx, catalogue, plan)) > 0 ? { plan, reading: found } : null
  }
  const share = shareAsked(text)
  if (share !== null) return (await ofWhole(ctx, catalogue, share, reading, previous, coreOf)) ?? reading
  for (const texts of countsCompared(text)) {
    const cores = await Promise.all(texts.map(coreOf))
    if (cores.every((core) => core !== null) && new Set(cores.map(({ plan }) => JSON.stringify(plan))).size === 2)
      return settled(
        reading,
        cores.map(({ plan }) => plan),
        cores.flatMap((core) => core.reading.notes),
      )
  }
  const ranked = rankedOf(text)
  const counted = ranked === null || previous === undefined ? null : countedLines(previous.plan)
  if (ranked !== null && counted !== null) {
    const found = await groupedBy(
      ctx,
      catalogue,
      { ...reading, plans: [counted], leftOut: [], relation: 'new' },
      ranked,
    )
    return found === null ? reading : { ...settled(reading, [found.plan], []), relation: 'follow_up' }
  }
  let lacking: Reading | null = null
  for (const asked of numbersAsked(text).filter(({ each }) => each === null || isThing(each, catalogue))) {
    const found = (await ofGauge(asked, reading, read)) ?? (await ofNumber(ctx, catalogue, asked, reading, coreOf))
    if (found !== null && found.plans.length > 0) return found
    lacking ??= found
  }
  return lacking ?? reading
}

function settled(reading: Reading, plans: readonly MeasurePlan[], notes: readonly string[]): Reading {
  const { askBack: _, open: __, ...rest } = reading
  return { ...rest, plans, notes: [...new Set(notes)], leftOut: [] }
}

/** The lines that a thread counts, also where it told a share of them. */
function countedLines(plan: Plan): MeasurePlan | null {
  const base = countedOf(plan)
  if (base === null || base.against !== null) return null
  const isShare = base.measure.of === 'ratio' && base.measure.among !== undefined
  const { isYesNo: _, ...lines } = isShare ? { ...base, measure: { of: 'records' } as const } : base
  return lines.measure.of === 'records' ? { ...lines, groupBy: [] } : null
}

/** A part of lines, told as a share of the lines or requests that are its whole. */
async function ofWhole(
  ctx: AgentContext,
  catalogue: Catalogue,
  { part, whole }: { readonly part: string | null; readonly whole: string },
  reading: Reading,
  previous: Previous | undefined,
  coreOf: (count: string) => Promise<Core | null>,
): Promise<Reading | null> {
  const base = part === null && previous !== undefined ? countedOf(previous.plan) : null
  const own = part === null ? base : ((await coreOf(`how many ${part}`))?.plan ?? null)
  const all = own === null ? null : await coreOf(`how many ${whole}`)
  if (own === null || all === null || own.measure.of !== 'records' || own.groupBy.length > 0) return null
  // A whole of requests goes by their route; what else the part is restricted by holds for its whole as well.
  const isOfRequests = all.plan.measure.of === 'requests'
  if (isOfRequests && !all.plan.conditions.some(({ on }) => on === 'operation')) return null
  const kept = own.conditions.filter(
    (one) =>
      one.on === 'attribute' && !all.plan.conditions.some((other) => other.on === 'attribute' && other.key === one.key),
  )
  const among = [...all.plan.conditions, ...kept]
  if (among.length > AMONG_MAX) return null
  const plan: MeasurePlan = { ...own, measure: { of: 'ratio', share: 'matching', among } }
  const found = await execute(ctx, catalogue, plan)
  const isShare = found.kind === 'measure' && found.value !== null && found.value <= 100
  return isShare ? settled(reading, [plan], all.reading.notes) : null
}

const AMONG_MAX = 5

/** "Viewers watching at peak" of a gauge of viewers. */
async function ofGauge({ gauges }: NumberAsked, reading: Reading, read: Read): Promise<Reading | null> {
  for (const gauge of gauges) {
    const found = await read(gauge)
    const [plan, more] = found.plans
    if (plan?.intent === 'measure' && more === undefined && found.leftOut.length === 0 && plan.measure.of === 'metric')
      return settled(reading, [plan], found.notes)
  }
  return null
}

/** The number of what the core counts; asked back where the core is read and has none, or has several. */
async function ofNumber(
  ctx: AgentContext,
  catalogue: Catalogue,
  asked: NumberAsked,
  reading: Reading,
  coreOf: (count: string) => Promise<Core | null>,
): Promise<Reading | null> {
  for (const count of asked.counts) {
    const core = await coreOf(count)
    if (core === null) continue
    const found: MeasurePlan[] = []
    for (const measure of measuresOf(core.plan, asked, catalogue)) {
      const plan = { ...core.plan, measure }
      const told = await execute(ctx, catalogue, plan)
      if (told.kind === 'measure' && told.value !== null) found.push(plan)
    }
    const [plan, more] = found
    if (plan !== undefined && more === undefined) return settled(reading, [plan], core.reading.notes)
    const said = `I found "${count.replace(/^how many /, '')}"`
    const noun = nounOf(asked.quantity)
    return askedBack(reading, more === undefined ? `${said}, but no ${noun}` : `${said}, but more than one ${noun}`)
  }
  return null
}

/** "Per episode" is of each one where episodes have ids or lines tell of them; by a key of a few values it asks for groups. */
function isThing(noun: string, catalogue: Catalogue): boolean {
  const stem = stemOf(noun)
  const keys = keysOf(noun, catalogue)
  const isGroup = keys.some(({ key, scope }) =>
    catalogue.values.some(
      (known) => known.key === key && known.scope === scope && known.values.length <= CLASS_VALUES_MAX,
    ),
  )
  const isTold =
    keys.length > 0 ||
    catalogue.templates.some(({ tokens }) => tokens.some((token) => stemOf(token) === stem)) ||
    operationsNamed(noun, catalogue.operations).length > 0
  return isTold && !isGroup
}

function nounOf(quantity: Quantity): string {
  if (quantity.kind === 'named') return `"${quantity.names.join(' ')}"`
  return quantity.kind === 'time' ? 'time that it took' : quantity.kind === 'money' ? 'amount' : 'number'
}

function measuresOf({ measure, conditions }: MeasurePlan, asked: NumberAsked, catalogue: Catalogue): Measure[] {
  const { statistic, quantity } = asked
  if (measure.of === 'requests') return quantity.kind === 'time' ? [{ of: 'duration', statistic }] : []
  const slots = linesOf(conditions, catalogue).flatMap(({ template }) => slotsOf(template))
  const stated = new Set(slots.filter((slot) => isOf(slot, quantity)).map(({ name }) => name))
  const inLines = [...stated].map(
    (name): Measure => ({ of: 'number', key: name, unit: name, signal: 'logs', isInBody: true, statistic }),
  )
  if (inLines.length > 0 || quantity.kind === 'any') return inLines
  return catalogue.keys
    .filter(({ signal, scope }) => signal === 'logs' && scope === 'attribute')
    .filter(({ key }) => slotsOf(`${key}=<*>`).some((slot) => isOf(slot, quantity)))
    .map(({ key }): Measure => ({ of: 'number', key, signal: 'logs', statistic }))
}

/** Templates of the lines that are counted. */
function linesOf(conditions: readonly PlanCondition[], catalogue: Catalogue): Catalogue['templates'] {
  const chosen = chosenLines(conditions, catalogue)
  if (chosenIds(conditions).size > 0) return chosen
  const said = conditions.flatMap((one) => (one.on === 'text' && one.not !== true ? one.text.split(' ') : []))
  const stems = said.map(stemOf)
  return said.length === 0
    ? []
    : catalogue.templates.filter(({ tokens }) => stems.every((stem) => tokens.some((token) => stemOf(token) === stem)))
}

function isOf(slot: Slot, quantity: Quantity): boolean {
  if (quantity.kind === 'time') return slot.isTime
  if (quantity.kind === 'money') return slot.isMoney || slot.words.some((word) => MONEY.test(word) || word === 'cent')
  if (quantity.kind === 'any') return !slot.isTime
  return quantity.kind === 'named' && wordsOf(quantity.names.join(' ')).some((word) => namesSlot(word, slot))
}
