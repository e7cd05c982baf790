/** Questions with a number, a list or patterns as their answer. */

import { statusKey } from '../execute/filters.ts'
import type { Measure, Plan, PlanCondition, PlanTime, Statistic } from '../plan/plan.ts'
import { without } from '../plan/plan.ts'
import type { Tag } from '../vocabulary/english.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import type { Decision } from './decision.ts'
import { attributeField, keysOf, spanField } from './fields.ts'
import { groundFreeWords, PEOPLE } from './grounds.ts'
import { distinctMeasure, distinctOf, namedMetric, numberOf, statisticOf } from './measures.ts'
import { readShape, type Shape } from './shape.ts'
import { freeWords, has, phraseWords, type QuestionState, type TextHits } from './state.ts'
import { templateCondition, templatesWith } from './texts.ts'
import { shifted } from './when.ts'
import { stemOf } from './words.ts'

const NOUNS: readonly Tag[] = [
  'log_noun',
  'error_noun',
  'warn_noun',
  'fatal_noun',
  'info_noun',
  'debug_noun',
  'failure_noun',
  'success_noun',
  'request_noun',
  'span_noun',
  'trace_noun',
]

/** Whether the question asks for a number, a list or patterns, and not for a cause or a state. */
export function isMeasured(state: QuestionState): boolean {
  if (has(state, 'why', 'what_broke') && !has(state, 'count', 'show', 'failure_ratio', 'p95', 'p99', 'median'))
    return false
  if (
    has(
      state,
      'slowest',
      'fastest',
      'patterns',
      'failure_ratio',
      'success_ratio',
      'distinct',
      'count',
      'median',
      'p75',
      'p90',
      'p95',
      'p99',
      'p999',
      'mean',
    )
  )
    return true
  if (
    has(state, 'show') &&
    (has(state, ...NOUNS) ||
      state.quoted.length > 0 ||
      freeWords(state).length > 0 ||
      state.conditions.some(({ on }) => on !== 'service'))
  )
    return true
  if (state.quoted.length > 0) return true
  if (has(state, 'compare', 'trend', 'rate', 'max', 'min', 'by', 'sum')) return true
  if (has(state, 'highest', 'lowest') && has(state, ...NOUNS, 'duration', 'which')) return true
  if (
    has(state, 'any') &&
    has(state, 'error_noun', 'warn_noun', 'fatal_noun', 'failure_noun', 'log_noun', 'trace_noun')
  )
    return true
  if (
    has(state, 'error_noun', 'warn_noun', 'fatal_noun', 'failure_noun', 'log_noun', 'trace_noun', 'span_noun') &&
    !has(state, 'state')
  )
    return true
  if (state.conditions.some(({ on }) => on === 'status_code' || on === 'number' || on === 'attribute')) return true
  if (has(state, 'duration') && !has(state, 'premise_slow') && state.words.length > 1) return true
  return has(state, 'request_noun') && !has(state, 'state', 'premise_slow', 'premise_failing')
}

export function decideMeasure(state: QuestionState, time: PlanTime, hits: TextHits | null): Decision {
  const shape = readShape(state)
  if (shape.unknownGroup !== null && hits !== null) {
    state.askBack = {
      because: `no field of this project is called "${shape.unknownGroup}"`,
      readings: groupReadings(state),
    }
  }
  const statistic = statisticOf(state)
  const isAboutRequests = isRequests(state)
  const measure = measureOf(state, shape, statistic, isAboutRequests)
  quotedTexts(state)
  if (
    has(state, 'failed_word') &&
    measure !== null &&
    isOfSpans(measure) &&
    !state.conditions.some(({ on }) => on === 'outcome')
  ) {
    state.conditions.push({ on: 'outcome', is: 'failed' })
  }
  const settled = operationNouns(state, measure ?? bareMeasure(state))
  const isAboutLogs = !isOfSpans(settled) && settled.of !== 'metric'
  const lookups = groundFreeWords(state, hits, isAboutLogs)
  if (lookups.words.length > 0) return { plan: null, lookups }
  unusedNegations(state)
  for (const phrase of state.phrases) for (const word of phraseWords(state, phrase)) word.usedBy ??= 'measure'
  const outcome = withOutcome(state, settled)
  const final = adjusted(state, outcome, hits)
  if (final === null) return { plan: null, lookups }
  if (isOfSpans(final)) textsOfLines(state)
  return { plan: planOf(state, time, shape, final, measure !== null), lookups }
}

