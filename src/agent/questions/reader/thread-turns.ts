/**
 * Short follow-ups that turn the last number into another one: "when was the first?", "the most frequent one?", "in
 * absolute numbers", "only the failed ones" of a duration, "p95 of those", "how many are those?".
 */
import type { Measure, Plan, PlanCondition, PlanOf, Statistic } from '../plan/plan.ts'
import { servicesOf, without } from '../plan/plan.ts'
import { isOfSpans } from './fit-measure.ts'
import { windowOf } from './follow-up-time.ts'
import { countedOf, listOf, outcomeOf } from './move-base.ts'
import type { Previous } from './state.ts'

const IT = '(?:that|this|it|those|these|they|them)'
const WHEN_END = new RegExp(
  `^(?:(?:and |at )?(?:when|what time) (?:was|were|is|did|has|had) (?:the |we (?:see |get )?(?:the )?)?(first|earliest|oldest|last|latest|newest|most recent)(?: (?:one|time|of (?:${IT})))?(?: (?:happen|occur|come|seen|logged|appear|in))?|(?:first|last) (?:seen|when))$`,
)
const THE_END = /^(?:and )?(?:the )?(?:very )?(first|earliest|oldest|last|latest|newest|most recent)(?: one)?$/
const MOST_FREQUENT =
  /^(?:(?:what|which)(?: (?:one|line|message|error|warning))? (?:is|was|are|were|comes up|came up|occurs|happens) )?(?:the )?(?:most (?:frequent|common|often)|commonest)(?: (?:one|line|message|error|warning|of (?:them|those|these)))?$/
const ABSOLUTE = new RegExp(
  `^(?:(?:and )?how many (?:is|are|was|were) ${IT}(?:,? (?:in|as) (?:an? )?(?:absolute|plain|raw|real|total) ?(?:numbers?|counts?|terms|figures?)?)?|(?:in|as|the|with|give me(?: the)?) (?:an? )?(?:absolute|plain|raw|real) ?(?:numbers?|counts?|terms|figures?|values?)?|absolute(?: numbers?| counts?)?|(?:in|as) (?:an? )?(?:numbers?|counts?)(?:,? not (?:percent|a percentage|in percent))?)$`,
)
const ENDED =
  /^(?:(?:what about|of|for|with) )?(?:the |those |all )?(failed|failing|broken|failures|errors|successful|succeeded|ok|good)(?: ones?| requests?| calls?)?(?: only| alone)?$/
const STATISTIC_OF = new RegExp(
  `^(?:(?:what (?:is|was)|and) )?(?:the )?(p50|p75|p90|p95|p99|median|average|mean|max|maximum|slowest)(?: (?:latency|duration|time|response time))? of (?:${IT}|the failed ones|the successful ones)$`,
)
const LATENCY =
  /^(?:the |its |their )?(p50|p75|p90|p95|p99|median|average|mean|max|maximum) (?:latency|duration|response time|latencies|durations)$/
const LINES = /^(?:all )?(?:log ?lines|log records|logs|lines)(?: in (?:total|all)| overall| altogether)?$/
const REQUESTS =
  /^(?:(?:the |its |their )?(?:total |overall )?(?:number of |count of )?(?:requests?|calls|traffic|request count|volume)|how many requests?(?: (?:in total|in all|overall|altogether|are there|were there|is that|was that))?)$/
const STATISTICS: Readonly<Record<string, Statistic>> = {
  ...{ p50: 'p50', p75: 'p75', p90: 'p90', p95: 'p95', p99: 'p99', median: 'p50', average: 'mean', mean: 'mean' },
  ...{ max: 'max', maximum: 'max', slowest: 'max' },
}

const FAILURE_RATE =
  /^(?:(?:what is|what was|give me|show me) )?(?:the |its |their )?(?:error|failure|fail) rate(?:,? (?:in (?:percent|total|all|sum|%)|as (?:a )?percent(?:age)?|overall|altogether|of all(?: (?:of )?(?:them|requests|calls))?|over all|then))*$/
const OF_ALL = /\b(?:overall|altogether|of all|over all|in total|in all)\b/

/** What such a follow-up asks for; null for any other. */
export function turnMove(text: string, previous: Previous): Plan | null {
  return (
    whenEnd(text, previous) ??
    mostFrequent(text, previous) ??
    failureRate(text, previous) ??
    absolute(text, previous) ??
    ended(text, previous) ??
    statisticOf(text, previous) ??
    requestsCounted(text, previous) ??
    linesCounted(text, previous)
  )
}

/** "When was the first?" of what was counted, and "the last?" behind it. */
function whenEnd(text: string, { plan: base }: Previous): Plan | null {
  const isAsked = base.intent === 'list' && base.isTimeAsked === true
  const found = WHEN_END.exec(text) ?? (isAsked ? THE_END.exec(text) : null)
  if (found === null) return null
  const end = found[1] ?? text
  const order = /^(?:first|earliest|oldest)/.test(end) ? 'oldest' : 'newest'
  if (isAsked) return { ...base, order, time: windowOf(base.time) }
  // "When was the last one?" after a service that went silent: of what it wrote.
  if (base.intent === 'delivery' && servicesOf(base).length === 1)
    return { ...listOf(base, 'logs', base.conditions), order, limit: 5, isTimeAsked: true }
  const counted = countedOf(base)
  if (counted === null || !/^(?:records|requests|ratio)$/.test(counted.measure.of)) return null
  const outcome = outcomeOf(counted.measure, counted.conditions)
  const conditions = outcome === null ? counted.conditions : [...without(counted.conditions, 'outcome'), outcome]
  const of = isOfSpans(counted.measure) ? 'spans' : 'logs'
  return { ...listOf(base, of, conditions), order, limit: 5, isTimeAsked: true }
}

