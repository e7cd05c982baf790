/**
 * Questions that are queries, or half of them ("service:web status:>=500 | count by route", "p95(duration) by route",
 * "select count(*) from logs where level = 'error'"), put into the plain words and conditions that the reader knows. Each
 * pattern is read once over the text. What has no words here is refused aloud or left as it was written.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { nounOfKey } from './fields.ts'
import { isLogLine } from './pasted-lines.ts'
import { conditionsIn, isOfSeries } from './query-conditions.ts'
import { withoutMarks } from './query-names.ts'
import {
  behindInto,
  callAt,
  callInto,
  groupsInto,
  isFunction,
  measuresInto,
  stageInto,
  tableInto,
  tidy,
  withLineFilters,
  withoutConditions,
  withoutPlainTimes,
  withoutTimes,
} from './query-parts.ts'
import { emptyQuery, metricOf, type Query, sentenceOf } from './query-sentence.ts'

export interface PlainQuestion {
  readonly text: string
  /** Parts of the query that have no words here. */
  readonly refused: readonly string[]
}

const CHARS_MAX = 800
const SYNTAX = /[=<>|(){}@\u2265\u2264]|:\S| : |\s!\d|\b(?:select|between|in|is|not|like|equals?)\b/i
/** A pasted line: it has a time, or pairs that no query has. */
const PASTED = /(?:^|\s)(?:ts|time|timestamp|caller|thread|stacktrace)=\S|^\s*\{\s*"/i

/** The question in plain words, as far as it is written as a query. */
export function inPlainSyntax(question: string, catalogue: Catalogue): PlainQuestion {
  const isWhole = question.length <= CHARS_MAX && !isLogLine(question.toLowerCase()) && !PASTED.test(question)
  if (!isWhole) return { text: question, refused: [] }
  const marked = withPairs(withSeriesNouns(withoutMarks(question, catalogue), catalogue), catalogue)
  // What is quoted is a text, whatever signs are in it.
  if (!SYNTAX.test(marked.replace(/"[^"]{1,400}"/g, '""'))) return { text: marked, refused: [] }
  const flat = withPlainSelectors(marked.trim().replace(/;+\s*$/, ''), catalogue)
  return (
    ofSql(flat.replace(/\s+/g, ' '), catalogue) ??
    ofExpression(flat, catalogue) ??
    ofStages(flat, catalogue) ??
    inPlace(withPlainMarks(flat), catalogue)
  )
}

/** "By `kiln.side`": a key that only the series of a metric carry goes by its noun. */
function withSeriesNouns(text: string, catalogue: Catalogue): string {
  return text.replace(/(?<=\b(?:by|per) )[a-z]\w{0,40}(?:\.\w{1,40}){1,5}(?![\w.({])/gi, (key) =>
    isOfSeries(key, catalogue) ? nounOfKey(key) : key,
  )
}

const PAIR =
  /(?<![\w./-])([a-z]\w{0,40}(?:[._]\w{1,40}){1,5})(: | (?:is )?(?:other than|not) )(?!(?:in|like|equals?|null|exists?|between|empty|set)\b)(?=[\w"'])/gi

/** "With `queue.name`: mails", "`queue.name` other than mails": a condition with a key of the project. */
function withPairs(text: string, { keys }: Catalogue): string {
  return text.replace(PAIR, (said, key: string, mark: string) => {
    const isKnown = keys.some((one) => one.key.toLowerCase() === key.toLowerCase())
    return isKnown ? `${key}${mark === ': ' ? '=' : '!='}` : said
  })
}

/** `max:queue.depth{service:x} by {partition}` as a call, and `!2xx` as what is left out. */
function withPlainSelectors(text: string, catalogue: Catalogue): string {
  return text
    .replace(/\bby ?\{([\w.@, -]{1,120})\}/gi, 'by ($1)')
    .replace(/^(avg|max|min|sum|last|count|p\d\d):([a-z][\w.]{1,80}\{[^{}]{0,200}\})/i, '$1($2)')
    .replace(/(?<=[\w.)])\{\*\}/g, '')
    .replace(/(?<=^|\s)!(?=[1-5](?:\d\d|xx)\b)/gi, 'except status ')
    .replace(/^stats (?=[a-z]\w{0,20} ?\()/i, '')
    .replace(/^([a-z]\w*_\w+)(?=\{)/i, (name) => metricOf(name, catalogue) ?? name.replaceAll('_', ' '))
}

/** `queue.depth{partition="2"} now`: the conditions behind the name. */
function withPlainMarks(text: string): string {
  return text.replace(/(?<=[\w.])\{([^{}]{1,200})\}/g, (_whole, inner: string) => ` ${inner.replace(/\s*,\s*/g, ' ')} `)
}

function finished(query: Query, catalogue: Catalogue): PlainQuestion {
  return { text: sentenceOf(query, catalogue), refused: query.refused }
}

const CLAUSES = /\b(select|from|where|group by|having|order by|limit)\b/gi

/** "select count(*) from logs where service = 'x' group by level". */
function ofSql(text: string, catalogue: Catalogue): PlainQuestion | null {
  if (!/^select\s.{1,400}\sfrom\s/i.test(text)) return null
  const query = emptyQuery()
  const open = withoutPlainTimes(withoutTimes(text, query), query)
  const marks = [...open.matchAll(CLAUSES)]
  const clause = new Map<string, string>()
  for (const [at, mark] of marks.entries()) {
    const name = (mark[1] ?? '').toLowerCase()
    if (!clause.has(name)) clause.set(name, open.slice(mark.index + mark[0].length, marks[at + 1]?.index).trim())
  }
  const grouped = clause.get('group by')
  const columns = clause.get('select') ?? '*'
  const distinct = /^distinct ([\w.@]{1,80})$/i.exec(columns)
  const called = splitColumns(columns).filter((column) => callAt(column) !== null)
  if (distinct !== null) query.measures.push({ statistic: 'values', subject: distinct[1] ?? null })
  else if (called.length === 0) query.isListed = true
  else if (!called.every((column) => measuresInto(column, query, catalogue))) query.refused.push(columns.slice(0, 80))
  const isKnown = tableInto(clause.get('from') ?? '', query, catalogue)
  if (!isKnown) query.refused.push(`from ${clause.get('from')}`)
  const left = withoutConditions(clause.get('where') ?? '', query, catalogue)
  if (left !== '') query.refused.push(left.slice(0, 80))
  if (grouped !== undefined) groupsInto(grouped.replace(/\b(?:timestamp|ts|_time)\b/gi, "bin('1m')"), query)
  if (clause.has('having')) query.refused.push(`having ${clause.get('having')}`)
  if (/\basc\b/i.test(clause.get('order by') ?? '')) query.refused.push(`order by ${clause.get('order by')}`)
  const limit = /^\d{1,3}/.exec(clause.get('limit') ?? '')?.[0]
  if (limit !== undefined) query.limit = Number(limit)
  return finished(query, catalogue)
}

function splitColumns(columns: string): string[] {
  return columns.split(/,(?![^()]*\))/).map((column) => column.trim())
}

/** `topk(3, sum by (pod) (rate({service="x"} |= "timeout" [5m])))`. */
function ofExpression(text: string, catalogue: Catalogue): PlainQuestion | null {
  const call = callAt(text)
  if (call === null || !isFunction(call.name) || /\s(?:of|for|in|on|at)\s/i.test(call.behind)) return null
  const query = emptyQuery()
  const isCalled = callInto(call, query, catalogue)
  const behind = withoutPlainTimes(withoutTimes(call.behind, query), query)
  const open = /^\s*(?:where|with)\s/i.test(behind) ? withoutConditions(behind, query, catalogue) : behind
  const isRead = isCalled && behindInto(open, query)
  if (isRead) return finished(query, catalogue)
  const isDeep = /[({[]/.test(call.inner) || call.by !== null
  return isDeep ? { text, refused: [text.slice(0, 80)] } : null
}

const COUNTED =
  /^\W*(?:how many(?: hits| times)?(?: of| for)?|count(?: of)?|number of|hits(?: for| of)?|total(?: of)?)\s+(?=\S)|[,\s]+(?:how many(?: hits| times)?|count|hits|total|only,? total)\s*[?.]?\s*$/gi

/** "count service:x level:error", "service:x how many?": a count is asked for; only where nothing but a query stands beside it. */
function withoutCount(text: string, query: Query): string {
  const plain = text.replace(COUNTED, ' ').trim()
  const isQuery = plain.length < text.trim().length && /^[-!(]?[({]?[\w.@]{1,80} ?(?:[=!<>:])|^\s*\{/.test(plain)
  if (!isQuery) return text
  query.measures.push({ statistic: 'count', subject: null })
  return plain
}

/** Stages with pipes between them, or nothing but conditions. */
function ofStages(text: string, catalogue: Catalogue): PlainQuestion | null {
  const query = emptyQuery()
  const timed = withLineFilters(withoutPlainTimes(withoutTimes(text, query), query))
  let [first = '', ...stages] = timed.split(/\s?\|(?!\|)\s?/)
  first = withoutCount(first, query)
  // "| stats count by pod" behind the last answer.
  if (first.trim() === '' && stages.length === 1) {
    if (!stageInto(stages[0] ?? '', query, catalogue)) return null
    const isCount = query.measures.every(({ statistic }) => statistic === 'count')
    return isCount && query.conditions.length === 0 && query.groups.length > 0
      ? { text: [`by ${query.groups.join(' and ')}`, ...query.times].join(' '), refused: query.refused }
      : finished(query, catalogue)
  }
  if (stages.length === 0) {
    const found = conditionsIn(first, catalogue)
    const free = found.reduce((left, { at, end }) => left.slice(0, at) + ' '.repeat(end - at) + left.slice(end), first)
    const end = found.at(-1)?.end ?? 0
    const isBare =
      found.length > 0 && !/[\p{L}\p{N}]/u.test(free.slice(0, end).replace(/\b(?:and|or|not|where)\b/gi, ' '))
    if (!isBare || !behindInto(tidy(first.slice(end)), query)) return null
    first = first.slice(0, end)
  }
  const isSelector = /^\s*\{/.test(first)
  if (isSelector) query.noun = 'log lines'
  const call = callAt(first)
  const isCall = call !== null && isFunction(call.name) && callInto(call, query, catalogue)
  const rest = isCall ? call.behind : first
  const said = withoutConditions(rest.replace(/(?<![\w.])(?:index|sourcetype)=\S{1,60}/gi, ' '), query, catalogue)
  query.rest = tidy(
    said
      .replace(/"([^"]{1,200})"/g, (_, text: string) => {
        query.conditions.push({ on: 'text', key: 'message', op: '=', values: [text] })
        return ' '
      })
      .replace(/^\*$|^(?:source|index|fetch|from) logs$/i, ''),
  )
  for (const stage of stages)
    if (!stageInto(stage, query, catalogue)) query.refused.push(`| ${stage.trim().slice(0, 80)}`)
  // A stroke between words is none.
  if (query.refused.length > 0 && query.conditions.length === 0 && query.measures.length === 0 && !isSelector)
    return null
  if (/^(?:errors?|warnings?|requests?|log lines|logs|lines)$/i.test(query.rest)) query.noun = query.rest
  const counted = /^(?:count|number)(?: of)? (.+)$/i.exec(query.rest)
  if (counted !== null && query.measures.length === 0) {
    query.measures.push({ statistic: 'count', subject: null })
    query.rest = counted[1] ?? ''
  }
  if (query.groups.length > 0 && query.measures.length === 0) query.measures.push({ statistic: 'count', subject: null })
  return finished(query, catalogue)
}

/** Before what is said with a preposition of its own. */
const WHERE = /(?<![\w.-])(?:where|with|having|and|lines where|logs where|records where|lines with|logs with)\s*$/i

/** Conditions and calls between plain words: each in its place. */
function inPlace(text: string, catalogue: Catalogue): PlainQuestion {
  const query = emptyQuery()
  const timed = withoutTimes(text, query)
  const called = timed.replace(
    /\b([a-z]\w{0,20}) ?\(([^(){}]{0,80})\)/gi,
    (whole: string, name: string, inner: string) => {
      const own = emptyQuery()
      if (!isFunction(name.toLowerCase()) || (/\s\($/.test(whole.slice(0, name.length + 2)) && !/^p\d/.test(name)))
        return whole
      const call = { name: name.toLowerCase(), inner: inner.trim(), by: null }
      return callInto(call, own, catalogue) && own.conditions.length === 0 ? wordsOfCall(own, inner.trim()) : whole
    },
  )
  const found = conditionsIn(called, catalogue)
  if (found.length === 0) return { text: [called.trimEnd(), ...query.times].join(' '), refused: [] }
  let open = ''
  let from = 0
  const whole = emptyQuery()
  withoutConditions(called, whole, catalogue)
  for (const { at, end, condition, refused } of found) {
    const between = called.slice(from, Math.max(from, at))
    open += from > 0 ? between.replace(/^\s*(?:and|AND|&&)\s*$/, ' ') : between
    const isPlain = condition === null || /^(?:attribute|status)$/.test(condition.on)
    if (!isPlain || condition?.op === '!=') open = open.replace(WHERE, ' ')
    open +=
      refused === null && condition !== null
        ? ` ${placed(open, { ...emptyQuery(), conditions: [condition] }, catalogue)}`
        : ''
    from = Math.max(from, end)
  }
  open += called.slice(from)
  // "change=7 ok?": no order to change anything.
  if (/^\s*[\w.@]{1,80}(?:=|!=)/.test(open)) open = `with ${open.trim()}`
  return { text: [open.replace(/ {2,}/g, ' ').trim(), ...query.times].join(' '), refused: whole.refused }
}

/** How a condition is said behind the words before it. */
function placed(before: string, query: Query, catalogue: Catalogue): string {
  const [condition] = query.conditions
  const said = sentenceOf(query, catalogue)
    .replace(/^requests (?=with|on|slower|faster|except)/, '')
    .replace(/^log lines (?=that|with|without|except)/, '')
  if (condition?.on === 'service' && /\b(?:of|for|on|in|from|at|by|with)\s*$/i.test(before))
    return said.replace(/^of /, '')
  if (condition?.on === 'attribute' || condition?.on === 'status') {
    const plain = said.replace(/^with /, '')
    return /\b(?:with|where|whose|and|or|for|only|of|by|having)\s*$/i.test(before) ? plain : said
  }
  return said
}

function wordsOfCall({ measures }: Query, inner: string): string {
  const [measure] = measures
  if (measure === undefined) return inner
  const { statistic, subject } = measure
  const isLatency = subject !== null && /^@?(?:duration|latency|response[._]time|elapsed|took)$/i.test(subject)
  if (statistic === 'count') return inner === '' || inner === '*' ? 'count' : `number of ${inner}`
  if (statistic === 'rate') return `${subject ?? 'requests'} per second`
  if (statistic === 'distinct') return `how many distinct ${subject}`
  if (statistic === 'values') return `possible values of ${subject}`
  if (isLatency) return `${statistic} latency`
  return `${statistic === 'sum' ? 'sum of' : statistic === 'last' ? 'last value of' : statistic} ${subject ?? ''}`.trim()
}
