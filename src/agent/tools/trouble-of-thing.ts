/**
 * "Any checksum problems?", "what is wrong with passports?", read as what is wrong with the whole system: the cause of
 * everything that fails is no answer for one thing. It is told of the requests that carry the thing, or of the lines that
 * say it; the cause stands behind where the trouble of the thing came with it. What nothing tells is asked back.
 */

import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { chosenLines } from '../questions/grounding/chosen-lines.ts'
import { type Plan, type PlanCondition, type PlanOf, without } from '../questions/plan/plan.ts'
import { ASKED_OF } from '../questions/reader/settle.ts'
import { isDenying } from '../questions/reader/texts.ts'
import { type TroubleAsked, troubleAsked } from '../questions/reader/trouble-asked.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'
import { isEveryday } from './reasons-of-thing.ts'
import { askedBack } from './settled-reading.ts'

type MeasurePlan = PlanOf<'measure'>
type Read = (question: string) => Promise<Reading>

/** The reading of such a question; null of any other. */
export async function troubleOfThing(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  read: Read,
): Promise<Reading | null> {
  const asked = isOfEverything(reading) ? troubleAsked(cleaned(question)) : null
  if (asked === null) return null
  if (asked.isSlow === true) return ofSpeed(asked, reading, read)
  const { thing, asks } = asked
  if (asks === 'sides') return askedBack(reading, `I could not tell what of "${thing}" is to be compared`)
  if (asks === 'who') return askedBack(reading, `I could not tell who has trouble with "${thing}" alone`)
  if (asks === 'usual') {
    const more = measureOf(await read(`are there more ${thing} than usual?`), ({ against, conditions }) => {
      return against !== null && conditions.length > 0
    })
    return more === null
      ? untold(reading, asked)
      : settled(reading, [{ ...more.plan, isUsualAsked: 'usual' }], more.notes)
  }
  const asRequests = asks === 'good' ? `are ${thing} ok?` : `are ${thing} failing?`
  const requests = asks === 'reason' ? null : measureOf(await read(asRequests), isOfRequests)
  if (requests !== null) return ofRequests(ctx, catalogue, asked, reading, requests)
  const lines = measureOf(await read(`any ${thing} errors?`), isOfLines)
  if (lines !== null) return ofLines(ctx, catalogue, asked, reading, lines)
  return untold(reading, asked)
}

/** What nothing tells of is asked back; why it fails may be told by the cause of everything that does. */
function untold(reading: Reading, { thing, asks }: TroubleAsked): Reading | null {
  return reading.plans.length > 0 && asks !== 'cause'
    ? askedBack(reading, `nothing here tells of trouble with "${thing}"`)
    : null
}

/** Whether requests that carry the thing take longer than before; asked why, the cause says that it is of everything. */
async function ofSpeed(asked: TroubleAsked, reading: Reading, read: Read): Promise<Reading | null> {
  if (asked.asks === 'cause' && reading.plans.length > 0) return ofAll(reading, asked.thing)
  const compared = measureOf(await read(`are ${asked.thing} slower than before?`), ({ measure, conditions }) => {
    return measure.of === 'duration' && conditions.some(({ on }) => on === 'attribute' || on === 'operation')
  })
  return compared === null ? untold(reading, asked) : settled(reading, [compared.plan], compared.notes)
}

/** The reading, which says that it is about everything and not only the thing. */
function ofAll(reading: Reading, thing: string): Reading {
  return { ...reading, unrestricted: [...new Set([...(reading.unrestricted ?? []), thing])] }
}

function isOfUnknownThing(because: string): boolean {
  return because.startsWith('I have no telemetry of') || because.startsWith(ASKED_OF)
}

/** Trouble of all there is, or nothing at all where what is named is said to be unknown. */
function isOfEverything({ plans: [plan, more], notes, remark, language, askBack }: Reading): boolean {
  if (remark !== undefined || language !== 'en' || more !== undefined) return false
  if (plan === undefined) return isOfUnknownThing(askBack?.because ?? '')
  // What the thing was taken for is said.
  if (notes.some((note) => note.startsWith('I took'))) return false
  const isTrouble =
    plan.intent === 'state' || (plan.intent === 'cause' && /^(?:what|why|anything|since|impact)$/.test(plan.aspect))
  return isTrouble && plan.conditions.length === 0 && !('subject' in plan && plan.subject !== undefined)
}

interface Found {
  readonly plan: MeasurePlan
  readonly notes: readonly string[]
}

