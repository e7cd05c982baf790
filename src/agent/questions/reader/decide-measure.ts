/** Questions with a number, a list or patterns as their answer. */

import { statusKeys } from '../execute/filters.ts'
import type { Measure, Plan, PlanTime, Statistic } from '../plan/plan.ts'
import type { Tag } from '../vocabulary/english.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { failedRequests, isRequests, measureOf } from './choose-measure.ts'
import type { Decision } from './decision.ts'
import { takeDoneNouns } from './done-nouns.ts'
import { extremeAmount } from './extreme-amount.ts'
import { keysOf } from './fields.ts'
import { adjusted, isOfSpans, textsOfLines, withOutcome } from './fit-measure.ts'
import { withValuesFitted } from './fit-values.ts'
import { isFollowUp } from './follow-up.ts'
import { LINE_NOUNS } from './follow-up-tags.ts'
import { groundFreeWords } from './grounds.ts'
import { classValue, valueFor } from './known-values.ts'
import { planOf } from './measure-plan.ts'
import { statisticOf } from './measures.ts'
import { keyOfSeries } from './metric-series.ts'
import { unusedNegations } from './negated.ts'
import { NEGATION_WORDS } from './negation.ts'
import { asTyped } from './own-words.ts'
import { quotedTexts } from './quoted-texts.ts'
import { takeRepetition } from './repetition.ts'
import {
  isAfterwards,
  isDoneInQueue,
  isOfStore,
  operationsNamed,
  routesMeant,
  routesOfThing,
  segmentsOf,
} from './routes.ts'
import { readShape, type Shape } from './shape.ts'
import { freeWords, has, negated, onlyService, phraseWords, type QuestionState, type TextHits } from './state.ts'
import { asRoutes, succeededOf, withoutRefusals } from './succeeded.ts'
import { templatesWith } from './texts.ts'
import { takeThing } from './things.ts'
import { takeTimeouts } from './timeouts.ts'
import { takeTradeWords } from './trade-words.ts'
import { accessAsked, untracedRequests } from './untraced.ts'
import { lemmaOf, stemOf } from './words.ts'

const NOUNS: readonly Tag[] = [...LINE_NOUNS, 'failure_noun', 'success_noun', 'request_noun', 'span_noun', 'trace_noun']

/** Whether the question asks for a number, a list or patterns, and not for a cause or a state. */
export function isMeasured(state: QuestionState): boolean {
  if (has(state, 'why') && /^(?:so |and |but |ok |hey )*why\b/.test(state.text)) return false
  if (has(state, 'why', 'what_broke') && !has(state, 'count', 'show', 'share', 'failure_ratio', 'p95', 'p99', 'median'))
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
    has(
      state,
      'error_noun',
      'warn_noun',
      'fatal_noun',
      'info_noun',
      'debug_noun',
      'failure_noun',
      'log_noun',
      'trace_noun',
      'span_noun',
    ) &&
    !has(state, 'state')
  )
    return true
  if (state.conditions.some(({ on }) => on === 'status_code' || on === 'number' || on === 'attribute')) return true
  if (has(state, 'duration') && !has(state, 'premise_slow') && state.words.length > 1) return true
  return has(state, 'request_noun') && !has(state, 'state', 'premise_slow', 'premise_failing')
}