/** A negation that nothing took would turn the question round: it is said, and no number given. */
function unusedNegations(state: QuestionState): void {
  for (const { by, scope, isUsed } of state.negations) {
    const words = by.flatMap((place) => state.words[place] ?? [])
    const isInPhrase = state.phrases.some(
      ({ at, length }) => length > 1 && by.every((one) => one >= at && one < at + length),
    )
    if (isUsed || isInPhrase || scope.size === 0 || words.every(({ usedBy }) => usedBy !== null)) continue
    const after = [...scope].flatMap((place) => state.words[place]?.text ?? [])
    state.leftOut.push([...words.map(({ text }) => text), ...after].join(' '))
  }
}

/** "Refund requests", "plays (POST /play)", "failed check-ins": a noun that routes are called by, or that explains one. */
function operationNouns(state: QuestionState, measure: Measure): Measure {
  const { catalogue } = state.context
  const isOfRequests = isOfSpans(measure)
  const isFailure = has(state, 'failed_word') && measure.of === 'records' && !has(state, 'log_noun')
  if (!isOfRequests && !isFailure) return measure
  const held = state.conditions.find(({ on }) => on === 'operation')
  nounsOfPath(state)
  for (const word of freeWords(state)) {
    const next = state.words[state.words.indexOf(word) + 1]
    const isKey = keysOf(word.text, catalogue).length > 0
    if (isKey && next !== undefined && next.usedBy === null && !FUNCTION_WORDS.has(next.text)) continue
    if (word.text.length < 4 || !/^[a-z-]+$/.test(word.text) || /^(?:post|patch|head|delete|options)$/.test(word.text))
      continue
    if (isFailure && templatesWith([word.text, 'failed'], catalogue, []).length > 0) return measure
    const named = catalogue.operations.filter((name) => segmentsOf(name).includes(stemOf(word.text.replace(/-/g, ''))))
    if (named.length === 0) continue
    const isSame = held?.on === 'operation' && named.some((name) => held.values.includes(name))
    if (held !== undefined && !isSame) continue
    word.usedBy = 'operation'
    if (held === undefined) state.conditions.push({ on: 'operation', values: named.slice(0, 50) })
    return isFailure ? failedRequests(state) : measure
  }
  return measure
}

/** "Ride requests (POST /rides)": what stands before a path in brackets is its name. */
function nounsOfPath(state: QuestionState): void {
  const path = state.words.findIndex(({ usedBy, text }) => usedBy === 'operation' && text.startsWith('/'))
  const open = state.text.lastIndexOf('(', state.words[path]?.start ?? 0)
  if (path < 0 || open < 0) return
  const before = state.words.filter(({ end }) => end <= open)
  const nouns = before.slice(-3).filter((word) => freeWords(state).includes(word))
  for (const word of nouns) if (keysOf(word.text, state.context.catalogue).length === 0) word.usedBy = 'operation'
}

/** Stems of the words of a route; of its first words versions and "api" say nothing. */
function segmentsOf(operation: string): string[] {
  return operation
    .toLowerCase()
    .split(/[/ .:_{}-]+/)
    .filter((part) => part.length >= 4)
    .flatMap((part) => [stemOf(part), stemOf(part.replace(/-/g, ''))])
}

/** "Compare now with an hour ago" names nothing to count: the share of failing requests, where there are requests. */
function bareMeasure(state: QuestionState): Measure {
  const isBare = has(state, 'compare') && freeWords(state).length === 0 && state.quoted.length === 0
  return isBare && state.context.catalogue.records.spans > 0 ? { of: 'ratio', share: 'failed' } : { of: 'records' }
}

