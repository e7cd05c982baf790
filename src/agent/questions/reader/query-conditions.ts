/** Conditions as query languages write them ("service:web", "status>=500", "level in (warn, error)"), and how they are said. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { nounOfKey } from './fields.ts'
import { fieldOfQuery, levelOf, servicesLike } from './query-names.ts'

export type Operator = '=' | '!=' | '>' | '>=' | '<' | '<='

/** One condition of a query, with what it is about. */
export interface QueryCondition {
  readonly on: 'service' | 'level' | 'status' | 'route' | 'duration' | 'text' | 'attribute'
  readonly key: string
  readonly op: Operator
  readonly values: readonly string[]
  readonly isOfSeries?: boolean
}

/** A condition where it stands in a text; `refused` where the reader has no words for it. */
export interface PlacedCondition {
  readonly at: number
  readonly end: number
  readonly condition: QueryCondition | null
  readonly refused: string | null
}

const VALUE =
  String.raw`\((?<list>[^()]{1,300})\)|"(?<double>[^"]{1,200})"|'(?<single>[^']{1,200})'|` +
  String.raw`${'`'}(?<tick>[^${'`'}]{1,200})${'`'}|(?<bare>(?:[<>]=?)?[^\s,;()|"'${'`'}&<>=?]{1,200})`
const KEY = String.raw`(?<key>[A-Za-z_@][\w.@-]{0,80})`
const SIGN = String.raw`(?<sign> ?(?:!==?|===?|=~|!~|<>|>=|<=|[=<>\u2265\u2264]) ?| : ?(?=["'\w])|:(?:[<>]=?|=)?)`
const WORD = String.raw`(?<word> (?:not in|in|is not|is|not equals?(?: to)?|equals?(?: to)?|not like|like|contains) ?(?=[("'${'`'}\w/]))`
const CONDITION = new RegExp(
  String.raw`(?<![\w./:@"'-])(?:(?<minus>[-!])|(?<not>not ))?${KEY}(?:${SIGN}|${WORD})(?:${VALUE})`,
  'giu',
)
const BETWEEN = new RegExp(
  String.raw`(?<![\w./:@"'-])${KEY} (?:is )?between (?<low>\d[\d.]{0,12}) ?(?<unit>ms|s)? ?(?:and|to|-) ?(?<high>\d[\d.]{0,12} ?(?:ms|s)?)(?![\w:])`,
  'giu',
)

const SIGNS: Readonly<Record<string, Operator>> = {
  '=': '=',
  '==': '=',
  '===': '=',
  '=~': '=',
  ':': '=',
  ':=': '=',
  '!=': '!=',
  '!==': '!=',
  '!~': '!=',
  '<>': '!=',
  '>': '>',
  ':>': '>',
  '>=': '>=',
  ':>=': '>=',
  '\u2265': '>=',
  '<': '<',
  ':<': '<',
  '<=': '<=',
  ':<=': '<=',
  '\u2264': '<=',
}
const OPPOSITE: Readonly<Record<Operator, Operator>> = {
  '=': '!=',
  '!=': '=',
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
}

/** The conditions that stand in a text, in its order. */
export function conditionsIn(text: string, catalogue: Catalogue): PlacedCondition[] {
  const found: PlacedCondition[] = []
  for (const match of text.matchAll(BETWEEN)) {
    const { key = '', low = '', high = '', unit = '' } = match.groups ?? {}
    const field = fieldOfQuery(key, low, catalogue)
    if (field === null) continue
    const named = { on: field.on, key: field.on === 'attribute' ? field.key : key }
    const place = { at: match.index, end: match.index + match[0].length }
    const ms = unit === '' && /s$/.test(high) ? high.replace(/[\d. ]+/, '') : unit
    found.push({ ...place, condition: { ...named, op: '>=', values: [`${low}${ms}`] }, refused: null })
    found.push({ ...place, condition: { ...named, op: '<=', values: [high.replace(' ', '')] }, refused: null })
  }
  for (const match of text.matchAll(CONDITION)) {
    const place = { at: match.index, end: match.index + match[0].length }
    if (found.some(({ at, end }) => at < place.end && end > place.at)) continue
    const read = conditionOf(match.groups ?? {}, catalogue)
    if (read === null) continue
    const trailing = match.groups?.['bare'] === undefined ? 0 : match[0].length - match[0].replace(/[.:!]+$/, '').length
    found.push({ at: place.at, end: place.end - trailing, ...read })
  }
  return found.sort((a, b) => a.at - b.at)
}

function conditionOf(
  groups: Readonly<Record<string, string | undefined>>,
  catalogue: Catalogue,
): Pick<PlacedCondition, 'condition' | 'refused'> | null {
  const key = groups['key'] ?? ''
  const isMarked = groups['double'] ?? groups['single'] ?? groups['tick']
  const written = (groups['list'] ?? isMarked ?? withoutEnd(groups['bare'] ?? '')).trim()
  const word = groups['word']?.trim().toLowerCase()
  const sign = groups['sign']?.trim()
  const isList = groups['list'] !== undefined
  const inner = /^([<>]=?)(.+)$/.exec(written)
  const values = (
    isList ? listOf(written) : sign === '=~' || sign === '!~' ? alternatives(written) : [inner?.[2] ?? written]
  )
    .map((value) => value.replace(/^%|%$/g, ''))
    .filter((value) => value !== '')
  const [first] = values
  if (first === undefined) return null
  const field = fieldOfQuery(key, first, catalogue)
  if (field === null) return null
  // "The route is slow", "level is high": words of a sentence, no condition.
  const isNameLike = /[._]/.test(key) || isList || isMarked !== undefined
  if (word !== undefined && !isNameLike && field.on !== 'status' && field.on !== 'level') return null
  if (
    word !== undefined &&
    /^(?:is|in)\b/.test(word) &&
    !isList &&
    !isMarked &&
    field.on === 'attribute' &&
    !isKnownValue(field.key, first, catalogue)
  )
    return null
  if (sign !== undefined && /^:/.test(sign) && /^\d\d$/.test(written) && field.on !== 'attribute') return null
  const plain = word !== undefined ? (/\bnot\b/.test(word) ? '!=' : '=') : SIGNS[`${sign ?? '='}${inner?.[1] ?? ''}`]
  if (plain === undefined) return null
  const isNot = groups['minus'] !== undefined || groups['not'] !== undefined
  const op = isNot ? OPPOSITE[plain] : plain
  const said = `${key}${op}${written}`
  const named = { on: field.on, key: field.on === 'attribute' ? field.key : key, op }
  // What only the series of a metric carry is said as its noun and its value.
  if (field.on === 'attribute' && isOfSeries(field.key, catalogue))
    return op === '='
      ? { condition: { ...named, key: nounOfKey(field.key), values, isOfSeries: true }, refused: null }
      : refusal(said)
  if (field.on === 'service') {
    const services = values.flatMap((value) => (value.includes('*') ? servicesLike(value, catalogue) : [value]))
    return services.length === 0 ? refusal(said) : { condition: { ...named, values: services }, refused: null }
  }
  if (values.some((value) => /[*^$]/.test(value)) && field.on !== 'status') {
    const fitting = field.on === 'attribute' ? valuesLike(field.key, values, catalogue) : []
    const text = field.on === 'text' ? values.map((value) => value.replace(/[*^$]/g, '').trim()) : []
    const meant = field.on === 'text' ? text.filter((value) => value.length > 1) : fitting
    return meant.length === 0 ? refusal(said) : { condition: { ...named, values: meant }, refused: null }
  }
  if (field.on === 'text' && (values.length > 1 || /[<>]/.test(op))) return refusal(said)
  // What is worse than "info" has no noun, and neither has what is less than "error".
  if (field.on === 'level' && (op.startsWith('<') || (op.startsWith('>') && /^(?:info|debug)/i.test(first))))
    return refusal(said)
  return { condition: { ...named, values }, refused: null }
}

/** Without what ends a sentence or a selector: the bracket of "/zones/{zone}" is its own. */
function withoutEnd(text: string): string {
  const plain = text.replace(/[.:!]+$/, '')
  return plain.endsWith('}') && !plain.includes('{') ? plain.slice(0, -1) : plain
}

function refusal(said: string): Pick<PlacedCondition, 'condition' | 'refused'> {
  return { condition: null, refused: said.slice(0, 80) }
}

function listOf(written: string): string[] {
  return written
    .split(/\s*,\s*|\s+or\s+|\s+OR\s+/)
    .map((value) => value.trim().replace(/^["'`]|["'`]$/g, ''))
    .slice(0, 20)
}

/** "a|b" of a pattern. */
function alternatives(written: string): string[] {
  return written
    .replace(/^\^?\(?|\)?\$?$/g, '')
    .split('|')
    .map((value) => value.replace(/\.[*+]/g, '*').replaceAll('\\', ''))
    .slice(0, 20)
}

function knownValues(key: string, { values }: Catalogue): string[] {
  return values.filter((known) => known.key === key).flatMap((known) => known.values.map(({ value }) => value))
}

function isKnownValue(key: string, value: string, catalogue: Catalogue): boolean {
  return knownValues(key, catalogue).some((known) => known.toLowerCase() === value.toLowerCase())
}

/** The values of a key that begin or end as the star says. */
function valuesLike(key: string, asked: readonly string[], catalogue: Catalogue): string[] {
  const own = [...new Set(knownValues(key, catalogue))]
  return asked
    .flatMap((value) => {
      const parts = value.toLowerCase().split(/\*+/)
      const [head = '', tail = ''] = parts
      if (parts.length > 2 || head + tail === '') return []
      return own.filter((known) => known.toLowerCase().startsWith(head) && known.toLowerCase().endsWith(tail))
    })
    .slice(0, 20)
}

/** Whether only the series of metrics have a key. */
export function isOfSeries(key: string, { keys, metrics }: Catalogue): boolean {
  return (
    !keys.some((known) => known.key === key) &&
    metrics.some(({ attributes }) => attributes.some((own) => own.key === key))
  )
}

/** How a condition is said behind the noun that it restricts; empty for a level, which is a noun. */
export function saidOf({ on, key, op, values, isOfSeries: isSaidAsNoun }: QueryCondition): string {
  const isNot = op === '!='
  const all = values.join(' and ')
  switch (on) {
    case 'service':
      return isNot ? `except ${all}` : `of ${all}`
    case 'level':
      return isNot ? `except ${values.map((value) => `${levelOf(value) ?? value} lines`).join(' and ')}` : ''
    case 'status':
      return statusSaid(op, values)
    case 'route':
      return isNot ? `except ${values.join(' and ')}` : `on ${values.join(' or ')}`
    case 'duration':
      return `${op.startsWith('>') ? 'slower' : 'faster'} than ${milliseconds(values[0] ?? '')}`
    case 'text':
      return isNot ? `without "${values[0]}"` : `that say "${values[0]}"`
    case 'attribute':
      return op === '=' || isNot
        ? values
            .map((value) => (isSaidAsNoun === true || /\s/.test(value) ? `${key} ${value}` : `${key}${op}${value}`))
            .join(isNot ? ' ' : ' or ')
        : `${key}${op}${values[0]}`
  }
}

/** "5xx", "status 504 or 502", "status >= 500". */
function statusSaid(op: Operator, values: readonly string[]): string {
  const codes = values.map((value) => value.replace(/\*+$/, 'xx').slice(0, 3).toLowerCase())
  if (op === '!=') return `except status ${codes.join(' and ')}`
  if (op === '=') return `with status ${codes.join(' or status ')}`
  const bound = codes[0]?.replace('xx', op === '>' || op === '<=' ? '99' : '00') ?? ''
  return `with status ${op}${bound}`
}

function milliseconds(value: string): string {
  const found = /^([\d.,]+) ?(ms|s|m|us|ns)?$/i.exec(value)
  const amount = Number((found?.[1] ?? '').replace(',', '.'))
  const factor = { s: 1000, m: 60_000, us: 0.001, ns: 0.000001, ms: 1 }[(found?.[2] ?? 'ms').toLowerCase()] ?? 1
  return `${amount * factor} ms`
}

/** The noun that levels stand for; null where there is none. */
export function levelNoun(conditions: readonly QueryCondition[]): string | null {
  const levels = conditions
    .filter(({ on, op }) => on === 'level' && op !== '!=')
    .flatMap(({ op, values }) => {
      const level = levelOf(values[0] ?? '')
      if (!op.startsWith('>')) return values.map((value) => levelOf(value) ?? value)
      if (level === 'warn') return op === '>' ? ['error'] : ['warn', 'error']
      return level === 'error' || level === 'fatal' ? [op === '>' ? 'fatal' : level] : ['warn', 'error']
    })
  const nouns: Readonly<Record<string, string>> = {
    error: 'errors',
    warn: 'warnings',
    info: 'info lines',
    debug: 'debug lines',
    fatal: 'fatal errors',
  }
  const names = [...new Set(levels)].map((level) => nouns[level] ?? level)
  return names.length === 0
    ? null
    : names.sort((a, b) => Number(b === 'warnings') - Number(a === 'warnings')).join(' and ')
}