/** Decides what a question measures, or asks back when that is not clear. */
export function decideMeasure(state: QuestionState, time: PlanTime, hits: TextHits | null): Decision {
  takeTradeWords(state)
  takeRepetition(state)
  takeDoneNouns(state)
  takeThing(state)
  const extreme = extremeAmount(state)
  const cut = readShape(state)
  const plain = extreme === null ? cut : { ...cut, groupBy: [], unknownGroup: null }
  const statistic = statisticOf(state)
  const isAboutRequests = isRequests(state)
  const measure = extreme ?? measureOf(state, plain, statistic, isAboutRequests) ?? otherStatistic(state, statistic)
  const read = groupedByOwnKey(state, plain, measure)
  if (read.unknownGroup !== null && hits !== null) state.askBack = noSuchField(state, read.unknownGroup)
  const meant = measure ?? inherited(state)
  quotedTexts(state)
  if (
    has(state, 'failed_word') &&
    meant !== null &&
    isOfSpans(meant) &&
    !state.conditions.some(({ on }) => on === 'outcome')
  ) {
    state.conditions.push({ on: 'outcome', is: 'failed' })
  }
  const asked = meant ?? (isBareNoun(state) ? { of: 'requests' } : bareMeasure(state))
  const access = accessAsked(state, asked, read)
  const shape = access?.shape ?? read
  const settled = access?.measure ?? untracedRequests(state, asked) ?? operationNouns(state, asked)
  if (settled.of === 'distinct' && settled.signal === 'spans') takeTimeouts(state)
  const isAboutLogs = !isOfSpans(settled) && settled.of !== 'metric'
  // A word that was tried as a part of a metric's name and is none restricts what is counted.
  if (settled.of !== 'metric')
    for (const word of state.words) if (word.usedBy === 'metric' && /^[a-z]+$/.test(word.text)) word.usedBy = null
  const lookups = groundFreeWords(state, hits, isAboutLogs)
  if (lookups.words.length > 0) return { plan: null, lookups }
  if (hits === null) unknownGroupAloud(state, read)
  unusedNegations(state)
  for (const phrase of state.phrases) for (const word of phraseWords(state, phrase)) word.usedBy ??= 'measure'
  const outcome = withOutcome(state, withValuesFitted(state, succeededOf(state, settled)))
  withoutRefusals(state)
  const final = groupable(state, shape, adjusted(state, outcome, hits))
  if (final === null) return { plan: null, lookups }
  if (isOfSpans(final) && access === null) textsOfLines(state)
  const told = meant === null && final.of === 'records' ? ofServiceAlone(state, time) : null
  if (told !== null) return { plan: told, lookups }
  return { plan: planOf(state, time, shape, final, measure !== null), lookups }
}

/** "Webhooks_total by outcome": a key that only the points of the metric carry. */
function groupedByOwnKey({ words, context }: QuestionState, shape: Shape, measure: Measure | null): Shape {
  const { unknownGroup } = shape
  if (unknownGroup === null || measure?.of !== 'metric') return shape
  const key = keyOfSeries(unknownGroup, measure.metric, context.catalogue)
  if (key === null) return shape
  for (const word of words) if (unknownGroup.split(' ').includes(word.text)) word.usedBy ??= 'shape'
  return { ...shape, groupBy: [...shape.groupBy, { field: key, scope: 'attribute' }], unknownGroup: null }
}

/** "How does web look", "what happens in web": nothing says what to count of it, so it is told how it is. */
function ofServiceAlone(state: QuestionState, time: PlanTime): Plan | null {
  const service = onlyService(state)
  const isAlone = state.conditions.length === 1 && state.tags.size === 0 && state.quoted.length === 0
  if (service === null || !isAlone || state.context.previous !== null || !IS_ASKED.test(state.text)) return null
  return { intent: 'health', service, premise: null, conditions: state.conditions, time }
}
const IS_ASKED =
  /^(?:(?:so|and|ok|hey|please|now) )*(?:what|how|tell|give|describe|explain)\b(?! (?:many|much|often|long)\b)/

/** "Jobs done per job": where no field goes by the noun behind "per", a number of all would answer a broader question. */
function unknownGroupAloud(state: QuestionState, { unknownGroup, groupBy }: Shape): void {
  if (unknownGroup === null || groupBy.length > 0 || state.askBack !== null) return
  const at = state.text.indexOf(` ${unknownGroup}`)
  const before = state.text.slice(0, Math.max(0, at))
  if (/\b(?:per|for each|for every|(?:grouped|split|broken down|separated) by)$/.test(before))
    state.askBack = noSuchField(state, unknownGroup)
}

function noSuchField(state: QuestionState, noun: string): NonNullable<QuestionState['askBack']> {
  return {
    because: `no field of this project is called "${asTyped(state, [noun]).join()}"`,
    readings: groupReadings(state),
  }
}

/** Records are grouped by what they carry: where only requests carry it, they are what is grouped. */
function groupable(state: QuestionState, { groupBy }: Shape, measure: Measure | null): Measure | null {
  const { keys } = state.context.catalogue
  const carry = (signal: 'logs' | 'spans'): boolean =>
    groupBy.every(
      ({ field, scope }) => scope === 'builtin' || keys.some((one) => one.key === field && one.signal === signal),
    )
  const isOfLines = state.conditions.some(({ on }) => on === 'templates' || on === 'text' || on === 'severity')
  if (measure?.of !== 'records' || groupBy.length === 0 || has(state, 'log_noun')) return measure
  if (isOfLines) return !carry('logs') && carry('spans') && asRoutes(state) ? { of: 'requests' } : measure
  const isStatus = groupBy.some(({ field }) => statusKeys(state.context.catalogue, 'spans').includes(field))
  return carry('spans') && (isStatus || !carry('logs')) ? { of: 'requests' } : measure
}

