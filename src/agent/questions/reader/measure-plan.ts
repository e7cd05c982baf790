import { statusKeys } from '../execute/filters.ts'
import type { Measure, Plan, PlanTime } from '../plan/plan.ts'
import { isOfSpans } from './fit-measure.ts'
import { lastMinutes } from './noun-state.ts'
import { thingOf } from './routes.ts'
import { type Shape, UNIT_MS } from './shape.ts'
import { shareBoundOf } from './share-bound.ts'
import { has, phraseWords, type QuestionState } from './state.ts'
import { shifted } from './when.ts'

/** Puts the plan of a measure together. */
export function planOf(state: QuestionState, time: PlanTime, shape: Shape, measure: Measure, isSaid: boolean): Plan {
  const shared = { conditions: state.conditions, time: ofStill(state, shape, ofVersions(state, time)) }
  const when = whenAsked(state)
  if (when !== null && (measure.of === 'records' || measure.of === 'requests'))
    return {
      intent: 'list',
      of: measure.of === 'records' ? 'logs' : 'spans',
      ...shared,
      order: when,
      limit: 5,
      isTimeAsked: true,
    }
  const end = endAsked(state)
  if (end !== null && (measure.of === 'records' || measure.of === 'requests') && shape.groupBy.length <= 1)
    return {
      intent: 'list',
      of: measure.of === 'records' ? 'logs' : 'spans',
      ...shared,
      order: end,
      limit: 1,
    }
  const isPatterns =
    (has(state, 'patterns') || isTopOfLines(state, shape)) &&
    !isPlaceOnly(state) &&
    !has(state, 'count', 'by', 'share') &&
    measure.of === 'records' &&
    !isWhichService(state)
  if (isPatterns) return { intent: 'patterns', ...shared, limit: shape.limit ?? 10 }
  const isShown =
    (has(state, 'show') || isListed(state)) &&
    !has(state, 'count', 'trend', 'by', 'rate', 'compare', 'share', 'failure_ratio', 'success_ratio')
  const isOfTraces =
    has(state, 'trace_noun', 'span_noun') ||
    /\b(?:slowest|longest|slow) (?:\d+ )?(?:requests?|traces?|spans?|calls?)\b/.test(state.text)
  if (
    isOfTraces &&
    (isShown || has(state, 'slowest') || state.conditions.some(({ on }) => on === 'number')) &&
    !has(state, 'count', 'mean', 'median', 'p95', 'p99', 'by')
  ) {
    return {
      intent: 'list',
      of: has(state, 'trace_noun') ? 'traces' : 'spans',
      ...shared,
      order: has(state, 'newest') && !has(state, 'slowest') ? 'newest' : has(state, 'oldest') ? 'oldest' : 'slowest',
      ...(ONE_TRACE.test(state.text) ? { isTold: true } : {}),
      limit: shape.limit ?? 10,
    }
  }
  if (
    isShown &&
    (measure.of === 'records' || measure.of === 'requests') &&
    shape.groupBy.length === 0 &&
    !has(state, 'highest', 'lowest')
  ) {
    const of = measure.of === 'records' ? 'logs' : 'spans'
    return {
      intent: 'list',
      of,
      ...shared,
      order: has(state, 'oldest') ? 'oldest' : 'newest',
      ...(isOneAsked(state, shape) ? { limit: 5, isTimeAsked: true } : { limit: shape.limit ?? 20 }),
    }
  }
  const groupBy = groupsOf(state, shape, measure)
  return {
    intent: 'measure',
    measure,
    ...shared,
    groupBy,
    ...(isGroupImplied(state, shape, measure, groupBy) ? { isGroupImplied: true } : {}),
    order: shape.order,
    limit: shape.limit ?? (groupBy.length > 0 ? 20 : 10),
    per: isAverage(measure) ? null : shape.per,
    intervalMs: shape.intervalMs ?? stepOf(measure, shape),
    ...(shape.isTrendAsked && !isTrendOfLines(state) && !isIncreaseOf(state, measure)
      ? {
          isTrendAsked: true,
          ...(isSeriesAsked(state) ? { isSeriesAsked: true } : {}),
          ...downAsked(state),
          ...(SPIKE.test(state.text) ? { isSpikeAsked: true } : {}),
        }
      : {}),
    ...(shape.isPeakAsked ? { isPeakAsked: true } : {}),
    ...((has(state, 'any') && !has(state, 'count')) || !isSaid
      ? { isYesNo: has(state, 'any') && !ASKS_AMOUNT.test(state.text) }
      : {}),
    ...(isTrendYesNo(state, shape) ? { isYesNo: true } : {}),
    ...(state.against !== null && /\b(?:fewer|less|lower|smaller)\b.*\bthan\b/.test(state.text)
      ? { isDownAsked: true }
      : {}),
    ...boundOf(state, measure, time),
    against: state.against === null ? null : shifted(time, state.against),
  }
}