/** "What is the most frequent one?" of lines: their patterns, the first of which is told first. */
function mostFrequent(text: string, { plan: base }: Previous): Plan | null {
  if (!MOST_FREQUENT.test(text)) return null
  if (base.intent === 'patterns') return { ...base, time: windowOf(base.time) }
  const isOfLines =
    (base.intent === 'measure' && base.measure.of === 'records') || (base.intent === 'list' && base.of === 'logs')
  return isOfLines
    ? { intent: 'patterns', conditions: [...base.conditions], time: windowOf(base.time), limit: 10 }
    : null
}

/** "In absolute numbers" of a share: how many it is of; "how many are those?" after their duration. */
function absolute(text: string, { plan: base }: Previous): Plan | null {
  if (!ABSOLUTE.test(text) || base.intent !== 'measure') return null
  const { measure } = base
  if (measure.of === 'duration') return counted(base, { of: 'requests' }, base.conditions)
  if (measure.of !== 'ratio') return null
  if (measure.share === 'matching')
    return counted(base, { of: measure.among === undefined ? 'requests' : 'records' }, base.conditions)
  return counted(base, { of: 'requests' }, [
    ...without(base.conditions, 'outcome'),
    { on: 'outcome', is: measure.share },
  ])
}

/** "The error rate?" after requests with a status: of all of them, whatever they were answered with. */
function failureRate(text: string, { plan: base }: Previous): Plan | null {
  if (!FAILURE_RATE.test(text) || base.intent !== 'measure' || base.measure.of !== 'requests') return null
  const conditions = without(base.conditions, 'status_code', 'outcome')
  const isRestricted = conditions.length < base.conditions.length
  if (!isRestricted && !OF_ALL.test(text)) return null
  const plan = counted(base, { of: 'ratio', share: 'failed' }, conditions)
  return plan.intent === 'measure' && OF_ALL.test(text) ? { ...plan, groupBy: [] } : plan
}

function counted(base: PlanOf<'measure'>, measure: Measure, conditions: readonly PlanCondition[]): Plan {
  const { bound: _, ...rest } = base
  const plain = { per: null, against: null, isYesNo: false }
  return { ...rest, ...plain, measure, conditions: [...conditions], time: windowOf(base.time) }
}

/** "Only the failed ones", whatever of requests was measured before. */
function ended(text: string, { plan: base }: Previous): Plan | null {
  const said = ENDED.exec(text)?.[1]
  if (said === undefined || base.intent !== 'measure') return null
  const { measure } = base
  if (
    measure.of !== 'duration' &&
    measure.of !== 'requests' &&
    !(measure.of === 'ratio' && measure.share !== 'matching')
  )
    return null
  const is = /^(?:failed|failing|broken|failures|errors)$/.test(said) ? 'failed' : 'succeeded'
  // Behind those that went through, whatever was refused did not.
  const isRefused = base.conditions.some((one) => one.on === 'status_code' && one.not === true && one.from >= 400)
  const open = base.conditions.filter((one) => !(one.on === 'status_code' && one.not === true))
  const conditions: PlanCondition[] =
    isRefused && is === 'failed'
      ? [...without(open, 'outcome'), { on: 'status_code', from: 400, to: 599 }]
      : [...without(base.conditions, 'outcome'), { on: 'outcome', is }]
  return measure.of === 'ratio'
    ? counted(base, { of: 'requests' }, conditions)
    : { ...base, conditions, time: windowOf(base.time) }
}

/** "P95 of those" of requests that were counted; "p95 latency?" after a failure rate is that of all of them. */
function statisticOf(text: string, { plan: base }: Previous): Plan | null {
  const statistic = STATISTICS[STATISTIC_OF.exec(text)?.[1] ?? LATENCY.exec(text)?.[1] ?? '']
  if (statistic === undefined || base.intent !== 'measure') return null
  const { of } = base.measure
  const isOfRequests = of === 'requests' || of === 'duration' || (of === 'ratio' && LATENCY.test(text))
  return isOfRequests ? counted(base, { of: 'duration', statistic }, base.conditions) : null
}

/** "And log lines?" after errors: lines of any level. */
function linesCounted(text: string, { plan: base }: Previous): Plan | null {
  if (!LINES.test(text) || base.intent !== 'measure' || base.measure.of !== 'records') return null
  const conditions = without(base.conditions, 'severity')
  return conditions.length === base.conditions.length ? null : counted(base, base.measure, conditions)
}

/** "Requests?" after their failure rate or duration: how many there were, however they ended. */
function requestsCounted(text: string, { plan: base }: Previous): Plan | null {
  if (!REQUESTS.test(text) || base.intent !== 'measure') return null
  const { measure } = base
  const isOfAll = measure.of === 'duration' || (measure.of === 'ratio' && measure.share !== 'matching')
  return isOfAll ? counted(base, { of: 'requests' }, without(base.conditions, 'outcome')) : null
}
