/** Which measure the words of a question ask for. */

import { hasRequests } from '../access/access-services.ts'
import { statusKeys } from '../execute/filters.ts'
import type { Measure, Statistic } from '../plan/plan.ts'
import type { Tag } from '../vocabulary/english.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { amountInLines, numberInLines } from './amounts-in-lines.ts'
import { amountAsked } from './counted-amounts.ts'
import { attributeField, type FieldChoice, keysOf, spanField } from './fields.ts'
import { valueFor } from './known-values.ts'
import { linesOfRequests, linesShare, matchingRatio, namedRate, ratioOf } from './line-shares.ts'
import { distinctMeasure, distinctOf, gaugeNamed, namedMetric, numberOf, type statisticOf } from './measures.ts'
import { isAdditive } from './metric-series.ts'
import { peopleCounted } from './people-counted.ts'
import { placesCounted } from './places-counted.ts'
import { isRouteInLines } from './route-in-lines.ts'
import type { Shape } from './shape.ts'
import { boundedShare } from './share-bound.ts'
import { freeWords, has, phraseWords, type QuestionState } from './state.ts'
import { statedAmount } from './stated-amounts.ts'
import { isEventOfTime } from './stock-or-event.ts'
import { templatesWith } from './texts.ts'
import { takeThing } from './things.ts'
import { amountInUnit } from './unit-amounts.ts'
import { durationMetric, shareMetric } from './without-traces.ts'
import type { Word } from './words.ts'

/** Whether words say it that are not part of a condition: "took more than 3 s" asks for no duration. */
export function isSaid(state: QuestionState, ...tags: readonly Tag[]): boolean {
  return state.phrases.some(
    (phrase) => tags.includes(phrase.tag) && phraseWords(state, phrase).some(({ usedBy }) => usedBy !== 'condition'),
  )
}

/** "How many times did web fail" asks for no duration. */
function isLatencyAsked(state: QuestionState): boolean {
  const isOften = /\bhow (?:many times|often)\b/.test(state.text) && !has(state, 'slowest', 'fastest')
  return !isOften && isSaid(state, 'duration', 'slowest', 'fastest')
}

/** Whether a question is about requests rather than log records. */
export function isRequests(state: QuestionState): boolean {
  const { conditions, context } = state
  if (!hasRequests(conditions, context.catalogue)) return false
  if (has(state, 'request_noun', 'failure_noun', 'success_noun', 'failure_ratio', 'success_ratio')) return true
  if (isLatencyAsked(state)) return true
  // "Requests per second" says what there is a rate of.
  const isRateOfRequests = state.phrases.some(
    (phrase) =>
      phrase.tag === 'rate' && phraseWords(state, phrase).some(({ lemma }) => /^(?:request|call)$/.test(lemma)),
  )
  if (isRateOfRequests) return true
  // "How many times was web called": what reached it.
  const isCalled =
    /\bhow (?:often|many times) (?:was|is|were|are|has|have|did) .{2,60}\b(?:called|invoked|requested|hit)\b/.test(
      state.text,
    )
  if (isCalled && state.named.length > 0) return true
  const isOfRecords = has(state, 'log_noun', 'warn_noun', 'info_noun', 'debug_noun')
  if (!isOfRecords && isArrival(state)) return true
  return conditions.some(
    (condition) =>
      (condition.on === 'operation' && !isRouteInLines(state, condition)) ||
      (!isOfRecords && (condition.on === 'status_code' || (condition.on === 'number' && condition.key === 'duration'))),
  )
}

/** "How many uploads came in": what comes in are requests, where a route has the noun. */
function isArrival(state: QuestionState): boolean {
  const noun =
    /\bhow many ([a-z-]{4,40}) (?:(?:per|a|each) (?:second|minute|hour|day) )?(?:have |has )?(?:(?:came|come|got) (?:in|through)|arrived)\b/.exec(
      state.text,
    )?.[1]
  const word = noun === undefined ? undefined : freeWords(state).find(({ text }) => text === noun)
  return (
    word !== undefined &&
    state.context.catalogue.operations.some((name) =>
      name
        .toLowerCase()
        .split(/[/ ]/)
        .some((part) => part === word.text || part === word.lemma),
    )
  )
}

/** "Slowest request", "fastest request" of one service ask for the longest and the shortest. */
function extremeOf(state: QuestionState, { groupBy }: Shape): 'max' | 'min' | 'p95' {
  if (groupBy.length > 0) return 'p95'
  if (has(state, 'slowest')) return 'max'
  return has(state, 'fastest') ? 'min' : 'p95'
}

