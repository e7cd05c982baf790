/**
 * Short follow-ups about what was just listed: the trace of the first request ("show the trace", "which span took the
 * longest?", "who called that?"), the first message ("the first one, what does it mean?"), a slow one of what was counted.
 */
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan, PlanCondition, PlanTime } from '../plan/plan.ts'
import { WHOM } from '../vocabulary/whom.ts'
import { fieldOfSignal } from './fields.ts'
import { windowOf } from './follow-up-time.ts'
import { listOf } from './move-base.ts'
import type { Previous, ReadContext } from './state.ts'

const IT = '(?:that|this|it|those|them)'
const FIRST = '(?:first|top|slowest|worst|latest|newest|that|this)'
const TRACE = new RegExp(
  `^(?:(?:show|open|see|get|give|view)(?: me)? )?(?:the |its |that |this )?(?:whole |full |entire )?traces?(?: (?:of|for|behind|to) (?:the )?(?:${IT}(?: one)?|${FIRST}(?: (?:one|request|call|line))?))?$|^(?:which|what) (?:spans?|part|step|call|service|hop)(?: (?:of ${IT}|in (?:it|there)))? (?:took|takes|was|is) (?:the )?(?:longest|slow|slowest|most time|most of the time|so long|the slow one)$|^where (?:does|did|is|was) (?:the|its|all the|all that|most of the) time (?:go|gone|went|spent|lost|being spent)$|^(?:who|what|which service) call(?:s|ed) (?:${IT}|the (?:first|slowest) one)(?: one)?$`,
)
/** "Which customer was that?": of the one that was shown. */
const WHOSE =
  /^(?:(?:for |of |by |from |in |at )?(?:which|what) ([a-z][\w.-]{2,30})|(who|whose))(?: (?:was|is) (?:it|that|this)(?: one)?| did (?:it|that) come from)(?: (?:for|from|of|by|in|at))?$/
const MESSAGE =
  /^(?:the )?(?:first|top)(?: (?:one|line|message|error|pattern))?,? ?(?:(?:and )?(?:where (?:does|did) (?:it|that) come from|what (?:does|is) (?:it|that|this)(?: (?:mean|say|about))?|who (?:logs|writes|says) (?:it|that)|explain(?: (?:it|that))?))$|^(?:what (?:does|is)|explain|who logs|where (?:does|did)) the (?:first|top)(?: (?:one|line|message|error|pattern))?(?: (?:mean|say|about|come from))?$/
const A_SLOW =
  /^(?:(?:show|give|find|get)(?: me)? )?(?:an? |one |some )(?:really |very )?slow(?: (?:one|request|trace|call|example)s?)?$/

const SHARE = /^(?:(?:as|in) (?:an? )?)?(?:percent(?:age)?|%|share|ratio)(?: (?:of (?:them|all|those)|in percent))?$/

/** "Percentage?" of the lines that say it failed, behind how many orders there were: of those orders. */
function shareOfBefore({ plan: base, before }: Previous): Plan | null {
  const isOfLines =
    base.intent === 'measure' && base.measure.of === 'records' && base.conditions.some(({ on }) => on === 'templates')
  if (!isOfLines || before?.intent !== 'measure' || base.groupBy.length > 0) return null
  const isOfThing = before.conditions.length > 0 && before.conditions.every(({ on }) => on === 'operation')
  if (before.measure.of !== 'requests' || !isOfThing) return null
  return {
    ...base,
    measure: { of: 'ratio', share: 'matching', among: [...before.conditions] },
    per: null,
    isYesNo: false,
  }
}

const IN_TIME =
  /^how many(?: of (?:them|those|these))?(?: (?:failed|fail|went wrong))?(?: (?:in|since|during|over|between|within|before|after) .{2,60})?$/

/** "How many in the last five minutes?" behind a state or a cause: so many requests failed. */
function failedIn(text: string, { plan: base, suspect }: Previous, time: PlanTime | null): Plan | null {
  const isOfTrouble = base.intent === 'state' || base.intent === 'cause' || base.intent === 'health'
  if (!isOfTrouble || time === null || !IN_TIME.test(text)) return null
  const service = base.intent === 'health' ? base.service : base.intent === 'cause' ? suspect : undefined
  const of: PlanCondition[] = service === undefined ? [] : [{ on: 'service', values: [service] }]
  return plainMeasure({ measure: { of: 'requests' }, conditions: [...of, { on: 'outcome', is: 'failed' }], time })
}

const WHEN = /^(?:when|(?:at )?what time)(?: exactly)?(?: (?:was|is|did) (?:it|that|this)(?: one)?(?: happen)?)?$/
const TOOK =
  /^how (?:long|slow) (?:did (?:it|that|this)(?: one| request| call)? (?:take|last|run)(?: in (?:total|all))?|was (?:it|that|this)(?: one)?)$/

/** Whose the one request or line was that was shown, and how long it took, by its trace; null of any other question. */
export function ofShown(
  text: string,
  { plan: base, trace }: Previous,
  { catalogue }: Pick<ReadContext, 'catalogue'>,
): Plan | null {
  const found = WHOSE.exec(text)
  const isTrace = base.intent === 'trace'
  if (base.intent === 'list' && base.isTimeAsked !== true && WHEN.test(text))
    return {
      ...base,
      order: base.order === 'oldest' ? 'oldest' : 'newest',
      isTimeAsked: true,
      time: windowOf(base.time),
    }
  if (trace !== undefined && TOOK.test(text) && (isTrace || (base.intent === 'list' && base.limit === 1)))
    return { ...listOf(base, 'spans', [{ on: 'trace', id: trace }]), order: 'slowest', limit: 1 }
  const isOfTrace = base.intent === 'measure' && base.conditions.some(({ on }) => on === 'trace')
  const isOne = base.intent === 'list' && (base.limit === 1 || base.order === 'slowest')
  if (found === null || trace === undefined || !(isOne || isOfTrace || isTrace)) return null
  const isOfLines = base.intent === 'list' ? base.of === 'logs' : isOfTrace && base.measure.of === 'records'
  const signal = isOfLines ? 'logs' : 'spans'
  const nouns = found[1] === undefined ? WHOM : [found[1]]
  const field = nouns.map((noun) => fieldOfSignal(noun, signal, catalogue)).find((one) => one !== null)
  if (field == null) return null
  return plainMeasure({
    ...{ measure: { of: isOfLines ? 'records' : 'requests' }, conditions: [{ on: 'trace', id: trace }] },
    ...{ time: windowOf(base.time), groupBy: [{ field: field.field, scope: field.scope }], limit: 20 },
  })
}

/** What such a follow-up asks for; null for any other. */
export function listedMove(text: string, previous: Previous, asked: PlanTime | null): Plan | null {
  const { plan: base, trace, message } = previous
  if (SHARE.test(text)) return shareOfBefore(previous)
  const failed = failedIn(text, previous, asked)
  if (failed !== null) return failed
  if (trace !== undefined && TRACE.test(text))
    return { intent: 'trace', id: trace, conditions: [], time: windowOf(base.time) }
  if (message !== undefined && base.intent === 'patterns' && MESSAGE.test(text))
    return { intent: 'meaning', text: message, conditions: [], time: windowOf(base.time) }
  const isOfRequests =
    base.intent === 'measure' &&
    (base.measure.of === 'requests' || base.measure.of === 'ratio' || base.measure.of === 'duration')
  if (isOfRequests && A_SLOW.test(text))
    return {
      ...listOf(
        base,
        'traces',
        base.conditions.filter(({ on }) => on !== 'outcome'),
      ),
      order: 'slowest',
      limit: 5,
    }
  return null
}