/** "How many check-ins have failed": where no line says it, requests do. What nothing can tell is left out. */
function withOutcome(state: QuestionState, measure: Measure): Measure {
  const { conditions, context } = state
  if (measure.of === 'duration' && !conditions.some(({ on }) => on === 'outcome')) {
    if (has(state, 'success_noun')) state.leftOut.push('successful')
    else if (has(state, 'failed_word', 'failure_noun')) state.leftOut.push('failed')
    return measure
  }
  if (measure.of !== 'records' && measure.of !== 'distinct' && measure.of !== 'number') return measure
  const isTold = conditions.some(({ on }) => on === 'outcome' || on === 'severity')
  if (isTold) return measure
  const open = (tag: Tag): boolean =>
    state.phrases.some(
      (phrase) => phrase.tag === tag && phraseWords(state, phrase).every(({ usedBy }) => usedBy === 'measure'),
    )
  const isFailed = open('failed_word') || open('failure_noun')
  if (!isFailed && !open('success_noun')) return measure
  const isOfLines = conditions.some(({ on }) => on === 'templates' || on === 'text')
  if (context.catalogue.records.spans > 0 && measure.of === 'records' && !isOfLines) {
    conditions.push({ on: 'outcome', is: isFailed ? 'failed' : 'succeeded' })
    return { of: 'requests' }
  }
  state.leftOut.push(isFailed ? 'failed' : 'successful')
  return measure
}

function groupReadings(state: QuestionState): string[] {
  const keys = [...new Set(state.context.catalogue.keys.map(({ key }) => key))]
  return [
    'by service',
    ...(state.context.catalogue.records.spans > 0 ? ['by endpoint'] : []),
    ...keys.slice(0, 2).map((key) => `by ${key}`),
  ].slice(0, 3)
}

function quotedTexts(state: QuestionState): void {
  for (const { text, not } of state.quoted) {
    if (text === '') continue
    state.conditions.push({ on: 'text', text, mode: /\s/.test(text) ? 'phrase' : 'substring', ...(not ? { not } : {}) })
  }
}

/** Whether words say it that are not part of a condition: "took more than 3 s" asks for no duration. */
function isSaid(state: QuestionState, ...tags: readonly Tag[]): boolean {
  return state.phrases.some(
    (phrase) => tags.includes(phrase.tag) && phraseWords(state, phrase).some(({ usedBy }) => usedBy !== 'condition'),
  )
}

export function isOfSpans({ of, ...rest }: Measure): boolean {
  if ('among' in rest && rest.among !== undefined) return false
  return (
    of === 'requests' ||
    of === 'ratio' ||
    of === 'duration' ||
    of === 'spans' ||
    ('signal' in rest && rest.signal === 'spans')
  )
}

function isRequests(state: QuestionState): boolean {
  const { conditions, context } = state
  if (context.catalogue.records.spans === 0) return false
  if (has(state, 'request_noun', 'failure_noun', 'success_noun', 'failure_ratio', 'success_ratio')) return true
  if (isSaid(state, 'duration', 'slowest', 'fastest')) return true
  const isOfRecords = has(state, 'log_noun', 'warn_noun', 'info_noun', 'debug_noun')
  return conditions.some(
    (condition) =>
      condition.on === 'operation' ||
      (!isOfRecords && (condition.on === 'status_code' || (condition.on === 'number' && condition.key === 'duration'))),
  )
}

/** Null: nothing says what is counted, so log records are. */
function measureOf(
  state: QuestionState,
  shape: Shape,
  statistic: ReturnType<typeof statisticOf>,
  isAboutRequests: boolean,
): Measure | null {
  const isFailed = has(state, 'failure_noun', 'failed_word')
  const distinct = distinctOf(state, isAboutRequests)
  if (distinct !== null) return distinct
  if (has(state, 'failure_ratio') && !has(state, 'success_ratio')) return { of: 'ratio', share: 'failed' }
  if (has(state, 'success_ratio')) return { of: 'ratio', share: 'succeeded' }
  if (has(state, 'share') && statistic === null) {
    const isCoded = state.conditions.some(({ on }) => on === 'status_code' || on === 'number')
    if (isCoded) return matchingRatio(state)
    if (isFailed || has(state, 'error_noun', 'premise_failing')) return ratioOf(state, 'failed')
    if (has(state, 'success_noun')) return ratioOf(state, 'succeeded')
    return linesShare(state) ?? { of: 'ratio', share: 'matching' }
  }
  const isLatency = isSaid(state, 'duration', 'slowest', 'fastest')
  const stated = numberInLines(state, statistic, isLatency)
  if (stated !== null) return stated
  const isInLines = isCountedInLines(state, statistic)
  const metric = (isLatency && !/\bmetrics?\b/.test(state.text)) || isInLines ? null : namedMetric(state)
  if (metric !== null && !(isAboutRequests && statistic === null) && !has(state, 'error_noun', 'warn_noun')) {
    const isCounter = metric.type === 'sum'
    const asked = statistic ?? (has(state, 'highest') ? 'max' : has(state, 'lowest') ? 'min' : null)
    return {
      of: 'metric',
      metric: metric.name,
      statistic:
        shape.per !== null
          ? 'rate'
          : (asked ?? (isCounter ? 'increase' : state.time?.basis === 'now' ? 'last' : 'mean')),
    }
  }
  const isOfTime =
    state.conditions.some(({ on }) => on === 'operation') || /\b(?:ms|milliseconds?|time|seconds)\b/.test(state.text)
  if (isLatency || (statistic !== null && (has(state, 'request_noun') || isOfTime || /^p\d/.test(statistic)))) {
    if (state.context.catalogue.records.spans > 0)
      return {
        of: 'duration',
        statistic:
          statistic === 'last' || statistic === null
            ? has(state, 'slowest') && shape.groupBy.length === 0
              ? 'max'
              : 'p95'
            : statistic,
      }
  }
  const isOfRequests =
    has(state, 'p75', 'p90', 'p95', 'p99', 'p999') || (has(state, 'median') && has(state, 'duration'))
  if (isOfRequests && state.context.catalogue.records.spans === 0) {
    state.askBack = {
      because: 'this project sends no traces, so durations of requests are not known',
      readings: ['what broke?', 'how many errors in the last hour?', 'which metrics are there?'],
    }
  }
  const counted = countedValues(state) ?? countedPeople(state, isAboutRequests)
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
  if (has(state, 'rate') && freeWords(state).length === 0) return { of: 'requests' }
  return has(state, 'log_noun') ? { of: 'records' } : null
}

