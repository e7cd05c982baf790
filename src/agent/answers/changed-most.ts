/** Writes which groups changed most between two windows, each with both of its numbers. */
import { code } from '../embedded/markdown.ts'
import type { Measured, MeasureGroup } from '../questions/execute/result.ts'
import { isOfEvents } from '../questions/plan/plan.ts'
import { number, window } from './format.ts'
import { groupId, isDownAsked, measureName, shown, type Worded } from './measure-words.ts'
import { scope, subject } from './scope.ts'

/** Fewer requests on one side tell nothing of durations. */
const REQUESTS_MIN = 20
/** A group changed that is so many times as much, or as little. */
const CHANGED = 1.25
/** So many deviations away from what chance does with counts. */
const DEVIATIONS = 3
const LISTED = 5

interface Change {
  readonly group: MeasureGroup
  readonly before: MeasureGroup
  readonly times: number
}

/** The headline: the one that changed most, or that none did. */
export function changedMost(worded: Worded): string {
  const { plan, result, askedAtMs } = worded
  const earlier = result.against
  const by = code(plan.groupBy[0]?.field ?? '', 80)
  const name = measureName(worded)
  const what = `${name === '' ? subject(plan) : name}${scope(plan)}`
  if (earlier === null || earlier.covered === null)
    return `I cannot tell which changed: there is no telemetry before it to compare with, ${window(result.window, askedAtMs)}.`
  const windows = `${window(covered(earlier), askedAtMs)} and ${window(result.window, askedAtMs)}`
  const isDown = isDownAsked(plan)
  const [first] = changesOf(worded, earlier)
  if (first === undefined)
    return `**None** did: no ${by} has clearly ${isDown ? 'less' : 'more'} ${what} than before, of ${number(result.groups.length)} in ${windows}.`
  const isOfTime = plan.measure.of === 'duration'
  const change = isOfTime ? `got ${isDown ? 'faster' : 'slower'} most` : `has the greatest ${isDown ? 'fall' : 'rise'}`
  return `${code(first.group.key.join(' '), 100)} ${change}: ${what} ${course(worded, first, earlier)}, by ${by}, ${windows}.`
}

/** The others that changed, a line each. */
export function othersChanged(worded: Worded): string {
  const earlier = worded.result.against
  const rest = earlier === null || earlier.covered === null ? [] : changesOf(worded, earlier).slice(1)
  const lines = rest
    .slice(0, LISTED)
    .flatMap((change) =>
      earlier === null ? [] : [`- ${code(change.group.key.join(' '), 100)}: ${course(worded, change, earlier)}`],
    )
  return [...lines, ...(rest.length > LISTED ? [`- and ${number(rest.length - LISTED)} more`] : [])].join('\n')
}

/** "went from **31 ms** to **2.99 s** (96 times)". */
function course(worded: Worded, { group, before, times }: Change, earlier: Measured): string {
  const isCount = isOfEvents(worded.plan)
  const rate = (one: MeasureGroup, measured: Measured): string =>
    isCount ? ` (${number((one.value ?? 0) / minutesOf(measured))} a minute)` : ''
  const factor =
    (before.value ?? 0) === 0
      ? ''
      : times >= 1
        ? `, ${number(times)} times as much`
        : `, ${number(times * 100)} % of it`
  return `went from **${shown(worded, before)}**${rate(before, earlier)} to **${shown(worded, group)}**${rate(group, worded.result)}${factor}`
}

function changesOf({ plan, result }: Worded, earlier: Measured): Change[] {
  const isDown = isDownAsked(plan)
  const isCount = isOfEvents(plan)
  const isOfMetric = plan.measure.of === 'metric'
  const old = new Map(earlier.groups.map((group) => [groupId(group), group]))
  const lengths = isCount ? minutesOf(result) / minutesOf(earlier) : 1
  return result.groups
    .flatMap((group): Change[] => {
      const before = old.get(groupId(group)) ?? (isCount ? { ...group, value: 0 } : undefined)
      if (before === undefined || group.value === null || before.value === null) return []
      const expected = before.value * lengths
      const times = group.value / Math.max(expected, isCount ? 0.5 : 1e-9)
      const isFar = isCount
        ? Math.abs(group.value - expected) > DEVIATIONS * Math.sqrt(Math.max(1, expected * (1 + lengths)))
        : isOfMetric || Math.min(group.of ?? 0, before.of ?? 0) >= REQUESTS_MIN
      const isChanged = isDown ? times <= 1 / CHANGED : times >= CHANGED
      return isFar && isChanged ? [{ group, before, times }] : []
    })
    .sort((a, b) => (isOfMetric ? movedBy(b) - movedBy(a) : isDown ? a.times - b.times : b.times - a.times))
}

/** Series of one metric are of one unit: what each lost or gained is compared. */
function movedBy({ group, before }: Change): number {
  return Math.abs((group.value ?? 0) - (before.value ?? 0))
}

function minutesOf(measured: Measured): number {
  const { from, to } = covered(measured)
  return Math.max(1, (Date.parse(to) - Date.parse(from)) / 60_000)
}

/** The window from where there is telemetry. */
function covered({ window: { from, to }, covered: told }: Measured): { from: string; to: string } {
  return { from: told !== null && told.from > from ? told.from : from, to }
}
