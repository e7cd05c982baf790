/**
 * "How many jobs did QC-2 get", where the lines that say "jobs" are of something else and none of them has QC-2: a zero of
 * those lines answers nobody. The question is read again without them; where that finds none either, it is asked back.
 */
import type { AgentContext } from '../contract.ts'
import { withLastDay } from '../questions/execute/never-seen.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { PlanCondition } from '../questions/plan/plan.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'
import { askedBack } from './settled-reading.ts'

/** The reading of the requests or other lines that carry the value; null where the first one stands. */
export async function neverTogether(
  ctx: AgentContext,
  catalogue: Catalogue,
  reading: Reading,
  readAgain: (without: Catalogue) => Promise<Reading>,
  readAlone: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const [plan, more] = reading.plans
  if (plan?.intent !== 'measure' || more !== undefined || plan.measure.of !== 'records') return null
  const lines = plan.conditions.filter((one) => one.on === 'templates' && one.not !== true)
  const value = plan.conditions.find(isId)
  if (lines.length === 0 || value === undefined || plan.against !== null || plan.groupBy.length > 0) return null
  const { firstMs, lastMs } = catalogue
  if (firstMs === null || lastMs === null) return null
  const always = { ...plan, time: withLastDay(plan.time, firstMs, lastMs), per: null, intervalMs: null }
  if ((await countOf(ctx, catalogue, always)) > 0) return null
  const ids = new Set(lines.flatMap((one) => (one.on === 'templates' ? one.ids : [])))
  const noun = lines[0]?.on === 'templates' ? lines[0].words : ''
  const id = value.on === 'text' ? value.text.toUpperCase() : ''
  for (const read of [
    () => readAgain({ ...catalogue, templates: catalogue.templates.filter(({ id: own }) => !ids.has(own)) }),
    () => readAlone(`how many ${noun} of ${id}`),
  ]) {
    const other = await read()
    const [meant, another] = other.plans
    const isRead = meant?.intent === 'measure' && another === undefined && other.leftOut.length === 0
    if (isRead && meant.conditions.length > 1 && (await countOf(ctx, catalogue, meant)) > 0)
      return { ...other, plans: [{ ...meant, time: plan.time }] }
  }
  const alone = await countOf(ctx, catalogue, { ...always, conditions: [value] })
  return alone === 0 ? null : askedBack(reading, 'no log line has all of these words together')
}

/** A name with a number in it, which is one of several things. */
function isId(one: PlanCondition): boolean {
  return one.on === 'text' && one.not !== true && /^(?=\S*\d)(?=\S*[a-z])\S{3,40}$/i.test(one.text)
}
