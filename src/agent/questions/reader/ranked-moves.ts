/**
 * "And the second one?" behind groups: the same of the group in that place. "Was it better before 14:20?" behind a number:
 * what was before that moment beside what was since.
 */
import type { Plan, PlanCondition, PlanOf } from '../plan/plan.ts'
import { untilNow } from './asked-time.ts'
import { windowOf } from './follow-up-time.ts'
import { PLAIN } from './move-base.ts'
import type { Previous, QuestionState } from './state.ts'
import { iso } from './when.ts'

const PLACE =
  /^(?:the )?(?:(second|2nd|number (?:two|2)|runner-?up|next)|(third|3rd|number (?:three|3))|(fourth|4th)|(last))(?: (?:one|place|worst|most|highest|biggest|slowest))?$/
const BESIDE =
  /^(?:was|is|were|are) (?:it|that|this|they|those|these) (?:any |also |much )?(?:(worse|higher|more|slower|longer)|(better|lower|less|fewer|faster|shorter)) (before|until|after|since) (?:about |around )?\d/
const HOUR_MS = 3_600_000

/** The plan of such a follow-up; null of any other. */
export function rankedMove(text: string, previous: Previous, state: QuestionState): Plan | null {
  return inPlace(text, previous) ?? besideMoment(text, previous, state)
}

function inPlace(text: string, { plan: base, ranked = [] }: Previous): Plan | null {
  const found = PLACE.exec(text)
  const [group, more] = base.intent === 'measure' ? base.groupBy : []
  if (found === null || base.intent !== 'measure' || group === undefined || more !== undefined) return null
  const at = found[1] !== undefined ? 1 : found[2] !== undefined ? 2 : found[3] !== undefined ? 3 : ranked.length - 1
  const value = at > 0 ? ranked[at] : undefined
  const only = value === undefined ? null : conditionOf(group, value)
  if (only === null || base.conditions.length >= CONDITIONS_MAX) return null
  return {
    ...base,
    ...PLAIN,
    per: base.per,
    conditions: [...base.conditions, only],
    groupBy: [],
    time: windowOf(base.time),
  }
}

const CONDITIONS_MAX = 20

function conditionOf({ field, scope }: PlanOf<'measure'>['groupBy'][number], value: string): PlanCondition | null {
  if (scope !== 'builtin') return { on: 'attribute', key: field, scope, values: [value] }
  if (field === 'service') return { on: 'service', values: [value] }
  return field === 'operation' ? { on: 'operation', values: [value] } : null
}

function besideMoment(text: string, { plan: base }: Previous, { time, context }: QuestionState): Plan | null {
  const found = BESIDE.exec(text)
  if (found === null || base.intent !== 'measure' || time === null) return null
  const [, worse, , side = ''] = found
  const isBefore = side === 'before' || side === 'until'
  const pivotMs = Date.parse(isBefore ? time.to : time.from)
  const { toMs } = untilNow(context)
  const firstMs = Math.max(context.catalogue.firstMs ?? 0, pivotMs - HOUR_MS)
  // Where one side has no telemetry there is nothing to compare, which the answer says of that side.
  if (pivotMs <= firstMs || pivotMs >= toMs) return { ...base, ...PLAIN, groupBy: [], time }
  const earlier = { from: iso(firstMs), to: iso(pivotMs), basis: 'asked' } as const
  const later = { from: iso(pivotMs), to: iso(toMs), basis: 'asked' } as const
  // It was better before where it is more since, and it is better since where it is less.
  const isUsualAsked = (worse === undefined) === isBefore ? 'more' : 'less'
  return { ...base, ...PLAIN, per: base.per, groupBy: [], time: later, against: earlier, isUsualAsked }
}