/** "How long does web need to …", "average time web needs for …": a length of time, whatever numbers lines state. */
const TIME_ASKED =
  /\bhow (?:long|much time) (?:does|do|did) .{1,80}\b(?:need|take)\b|\b(?:median|average|avg|mean|typical|usual) time (?:for|of|to)\b|\btime (?:that )?(?:the )?[\w.-]{1,40} (?:needs?|takes?|took)\b/
const UNIT_OF_TIME = /(?:^|[._ -])(?:m|u|n)?s$|ms$|_s$|sec|minute|hour|duration|elapsed|took|time|latency/i

/** Null: nothing says what is counted, so log records are. */
export function measureOf(
  state: QuestionState,
  shape: Shape,
  statistic: ReturnType<typeof statisticOf>,
  isAboutRequests: boolean,
): Measure | null {
  const isFailed = has(state, 'failure_noun', 'failed_word')
  const bounded = boundedShare(state)
  if (bounded !== null) return bounded
  const distinct = placesCounted(state, isAboutRequests) ?? peopleCounted(state) ?? distinctOf(state, isAboutRequests)
  if (distinct !== null) return distinct
  if (has(state, 'failure_ratio', 'success_ratio')) {
    const part = has(state, 'success_ratio') ? 'succeeded' : 'failed'
    const isTraced = hasRequests(state.conditions, state.context.catalogue)
    return (isTraced ? null : shareMetric(state, part)) ?? { of: 'ratio', share: part }
  }
  if (has(state, 'share') && statistic === null) {
    const isCoded = state.conditions.some(({ on }) => on === 'status_code' || on === 'number')
    if (isCoded) return matchingRatio(state)
    if (isFailed || has(state, 'error_noun', 'premise_failing')) return ratioOf(state, 'failed')
    if (has(state, 'success_noun')) return ratioOf(state, 'succeeded')
    const ofLines = linesShare(state) ?? linesOfRequests(state)
    if (ofLines === null) takeThing(state, true)
    return ofLines ?? { of: 'ratio', share: 'matching' }
  }
  const named = has(state, 'request_noun', 'log_noun', 'error_noun') ? null : gaugeNamed(state)
  const isEvent = named !== null && statistic === null && isEventOfTime(state, named)
  const gauge = isEvent ? null : named
  const byName = gauge === null ? namedRate(state) : null
  if (byName !== null) return byName
  const isLatency = isLatencyAsked(state) || TIME_ASKED.test(state.text)
  const isGrouped = shape.groupBy.length > 0 && shape.per === null
  const amount =
    gauge === null
      ? (amountInUnit(state, statistic, isGrouped) ??
        amountAsked(state, isGrouped) ??
        amountInLines(state, statistic) ??
        numberInLines(state, statistic, isLatency) ??
        statedAmount(state, statistic))
      : null
  // "How long does billing need for an invoice" is no sum of money, where requests say how long they took.
  const isOfOther = amount?.of === 'number' && !UNIT_OF_TIME.test(amount.unit ?? amount.key ?? '')
  // "P90 of logins": no percentile of numbers that only happen to stand in lines.
  const isPercentile = /^p(?!50)\d/.test(statistic ?? '') && amount?.of === 'number' && amount.isInBody === true
  const isNoTime =
    isOfOther && (isPercentile || TIME_ASKED.test(state.text)) && hasRequests(state.conditions, state.context.catalogue)
  const stated = isNoTime ? null : amount
  if (stated !== null) return stated
  const isInLines = gauge === null && isCountedInLines(state, statistic)
  const isOfSpans = gauge === null && isLatency && !/\bmetrics?\b/.test(state.text)
  const metric = isOfSpans || isInLines || isEvent ? null : namedMetric(state, gauge)
  const isRequestsMeant = isAboutRequests && statistic === null && gauge === null
  // "How often was there packet loss", "how many lines say packet loss": lines are counted.
  const isCounted =
    metric?.type === 'gauge' &&
    (/\bhow (?:often|many times)\b/.test(state.text) ||
      /\b(?:how many|number of) (?:log )?(?:lines|records|messages|entries)\b/.test(state.text))
  if (metric !== null && !isRequestsMeant && !isCounted && !has(state, 'error_noun', 'warn_noun')) {
    const isCounter = metric.type === 'sum'
    const isLatest = /\b(?:latest|newest|most recent)\b/.test(state.text)
    const asked = statistic ?? (has(state, 'highest') ? 'max' : has(state, 'lowest') ? 'min' : isLatest ? 'last' : null)
    // "Cache hit rate" of `cache_hit_ratio` is the ratio itself.
    const isRatio =
      /(?:^|[._-])(?:ratio|rate|percent|percentage|pct|share)(?:$|[._-])/i.test(metric.name) || metric.unit === '%'
    // "Plates per minute" of a gauge that is called so: its value, and no rate of it.
    const isRate =
      /per[._-]?(?:s|sec|second|min|minute|h|hour)(?:$|[._-])/i.test(metric.name) || /\/\w{1,8}$/.test(metric.unit)
    // What a gauge stands at has no pace: "queue length per minute" is its value in each minute.
    const isPer = shape.per !== null && (isCounter || (shape.per === 'second' && !(isRatio || isRate)))
    const chosen = isPer
      ? 'rate'
      : (asked ?? (isCounter ? 'increase' : isLastMeant(state, shape, metric.type === 'gauge') ? 'last' : 'mean'))
    // "How many jobs are waiting?" of a gauge by pool: all pools together.
    // "How many" never adds up temperatures or shares.
    const addsUp = isAdditive(metric) || (/^1?$/.test(metric.unit) && !isRatio)
    const isTotal =
      chosen === 'last' &&
      (asked === null || asked === 'last') &&
      addsUp &&
      /\b(?:how many|number of)\b/.test(state.text)
    const per = chosen === 'rate' && shape.per !== null && shape.per !== 'second' ? { per: shape.per } : {}
    return { of: 'metric', metric: metric.name, statistic: chosen, ...(isTotal ? { isTotal } : {}), ...per }
  }
  const isOfTime =
    state.conditions.some(({ on }) => on === 'operation') || /\b(?:ms|milliseconds?|time|seconds)\b/.test(state.text)
  if (isLatency || (statistic !== null && (has(state, 'request_noun') || isOfTime || /^p\d/.test(statistic)))) {
    if (hasRequests(state.conditions, state.context.catalogue))
      return {
        of: 'duration',
        statistic: statistic === 'last' || statistic === null ? extremeOf(state, shape) : statistic,
      }
    const told = durationMetric(state, statistic)
    if (told !== null) return told
  }
  const isOfRequests =
    has(state, 'p75', 'p90', 'p95', 'p99', 'p999') || isLatency || (has(state, 'median') && has(state, 'duration'))
  if (isOfRequests && !hasRequests(state.conditions, state.context.catalogue)) {
    state.askBack = {
      because: 'this project sends no traces, so durations of requests are not known',
      readings: ['what broke?', 'how many errors in the last hour?', 'which metrics are there?'],
    }
  }
  const counted = (shape.per === null ? countedValues(state) : null) ?? countedPeople(state, isAboutRequests)
  if (counted !== null) return counted
  const number = numberOf(state, statistic)
  if (number !== null) return number
  if (has(state, 'failure_noun')) {
    state.conditions.push({ on: 'outcome', is: 'failed' })
    return { of: 'requests' }
  }
  if (has(state, 'success_noun')) {
    state.conditions.push({ on: 'outcome', is: 'succeeded' })
    return { of: 'requests' }
  }
  if (has(state, 'error_noun', 'warn_noun', 'fatal_noun', 'info_noun', 'debug_noun'))
    return isAboutRequests && (has(state, 'request_noun') || isOnOperation(state)) && !has(state, 'log_noun')
      ? failedRequests(state)
      : { of: 'records' }
  const isOfOperations = shape.groupBy.some(({ field, scope }) => scope === 'builtin' && field === 'operation')
  const isFailureOnly = has(state, 'failed_word') && freeWords(state).length === 0 && !has(state, 'log_noun')
  if ((isFailureOnly || isOfOperations) && state.context.catalogue.records.spans > 0) {
    if (has(state, 'failed_word')) state.conditions.push({ on: 'outcome', is: 'failed' })
    return { of: 'requests' }
  }
  if (isAboutRequests) return { of: 'requests' }
  if (has(state, 'trace_noun'))
    return { of: 'distinct', what: 'traces', signal: 'spans', key: 'trace_id', scope: 'builtin' }
  if (has(state, 'span_noun')) return { of: 'spans' }
  if (has(state, 'rate') && !has(state, 'log_noun') && freeWords(state).length === 0) return { of: 'requests' }
  return has(state, 'log_noun') ? { of: 'records' } : null
}