/** "Number of acme users with failed plays": people are told apart, requests are not people. */
function countedPeople(state: QuestionState, isAboutRequests: boolean): Measure | null {
  const phrase = state.phrases.find(({ tag }) => tag === 'count')
  if (phrase === undefined || !isAboutRequests) return null
  const after = state.words.slice(phrase.at + phrase.length, phrase.at + phrase.length + 3)
  const at = after.findIndex(({ lemma, usedBy }) => usedBy === null && PEOPLE.test(lemma))
  const noun = after[at]
  const isNamed =
    noun !== undefined && after.slice(0, at).every(({ text }) => !FUNCTION_WORDS.has(text) && !/^requests?$/.test(text))
  if (noun === undefined || !isNamed || spanField(noun.text, state.context.catalogue) === null) return null
  noun.usedBy = 'measure'
  if (has(state, 'failed_word', 'failure_noun', 'error_noun')) state.conditions.push({ on: 'outcome', is: 'failed' })
  return distinctMeasure(state, noun.text, true)
}

/** "How many parcels were scanned": lines that say it are counted, not a counter of the same name. */
function isCountedInLines(state: QuestionState, statistic: Statistic | null): boolean {
  const { catalogue } = state.context
  if (statistic !== null || catalogue.metrics.some(({ name }) => state.text.includes(name.toLowerCase()))) return false
  const words = freeWords(state).map(({ text }) => text)
  return words.length > 1 && templatesWith(words, catalogue, []).length > 0
}

/** "Slowest planned route in ms": where no span tells, lines that say how long it took do. */
function numberInLines(state: QuestionState, statistic: Statistic | null, isLatency: boolean): Measure | null {
  const { catalogue } = state.context
  const services = state.conditions.flatMap((condition) => (condition.on === 'service' ? condition.values : []))
  const isTraced = catalogue.services.some(
    ({ name, spans }) => spans > 0 && (services.length === 0 || services.includes(name)),
  )
  if (isTraced || (!isLatency && statistic === null)) return null
  const units = state.words.filter(({ text }) => /^(?:ms|milliseconds?|s|seconds?)$/.test(text))
  const words = freeWords(state).filter((word) => !units.includes(word) && !SMALL_WORDS.has(word.text))
  const own = services.flatMap((name) =>
    state.named
      .filter((one) => one.services.includes(name))
      .flatMap(({ at, length }) => state.words.slice(at, at + length)),
  )
  const found = [words, [...own, ...words]]
    .map((asked) =>
      asked.length === 0
        ? []
        : templatesWith(
            asked.flatMap(({ text }) => text.split('-')),
            catalogue,
            services,
          ).filter(({ template }) => DURATION_IN_LINE.test(template)),
    )
    .find((some) => some.length > 0)
  const condition =
    found === undefined
      ? null
      : templateCondition(
          words.map(({ text }) => text),
          found,
        )
  if (condition === null) return null
  for (const word of [...words, ...units]) word.usedBy = 'template'
  state.conditions.push(condition)
  const asked = statistic ?? (has(state, 'fastest') ? 'min' : has(state, 'slowest', 'highest') ? 'max' : 'mean')
  return { of: 'number', key: 'duration', signal: 'logs', isInBody: true, statistic: asked }
}

