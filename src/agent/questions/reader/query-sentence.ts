/** A query's parts, put as a question in plain words. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { attributesOf } from '../grounding/catalogue.ts'
import { keysOf, nounOfKey } from './fields.ts'
import { isOfSeries, levelNoun, type QueryCondition, saidOf } from './query-conditions.ts'
import { exactKey } from './query-names.ts'

/** What is made of the records: a statistic of a subject, or a count without one. */
export interface QueryMeasure {
  readonly statistic: string
  readonly subject: string | null
}

export interface Query {
  measures: QueryMeasure[]
  conditions: QueryCondition[]
  /** Words of the question that are no syntax. */
  rest: string
  noun: string | null
  groups: string[]
  limit: number | null
  /** Length of steps over time, as "5 minutes". */
  step: string | null
  times: string[]
  isListed: boolean
  refused: string[]
}

export function emptyQuery(): Query {
  return {
    measures: [],
    conditions: [],
    rest: '',
    noun: null,
    groups: [],
    limit: null,
    step: null,
    times: [],
    isListed: false,
    refused: [],
  }
}

const DURATION =
  /^@?(?:(?:trace|span|request)[._])?(?:duration(?:[._]?(?:ms|seconds|nano))?|latency(?:[._]?ms)?|response[._]time|elapsed|took)$/i
const MOMENT = /^[@_]?(?:timestamp|time|ts)$/i

/** The question that a query asks. */
export function sentenceOf(query: Query, catalogue: Catalogue): string {
  const measures = query.measures.length > 0 ? query.measures : [null]
  return measures.map((measure) => oneSentence(query, measure, catalogue)).join('? ')
}

function oneSentence(query: Query, measure: QueryMeasure | null, catalogue: Catalogue): string {
  const { conditions, rest, limit, step, times } = query
  const metric = metricOf(measure?.subject ?? null, catalogue)
  const isLatency =
    measure?.subject !== null && measure?.subject !== undefined && isDuration(measure.subject, catalogue)
  const level = levelNoun(conditions)
  const own = rest === '' ? null : rest
  const usual = query.noun ?? nounOf(query, catalogue)
  const isOfNumber =
    measure !== null && measure.subject !== null && !isLatency && conditions.every(({ on }) => on !== 'text')
  const noun = own ?? level ?? (isOfNumber && measure.statistic !== 'distinct' ? null : usual)
  const behind = own !== null && level !== null ? `${level} ` : ''
  const order = ['service', 'route', 'attribute', 'status', 'duration', 'text']
  const said = [...conditions]
    .sort((a, b) => Number(a.op === '!=') - Number(b.op === '!=') || order.indexOf(a.on) - order.indexOf(b.on))
    .map((one) => ({ on: one.on, text: saidOf(one) }))
    .filter(({ text }) => text !== '')
  const pairs = said.map(({ on, text }, at) =>
    on === 'attribute' && said[at - 1]?.on !== 'attribute' ? `with ${text}` : text,
  )
  const groups = query.groups.map((group) => groupNamed(group, metric, catalogue))
  const head = headOf(measure, isLatency, `${behind}${noun ?? ''}`.trim(), query)
  return [
    head,
    ...pairs,
    groups.length === 0 ? '' : `by ${groups.join(' and ')}`,
    step === null ? '' : `over time in steps of ${step}`,
    limit === null || query.isListed || groups.length === 0 ? '' : `, top ${limit}`,
    ...times,
  ]
    .filter((part) => part !== '')
    .join(' ')
    .replace(/ ,/g, ',')
}

