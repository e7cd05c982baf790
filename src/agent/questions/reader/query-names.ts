/** What names of query languages mean in a project: its fields, and what stands in code marks. */

import { STATUS_KEYS } from '../../../telemetry/index.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import { wordTable } from '../vocabulary/word-table.ts'
import { keysOf } from './fields.ts'

/** What the left side of a condition is about. */
export type QueryField =
  | { readonly on: 'service' | 'level' | 'status' | 'route' | 'duration' | 'text' }
  | { readonly on: 'attribute'; readonly key: string }

const SERVICE = /^(?:service|service[._]name|servicename|svc|app|application|component|job|container)$/
const LEVEL = /^(?:level|severity|lvl|log[._]level|loglevel|severity[._]text|status)$/
const STATUS = /^(?:status|status[._]?code|code|http[._]status(?:[._]?code)?|http[._]code|response[._](?:status|code))$/
const ROUTE = /^(?:route|path|endpoint|url|uri|http[._]route|url[._]path|operation|resource[._]name|span[._]name|name)$/
const DURATION = /^(?:duration(?:[._]?ms)?|latency(?:[._]?ms)?|response[._]time|elapsed|took)$/
const TEXT = /^(?:message|msg|body|_raw|text|log|line)$/
const LEVELS = wordTable<string>({
  error: 'error',
  err: 'error',
  fatal: 'fatal',
  critical: 'fatal',
  crit: 'fatal',
  warn: 'warn',
  warning: 'warn',
  info: 'info',
  debug: 'debug',
})

/** The level that a word names; null where it names none. */
export function levelOf(value: string): string | null {
  return LEVELS[value.toLowerCase()] ?? null
}

/** The key of records or of a metric's series that is called exactly so, also with underscores for dots. */
export function exactKey(said: string, catalogue: Catalogue): string | null {
  const plain = said.toLowerCase().replace(/^@|^(?:attributes|resource|labels|fields|span|log)\./, '')
  const names = [
    ...catalogue.keys.map(({ key }) => key),
    ...catalogue.metrics.flatMap(({ attributes }) => attributes.map(({ key }) => key)),
  ]
  const under = (text: string): string => text.toLowerCase().replace(/[.-]/g, '_')
  return (
    names.find((key) => key.toLowerCase() === said.toLowerCase() || key.toLowerCase() === plain) ??
    (plain.includes('_') ? (names.find((key) => under(key) === plain) ?? null) : null)
  )
}

/** What a name before an operator means, by the value behind it; null where it means nothing here. */
export function fieldOfQuery(said: string, value: string, catalogue: Catalogue): QueryField | null {
  const name = said.toLowerCase().replace(/^@/, '')
  const key = exactKey(said, catalogue)
  const isCode = /^(?:[<>]?=?[1-5](?:\d\d|xx|\*{1,2}))$/i.test(value)
  if (isCode && (STATUS.test(name) || STATUS_KEYS.some((one) => one === key))) return { on: 'status' }
  if (SERVICE.test(name) && (key === null || name.startsWith('service'))) return { on: 'service' }
  if (LEVEL.test(name) && levelOf(value) !== null) return { on: 'level' }
  if (ROUTE.test(name) && isOperation(value, catalogue)) return { on: 'route' }
  if (key !== null) return { on: 'attribute', key }
  if (DURATION.test(name) && /^[\d.,]+ ?(?:ms|s|m|us|ns)?$/i.test(value)) return { on: 'duration' }
  if (TEXT.test(name)) return { on: 'text' }
  const near = keysOf(name, catalogue)[0]
  return near === undefined ? null : { on: 'attribute', key: near.key }
}

/** Whether spans are called so, or a route has this path. */
export function isOperation(said: string, { operations }: Catalogue): boolean {
  const text = said.toLowerCase().replace(/\/$/, '')
  if (text.length < 2) return false
  return operations.some((name) => {
    const own = name.toLowerCase().replace(/\/$/, '')
    return own === text || (text.startsWith('/') && own.endsWith(` ${text}`))
  })
}

