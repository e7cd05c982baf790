/**
 * Short follow-ups that stay with what the last answer was about, where it was one thing among others: its full line, why
 * it happens, since when, who it hits, which is the worst. Without them the trouble of the whole system would be told.
 */

import type { Catalogue } from '../grounding/catalogue.ts'
import { chosenLines } from '../grounding/chosen-lines.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan, PlanCondition, PlanOf } from '../plan/plan.ts'
import { NUMBER, numberOfWords } from '../vocabulary/number-words.ts'
import { WHOM } from '../vocabulary/whom.ts'
import { bareMove } from './bare-move.ts'
import { type FieldChoice, fieldOfSignal } from './fields.ts'
import { isOfSpans } from './fit-measure.ts'
import { farBack, windowOf } from './follow-up-time.ts'
import { countedOf, errorsLogged, listOf, outcomeOf } from './move-base.ts'
import { operationsNamed } from './routes.ts'
import type { Previous, ReadContext } from './state.ts'

const IT = '(?:that|this|it|those|these|they|them)'
const LINE = '(?:log line|line|text|message|record|entry|log)s?'
const FULL = new RegExp(
  `^(?:(?:show|give|print|see|get)(?: me| us)? )?(?:the |its |that |this |an? |one )?(?:(?:last|newest|latest|first) (?:one |of ${IT},? ?))?(?:full|whole|raw|complete|entire|exact|actual) ${LINE}(?: (?:of|for) (?:the )?(?:(?:last|newest|latest|first)(?: one)?|one|theirs|any(?: one)?|one of ${IT}|any of ${IT}|${IT}))?$|^(?:the )?(last|newest|latest|first) of ${IT},? (?:in )?(?:full|full ${LINE}|the full ${LINE})$`,
)
const ONE_TRACE = new RegExp(
  `^(?:(?:show|give|get|see)(?: me| us)? )?(?:(?:one|an?|the|its|any|full|whole|complete|entire) )*(?:example |sample )?trace(?: (?:id|of|for|from)(?: (?:one|any|an example)(?: of)?)?(?: ${IT}| that one| one| the (?:last|first|newest|oldest|latest)(?: one)?)?)?(?: id)?$`,
)
const SOME = new RegExp(
  `^(?:(?:show|give|list|get|see)(?: me| us)? )?(?:just )?(${NUMBER}|one)(?: (?:of ${IT}|examples?|samples?))?$`,
)
const IS_SHOWN = /^(?:show|give|list|get|see)\b|\b(?:examples?|samples?)\b/
const SINCE =
  /^(?:since when|since what time|from when(?: on)?|when did (?:it|that|this|they|those) (?:first )?(?:start|begin|appear|come up|show up)(?: (?:happening|coming|failing))?|since when (?:is|are|was|has|have|does|do) (?:it|that|this|they|those)(?: been)?(?: (?:so|bad|broken|failing|happening|like that|say that|saying that|the case|that bad))?)$/
const WHY =
  /^(?:why|why not|why so(?: many)?|why (?:is|are|was|were|did|do|does) (?:that|they|those|it|these|this)(?: (?:happen|happening|so|fail|failed|refused|rejected|come))?|(?:and )?(?:(?:for )?(?:what|which) )?(?:(?:is|are|was|were) )?(?:the |their )?(?:reasons?|cause)(?: (?:for|of|behind) (?:that|those|it|them|this|these))?|how come|because of what|for what reason)$/
const WHO =
  /^(?:(?:and )?(?:who|which (?:users?|customers?|tenants?|people|clients?|accounts?|companies))(?: (?:is|are|was|were|all))*(?: (?:affected|hit|concerned|impacted|behind|in)(?: (?:it|that|this|those|by (?:it|that)))?)?|who (?:gets|got|sees|saw|has|had|hits|hit) (?:it|that|those|them|these)|whose (?:are|were|is) (?:they|those|it|that))$/
const WORST = /^(?:(?:which|what)(?: is| was)? )?(?:the )?(?:worst|hardest hit|most affected|top) ([a-z][a-z-]{2,24})$/

/** "The full line", "raw log of the last one". */
export function asksForLine(text: string): boolean {
  return FULL.test(bareMove(text))
}

/** The plan of such a follow-up; null of any other. */
export function subjectMove(text: string, { plan: base }: Previous, { catalogue }: ReadContext): Plan | null {
  const counted = countedOf(base)
  if (counted === null || counted.conditions.length === 0 || counted.groupBy.length > 1) return null
  const of = listKind(counted)
  return (
    shown(text, counted, of) ??
    (isOfOneThing(counted) ? (began(text, counted, of) ?? why(text, counted, catalogue)) : null) ??
    whyOfLines(text, counted, catalogue) ??
    who(text, counted, catalogue) ??
    worst(text, counted, catalogue) ??
    shareOfAll(text, counted, catalogue)
  )
}

function listKind({ measure }: PlanOf<'measure'>): 'logs' | 'spans' | null {
  if (measure.of === 'metric') return null
  return isOfSpans(measure) ? 'spans' : 'logs'
}

/** Errors and failures are those of the trouble; what lines say or a status of clients tells is a thing of its own. */
export function isOfOneThing({ conditions }: PlanOf<'measure'>): boolean {
  return conditions.some(
    (one) =>
      ((one.on === 'templates' || one.on === 'text') && one.not !== true) ||
      (one.on === 'status_code' && one.from >= 400 && one.to < 500 && one.not !== true),
  )
}

