/** Parts of queries: times, functions, selectors of series, and stages behind a pipe. */

import { attributesOf, type Catalogue } from '../grounding/catalogue.ts'
import { wordTable } from '../vocabulary/word-table.ts'
import { conditionsIn, type QueryCondition } from './query-conditions.ts'
import { exactKey } from './query-names.ts'
import { metricOf, type Query } from './query-sentence.ts'

const UNITS: Readonly<Record<string, string>> = { s: 'seconds', m: 'minutes', h: 'hours', d: 'days', w: 'weeks' }
const AMOUNT = String.raw`(\d{1,4}) ?(s|m|h|d|w|sec|second|min|minute|hour|day|week)s?\b`
const SINCE = new RegExp(
  String.raw`(?:\b(?:and|where) )?(?:@|_|\b)(?:timestamp|time|ts) ?>=? ?(?:now\(\) ?- ?(?:interval ?)?'?|ago\(|'?now-)${AMOUNT}['")]{0,2}` +
    String.raw`|\b(?:earliest|start|from)[=:] ?(?:now)?-${AMOUNT}(?:@\w{1,3})?|\blatest=now\b|\bto:now\b`,
  'gi',
)
const RANGE = /\[(\d{1,4})(s|m|h|d|w)(?::\w{0,4})?\]|\[\$__(?:interval|range|rate_interval)\]/gi
const BUCKET =
  /^(?:bin|bucket|time_bucket|date_bin|date_trunc|interval|toStartOfInterval)\((?:[^()]{0,60}?)'?(\d{0,4}) ?(s|m|h|sec|second|min|minute|hour)s?'?[^()]{0,60}\)$/i

function said(amount: string, unit: string): string {
  return `${amount === '' ? '1' : amount} ${UNITS[unit[0]?.toLowerCase() ?? 'm']}`
}

/** Takes times out of a text, as "in the last 10 minutes". */
export function withoutTimes(text: string, query: Query): string {
  const plain = text.replace(SINCE, (_, a?: string, au?: string, b?: string, bu?: string) => {
    const [amount, unit] = [a ?? b, au ?? bu]
    if (amount !== undefined && unit !== undefined) query.times.push(`in the last ${said(amount, unit)}`)
    return ' '
  })
  return plain.replace(RANGE, (_, amount?: string, unit?: string) => {
    if (amount !== undefined && unit !== undefined && query.times.length === 0)
      query.times.push(`in the last ${said(amount, unit)}`)
    return ' '
  })
}

const LAST =
  /[,\s]+(?:(?:in|over|for|during) )?(?:the )?(?:last|past) (\d{1,4}) ?(s|m|h|d|sec|second|min|minute|hour|day)s?(?:,? (?:vs\.?|versus|compared (?:with|to)) (?:the )?(?:previous|prior|preceding) \d{1,4} ?(?:s|m|h|d|sec|second|min|minute|hour|day)s?)?(?=\s*[?.|]?\s*$|\s*\|)/i
const FROM_TO = /(?:^|[,\s]+)(?:from |between )?(\d\d:\d\d) ?(?:\.\.|-|to|and) ?(\d\d:\d\d)(?=[\s,?.|]|$)/i

/** Takes times in plain words out of a text, for those who write them behind a query. */
export function withoutPlainTimes(text: string, query: Query): string {
  const plain = text.replace(FROM_TO, (_, from: string, to: string) => {
    query.times.push(`from ${from} to ${to}`)
    return ' '
  })
  return plain.replace(LAST, (whole: string, amount: string, unit: string) => {
    const length = said(amount, unit)
    query.times.push(
      `in the last ${length}${/previous|prior|preceding/i.test(whole) ? ` compared with the ${length} before` : ''}`,
    )
    return ' '
  })
}

/** Takes the conditions out of a text, with the words that join them; what is joined by "or" has to be of one field. */
export function withoutConditions(text: string, query: Query, catalogue: Catalogue): string {
  const found = conditionsIn(text, catalogue)
  let open = ''
  let from = 0
  let last: QueryCondition | null = null
  for (const { at, end, condition, refused } of found) {
    const between = text.slice(from, Math.max(from, at))
    const isOr = /^\W*(?:or|\|\|)\W*$/i.test(between)
    if (refused !== null) query.refused.push(refused)
    if (condition !== null) {
      const isSame =
        last !== null && last.on === condition.on && (last.on !== 'attribute' || last.key === condition.key)
      if (isOr && last !== null && isSame && last.op === '=' && condition.op === '=') {
        const merged: QueryCondition = { ...last, values: [...last.values, ...condition.values] }
        query.conditions[query.conditions.length - 1] = merged
        last = merged
      } else {
        if (isOr && last !== null) query.refused.push('or')
        query.conditions.push(condition)
        last = condition
      }
    }
    open += `${between} `
    from = Math.max(from, end)
  }
  open += text.slice(from)
  return tidy(open)
}