/** The services a value names: itself, or all that fit its stars. */
export function servicesLike(value: string, { services }: Catalogue): string[] {
  const text = value.toLowerCase()
  if (!text.includes('*')) return services.filter(({ name }) => name.toLowerCase() === text).map(({ name }) => name)
  const [head = '', ...more] = text.split(/\*+/)
  const tail = more.at(-1) ?? ''
  return services
    .map(({ name }) => name)
    .filter((name) => name.toLowerCase().startsWith(head) && name.toLowerCase().endsWith(tail) && more.length === 1)
}

const MARKED = /`([^`\n]{1,200})`|"([^"\n]{1,120})"|(?<![\p{L}\p{N}])'([^'\n]{2,120})'(?![\p{L}\p{N}])/gu
/** Before what lines say, word for word. */
const SAYS =
  /(?:\b(?:say|says|said|saying|mention|mentions|mentioned|mentioning|contain|contains|contained|containing|texts?|words?|phrase|messages?|msg|body|string|like|match|matches|matching|including|includes|logged|logs?|called it|means?|meaning of|does|grep)|[=~:<>])\W{0,2}$/i
const QUERY = /^[({]?[\w.@-]{1,80} ?(?:[=!<>]=?|:)\S/
const OPERATOR_BEHIND = /^\s?(?:[=!<>≥≤]|:\S|not in\b|in\s?\(|between\b|is\b)/i

/** The question without the marks around what is exactly a name of the project: such a name is no text to search for. */
export function withoutMarks(question: string, catalogue: Catalogue): string {
  return question.replace(MARKED, (whole: string, tick?: string, double?: string, single?: string, at?: number) => {
    const said = (tick ?? double ?? single ?? '').trim()
    const place = at ?? 0
    const before = question.slice(Math.max(0, place - 40), place)
    const behind = question.slice(place + whole.length, place + whole.length + 12)
    if (tick !== undefined && OPERATOR_BEHIND.test(behind) && /^[\w.@-]+$/.test(said)) return said
    // A query by itself, put into code marks.
    if (tick !== undefined && QUERY.test(said)) return said
    if (SAYS.test(before)) return whole
    if (isName(said, catalogue)) return said
    if (isOperation(said, catalogue)) return spanOf(said, question)
    return isValue(said, catalogue, tick !== undefined) ? said : whole
  })
}

/** "Count `check batch`": a span's name of plain words needs to be told from what lines say. */
function spanOf(said: string, question: string): string {
  const isPlain = /^[a-z]+(?: [a-z]+)+$/i.test(said)
  const isTold = /\b(?:requests?|spans?|calls?|p\d\d|durations?|latency|slow\w*|fast\w*|fail\w*|took|takes?)\b/i.test(
    question,
  )
  return isPlain && !isTold ? `requests on ${said}` : said
}

function isName(said: string, catalogue: Catalogue): boolean {
  const text = said.toLowerCase()
  return (
    catalogue.services.some(({ name }) => name.toLowerCase() === text) ||
    catalogue.metrics.some(({ name }) => name.toLowerCase() === text) ||
    exactKey(said, catalogue) !== null ||
    /^(?:p\d\d|\d{3}|[1-5]xx)$/.test(text) ||
    levelOf(said) !== null ||
    isStated(text, catalogue)
  )
}

/** A name that lines state a number or value for: `kb` of "kb=412". */
export function isStated(name: string, { templates }: Catalogue): boolean {
  if (!/^[a-z_][\w.-]{1,60}$/i.test(name)) return false
  const marks = [`${name.toLowerCase()}=`, `"${name.toLowerCase()}":`, `"${name.toLowerCase()}" :`]
  return templates.some(({ template }) => {
    const text = template.toLowerCase()
    return marks.some((mark) => {
      const place = text.indexOf(mark)
      return place >= 0 && !/[\w.]/.test(text[place - 1] ?? ' ')
    })
  })
}

/** A value that records have; of a word that lines say as well, the quotes are meant. */
function isValue(said: string, { values, templates }: Catalogue, isTicked: boolean): boolean {
  const text = said.toLowerCase()
  if (!values.some((known) => known.values.some(({ value }) => value.toLowerCase() === text))) return false
  if (text.includes(' ')) return false
  const isCode = /[\d_:/-]/.test(said) || said !== text
  if (isTicked && isCode) return true
  return !templates.some(({ template }) => template.toLowerCase().includes(text))
}