function headOf(measure: QueryMeasure | null, isLatency: boolean, noun: string, query: Query): string {
  const of = noun === '' ? '' : ` of ${noun}`
  if (measure === null) {
    if (!query.isListed) return noun
    return `show the last ${query.limit ?? 10} ${noun === '' ? 'log lines' : noun}`
  }
  const { statistic, subject } = measure
  if (subject !== null && MOMENT.test(subject)) {
    const end = /^(?:min|first)$/.test(statistic) ? 'first' : 'last'
    return `when was the ${end} ${(noun === '' ? 'log lines' : noun).replace(/s$/, '')}`
  }
  if (statistic === 'increase') return `increase of ${subject}`
  if (statistic === 'count') return `how many ${noun === '' ? 'log lines' : noun}`
  if (statistic === 'rate')
    return subject === null ? `${noun === '' ? 'requests' : noun} per second` : `${subject} per second`
  if (statistic === 'values') return `possible values of ${subject}`
  if (statistic === 'distinct') return `how many distinct ${subject}${of}`
  if (isLatency) return `${statistic} latency${of === '' ? ' of requests' : of}`
  return `${statistic === 'sum' ? 'sum of' : statistic === 'last' ? 'last value of' : statistic} ${subject}${of}`
}

function isDuration(subject: string, catalogue: Catalogue): boolean {
  return DURATION.test(subject) && exactKey(subject, catalogue) === null && metricOf(subject, catalogue) === null
}

/** The metric that is called so, also with underscores for dots. */
export function metricOf(subject: string | null, { metrics }: Catalogue): string | null {
  if (subject === null) return null
  const plain = subject
    .toLowerCase()
    .replace(/[.-]/g, '_')
    .replace(/_total$/, '')
  return (
    metrics.find(({ name }) => name.toLowerCase() === subject.toLowerCase())?.name ??
    metrics.find(({ name }) => name.toLowerCase().replace(/[.-]/g, '_') === plain)?.name ??
    null
  )
}

/** Requests where statuses, routes or durations are asked for or only requests have the keys, else lines. */
function nounOf({ conditions, groups }: Query, catalogue: Catalogue): string | null {
  if (conditions.some(({ on }) => on === 'text')) return 'log lines'
  const names = groups.map((group) => group.toLowerCase())
  const isOfRequests =
    conditions.some(({ on }) => on === 'status' || on === 'route' || on === 'duration') ||
    names.some((name) => /route|path|endpoint|operation|^status$|status_?code|http/.test(name))
  if (isOfRequests) return 'requests'
  if (names.some((name) => /^(?:level|severity|pattern|message)$/.test(name))) return 'log lines'
  const keys = [...conditions.filter(({ on }) => on === 'attribute').map(({ key }) => key), ...names]
  const isCarried = (signal: 'logs' | 'spans'): boolean =>
    keys.every((name) => keysOf(name, catalogue).some((known) => known.signal === signal) || /^service/.test(name))
  if (keys.length === 0) return null
  return isCarried('logs') ? 'log lines' : isCarried('spans') ? 'requests' : null
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:service|service[._]name|svc)$/i, 'service'],
  [/^(?:route|http[._]route|path|url[._]path|endpoint|operation|resource_name|uri|url)$/i, 'endpoint'],
  [/^(?:level|severity|severity_text|log[._]level)$/i, 'level'],
  [/^(?:status|status_code|http_status|http[._]status_code)$/i, 'status'],
]

/** What is grouped by, in a word that the reader knows: of a metric the key of its series. */
function groupNamed(group: string, metric: string | null, catalogue: Catalogue): string {
  const plain = group.replace(/^@/, '')
  if (metric !== null) {
    const own = attributesOf(metric, catalogue).map(({ key }) => key)
    const found =
      own.find((key) => key.toLowerCase() === plain.toLowerCase()) ??
      own.find((key) => key.toLowerCase().split(/[._-]/).includes(plain.toLowerCase()))
    if (found !== undefined) return isOfSeries(found, catalogue) ? nounOfKey(found) : found
  }
  const exact = exactKey(plain, catalogue)
  const word = WORDS.find(([pattern]) => pattern.test(plain))?.[1]
  // `http.route` written out is that key, and "route" what requests are called.
  return /[._]/.test(plain) && !plain.startsWith('service') ? (exact ?? word ?? plain) : (word ?? exact ?? plain)
}