/** "Refund requests", "plays (POST /play)", "failed check-ins": a noun that routes are called by, or that explains one. */
function operationNouns(state: QuestionState, measure: Measure): Measure {
  const { catalogue } = state.context
  const isOfRequests = isOfSpans(measure)
  const isFailure = has(state, 'failed_word') && measure.of === 'records' && !has(state, 'log_noun')
  if (!isOfRequests && !isFailure) return measure
  const isFailed = has(state, 'failed_word', 'failure_noun', 'premise_failing')
  const held = state.conditions.find(({ on }) => on === 'operation')
  const isStoreAsked = STORE.test(state.text)
  nounsOfPath(state)
  for (const word of freeWords(state)) {
    const next = state.words[state.words.indexOf(word) + 1]
    const isKey = keysOf(word.text, catalogue).length > 0
    const isOpen =
      next !== undefined &&
      next.usedBy === null &&
      !FUNCTION_WORDS.has(next.text) &&
      !NEGATION_WORDS.includes(next.text)
    const { made } = routesOfThing(word.text, catalogue.operations)
    // "Bookings requests" beside a key of that name: those on which one is made.
    const isOfMade = made.length > 0 && /^(?:requests?|calls?|traffic|hits?)$/.test(next?.text ?? '')
    if (isKey && isOpen && !isOfMade) continue
    if (word.text.length < 3 || !/^[a-z-]+$/.test(word.text) || /^(?:post|patch|head|delete|options)$/.test(word.text))
      continue
    if (isFailure && templatesWith([word.text, 'failed'], catalogue, []).length > 0) return measure
    const named =
      (word.isCode === true || isKey) && made.length > 0
        ? routesMeant(word.text, state.text, catalogue.operations)
        : wholeFirst(
            word.text,
            catalogue.operations.filter(
              (name) =>
                segmentsOf(name).includes(stemOf(word.text.replace(/-/g, ''))) &&
                (isStoreAsked || !(isOfStore(name) || isAfterwards(name, word.text))),
            ),
          )
    // "Failed posts" are none that reached the queue of what was posted.
    if (named.length === 0 || (isFailed && named.every(isDoneInQueue))) continue
    const isSame = held?.on === 'operation' && named.some((name) => held.values.includes(name))
    if (held !== undefined && !isSame) continue
    if (negated(state, [word])) {
      const value = classValue(state, word.text)
      const isFurther = state.conditions.some((one) => one.on === 'operation' && one.not === true)
      if (value?.value.toLowerCase() === word.text && !isFurther)
        state.askBack = {
          because: `"${word.text}" may be requests on \`${named[0] ?? ''}\` or the \`${value.key}\` of that name`,
          readings: [named[0] ?? '', `${value.key} ${word.text}`].map((meant) => state.text.replace(word.text, meant)),
        }
      exclude(state, named)
      word.usedBy = 'operation'
      continue
    }
    word.usedBy = 'operation'
    if (held === undefined) state.conditions.push({ on: 'operation', values: named.slice(0, 50) })
    return isFailure ? failedRequests(state) : measure
  }
  return measure
}

/** Words of what is done in a store or with a broker. */
const STORE =
  /\b(?:quer(?:y|ies)|statements?|tables?|(?:in|up)serts?|inserted|selects?|sql|db|databases?|stores?|postgres(?:ql)?|mysql|mariadb|oracle|mongo(?:db)?|redis|memcached|caches?|spans?|publish(?:es|ed)?|queues?|topics?|calls?|writes?)\b/

/** "Claims" of `/claims` and of `claim-photos process`: routes that have the noun as a whole part go first. */
function wholeFirst(noun: string, names: readonly string[]): readonly string[] {
  const whole = names.filter((name) =>
    name
      .toLowerCase()
      .split(/[/ :{}?]+/)
      .some((part) => part === noun || lemmaOf(part) === lemmaOf(noun)),
  )
  return whole.length > 0 ? whole : names
}