/** Without connectives and brackets that stand for nothing any more. */
export function tidy(text: string): string {
  return text
    .replace(/\( *\)|\{ *,? *\}/g, ' ')
    .replace(/\(\s*(?:(?:and|or|not|&&|\|\|)\s*)*\)/gi, ' ')
    .replace(
      /(?<![\w.-])(?:AND|OR|and|&&|\|\||where|WHERE|with|having)(?=(?:[\s,)]+(?:AND|OR|and|&&|\|\||with|where))*[\s,;.)]*$)/g,
      ' ',
    )
    .replace(/^[\s,(){}]*(?:(?:and|or|&&|where)(?![\w.-])[\s,()]*)+/i, '')
    .replace(/(?<![\w.-])(?:AND|&&)(?![\w.-])/g, ' ')
    .replace(/\s+([,;])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;{}]+|[\s,;{}]+$/g, '')
}

const STATISTICS = wordTable<string>({
  count: 'count',
  count_over_time: 'count',
  sum: 'sum',
  total: 'sum',
  sum_over_time: 'sum',
  avg: 'average',
  average: 'average',
  mean: 'average',
  avg_over_time: 'average',
  max: 'max',
  max_over_time: 'max',
  min: 'min',
  min_over_time: 'min',
  median: 'median',
  last: 'last',
  latest: 'last',
  earliest: 'first',
  first: 'first',
  last_over_time: 'last',
  rate: 'rate',
  irate: 'rate',
  increase: 'increase',
  dc: 'distinct',
  dcount: 'distinct',
  distinct_count: 'distinct',
  count_distinct: 'distinct',
  countdistinct: 'distinct',
  uniq: 'distinct',
  cardinality: 'distinct',
  unique: 'distinct',
  distinct: 'values',
  values: 'values',
})
const QUANTILES = /^(?:p|perc|pct)(50|75|90|95|99|999)$/
const QUANTILE =
  /^(?:quantile|quantile_over_time|percentile|percentile_cont|approx_percentile|pct|perc|histogram_quantile)$/