const DURATION_IN_LINE =
  /<\*> ?(?:ms|msec|s|sec|seconds|milliseconds)\b|(?:took|duration|elapsed|time|latency)(?:_?ms)?[=: ]+<\*>/i

/** "What percentage of declarations got rejected": lines that say all of it, of those that say the first noun. */
function linesShare(state: QuestionState): Measure | null {
  const { catalogue } = state.context
  const words = [
    ...freeWords(state),
    ...state.phrases.filter(({ tag }) => tag === 'failed_word').flatMap((phrase) => phraseWords(state, phrase)),
  ]
    .filter((word, index, all) => all.indexOf(word) === index && !SMALL_WORDS.has(word.text))
    .sort((a, b) => a.start - b.start)
  const [noun] = words
  const isOfLevel = has(state, 'warn_noun', 'info_noun', 'debug_noun') && !has(state, 'request_noun')
  if (isOfLevel && words.length === 0) return { of: 'ratio', share: 'matching', among: [] }
  if (noun === undefined || words.length < 2) return null
  const part = templateCondition(
    words.map(({ text }) => text),
    templatesWith(
      words.map(({ text }) => text),
      catalogue,
      [],
    ),
  )
  const base = templateCondition([noun.text], templatesWith([noun.text], catalogue, []))
  if (part === null || base === null) return null
  for (const word of words) word.usedBy = 'template'
  state.conditions.push(part)
  return { of: 'ratio', share: 'matching', among: [base] }
}

/** "What share fails with 401", "took longer than 200 ms": those that the conditions take, of all. */
function matchingRatio(state: QuestionState): Measure {
  for (const phrase of state.phrases)
    if (['failure_noun', 'failed_word', 'error_noun', 'premise_failing'].includes(phrase.tag))
      for (const word of phraseWords(state, phrase)) word.usedBy ??= 'measure'
  return { of: 'ratio', share: 'matching' }
}

/** "How many depots lost scans?": the noun is a key of the data and the rest is what lines say, so values are counted. */
function countedValues(state: QuestionState): Measure | null {
  const phrase = state.phrases.find(({ tag, length }) => tag === 'count' && length >= 2)
  const noun = phrase === undefined ? undefined : state.words[phrase.at + phrase.length]
  if (noun === undefined || noun.usedBy !== null) return null
  const rest = freeWords(state).filter((word) => word !== noun)
  const field = attributeField(noun.text, state.context.catalogue)
  if (field === null || field.scope === 'builtin') return null
  if (rest.length === 0 && !has(state, 'request_noun', 'log_noun', 'error_noun', 'failed_word')) {
    noun.usedBy = 'measure'
    return distinctMeasure(state, noun.text, state.context.catalogue.records.spans > 0)
  }
  if (rest.length === 0 || !field.signals.includes('logs')) return null
  const { catalogue } = state.context
  const texts = rest.map(({ text }) => text)
  if (
    templatesWith([noun.text, ...texts], catalogue, []).length > 0 ||
    templatesWith(texts, catalogue, []).length === 0
  )
    return null
  noun.usedBy = 'measure'
  return { of: 'distinct', what: noun.text, signal: 'logs', key: field.field, scope: field.scope }
}

/** Log records name no operation, status or duration: errors of an endpoint are its failed requests. */
function isOnOperation({ conditions, context }: QuestionState): boolean {
  return conditions.some(
    ({ on }) =>
      on === 'operation' || on === 'number' || (on === 'status_code' && statusKey(context.catalogue, 'logs') === null),
  )
}