/** "Disk used on grid-store": a bare gauge asks for what it is, not for what it was on average. */
function isLastMeant(
  state: QuestionState,
  { groupBy, intervalMs, per, isTrendAsked }: Shape,
  isGauge: boolean,
): boolean {
  if (state.time !== null) return state.time.basis === 'now'
  // "Scanners online per hall": those that are so now.
  if (intervalMs === null && !isTrendAsked && state.against === null && PRESENT_STATE.test(state.text)) return true
  // "Toner by printer": what each stands at.
  if (isGauge && per === null && (groupBy.length > 0 || has(state, 'by')))
    return !isTrendAsked && intervalMs === null && state.against === null && !has(state, 'compare', 'trend', 'unusual')
  const isBare = groupBy.length === 0 && intervalMs === null && !isTrendAsked && state.beside === null
  return isBare && state.against === null && !has(state, 'compare', 'trend', 'by', 'highest', 'lowest', 'unusual')
}

const PRESENT_STATE = /\b(?:online|connected|currently|active|waiting|pending|in use|left|available)\b/

/** "Number of acme users with failed plays": people are told apart, requests are not people. */
function countedPeople(state: QuestionState, isAboutRequests: boolean): Measure | null {
  const phrase = state.phrases.find(({ tag }) => tag === 'count')
  const isErrorSeen =
    has(state, 'error_noun') &&
    /\b(?:saw|see|seen|got|get|gotten|had|have|hit|received|ran into|run into|faced|met|experienced)\b.{0,30}\berrors?\b/.test(
      state.text,
    )
  const isOfFailures =
    (has(state, 'failed_word', 'failure_noun') || isErrorSeen) && state.context.catalogue.records.spans > 0
  if (phrase === undefined || (!isAboutRequests && !isOfFailures)) return null
  const after = state.words.slice(phrase.at + phrase.length, phrase.at + phrase.length + 3)
  // A key that is written out is what is told apart as well.
  const isKey = (text: string): boolean => state.context.catalogue.keys.some(({ key }) => key.toLowerCase() === text)
  const at = after.findIndex(({ text, lemma, usedBy }) => usedBy === null && (PEOPLE.test(lemma) || isKey(text)))
  const noun = after[at]
  // "Tenant orchard-clinic": the value behind it says which one.
  const next = noun === undefined ? undefined : state.words[state.words.indexOf(noun) + 1]
  if (next !== undefined && next.usedBy === null && valueFor(state, next.text) !== null) return null
  // "Request count except scheme visa": the noun is left out, and no question for its kinds.
  const isNegated = state.negations.some(({ scope }) => noun !== undefined && scope.has(state.words.indexOf(noun)))
  const isNamed =
    noun !== undefined &&
    !isNegated &&
    after.slice(0, at).every(({ text }) => !FUNCTION_WORDS.has(text) && !/^requests?$/.test(text))
  if (noun === undefined || !isNamed) return null
  const called = [noun.text, ...(ANYONE.test(noun.lemma) ? ['user', 'customer', 'client'] : [])].find(
    (name) => spanField(name, state.context.catalogue) !== null,
  )
  if (called === undefined) return null
  noun.usedBy = 'measure'
  if (has(state, 'failed_word', 'failure_noun', 'error_noun')) state.conditions.push({ on: 'outcome', is: 'failed' })
  return distinctMeasure(state, called, true)
}