function measureOf(reading: Reading, isOf: (plan: MeasurePlan) => boolean): Found | null {
  const [plan, more] = reading.plans
  if (plan?.intent !== 'measure' || more !== undefined || reading.leftOut.length > 0 || plan.groupBy.length > 0)
    return null
  return isOf(plan) ? { plan, notes: reading.notes } : null
}

function isOfRequests({ measure, conditions }: MeasurePlan): boolean {
  return measure.of === 'ratio' && measure.share !== 'matching' && conditions.some(({ on }) => on === 'attribute')
}

function isOfLines({ measure, conditions }: MeasurePlan): boolean {
  return (
    measure.of === 'records' &&
    conditions.some(
      (one) => (one.on === 'templates' || one.on === 'text' || one.on === 'attribute') && one.not !== true,
    )
  )
}

async function ofRequests(
  ctx: AgentContext,
  catalogue: Catalogue,
  asked: TroubleAsked,
  reading: Reading,
  { plan, notes }: Found,
): Promise<Reading> {
  const { asks } = asked
  const cause = reading.plans[0]
  const time = asks === 'now' || asks === 'good' || cause === undefined ? plan.time : cause.time
  const failed: PlanCondition = { on: 'outcome', is: 'failed' }
  if (asks === 'since') return settled(reading, [firstOf([...plan.conditions, failed], 'spans', plan, time)], notes)
  const share: MeasurePlan = { ...plan, time, isYesNo: true }
  if (asks !== 'cause' || cause === undefined) return settled(reading, [share], notes)
  const found = await execute(ctx, catalogue, share)
  const isFailing = found.kind === 'measure' && (found.value ?? 0) > 0
  if (!isFailing) return settled(reading, [share], notes)
  return ofAll(settled(reading, [cause, { ...share, isYesNo: false }], notes), asked.thing)
}

async function ofLines(
  ctx: AgentContext,
  catalogue: Catalogue,
  { asks, thing }: TroubleAsked,
  reading: Reading,
  { plan, notes }: Found,
): Promise<Reading | null> {
  const cause = reading.plans[0]
  const own = await troubled(ctx, catalogue, { ...plan, time: cause?.time ?? plan.time })
  if (asks === 'since') return settled(reading, [firstOf(own.conditions, 'logs', own, own.time)], notes)
  const isFound = (await countOf(ctx, catalogue, own)) > 0
  // Trouble that nothing told of before is the incident, which its cause explains.
  const isPart = isFound && cause !== undefined && !(await isEveryday(ctx, catalogue, own))
  if (asks === 'cause' || asks === 'reason') {
    if (!isFound || cause === undefined) return null
    if (isPart || asks === 'cause') return ofAll(reading, thing)
    return settled(reading, [{ intent: 'patterns', conditions: own.conditions, time: own.time, limit: 10 }], notes)
  }
  // Lines that complain are no proof that something is down, and none that it is not.
  const told: MeasurePlan = { ...own, isYesNo: asks === 'any' }
  return settled(reading, isPart && cause.intent === 'cause' ? [told, cause] : [told], notes)
}

/** Warnings and errors that say it; where there are none, all lines, if these say themselves that something was not done. */
async function troubled(ctx: AgentContext, catalogue: Catalogue, plan: MeasurePlan): Promise<MeasurePlan> {
  const conditions = without(plan.conditions, 'severity')
  const severe: MeasurePlan = {
    ...plan,
    conditions: [{ on: 'severity', is: 'warn', orWorse: true }, ...conditions],
  }
  const lines = chosenLines(conditions, catalogue)
  const isDenied = lines.length > 0 && lines.every(isDenying)
  return isDenied && (await countOf(ctx, catalogue, severe)) === 0 ? { ...severe, conditions } : severe
}

function firstOf(
  conditions: readonly PlanCondition[],
  of: 'logs' | 'spans',
  { time }: MeasurePlan,
  asked: MeasurePlan['time'],
): PlanOf<'list'> {
  const window = asked.basis === 'now' ? time : asked
  return { intent: 'list', of, conditions: [...conditions], time: window, order: 'oldest', isTimeAsked: true, limit: 5 }
}

function settled(reading: Reading, plans: readonly Plan[], notes: readonly string[]): Reading {
  const { askBack: _, open: __, unrestricted: ___, ...rest } = reading
  return { ...rest, plans: [...plans], notes: [...notes], leftOut: [], unrestricted: [], relation: 'new' }
}
