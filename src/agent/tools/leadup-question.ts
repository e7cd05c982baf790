/**
 * "Dropped trips, what kicked that off", "config change before the alloc failures?": the thing is read by itself, its first
 * moment is looked up, and what is rare or was changed in the minutes before is told. Without a thing it is the incident.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import { type Plan, type PlanCondition, type PlanOf, type PlanTime, servicesOf } from '../questions/plan/plan.ts'
import { leadupAsked } from '../questions/reader/leadup-asked.ts'
import { countedOf } from '../questions/reader/move-base.ts'
import type { Previous } from '../questions/reader/state.ts'
import { clockBefore, dayUpTo, iso } from '../questions/reader/when.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { settled } from './effect-turns.ts'
import { type Found, thingOf } from './thing-measured.ts'

type Read = (question: string) => Promise<Reading>
const LOOKED_BACK_MS = 600_000

/** The reading of such a question; as it was read where it is none, or is told so already. */
export async function leadupQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  own: Reading,
  previous: Previous | undefined,
  read: Read,
): Promise<Reading> {
  if (own.language !== 'en' || own.remark !== undefined || catalogue.lastMs === null) return own
  const asked = leadupAsked(cleaned(question))
  // "What changed right before 14:50?" is told by all changes of the minutes around it.
  const isChanges = own.plans[0]?.intent === 'changes'
  if (asked === null || (asked.at === null ? isTold(own) : isChanges)) return own
  const day = dayUpTo(ctx.askedAtMs, catalogue.firstMs ?? ctx.askedAtMs)
  const shared = {
    ...{ intent: 'leadup' as const, conditions: [] },
    ...(asked.isChange ? { isChangeAsked: true } : {}),
    ...(asked.isYesNo ? { isYesNo: true } : {}),
  }
  if (asked.at !== null) {
    const plan: Plan = { ...shared, at: iso(clockBefore(asked.at, catalogue.lastMs)), time: day }
    return settled(own, [plan], [], previous === undefined ? 'new' : 'follow_up')
  }
  const base = asked.thing === '' && previous !== undefined ? ofThread(previous.plan) : null
  if (asked.thing === '' && base === null) {
    const time: PlanTime = { ...day, anchor: 'onset', anchorSide: 'before', anchorLengthMs: LOOKED_BACK_MS }
    return settled(own, [{ ...shared, time }], [], previous === undefined ? 'new' : 'follow_up')
  }
  const found = base === null ? await firstOf(ctx, catalogue, asked.thing, read) : { plan: base, notes: [] }
  const began = found === null ? null : await beganAt(ctx, catalogue, found.plan, day)
  if (found === null || began === null) return own
  const plan: PlanOf<'leadup'> = {
    ...{ ...shared, at: began.at, time: day },
    ...(asked.thing === '' ? {} : { said: asked.thing }),
    ...(began.service === null ? {} : { service: began.service }),
    ...(began.body === null ? {} : { failure: began.body.slice(0, 500) }),
  }
  return settled(own, [plan], found.notes, base === null ? 'new' : 'follow_up')
}

const FAILURES = /\b(?:failures?|problems?|faults?)\b/

/** The thing as it was said; of failures that no line calls so, its errors. */
async function firstOf(ctx: AgentContext, catalogue: Catalogue, thing: string, read: Read): Promise<Found | null> {
  const found = await thingOf(ctx, catalogue, thing, read)
  if (found !== null || !FAILURES.test(thing)) return found
  return thingOf(ctx, catalogue, thing.replace(FAILURES, 'errors'), read)
}

/** What changed, and what broke and why, tell of what came before by themselves. */
function isTold({ plans: [plan, more], leftOut, notes }: Reading): boolean {
  if (plan === undefined || more !== undefined || leftOut.length > 0) return false
  const isGuessed = notes.some((note) => note.includes('report of trouble'))
  return /^(?:deployments|changes|life|release|delivery)$/.test(plan.intent) || (plan.intent === 'cause' && !isGuessed)
}

/** What the thread counted or listed, where it is a thing of its own. */
function ofThread(plan: Plan): PlanOf<'measure'> | null {
  const counted = countedOf(plan)
  const isOfThing = counted?.conditions.some(({ on }) => on === 'templates' || on === 'text' || on === 'status_code')
  const isOfIncident = plan.time.anchor !== undefined || plan.intent === 'cause' || plan.intent === 'timeline'
  return counted !== null && isOfThing === true && !isOfIncident ? counted : null
}

interface Began {
  readonly at: string
  readonly service: string | null
  readonly body: string | null
}

/** When the thing began, or began to come far more often; null where it always came. */
async function beganAt(
  ctx: AgentContext,
  catalogue: Catalogue,
  { measure, conditions }: PlanOf<'measure'>,
  time: PlanTime,
): Promise<Began | null> {
  const course = { asks: 'new' as const }
  const found = await execute(ctx, catalogue, plainMeasure({ measure, conditions, time, course }))
  if (found.kind !== 'measure' || found.course === undefined) return null
  const { began, first, is } = found.course
  const at = is === 'few' || is === 'new' ? first : began
  if (at === null) return null
  const isOfLines = measure.of === 'records'
  if (!isOfLines && measure.of !== 'requests' && measure.of !== 'spans')
    return { at, service: servicesOf({ conditions })[0] ?? null, body: null }
  const record = await firstRecord(ctx, catalogue, conditions, { ...time, from: at }, isOfLines)
  return record ?? { at, service: servicesOf({ conditions })[0] ?? null, body: null }
}

async function firstRecord(
  ctx: AgentContext,
  catalogue: Catalogue,
  conditions: PlanCondition[],
  time: PlanTime,
  isOfLines: boolean,
): Promise<Began | null> {
  const order = 'oldest' as const
  const list: Plan = { intent: 'list', of: isOfLines ? 'logs' : 'spans', conditions, time, order, limit: 1 }
  const found = await execute(ctx, catalogue, list)
  if (found.kind !== 'list') return null
  const [log] = found.logs
  if (log !== undefined) return { at: log.time, service: log.service, body: log.body }
  const [span] = found.spans
  return span === undefined ? null : { at: span.time, service: span.service, body: null }
}
