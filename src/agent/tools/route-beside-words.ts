/**
 * "Charges declined by the bank": lines say "card declined by the bank", and the noun is that of their route. Where no line
 * has all words, those without the noun of a route are counted, and the answer says so.
 */
import type { AgentContext } from '../contract.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import type { PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { operationsNamed } from '../questions/reader/routes.ts'
import { allOfDay } from '../questions/reader/when.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'

type Text = Extract<PlanCondition, { on: 'text' }>

/** The reading without the noun of a route; the same reading where lines have it, or the rest tells nothing. */
export async function routeBesideWords(ctx: AgentContext, catalogue: Catalogue, reading: Reading): Promise<Reading> {
  const [plan, more] = reading.plans
  if (plan?.intent !== 'measure' || more !== undefined || plan.measure.of !== 'records') return reading
  const [text, another] = plan.conditions.filter((one): one is Text => one.on === 'text')
  if (text === undefined || another !== undefined || text.mode !== 'all' || text.not === true) return reading
  const words = text.text.split(' ')
  const nouns = words.filter((word) => operationsNamed(word, catalogue.operations).length > 0)
  if (words.length < 2 || nouns.length !== 1 || catalogue.firstMs === null) return reading
  const day = allOfDay(plan.time, catalogue.firstMs)
  const count = (conditions: readonly PlanCondition[]): Promise<number> =>
    countOf(ctx, catalogue, plainMeasure({ measure: plan.measure, conditions: [...conditions], time: day }))
  if ((await count(plan.conditions)) > 0) return reading
  const timedOut = await timeoutsOf(ctx, catalogue, plan, text, nouns[0] ?? '')
  if (timedOut !== null) return { ...reading, plans: [timedOut.plan], notes: [...reading.notes, timedOut.note] }
  const rest: Text = { ...text, text: words.filter((word) => !nouns.includes(word)).join(' ') }
  const settled: PlanOf<'measure'> = { ...plan, conditions: plan.conditions.map((one) => (one === text ? rest : one)) }
  if ((await count(settled.conditions)) === 0) return reading
  const note = `No line says "${nouns.join(' ')}" beside "${rest.text}", so I counted those that say "${rest.text}".`
  return { ...reading, plans: [settled], notes: [...reading.notes, note] }
}

const TIMEOUTS = /^(?:timeouts?|time-outs?|timed|out)$/

/** "Timeouts of refunds" that no line tells: the requests of the route that ended with 504. */
async function timeoutsOf(
  ctx: AgentContext,
  catalogue: Catalogue,
  plan: PlanOf<'measure'>,
  { text }: Text,
  noun: string,
): Promise<{ readonly plan: PlanOf<'measure'>; readonly note: string } | null> {
  if (!text.split(' ').every((word) => word === noun || TIMEOUTS.test(word))) return null
  const names = operationsNamed(noun, catalogue.operations).slice(0, 20)
  const conditions: PlanCondition[] = [
    ...plan.conditions.filter(({ on }) => on !== 'text'),
    { on: 'operation', values: names },
    { on: 'status_code', from: 504, to: 504 },
  ]
  const asked: PlanOf<'measure'> = { ...plan, measure: { of: 'requests' }, conditions }
  if ((await countOf(ctx, catalogue, { ...asked, groupBy: [] })) === 0) return null
  const note = `No line tells of these timeouts, so I counted the requests on \`${names.slice(0, 3).join('`, `')}\` that ended with 504.`
  return { plan: asked, note }
}