function failedRequests(state: QuestionState): Measure {
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

function ratioOf(state: QuestionState, share: 'failed' | 'succeeded'): Measure {
  for (const phrase of state.phrases)
    if (['failure_noun', 'failed_word', 'success_noun', 'error_noun', 'premise_failing'].includes(phrase.tag))
      for (const word of phraseWords(state, phrase)) word.usedBy ??= 'measure'
  return { of: 'ratio', share }
}

/** Requests have no message: a sentence in quotes is one of log lines. */
function textsOfLines({ conditions, leftOut }: QuestionState): void {
  for (const condition of conditions)
    if (condition.on === 'text' && (condition.not === true || /\s/.test(condition.text)))
      leftOut.push(`"${condition.text}", which only log lines can say`)
}

/** Conditions and measure made to fit each other; null where they cannot, which is then asked back. */
function adjusted(state: QuestionState, measure: Measure, hits: TextHits | null): Measure | null {
  const { conditions, context } = state
  const drop = (...on: readonly PlanCondition['on'][]): void => {
    const kept = without(conditions, ...on)
    conditions.splice(0, conditions.length, ...kept)
  }
  if (isOfSpans(measure)) {
    const said = conditions.find((condition) => condition.on === 'outcome')
    if (measure.of === 'duration' && said?.on === 'outcome') state.leftOut.push(said.is)
    if (measure.of !== 'requests' && measure.of !== 'spans' && measure.of !== 'distinct') drop('outcome')
    if (conditions.some(({ on }) => on === 'severity')) drop('severity')
  }
  if (measure.of === 'records' && conditions.some(({ on }) => on === 'outcome')) {
    const said = conditions.find((condition) => condition.on === 'outcome')
    drop('outcome')
    state.leftOut.push(said?.on === 'outcome' ? said.is : 'failed')
  }
  const attributes = conditions.flatMap((condition) => (condition.on === 'attribute' ? [condition] : []))
  const signal = isOfSpans(measure) ? 'spans' : 'logs'
  for (const condition of attributes) {
    const { key, scope } = inSignal(state, condition, signal)
    const signals = context.catalogue.keys
      .filter((known) => known.key === key && known.scope === scope)
      .map((known) => known.signal)
    if (signals.length === 0 || signals.includes(signal) || measure.of === 'metric') continue
    if (measure.of === 'records' && signals.includes('spans')) {
      const [value = ''] = condition.values
      if (condition.values.length === 1 && (hits?.[value.toLowerCase()] ?? 0) > 0) {
        // Log records state it in their text only.
        const not = condition.not === true ? { not: true } : {}
        conditions.splice(conditions.indexOf(condition), 1, { on: 'text', text: value, mode: 'phrase', ...not })
        continue
      }
      if (has(state, 'log_noun', 'warn_noun', 'info_noun', 'debug_noun')) {
        state.leftOut.push(`${key} ${condition.values.join(', ')}, which no log record carries`)
        continue
      }
      const said = conditions.find((condition) => condition.on === 'templates')
      const owner = said?.on === 'templates' ? ownersNamed(said.ids, attributes, context.catalogue) : []
      if (owner.length > 0) {
        // "Transcode jobs failed": the lines are those of transcode-worker, which the word names as well.
        drop('attribute')
        conditions.push({ on: 'service', values: owner })
        return measure
      }
      const isFailure = said?.on === 'templates' && /\b(?:fail\w*|error\w*)\b/.test(said.words)
      if (said?.on === 'templates' && !isFailure) {
        state.leftOut.push(said.words)
        return measure
      }
      if (isFailure) {
        drop('templates')
        conditions.push({ on: 'outcome', is: 'failed' })
      }
      // Only requests carry the attribute: errors of a tenant are its failed requests.
      const severity = conditions.find((condition) => condition.on === 'severity')
      drop('severity')
      if (severity?.on === 'severity' && (severity.is === 'error' || severity.is === 'fatal'))
        conditions.push({ on: 'outcome', is: 'failed' })
      state.notes.push(`Only requests carry ${key}, so I counted requests.`)
      return { of: 'requests' }
    }
    const isId = condition.values.every((value) => /\d{3}/.test(value))
    if (signal === 'spans' && isId) {
      // Requests may carry an id under any key.
      const texts = condition.values.map((text): PlanCondition => ({ on: 'text', text, mode: 'phrase' }))
      if (condition.not === true || texts.length > 1) state.leftOut.push(`${key} ${condition.values.join(', ')}`)
      else conditions.splice(conditions.indexOf(condition), 1, ...texts)
      continue
    }
    if (measure.of === 'requests' && signals.includes('logs') && conditions.some(({ on }) => on === 'outcome')) {
      state.leftOut.push(`${key} ${condition.values.join(', ')}, which only log records carry`)
      continue
    }
    if (measure.of === 'requests' && signals.includes('logs')) {
      drop('outcome')
      state.notes.push(`Only log records carry ${key}, so I counted log records.`)
      return { of: 'records' }
    }
    state.leftOut.push(key)
  }
  return measure
}

/** Log records and spans may have the same thing under two keys, `scheme` and `card.scheme`: that of the signal asked about. */
function inSignal(
  { conditions, context }: QuestionState,
  condition: Extract<PlanCondition, { on: 'attribute' }>,
  signal: 'logs' | 'spans',
): Extract<PlanCondition, { on: 'attribute' }> {
  const isThere = context.catalogue.keys.some(
    (known) => known.key === condition.key && known.scope === condition.scope && known.signal === signal,
  )
  if (isThere) return condition
  const own = context.values.find(
    (known) =>
      known.signal === signal &&
      known.key.split(/[._]/).some((part) => condition.key.split(/[._]/).includes(part)) &&
      condition.values.every((value) => known.values.some((one) => one.value === value)),
  )
  if (own === undefined) return condition
  const moved = { ...condition, key: own.key, scope: own.scope }
  conditions.splice(conditions.indexOf(condition), 1, moved)
  return moved
}

/** Services of the lines found whose names have all the values that were asked for. */
function ownersNamed(
  ids: readonly string[],
  attributes: readonly Extract<PlanCondition, { on: 'attribute' }>[],
  { templates }: QuestionState['context']['catalogue'],
): string[] {
  const owners = [...new Set(templates.filter(({ id }) => ids.includes(id)).map(({ service }) => service))]
  const values = attributes.flatMap((condition) => condition.values.map((value) => value.toLowerCase()))
  return owners.filter((owner) => values.every((value) => owner.toLowerCase().includes(value)))
}

function planOf(state: QuestionState, time: PlanTime, shape: Shape, measure: Measure, isSaid: boolean): Plan {
  const shared = { conditions: state.conditions, time }
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
  const isPatterns =
    has(state, 'patterns') && !has(state, 'count', 'by', 'share') && measure.of === 'records' && !isWhichService(state)
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
      limit: shape.limit ?? 20,
    }
  }
  const groupBy = groupsOf(state, shape)
  return {
    intent: 'measure',
    measure,
    ...shared,
    groupBy,
    order: shape.order,
    limit: shape.limit ?? (groupBy.length > 0 ? 20 : 10),
    per: measure.of === 'metric' || measure.of === 'ratio' || measure.of === 'duration' ? null : shape.per,
    intervalMs: shape.intervalMs,
    ...(shape.isTrendAsked && !isIncreaseOf(state, measure) ? { isTrendAsked: true, ...downAsked(state) } : {}),
    ...((has(state, 'any') && !has(state, 'count')) || !isSaid ? { isYesNo: has(state, 'any') } : {}),
    against: state.against === null ? null : shifted(time, state.against),
  }
}

