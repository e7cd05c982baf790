/** Answers when a gauge came to a level, whether it ever did, and how fast it changes: the gauge is read by itself. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Level, Plan, PlanOf } from '../questions/plan/plan.ts'
import { levelAsked, speedAsked } from '../questions/reader/level-asked.ts'
import { atPeak } from '../questions/reader/peak-asked.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { factorTo } from '../questions/vocabulary/units.ts'

type Read = (question: string) => Promise<Reading>
type Course = PlanOf<'measure'>

/** The reading of such a question; null of any other, and where no gauge goes by these words. */
export async function gaugeLevel(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  read: Read,
): Promise<Reading | null> {
  const text = cleaned(question)
  const fast = speedAsked(text)
  if (fast !== null) {
    const reading = await courseOf(fast, catalogue, read)
    const [course] = reading?.plans ?? []
    return reading === null || course === undefined ? null : { ...reading, plans: [{ ...course, isSpeedAsked: true }] }
  }
  const asked = levelAsked(text)
  if (asked === null) return null
  const reading = await courseOf(asked.text, catalogue, read)
  const [plan] = reading?.plans ?? []
  if (reading === null || plan === undefined) return null
  const factor = factorTo(asked.unit, unitOf(plan, catalogue))
  if (factor === null) return null
  const value = asked.value * factor
  const op = asked.op ?? ((await startsOver(ctx, catalogue, plan, value)) ? 'lte' : 'gte')
  const { isTotal } = plan.measure
  const furthest = op === 'lt' || op === 'lte' ? ('min' as const) : ('max' as const)
  const statistic = isTotal === true ? ('last' as const) : furthest
  const level: Level = { op, value, ...(asked.isYesNo ? { isYesNo: true } : {}) }
  return { ...reading, plans: [{ ...plan, measure: { ...plan.measure, statistic }, level }] }
}

type GaugeCourse = Course & { readonly measure: Extract<Course['measure'], { of: 'metric' }> }

/** The steps of the gauge that goes by these words; null where none does. */
async function courseOf(
  what: string,
  catalogue: Catalogue,
  read: Read,
): Promise<(Reading & { readonly plans: readonly GaugeCourse[] }) | null> {
  const reading = await read(`what was the highest ${what}`)
  const [plan, more] = reading.plans
  if (plan === undefined || more !== undefined || reading.leftOut.length > 0 || !isOfGauge(plan, catalogue)) return null
  const course = atPeak(plan, STEPS)
  if (course === null || course.measure.of !== 'metric') return null
  const { isPeakAsked: _, ...rest } = course
  return { ...reading, plans: [{ ...rest, measure: course.measure }] }
}

const STEPS = {
  texts: [],
  order: 'highest',
  stepMs: null,
  per: null,
  limit: 1,
  isWhenAsked: true,
  isOfLast: false,
} as const

function isOfGauge(plan: Plan, { metrics }: Catalogue): boolean {
  if (plan.intent !== 'measure' || plan.measure.of !== 'metric' || plan.measure.outOf !== undefined) return false
  const { metric } = plan.measure
  return metrics.some(({ name, type }) => name === metric && type === 'gauge')
}

function unitOf({ measure }: GaugeCourse, { metrics }: Catalogue): string {
  return metrics.find(({ name }) => name === measure.metric)?.unit ?? ''
}

/** Whether the first value of the window lies over the level, so that it is come to from above. */
async function startsOver(ctx: AgentContext, catalogue: Catalogue, plan: GaugeCourse, value: number): Promise<boolean> {
  const found = await execute(ctx, catalogue, plan)
  const first = found.kind === 'measure' ? found.series[0]?.[1] : undefined
  return first !== undefined && first > value
}