/** "The slowest trace", "where does it spend its time": one of them, with what is in it. */
const ONE_TRACE =
  /\b(?:an?|one|the|any|single|example|sample|slowest|longest|last|latest|first|failing|failed) (?:[\w-]{2,20} ){0,2}trace\b(?! ids?\b)|\bwhere (?:does |did )?(?:it|that|this|the time|its time) (?:spends?|spent|goes?|went|is spent|was spent)\b/

const SERIES =
  /^(?:over time|chart|graph|plot|histogram|time ?series|development of|evolution|develop|evolve|trajectory|curve)$/

/** "Requests per minute over time", "chart of errors since 22:40": the course itself, and not whether it went up. */
function isSeriesAsked(state: QuestionState): boolean {
  const told = state.phrases.filter(({ tag }) => tag === 'trend')
  return told.every(({ at, length }) =>
    SERIES.test(
      state.words
        .slice(at, at + length)
        .map(({ text }) => text)
        .join(' '),
    ),
  )
}

const STILL_MS = 30 * 60_000

/** "Are errors still rising?" is about the last half hour: what rose before, and fell again, rises no more. */
function ofStill({ text }: QuestionState, { isTrendAsked }: Shape, time: PlanTime): PlanTime {
  const isOfNow = /\b(?:still|again|meanwhile|by now|right now)\b/.test(text)
  if (!isTrendAsked || !isOfNow || time.basis !== 'last_with_telemetry' || time.anchor !== undefined) return time
  const fromMs = Math.max(Date.parse(time.from), Date.parse(time.to) - STILL_MS)
  return { ...time, from: new Date(fromMs).toISOString() }
}

const SPIKE = /\b(?:spik(?:es?|ed|ing)|bursts?|surges?|blips?)\b/
const ASKS_AMOUNT = /\bhow (?:many|much|often)\b/

/** What has no rate: "latency per minute" is one number for each minute. */
function isAverage({ of }: Measure): boolean {
  return of === 'metric' || of === 'ratio' || of === 'duration'
}

/** The steps of "error rate per minute"; a metric per second is its rate. */
function stepOf(measure: Measure, { per }: Shape): number | null {
  const isRate = measure.of === 'metric' && (measure.statistic === 'rate' || measure.statistic === 'increase')
  return !isAverage(measure) || isRate || per === null || per === 'second' ? null : UNIT_MS[per]
}

/** "Did memory of web go up?", "are errors rising?": the course says yes or no. */
function isTrendYesNo({ text }: QuestionState, { isTrendAsked }: Shape): boolean {
  return isTrendAsked && /^(?:so |and |but |ok |hey )*(?:is|are|did|does|do|has|have|was|were)\b/.test(text)
}

/** "More than half of them?": what a yes or no about a share depends on. */
function boundOf(
  state: QuestionState,
  measure: Measure,
  time: PlanTime,
): Partial<Extract<Plan, { intent: 'measure' }>> {
  const bound = measure.of === 'ratio' ? shareBoundOf(state) : null
  if (bound === null) return {}
  const isNow = time.basis === 'last_with_telemetry' && /^(?:so |and |but |hey |ok )*(?:is|are)\b/.test(state.text)
  return { bound, isYesNo: true, groupBy: [], ...(isNow ? { time: lastMinutes(state) } : {}) }
}

/** "Top 5 errors": the most frequent kinds of them, not how many there are. */
function isTopOfLines(state: QuestionState, shape: Shape): boolean {
  return (
    /\btop (?:(?:\d{1,2}|three|five|ten) )?(?:\w+ )?(?:errors?|warnings?|exceptions?|log lines|log messages|messages|logs)\b/.test(
      state.text,
    ) &&
    has(state, 'error_noun', 'warn_noun', 'fatal_noun', 'log_noun') &&
    shape.groupBy.length === 0
  )
}

/** "Last error?": one, with its moment. */
function isOneAsked(state: QuestionState, { limit }: Shape): boolean {
  return (
    limit === null &&
    !has(state, 'show') &&
    /\b(?:first|last|latest|most recent|earliest|newest) (?:\w+ )?(?:error|warning|exception|failure|crash)\b(?! ?(?:rate|message|line|log|code))/.test(
      state.text,
    )
  )
}

