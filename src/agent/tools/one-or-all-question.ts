/**
 * Answers whether trouble is of one or of all of a kind: what the thread counts, or what fails, is told apart by the first
 * of the fields that are meant of which it carries several values.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import type { Measure, PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { isOfSpans } from '../questions/reader/fit-measure.ts'
import { countedOf, failedSince } from '../questions/reader/move-base.ts'
import { type OneOrAll, oneOrAll } from '../questions/reader/one-or-all.ts'
import { withValuesJoined } from '../questions/reader/spaced-values.ts'
import type { Previous } from '../questions/reader/state.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

type MeasurePlan = PlanOf<'measure'>
type Read = (question: string) => Promise<Reading>

const LISTED = 20
const FIELDS_MAX = 6

/** The reading of such a question; null of any other, and where nothing carries what they are told apart by. */
export async function oneOrAllQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  previous: Previous | undefined,
  read: Read,
): Promise<Reading | null> {
  const asked = oneOrAll(cleaned(withValuesJoined(question, catalogue)), catalogue)
  if (asked === null) return null
  const reading = await read('how many requests failed')
  const [failed] = reading.plans
  if (failed?.intent !== 'measure') return null
  const sets = previous === undefined ? [] : [setOf(previous), failedSince(previous)].filter((set) => set !== null)
  for (const set of sets) {
    const plan = await toldApart(ctx, catalogue, plansOf(asked, set, previous?.suspect))
    if (plan !== null) return { ...reading, plans: [plan], relation: 'follow_up' }
  }
  const base = await ofThing(asked, failed, read)
  if (base === null) return null
  const errors: PlanCondition[] = [...base.conditions, { on: 'severity', is: 'error', orWorse: true }]
  const logged: MeasurePlan = { ...base, measure: { of: 'records' }, conditions: errors }
  const isOfRequests = isOfSpans(base.measure)
  const plan =
    (await toldApart(ctx, catalogue, plansOf(asked, base, previous?.suspect))) ??
    (isOfRequests ? await toldApart(ctx, catalogue, plansOf(asked, logged, previous?.suspect)) : null)
  return plan === null ? null : { ...reading, plans: [plan], relation: 'new' }
}

/** So much of what is counted is told apart by the field that is meant. */
const TOLD_MIN = 0.5

/** The first plan whose groups have most of what there is; else the one whose groups have more than the others'. */
async function toldApart(
  ctx: AgentContext,
  catalogue: Catalogue,
  plans: readonly MeasurePlan[],
): Promise<MeasurePlan | null> {
  let best: MeasurePlan | null = null
  let most = 0
  for (const plan of plans) {
    const { count, share } = await toldBy(ctx, catalogue, plan)
    if (count > 0 && share >= TOLD_MIN) return plan
    if (count <= most) continue
    best = plan
    most = count
  }
  return best
}

/** What the thread counts; behind trouble what failed since it began. */
function setOf(previous: Previous): MeasurePlan | null {
  const counted = countedOf(previous.plan)
  const isOfSet =
    counted !== null &&
    counted.conditions.length > 0 &&
    /^(?:records|requests|ratio|duration)$/.test(counted.measure.of)
  return isOfSet ? counted : failedSince(previous)
}

/** What fails at all, or what is said to. */
async function ofThing({ thing, services }: OneOrAll, failed: MeasurePlan, read: Read): Promise<MeasurePlan | null> {
  const time = { ...failed.time, anchor: 'incident' as const }
  const own: PlanCondition[] = services.length === 0 ? [] : [{ on: 'service', values: [...services] }]
  if (thing === '') return { ...failed, conditions: own, time }
  for (const form of [`error rate of ${thing}`, `how many ${thing} failed`]) {
    const { plans, leftOut } = await read(form)
    const [plan, more] = plans
    const isOfIt =
      plan?.intent === 'measure' && more === undefined && leftOut.length === 0 && plan.conditions.length > 0
    if (isOfIt && /^(?:records|requests|ratio)$/.test(plan.measure.of)) return { ...plan, time }
  }
  return null
}

/** The set told apart by each of the fields, of what carries them. */
function plansOf(asked: OneOrAll, base: MeasurePlan, suspect: string | undefined): MeasurePlan[] {
  const keys = new Set(asked.fields.map(({ field }) => field))
  const kept = base.conditions.filter((one) => one.on !== 'outcome' && !(one.on === 'attribute' && keys.has(one.key)))
  const isOfLines = !isOfSpans(base.measure)
  const signal = isOfLines ? 'logs' : 'spans'
  const measure = measureOf(asked, base, isOfLines)
  const time = base.time.basis === 'last_with_telemetry' ? { ...base.time, anchor: 'incident' as const } : base.time
  const own = asked.fields.filter(({ signals }) => signals.includes(signal))
  const fields = isOfLines ? [...own, ...asked.fields.filter((one) => !own.includes(one))] : own
  return fields.slice(0, FIELDS_MAX).map(({ field, scope }) => {
    // Every service has hosts: those of the one that is blamed are meant.
    const isOfHosts = scope === 'resource' && suspect !== undefined && !kept.some(({ on }) => on === 'service')
    const blamed: PlanCondition[] = isOfHosts ? [{ on: 'service', values: [suspect] }] : []
    const besides = asked.besides?.get(field)
    return plainMeasure({
      ...{ measure, conditions: [...blamed, ...kept], time, groupBy: [{ field, scope }], limit: LISTED },
      ...{ isSpreadAsked: true, ...(besides === undefined ? {} : { isYesNo: true, onlyAsked: besides }) },
    })
  })
}

function measureOf({ isOfTime }: OneOrAll, { measure, conditions }: MeasurePlan, isOfLines: boolean): Measure {
  if (isOfTime && !isOfLines) return { of: 'duration', statistic: 'p95' }
  if (measure.of === 'duration') return measure
  if (isOfLines) return { of: 'records' }
  return { of: 'ratio', share: conditions.some(({ on }) => on === 'status_code') ? 'matching' : 'failed' }
}

/** How much of the set a field tells apart, and which part of all that is; none where it has one value of it at most. */
async function toldBy(
  ctx: AgentContext,
  catalogue: Catalogue,
  plan: MeasurePlan,
): Promise<{ readonly count: number; readonly share: number }> {
  const found = await execute(ctx, catalogue, plan)
  if (found.kind !== 'measure') return NOTHING
  const named = found.groups.filter(({ key }) => key.every((part) => part !== null && part !== ''))
  if (named.length + (found.lacking?.length ?? 0) < 2) return NOTHING
  const { of } = plan.measure
  const sizeOf = (one: Pick<typeof found, 'of' | 'failed' | 'value'>): number =>
    (of === 'ratio' ? one.failed : of === 'duration' ? one.of : one.value) ?? 0
  const count = named.reduce((sum, group) => sum + sizeOf(group), 0)
  // Where nothing failed there is still something that did not.
  return { count: count + (of === 'ratio' ? 1 : 0), share: count / Math.max(1, sizeOf(found)) }
}

const NOTHING = { count: 0, share: 0 }