/** A call at the beginning of a text: its name, what stands in its brackets, and the text behind. */
export function callAt(text: string): { name: string; inner: string; by: string | null; behind: string } | null {
  const open = /^\s*([a-z_]\w{0,30}) ?(?:by ?\(([^()]{1,200})\) ?)?\(/i.exec(text)
  if (open === null) return null
  const start = open[0].length
  let depth = 1
  let at = start
  for (; at < text.length && depth > 0; at++) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0
  if (depth > 0) return null
  return {
    name: (open[1] ?? '').toLowerCase(),
    inner: text.slice(start, at - 1).trim(),
    by: open[2] ?? null,
    behind: text.slice(at),
  }
}

/** Whether a word is the name of a function that is known here. */
export function isFunction(name: string): boolean {
  return name in STATISTICS || QUANTILES.test(name) || QUANTILE.test(name) || /^(?:topk|bottomk)$/.test(name)
}

/** Reads a call into a query; null where it has no words. */
export function callInto(
  call: { name: string; inner: string; by: string | null },
  query: Query,
  catalogue: Catalogue,
): boolean {
  const { name, by } = call
  if (by !== null) query.groups.push(...listed(by))
  const inner = withoutTimes(call.inner, query).trim()
  const ranked = /^(topk|bottomk)$/.test(name) ? /^(\d{1,3}) ?, ?(.+)$/s.exec(inner) : null
  if (ranked !== null) {
    if (name === 'bottomk') return false
    query.limit = Number(ranked[1])
    return innerInto(ranked[2] ?? '', query, catalogue)
  }
  const statistic = statisticOf(name, inner)
  if (statistic === null) return false
  const nested = callAt(statistic.inner)
  if (nested !== null && isFunction(nested.name)) {
    // The sum of rates or counts is their total.
    if (statistic.statistic !== 'sum') return false
    return innerInto(statistic.inner, query, catalogue)
  }
  const subject = selectorInto(statistic.inner, query, catalogue)
  const metric = metricOf(subject, catalogue)
  if (statistic.statistic !== 'count')
    query.measures.push({ statistic: statistic.statistic, subject: metric ?? subject })
  else {
    query.measures.push({ statistic: 'count', subject: null })
    // "count(errors)" counts what it names; of "count(user.id)" it is not known which records are meant.
    if (subject !== null && exactKey(subject, catalogue) === null) query.rest = subject
    else if (subject !== null) query.refused.push(`count(${subject})`)
  }
  return true
}

function innerInto(text: string, query: Query, catalogue: Catalogue): boolean {
  const metric = metricOf(text.trim(), catalogue)
  if (metric !== null) {
    // The highest series of a metric: by what tells them apart.
    const key = attributesOf(metric, catalogue).find(({ values }) => values.length > 1)?.key
    query.measures.push({ statistic: 'last', subject: metric })
    if (key !== undefined && query.groups.length === 0) query.groups.push(key)
    return key !== undefined
  }
  const call = callAt(text)
  if (call === null || !isFunction(call.name) || !callInto(call, query, catalogue)) return false
  return behindInto(call.behind, query)
}

const TAIL =
  /^(?:,? ?(?:group(?:ed)? )?(?:by|per) ?\(?(?<by>[\w.@-]{1,80}(?: ?, ?[\w.@-]{1,80}){0,2})\)?)?(?<time>,? ?(?:in the |for the |over the |during the |the )?(?:last|past|since|between|from|before|after|until|today|yesterday)\b[^=<>{}|]{0,60})?$/i

/** "by (route) last 30m": what may stand behind a query; false where more does. */
export function behindInto(behind: string, query: Query): boolean {
  const found = TAIL.exec(behind.trim().replace(/[?.!]+$/, ''))
  if (found === null) return false
  const { by, time } = found.groups ?? {}
  if (by !== undefined) query.groups.push(...listed(by))
  if (time !== undefined) query.times.push(time.replace(/^,\s*/, '').trim())
  return true
}

function statisticOf(name: string, inner: string): { statistic: string; inner: string } | null {
  const quantile = QUANTILES.exec(name)?.[1]
  if (quantile !== undefined) return { statistic: `p${quantile}`, inner }
  if (QUANTILE.test(name)) {
    const first = /^0?(\.\d{1,3}) ?, ?(.+)$/s.exec(inner)
    const last = /^(.+?) ?, ?(0?\.\d{1,3}|\d{2})$/s.exec(inner)
    const share = first === null ? Number(last?.[2]) : Number(first[1])
    const percent = share < 1 ? Math.round(share * 1000) / 10 : share
    const of = first?.[2] ?? last?.[1]
    if (of === undefined || !/^(?:50|75|90|95|99|99\.9)$/.test(String(percent))) return null
    return { statistic: `p${String(percent).replace('.', '')}`, inner: of }
  }
  const plain = STATISTICS[name]
  if (plain === undefined) return null
  const distinct = /^distinct\s+(.+)$/is.exec(inner)
  return plain === 'count' && distinct !== null
    ? { statistic: 'distinct', inner: distinct[1] ?? '' }
    : { statistic: plain, inner }
}

/** `metric{key="value"}`, `{service="x"} |= "text" | unwrap kb`, `*`, a name: its conditions, and what is left. */
function selectorInto(inner: string, query: Query, catalogue: Catalogue): string | null {
  if (/^\s*\{/.test(inner)) query.noun ??= 'log lines'
  const [head = '', ...stages] = withLineFilters(inner).split(/\s?\|(?!\|)\s?/)
  const left = withoutConditions(head, query, catalogue)
  let subject = left.replace(/^["'`]|["'`]$/g, '').trim()
  for (const stage of stages) {
    const unwrapped = /^unwrap ([\w.@]{1,80})\s*$/.exec(stage)?.[1]
    if (unwrapped !== undefined) subject = unwrapped
    else if (!stageInto(stage, query, catalogue)) query.refused.push(`| ${stage.trim().slice(0, 80)}`)
  }
  return subject === '' || subject === '*' || subject === '1' ? null : subject
}

/** `|= "text"`, `|~ "text"`, `!= "text"` behind a selector: what lines say. */
export function withLineFilters(text: string): string {
  return text
    .replace(/\|[=~]\s?(?=["'`])/g, ' message=')
    .replace(/(?<=\}|\} |["'`] )!=\s?(?=["'`])/g, ' message!=')
    .replace(/(?<=\}|\} )!~\s?(?=["'`])/g, ' message!=')
}

function listed(text: string): string[] {
  return text
    .split(/\s*,\s*|\s+and\s+/)
    .map((name) => name.trim().replace(/^["'`(]+|["'`)]+$/g, ''))
    .filter((name) => name !== '')
    .slice(0, 3)
}

/** Reads groups; a bucket of time is a step. */
export function groupsInto(text: string, query: Query): void {
  for (const name of text.split(/\s*,\s*(?![^()]*\))/).map((one) => one.trim())) {
    const bucket = BUCKET.exec(name)
    if (bucket !== null) query.step = said(bucket[1] ?? '', bucket[2] ?? 'm')
    else query.groups.push(...listed(name))
  }
}

/** "sum(kb) as total, count(*)": measures beside each other; false where one is none. */
export function measuresInto(text: string, query: Query, catalogue: Catalogue): boolean {
  let left = text.trim()
  while (left !== '') {
    const call = callAt(left)
    const bare = /^(count|dc)(?![\w(.])/i.exec(left)
    if (call !== null && isFunction(call.name)) {
      if (!callInto(call, query, catalogue)) return false
      left = call.behind
    } else if (bare !== null) {
      query.measures.push({ statistic: 'count', subject: null })
      left = left.slice(bare[0].length)
    } else return false
    left = left.replace(/^\s*(?:as )?(?!by\b|,)["'\w.]{0,60}\s*/i, '').replace(/^,\s*/, '')
    if (/^by\b/i.test(left)) {
      groupsInto(left.replace(/^by\s*/i, ''), query)
      left = ''
    }
  }
  return true
}

/** Reads one stage behind a pipe; false where it has no words here. */
export function stageInto(stage: string, query: Query, catalogue: Catalogue): boolean {
  const text = stage.trim().replace(/\s+/g, ' ')
  if (/^(?:json|logfmt|unpack|parse|unwrap|fields|table|project|columns|keep|display)\b/i.test(text)) {
    return !/^unwrap/i.test(text)
  }
  const filtered = /^(?:where|filter|search|having)\s+(.+)$/i.exec(text)?.[1]
  if (filtered !== undefined || conditionsIn(text, catalogue)[0]?.at === 0)
    return withoutConditions(filtered ?? text, query, catalogue) === ''
  const count = /^(?:head|limit|take|tail|first|last|top)\s*\(?(\d{1,3})\)?$/i.exec(text)
  if (count !== null) {
    query.limit = Number(count[1])
    if (query.measures.length === 0) query.isListed = true
    return true
  }
  if (/^(?:sort|order)\b/i.test(text)) return !/\basc\b|\s\+/i.test(text)
  const top = /^top\s+(?:(?:limit=)?(\d{1,3})\s+)?(?:by\s+)?([\w.@-]{1,80})$/i.exec(text)
  if (top !== null) {
    query.limit = Number(top[1] ?? 10)
    query.groups.push(top[2] ?? '')
    if (query.measures.length === 0) query.measures.push({ statistic: 'count', subject: null })
    return true
  }
  const distinct = /^(?:distinct|uniq(?:ue)?|dedup)\s+([\w.@-]{1,80})$/i.exec(text)
  if (distinct !== null) {
    query.measures.push({ statistic: 'values', subject: distinct[1] ?? null })
    return true
  }
  const grouped = /^(?:group ?by|by)\s*\(?([^()]{1,200})\)?$/i.exec(text)
  if (grouped !== null) {
    groupsInto(grouped[1] ?? '', query)
    return true
  }
  const counted = text.replace(/^(?:stats|summarize|timechart|aggregate|agg|calc|calculate|eventstats|select)\s+/i, '')
  const span = /\bspan=(\d{1,4})(s|m|h)\w{0,4}\s*/i.exec(counted)
  if (span !== null) query.step = said(span[1] ?? '', span[2] ?? 'm')
  const plain = counted.replace(span?.[0] ?? '\u0000', '')
  // "stats avg(ms) by region service=x": conditions behind the measure.
  const from = conditionsIn(plain, catalogue)[0]?.at ?? plain.length
  const isBehind = from > plain.lastIndexOf(')')
  if (isBehind && from < plain.length && withoutConditions(plain.slice(from), query, catalogue) !== '') return false
  return measuresInto(isBehind ? plain.slice(0, from).trim() : plain, query, catalogue)
}

/** Whether a name is a metric, a service, or a word for all records, as the table of a query. */
export function tableInto(table: string, query: Query, catalogue: Catalogue): boolean {
  const name = table.trim().replace(/^["'`]|["'`]$/g, '')
  const service = catalogue.services.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (service !== undefined) query.conditions.push({ on: 'service', key: 'service', op: '=', values: [service.name] })
  else if (/^(?:\w+\.)?(?:logs?|log_records?|otel_logs|events?|lines|records|messages)$/i.test(name))
    query.noun = 'log lines'
  else if (/^(?:\w+\.)?(?:requests?|spans?|traces?|otel_traces|http_requests?|transactions?)$/i.test(name))
    query.noun = 'requests'
  else {
    const metric = metricOf(name, catalogue)
    if (metric === null) return /^metrics?$/i.test(name)
    query.measures = query.measures.map(({ statistic }) => ({ statistic, subject: metric }))
  }
  return true
}