/** People of no kind: told apart by whatever requests have of who sent them. */
const ANYONE = /^(?:person|people|user|customer|visitor|folk)$/

/** "How many parcels were scanned": lines that say it are counted, not a counter of the same name. */
function isCountedInLines(state: QuestionState, statistic: Statistic | null): boolean {
  const { catalogue } = state.context
  if (statistic !== null || catalogue.metrics.some(({ name }) => state.text.includes(name.toLowerCase()))) return false
  const words = freeWords(state).map(({ text, lemma }) => (text.length === 3 ? lemma : text))
  return words.length > 1 && templatesWith(words, catalogue, []).length > 0
}

/** "How many depots lost scans?": the noun is a key of the data and the rest is what lines say, so values are counted. */
function countedValues(state: QuestionState): Measure | null {
  const phrase = state.phrases.find(({ tag, length }) => tag === 'count' && length >= 2)
  const noun = phrase === undefined ? undefined : state.words[phrase.at + phrase.length]
  const isOfRequests = state.conditions.some(({ on }) => on === 'number' || on === 'operation' || on === 'status_code')
  // "How many chunks per second does the depot serve": so many events, and not so many different ones.
  const isRate =
    /\b(?:per|an?|each|every) (?:second|minute|hour|day)\b/.test(state.text) &&
    !/\b(?:distinct|different|unique|separate)\b/.test(state.text)
  if (noun === undefined || noun.usedBy !== null || isOfRequests || isRate) return null
  const rest = freeWords(state).filter((word) => word !== noun)
  const next = state.words[state.words.indexOf(noun) + 1]
  // "How many payment methods" of a key of both words.
  const isBoth = next !== undefined && next.usedBy === null && rest.every((word) => word === next)
  const both = isBoth ? attributeField(`${noun.text} ${next.text}`, state.context.catalogue) : null
  if (both !== null && isBoth && both.scope !== 'builtin') {
    for (const word of [noun, next]) word.usedBy = 'measure'
    return distinctMeasure(state, `${noun.text} ${next.text}`, state.context.catalogue.records.spans > 0)
  }
  // "How many exam starts were refused": of starts, and no number of exams.
  const head = state.words[state.words.indexOf(noun) + 1]
  if (noun.text === noun.lemma && head !== undefined && rest.includes(head) && head.text !== head.lemma) return null
  const field = attributeField(noun.text, state.context.catalogue)
  if (field === null || field.scope === 'builtin' || isKindOnly(field, noun)) return null
  if (rest.length === 0 && isEventOf(state, noun, field)) {
    state.askBack = {
      because: `several log lines tell of ${noun.text}, and ${field.field} has their kinds`,
      readings: [
        `how many different ${noun.text}`,
        `how many log records say ${noun.text}`,
        `log patterns with ${noun.text}`,
      ],
    }
    return null
  }
  if (rest.length === 0 && !has(state, 'request_noun', 'log_noun', 'error_noun', 'failed_word')) {
    noun.usedBy = 'measure'
    return distinctMeasure(state, noun.text, state.context.catalogue.records.spans > 0)
  }
  const { catalogue } = state.context
  // Lines may keep it under another name than requests do: `tenant` and `tenant.id`.
  const own = keysOf(noun.text, catalogue).find(({ signal }) => signal === 'logs')
  const isOfRequestsOnly = own === undefined && PEOPLE.test(noun.lemma)
  if (rest.length === 0 || (own === undefined && !isOfRequestsOnly)) return null
  const texts = rest.map(({ text }) => text)
  if (
    templatesWith([noun.text, ...texts], catalogue, []).length > 0 ||
    templatesWith(texts, catalogue, []).length === 0
  )
    return null
  noun.usedBy = 'measure'
  const { key, scope } = own ?? { key: field.field, scope: field.scope }
  return { of: 'distinct', what: noun.text, signal: 'logs', key, scope }
}