/** "Errors in the logs": where they stand, and no question for their kinds. */
function isPlaceOnly(state: QuestionState): boolean {
  const said = state.phrases.filter(({ tag }) => tag === 'patterns')
  const isPlace = said.every((phrase) => phraseWords(state, phrase)[0]?.text === 'in')
  return said.length > 0 && isPlace && has(state, 'error_noun', 'warn_noun', 'fatal_noun')
}

/** "Temperature spikes removed" of lines that say so: no question for the course. */
function isTrendOfLines(state: QuestionState): boolean {
  const said = state.phrases.filter(({ tag }) => tag === 'trend')
  return (
    said.length > 0 && said.every((phrase) => phraseWords(state, phrase).every(({ usedBy }) => usedBy === 'template'))
  )
}

/** Whether a fall is asked for. */
export function downAsked({ text }: QuestionState): { isDownAsked?: true } {
  return /\b(?:down|drop\w*|decreas\w*|declin\w*|fall\w*|fell|shrink\w*|lower|better|less|fewer|improv\w*|reced\w*|recover\w*|calm\w*)\b/.test(
    text,
  )
    ? { isDownAsked: true }
    : {}
}

/** "When was the first 502", "last login, at what time": which end of them is asked for. */
export function whenAsked(state: QuestionState): 'newest' | 'oldest' | null {
  const { text } = state
  const isWhen =
    /\w{3,} since\W*$|\b(?:first|last) (?:seen|logged|occurred|occurrence|happened|appeared)(?: (?:at|on|when))?\b|\bwhen\b(?! (?:it|we|they|you|i)\b)|\b(?:at )?what time\b|\bwhich minute\b|\bfrom when\b|\btimestamp|\btime of (?:the )?(?:very )?(?:first|last|latest|earliest|newest)|\b(?:first|last|latest)\b.*\bexact (?:time|moment|minute)\b|\bexact (?:time|moment|minute) of\b|[:,-] ?(?:time|when)\W*$/.test(
      text,
    )
  const end =
    /^(?:and |so |the )*(?:very )?(first|last|latest) (?:[1-5]\d\d|[45]xx|error|failure|warning|exception|timeout|[a-z]+(?:exception|error|timeout|failure)|failed [a-z]+)\b(?!s)/.exec(
      text,
    )?.[1]
  if (!isWhen && end !== undefined && !has(state, 'count', 'show')) return end === 'first' ? 'oldest' : 'newest'
  if (!isWhen) return null
  if (/\w{3,} since\W*$/.test(text)) return 'oldest'
  // "In the last hour" is no last one.
  const said = state.words.flatMap((word) => (word.usedBy === 'time' ? [] : [word.text])).join(' ')
  // "When was the last stream started": what was done is no beginning.
  if (/\b(?:last|latest|newest|most recent|final)\b/.test(said) && !/\b(?:first|earliest|oldest)\b/.test(said))
    return 'newest'
  if (/\b(?:first|earliest|oldest|start(?:ed)?|beg[aiu]n|initial)\b/.test(said)) return 'oldest'
  if (/\b(?:last|latest|newest|most recent|final|stop(?:ped)?|end(?:ed)?)\b/.test(said)) return 'newest'
  return null
}

/** "The increase of parcels.scanned" is what a counter gained, not a question whether it rises. */
function isIncreaseOf(state: QuestionState, measure: Measure): boolean {
  return (
    measure.of === 'metric' &&
    measure.statistic === 'increase' &&
    /\bincrease (?:of|in)\b|\b(?:by )?how (?:much|many)\b/.test(state.text)
  )
}

/** "Which order was the first one without a courier?": one record is asked for, the first or the last. */
function endAsked({ text }: QuestionState): 'newest' | 'oldest' | null {
  const found =
    /^(?:so |and |but )*(?:which|what|who|whose) (?:[\w-]+ ){0,3}?(?:was|were|is) (?:the )?(?:very )?(first|earliest|last|latest|most recent)(?! (?:\d|hour|minute|day|week|version|release|deploy))\b/.exec(
      text,
    )?.[1]
  return found === undefined ? null : /^(?:first|earliest)$/.test(found) ? 'oldest' : 'newest'
}

function isWhichService(state: QuestionState): boolean {
  return (
    /\b(?:which|what) (?:service|component|app|endpoint|operation|route|host|pod|version|region|tenant|customer|user)s?\b/.test(
      state.text,
    ) ||
    (has(state, 'highest') && /\bwhich service/.test(state.text))
  )
}

function isListed(state: QuestionState): boolean {
  return (
    (has(state, 'newest', 'oldest') &&
      has(state, 'log_noun', 'error_noun', 'warn_noun') &&
      !has(state, 'count', 'any', 'highest')) ||
    /^(?:logs?|errors?|warnings?|records?|exceptions?) (?:of|from|for|in|by|with)\b/.test(state.text) ||
    isEndAsked(state)
  )
}

