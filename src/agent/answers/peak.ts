/** The largest or smallest step of a course, in words. */
import { clock, number, span } from './format.ts'
import { measureName, shown, UNIT_MS, type Worded } from './measure-words.ts'
import { windowWords } from './number-parts.ts'
import { scope, subject } from './scope.ts'

type Point = readonly [at: string, value: number]

/** Says which step is the extreme one, how much is in it, and what is usual; null where no step has anything. */
export function peakHeadline(worded: Worded): string | null {
  const { plan, askedAtMs } = worded
  const points = stepsOf(worded)
  const [first] = points
  if (plan.isPeakAsked !== true || first === undefined) return null
  const value = first[1]
  if (value === 0 && plan.order === 'highest') return null
  const name = measureName(worded)
  const isLowest = plan.order === 'lowest'
  const of = scope(plan)
  const unit = unitWords(plan.intervalMs)
  const amount = `**${shown(worded, { value })}**`
  const rate =
    plan.per === 'second' ? ` (${number((value * 1000) / (plan.intervalMs ?? UNIT_MS.minute))} per second)` : ''
  const told =
    name === ''
      ? `in that ${unit} there were the ${isLowest ? 'fewest' : 'most'} ${subject(plan)}${of}, ${amount}${rate}`
      : `in that ${unit} the ${name}${of} was ${isLowest ? 'lowest' : 'highest'}, ${amount}`
  const others = points.filter(([, one]) => one === value).length - 1
  const same = others === 0 || plan.limit > 1 ? '' : ` (as in ${others} other${others === 1 ? '' : 's'})`
  return `At **${clock(first[0], askedAtMs)}**: ${told}${same}, ${windowWords(worded)}${usual(worded, points)}.`
}

/** The steps that were asked for, where more than one was. */
export function peakLines(worded: Worded): string {
  const { plan, askedAtMs } = worded
  if (plan.isPeakAsked !== true || plan.limit < 2 || plan.intervalMs === null) return ''
  return stepsOf(worded)
    .slice(0, plan.limit)
    .map(([at, value]) => `- ${clock(at, askedAtMs)}: ${shown(worded, { value })}`)
    .join('\n')
}

/** The steps, the extreme one first; of the smallest only those that telemetry covers as a whole. */
function stepsOf({ plan, result }: Worded): Point[] {
  const { covered, series } = result
  const stepMs = plan.intervalMs ?? UNIT_MS.minute
  const isCount = plan.measure.of !== 'metric'
  const whole = series.filter(
    ([at]) =>
      covered === null ||
      (Date.parse(at) >= Date.parse(covered.from) && Date.parse(at) + stepMs <= Date.parse(covered.to)),
  )
  const points = plan.order === 'lowest' && isCount ? whole : series
  const sign = plan.order === 'lowest' ? 1 : -1
  return [...points].sort((a, b) => sign * (a[1] - b[1]))
}

function usual(worded: Worded, points: readonly Point[]): string {
  const { plan, result } = worded
  if (measureName(worded) !== '')
    return result.value === null || plan.measure.of === 'metric' ? '' : `; over all of it ${shown(worded, result)}`
  const mean = points.reduce((sum, [, value]) => sum + value, 0) / Math.max(1, points.length)
  return `; on average ${shown(worded, { value: Math.round(mean * 10) / 10 })} per ${unitWords(plan.intervalMs)}`
}

function unitWords(stepMs: number | null): string {
  if (stepMs === null || stepMs === UNIT_MS.minute) return 'minute'
  return stepMs === UNIT_MS.hour ? 'hour' : span(stepMs)
}