/** "How many claims failed" where `claim.type` is all there is of claims: its kinds are not what is counted. */
function isKindOnly({ field }: FieldChoice, { lemma }: Word): boolean {
  const [last = '', before] = field.toLowerCase().split(/[._-]/).reverse()
  return /^(?:type|kind|class|category|status|state|method)$/.test(last) && before === lemma
}

/** "How many claims came in": a noun of few kinds that lines tell of is what came, not how many kinds there are. */
function isEventOf({ context, text }: QuestionState, noun: Word, { field, scope }: FieldChoice): boolean {
  const known = context.values.find(({ key, scope: own }) => key === field && own === scope)
  const isOfKinds = known !== undefined && known.values.length <= KINDS_MAX
  const isTold = templatesWith([noun.text], context.catalogue, []).length > 0
  const isStock = /\b(?:are there|do we have|have we|exist|different|distinct|kinds?|types?)\b/.test(text)
  return isOfKinds && isTold && !isStock && /\b(?:came|come|coming|arrived?|were|was|did|got|made|had)\b/.test(text)
}

const KINDS_MAX = 12

/** Log records name no operation, status or duration: errors of an endpoint are its failed requests. */
export function isOnOperation({ conditions, context }: QuestionState): boolean {
  return conditions.some(
    ({ on }) =>
      on === 'operation' ||
      on === 'number' ||
      (on === 'status_code' && statusKeys(context.catalogue, 'logs').length === 0),
  )
}

/** Returns the measure of failed requests. */
export function failedRequests(state: QuestionState): Measure {
  // "Errors with 404": the code says which, whoever is to blame.
  if (
    state.conditions.some(
      (condition) => condition.on === 'status_code' && condition.not !== true && condition.from >= 400,
    )
  )
    return { of: 'requests' }
  state.conditions.push({ on: 'outcome', is: 'failed' })
  return { of: 'requests' }
}