function downAsked({ text }: QuestionState): { isDownAsked?: true } {
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
    /\bwhen\b(?! (?:it|we|they|you|i)\b)|\b(?:at )?what time\b|\bwhich minute\b|\bfrom when\b|\btimestamp|\btime of (?:the )?(?:first|last|latest|earliest)/.test(
      text,
    )
  if (!isWhen) return null
  if (/\b(?:first|earliest|oldest|start(?:ed)?|beg[aiu]n|initial)\b/.test(text)) return 'oldest'
  if (/\b(?:last|latest|newest|most recent|final|stop(?:ped)?|end(?:ed)?)\b/.test(text)) return 'newest'
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
    /^(?:logs?|errors?|warnings?|records?|exceptions?) (?:of|from|for|in|by|with)\b/.test(state.text)
  )
}

/** Groups that were said, or that a comparison of several services implies. */
function groupsOf(state: QuestionState, shape: Shape): Shape['groupBy'] {
  if (shape.groupBy.length > 0) return shape.groupBy
  const services = state.conditions.flatMap((condition) =>
    condition.on === 'service' && condition.not !== true ? condition.values : [],
  )
  if (services.length > 1) return [{ field: 'service', scope: 'builtin' }]
  if (has(state, 'highest', 'lowest', 'slowest', 'fastest') && /\bwho\b/.test(state.text))
    return [{ field: 'service', scope: 'builtin' }]
  return []
}