/** "Without the ones for restaurants and menus": routes that are left out. */
function exclude({ conditions }: QuestionState, names: readonly string[]): void {
  const index = conditions.findIndex((condition) => condition.on === 'operation' && condition.not === true)
  const held = conditions[index]
  const values = [...new Set([...(held?.on === 'operation' ? held.values : []), ...names])].slice(0, 50)
  conditions.splice(index < 0 ? conditions.length : index, index < 0 ? 0 : 1, { on: 'operation', values, not: true })
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

/**
 * "Completions between 13:16 and 13:23": a noun by itself that routes are called by, and that no line tells of by itself
 * except of failures, asks for the requests.
 */
function isBareNoun(state: QuestionState): boolean {
  const { catalogue } = state.context
  if (catalogue.records.spans === 0 || state.quoted.length > 0 || has(state, ...LINE_NOUNS, 'show')) return false
  const isTold = state.phrases.some(({ tag }) => LINE_TAGS.has(tag))
  const [noun, ...others] = freeWords(state).filter(
    ({ text, lemma }, place) =>
      !SMALL_WORDS.has(text) && !SMALL_WORDS.has(lemma) && (place === 0 || valueFor(state, text) === null),
  )
  if (isTold || noun === undefined || others.length > 0 || noun.lemma === noun.text) return false
  if (operationsNamed(noun.text, catalogue.operations).length === 0) return false
  return !templatesWith([noun.text], catalogue, []).some(
    ({ template, tokens }) => !FAILED.test(tokens.join(' ')) && isSaidIn(template, noun.lemma),
  )
}

const LINE_TAGS: ReadonlySet<Tag> = new Set([
  ...([
    'failed_word',
    'success_noun',
    'failure_noun',
    'patterns',
    'newest',
    'oldest',
    'changes',
    'deployment',
  ] as const),
  ...(['premise_down', 'premise_slow', 'premise_failing', 'premise_crashed', 'still', 'state', 'distinct'] as const),
])
const FAILED = /\b(?:fail\w*|error|rejected|refused|denied|aborted|exception|timeout|cannot|unable)\b/

/** Whether a line says the word itself, not only as a part of a path, a key or a value. */
function isSaidIn(template: string, lemma: string): boolean {
  return new RegExp(`(?<![\\w/=:."-])${RegExp.escape(lemma)}\\w{0,3}(?![\\w/=:"-])`, 'i').test(template)
}

/** "Average instead?" after a 95th percentile: another statistic of the same durations. */
function otherStatistic(state: QuestionState, statistic: Statistic | null): Measure | null {
  const { previous } = state.context
  const isOfDurations = previous?.plan.intent === 'measure' && previous.plan.measure.of === 'duration'
  if (!isOfDurations || statistic === null || NOT_OF_DURATIONS.has(statistic) || !isFollowUp(state, previous))
    return null
  return { of: 'duration', statistic }
}

const NOT_OF_DURATIONS: ReadonlySet<Statistic> = new Set(['last', 'sum'])

/** "And region south?" after a count of requests: words of requests are meant, whatever lines say as well. */
function inherited(state: QuestionState): Measure | null {
  const { previous } = state.context
  if (previous === null || !isFollowUp(state, previous)) return null
  const { plan } = previous
  const isOfRequests =
    plan.intent === 'measure' ? isOfSpans(plan.measure) : plan.intent === 'list' && plan.of !== 'logs'
  return isOfRequests ? { of: 'requests' } : null
}

/** "Compare now with an hour ago" names nothing to count: the share of failing requests, where there are requests. */
function bareMeasure(state: QuestionState): Measure {
  // "Is it more than before?" does not say what.
  if (state.context.previous === null && /\b(?:it|that|this)\b.{0,12} (?:more|less|fewer)\b/.test(state.text))
    return { of: 'records' }
  const isSaid = state.quoted.length > 0 || state.conditions.some(({ on }) => on === 'templates')
  const isBare = has(state, 'compare') && freeWords(state).length === 0 && !isSaid
  return isBare && state.context.catalogue.records.spans > 0 ? { of: 'ratio', share: 'failed' } : { of: 'records' }
}

function groupReadings(state: QuestionState): string[] {
  const keys = [...new Set(state.context.catalogue.keys.map(({ key }) => key))]
  return [
    'by service',
    ...(state.context.catalogue.records.spans > 0 ? ['by endpoint'] : []),
    ...keys.slice(0, 2).map((key) => `by ${key}`),
  ].slice(0, 3)
}