/** "Last 3 invoices that were postponed", "newest ticket": records of lines that are told, not how many there are. */
function isEndAsked(state: QuestionState): boolean {
  return (
    /^(?:and |so |the |what (?:is|was|are|were) the )*(?:very )?(?:last|latest|newest|most recent|first|oldest|earliest) (?:(?:\d{1,3}|one|two|three|four|five|ten) )?[a-z]/.test(
      state.text.trim(),
    ) &&
    has(state, 'newest', 'oldest') &&
    !has(state, 'count', 'highest', 'lowest', 'share', 'rate', 'mean', 'max', 'min', 'sum') &&
    state.conditions.some(({ on }) => on === 'templates' || on === 'text')
  )
}

/** "Pc vs ps5", "errors and warnings separately": each by itself. */
function isToldApart(state: QuestionState): boolean {
  return has(state, 'compare') || /\b(?:each|separately|respectively|apiece|individually)\b/.test(state.text)
}

/** "Errors of a and b": the sum is asked for, unless the two are compared, ranked or told apart. */
function isGroupImplied(state: QuestionState, shape: Shape, { of }: Measure, groupBy: Shape['groupBy']): boolean {
  const isSummed = of === 'records' || of === 'requests' || of === 'spans'
  const isTogether = /\b(?:together|combined|in total|in sum|altogether|jointly|summed)\b/.test(state.text)
  const isRanked =
    !isTogether && (has(state, 'highest', 'lowest', 'which', 'distinct') || /\b(?:both|or)\b/.test(state.text))
  return isSummed && groupBy.length > 0 && shape.groupBy.length === 0 && !isRanked && !isToldApart(state)
}

/** Groups that were said, or that a comparison of several services implies. */
function groupsOf(state: QuestionState, shape: Shape, measure: Measure): Shape['groupBy'] {
  if (shape.groupBy.length > 0) return shape.groupBy
  const services = state.conditions.flatMap((condition) =>
    condition.on === 'service' && condition.not !== true ? condition.values : [],
  )
  if (services.length > 1) return [{ field: 'service', scope: 'builtin' }]
  // "Warnings and errors of web": their number, and how many there are of each.
  const isOfBoth =
    has(state, 'warn_noun') &&
    has(state, 'error_noun') &&
    /\bwarn\w*,? (?:and|&|\+) err|\berr\w*,? (?:and|&|\+) warn/.test(state.text)
  const isPlain = state.against === null && !shape.isTrendAsked && shape.per === null
  if (measure.of === 'records' && isOfBoth && isPlain) return [{ field: 'severity', scope: 'builtin' }]
  if (isToldApart(state)) {
    const parted = state.conditions.find((condition) => condition.on === 'attribute' && condition.values.length > 1)
    if (parted?.on === 'attribute') return [{ field: parted.key, scope: parted.scope }]
    const routes = state.conditions.find((one) => one.on === 'operation' && one.not !== true && one.values.length > 1)
    // "Orders before and after": one thing on the routes of several services.
    if (routes !== undefined && thingOf([routes]) === null) return [{ field: 'operation', scope: 'builtin' }]
    const codes = state.conditions.filter((condition) => condition.on === 'status_code' && condition.not !== true)
    const keys = statusKeys(state.context.catalogue, isOfSpans(measure) ? 'spans' : 'logs')
    if (codes.length > 1 && keys[0] !== undefined) return [{ field: keys[0], scope: 'attribute' }]
    if (
      measure.of === 'records' &&
      state.conditions.some((condition) => condition.on === 'severity' && condition.orWorse)
    )
      return [{ field: 'severity', scope: 'builtin' }]
  }
  if (has(state, 'highest', 'lowest', 'slowest', 'fastest') && /\bwho\b/.test(state.text))
    return [{ field: 'service', scope: 'builtin' }]
  return []
}

/** "3.6.1 vs 3.7.0": two versions are compared over all the time that has telemetry, the older one ended before the last hour. */
function ofVersions({ conditions, context }: QuestionState, time: PlanTime): PlanTime {
  const isOfSeveral = conditions.some(
    (condition) =>
      condition.on === 'attribute' && condition.values.length > 1 && /(?:^|[._])version$/i.test(condition.key),
  )
  const { firstMs } = context.catalogue
  if (!isOfSeveral || firstMs === null || time.basis !== 'last_with_telemetry' || time.anchor !== undefined) return time
  return { from: new Date(Math.min(firstMs, Date.parse(time.from))).toISOString(), to: time.to, basis: 'asked' }
}