function shown(text: string, base: PlanOf<'measure'>, of: 'logs' | 'spans' | null): Plan | null {
  if (of === null) return null
  const isFull = asksForLine(text)
  const logged =
    isFull && of === 'spans' ? errorsLogged(base.conditions, outcomeOf(base.measure, base.conditions)) : null
  if (logged !== null) return { ...listOf(base, 'logs', logged), limit: 1, isRawAsked: true }
  if (isFull && of === 'logs')
    return {
      ...{ ...listOf(base, 'logs', base.conditions), limit: 1, isRawAsked: true },
      order: /\bfirst\b/.test(text) ? 'oldest' : 'newest',
    }
  if (ONE_TRACE.test(text)) return { ...listOf(base, of === 'spans' ? 'traces' : 'logs', base.conditions), limit: 1 }
  const some = IS_SHOWN.test(text) ? SOME.exec(text)?.[1] : undefined
  if (some === undefined) return null
  const limit = some === 'one' ? 1 : numberOfWords(some)
  return limit < 1 || limit > 100 ? null : { ...listOf(base, of, base.conditions), limit }
}

/** "Since when?": the first of them. */
function began(text: string, base: PlanOf<'measure'>, of: 'logs' | 'spans' | null): Plan | null {
  return of === null || !SINCE.test(text) ? null : beganList(base, of)
}

/** The first of what was counted, looked for some way back. */
export function beganList(base: PlanOf<'measure'>, of: 'logs' | 'spans'): PlanOf<'list'> {
  const list = { ...listOf(base, of, base.conditions), order: 'oldest' as const, limit: 5, isTimeAsked: true }
  // They did not begin in the last minutes because these were asked about.
  return { ...list, time: farBack(list.time) }
}

/** "Why?": what these lines say, by how often. */
function why(text: string, base: PlanOf<'measure'>, catalogue: Catalogue): Plan | null {
  if (!WHY.test(text) || base.measure.of !== 'records' || isOfErrors(base, catalogue)) return null
  return { intent: 'patterns', conditions: [...base.conditions], time: windowOf(base.time), limit: 10 }
}

/** "Why do they fail?" behind the errors of a service that sends lines alone: what these say. */
function whyOfLines(text: string, base: PlanOf<'measure'>, { services }: Catalogue): Plan | null {
  if (!WHY.test(text) || base.measure.of !== 'records') return null
  const named = base.conditions.flatMap((one) => (one.on === 'service' && one.not !== true ? one.values : []))
  const isOfLines = named.length === 1 && services.some(({ name, spans }) => name === named[0] && spans === 0)
  const isOfErrors = base.conditions.some(({ on }) => on === 'severity')
  if (!isOfLines || !isOfErrors) return null
  return { intent: 'patterns', conditions: [...base.conditions], time: windowOf(base.time), limit: 10 }
}

/** Whether lines are those of errors: why they come asks for what broke. */
export function isOfErrors({ conditions }: Pick<Plan, 'conditions'>, catalogue: Catalogue): boolean {
  return chosenLines(conditions, catalogue).some(({ severity }) => /^(?:error|fatal|crit)/i.test(severity))
}

/** "Who is affected?": by what these records tell their customers apart. */
function who(text: string, base: PlanOf<'measure'>, catalogue: Catalogue): Plan | null {
  if (!WHO.test(text) || !isEvents(base)) return null
  const signal = isOfSpans(base.measure) ? 'spans' : 'logs'
  const said = WHOM.find((noun) => text.includes(noun))
  const field = (said === undefined ? WHOM : [said])
    .map((noun) => fieldOfSignal(noun, signal, catalogue))
    .find((one) => one !== null)
  return field == null ? null : grouped(base, field)
}

/** "Worst office?": the same by that. */
function worst(text: string, base: PlanOf<'measure'>, catalogue: Catalogue): Plan | null {
  const noun = WORST.exec(text)?.[1]
  if (noun === undefined || !isEvents(base)) return null
  const field = fieldOfSignal(noun, isOfSpans(base.measure) ? 'spans' : 'logs', catalogue)
  return field === null ? null : grouped(base, field)
}

export const SHARE_OF_ALL =
  /^(?:(?:and |as |in |what )*(?:an? |the )?(?:share|percent(?:age)?|%|part|fraction|ratio)) (?:(?:is|are) (?:that|it|those|these) )?(?:of|among|out of) (?:all |the |our |their |its )*([a-z][a-z -]{2,30}?)(?: (?:is|are) (?:that|it|those))?$/

/** "Share of all orders" behind some of them: among all requests on their routes. */
function shareOfAll(text: string, base: PlanOf<'measure'>, { operations }: Catalogue): Plan | null {
  const noun = SHARE_OF_ALL.exec(text)?.[1]
  if (noun === undefined || base.measure.of !== 'requests' || base.groupBy.length > 0) return null
  const routes = base.conditions.flatMap((one) => (one.on === 'operation' && one.not !== true ? one.values : []))
  const said = /^(?:requests|calls|traffic|them|those)$/.test(noun) ? routes : operationsNamed(noun, operations)
  if (routes.length === 0 || !routes.every((route) => said.includes(route))) return null
  return { ...base, measure: { of: 'ratio', share: 'matching', isOfAll: true }, per: null, isYesNo: false }
}

function isEvents({ measure, groupBy }: PlanOf<'measure'>): boolean {
  return (measure.of === 'records' || measure.of === 'requests') && groupBy.length === 0
}

function grouped(base: PlanOf<'measure'>, { field, scope }: FieldChoice): Plan {
  const conditions: PlanCondition[] = [...base.conditions]
  return plainMeasure({
    ...{ measure: base.measure, conditions, time: windowOf(base.time) },
    groupBy: [{ field, scope }],
    limit: 20,
  })
}
