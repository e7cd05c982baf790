/**
 * "How many customers joined from the web": a count of lines or requests is no number of those who did it. Where a key
 * tells them apart, its different values are counted, whichever way the rest was read; else the question is asked back.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Measure, Plan, PlanOf } from '../questions/plan/plan.ts'
import { keysOf } from '../questions/reader/fields.ts'
import { cleaned, lemmaOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { PEOPLE } from '../questions/vocabulary/people.ts'
import { askedBack } from './settled-reading.ts'

const COUNTED =
  /^(?:(?:so|and|ok|hey|please) )*how many (?:(?:different|distinct|unique|of|our|the|all) )*([a-z]{3,30}s) (?!per\b|an? )/

const HAD_TO = /\b(?:had|have|needed) to\b/

/** The reading, of those who are told apart. */
export async function peopleApart(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
): Promise<Reading> {
  const [plan, more] = reading.plans
  const noun = COUNTED.exec(cleaned(question))?.[1]
  if (plan?.intent !== 'measure' || more !== undefined || noun === undefined || !PEOPLE.test(lemmaOf(noun)))
    return reading
  if (await isUntold(ctx, catalogue, plan)) {
    const { anchor: _, ...time } = plan.time
    const note = `Failed requests do not say which ${noun} they are from, so this counts requests.`
    const impact: Plan = { intent: 'cause', aspect: 'impact', conditions: [], time }
    return { ...reading, plans: [impact], notes: [...reading.notes, note] }
  }
  if (!isPlainCount(plan) || isSubject(plan, noun)) return reading
  const measures = measuresOf(plan, noun, catalogue)
  for (const measure of measures) {
    const apart: Plan = { ...plan, measure }
    const found = await execute(ctx, catalogue, apart)
    if (found.kind === 'measure' && (found.value ?? 0) > 0) return { ...reading, plans: [apart] }
  }
  if (measures.length === 0) {
    const note = `Nothing here says which ${noun} these are, so this counts ${plan.measure.of === 'records' ? 'log records' : 'requests'}.`
    return { ...reading, notes: [...reading.notes, note] }
  }
  const counted = await execute(ctx, catalogue, plan)
  if (HAD_TO.test(cleaned(question)))
    return {
      ...reading,
      notes: [...reading.notes, `These lines do not say which ${noun} they are of: the lines are counted.`],
    }
  const isNone = counted.kind === 'measure' && (counted.value ?? 0) === 0
  return isNone ? reading : askedBack(reading, `I could not tell which ${noun} these are`)
}

/** "How many drivers are affected": requests failed, and none of them carries who sent it. */
async function isUntold(ctx: AgentContext, catalogue: Catalogue, plan: PlanOf<'measure'>): Promise<boolean> {
  const { measure, conditions, time } = plan
  const isOfIncident = time.anchor === 'incident' || time.anchor === 'onset'
  const isOfFailed = conditions.length === 1 && conditions.some((one) => one.on === 'outcome' && one.is === 'failed')
  if (measure.of !== 'distinct' || measure.signal !== 'spans' || !isOfIncident || !isOfFailed) return false
  const { anchor: _, ...window } = time
  const apart = await execute(ctx, catalogue, { ...plan, time: window })
  if (apart.kind !== 'measure' || (apart.value ?? 0) > 0) return false
  const failed = await execute(ctx, catalogue, { ...plan, measure: { of: 'requests' }, time: window })
  return failed.kind === 'measure' && (failed.value ?? 0) > 0
}

/** A number of lines or requests, and nothing else. */
export function isPlainCount({ measure, groupBy, per, against, intervalMs }: PlanOf<'measure'>): boolean {
  const isCount = measure.of === 'requests' || measure.of === 'records'
  return isCount && groupBy.length === 0 && per === null && against === null && intervalMs === null
}

/** "Members registered" of lines that say so, and of `POST /members`: they are what is counted. */
function isSubject({ conditions }: PlanOf<'measure'>, noun: string): boolean {
  const said = conditions.flatMap((one) =>
    one.on === 'templates' ? [one.words, ...one.phrases] : one.on === 'operation' ? one.values : [],
  )
  return said.some((text) =>
    text
      .toLowerCase()
      .split(/[^a-z]+/)
      .some((word) => lemmaOf(word) === lemmaOf(noun)),
  )
}

/** The keys that tell them apart: of lines their own first, then that of the requests they belong to. */
export function measuresOf({ measure }: PlanOf<'measure'>, noun: string, catalogue: Catalogue): Measure[] {
  const signal = measure.of === 'records' ? ('logs' as const) : ('spans' as const)
  const keys = keysOf(noun, catalogue).filter((known) => known.scope === 'attribute')
  const own = keys.find((known) => known.signal === signal)
  const other = signal === 'logs' ? keys.find((known) => known.signal === 'spans') : undefined
  return [own, other].flatMap((known) =>
    known === undefined ? [] : [{ of: 'distinct' as const, what: noun, signal, key: known.key, scope: known.scope }],
  )
}
