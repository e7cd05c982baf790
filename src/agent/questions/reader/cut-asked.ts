/**
 * By what a question is cut where only a bare noun says so: "429 customers on web", "status code mix of web", "refused
 * cards: top reason", "plan hit hardest by failed orders". The noun goes by a field of the data and stands where a cut
 * stands: beside a word that ranks or shares out, by itself behind a mark, or in the plural behind what is counted. What
 * is left without it is a core that is read by itself.
 */
import { statusKeys } from '../execute/filters.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { type FieldChoice, fieldOf, keysOf } from './fields.ts'
import { lemmaOf } from './words.ts'

export interface CutAsked {
  readonly noun: string
  /** What the noun may mean, the likeliest first. */
  readonly fields: readonly FieldChoice[]
  /** Questions for what is cut, the nearest first. */
  readonly cores: readonly string[]
  readonly order: 'highest' | 'lowest'
  /** Whether a word beside the noun ranks or shares out: it is no thing that is only named in passing. */
  readonly isMarked: boolean
  /** Whether it is asked of a service or a route, of which nothing else is said. */
  readonly isOfNames: boolean
}

interface Token {
  readonly text: string
  /** Whether a mark stands behind it. */
  readonly isEnd: boolean
}

const CHARS_MAX = 160
const CUTS_MAX = 4
const NOUN_WORDS_MAX = 3
/** Shares out what is counted, behind the noun: "status code mix". */
const SPREAD = /^(?:mix|breakdown|split|distribution|spread|histogram)$/
/** Ranks, before the noun: "top reason". */
const FIRST = /^(?:top|worst|leading|main|commonest|busiest|which|what)$/
/** What else stands before a noun that tells apart. */
const JOINS = /^(?:by|per|each|the|and)$/
/** Ranks, behind it: "plan hit hardest". */
const HIT = /^(?:hit|affected|hurt|impacted|suffering)$/
const MOST = /^(?:most|mostly|mainly|worst|hardest|primarily|predominantly|least|fewest)$/
const LEAST = /^(?:least|fewest)$/
/** Sees what is counted: "merchants seeing 504". */
const SEEING = /^(?:seeing|getting|hitting)$/
const GRAMMAR = /^(?:the|a|an|of|for|in|on|by|per|with|from|at|and|is|are|was|were|it|that|which|what|who|did|does|do)$/
/** Behind these the noun is counted, named or restricted. */
const NO_CUT = /^(?:many|different|distinct|unique|no|all|any|every|other|an?|one|this|that|same|how|number)$/
const CODES = /^((?:(?:http|grpc|rpc|response|status|return|result|exit) )*)(?:status|code)$/
/** Nouns of telemetry and of time, which tell nothing apart. */
const NO_FIELD =
  /^(?:line|log|request|call|record|message|entry|time|error|failure|number|count|one|event|thing|part|minute|hour|second|day|name|id|value|rate|share|percent|percentage|type|kind|level|service|p\d\d)$/
const CODE = /^[1-5](?:\d\d|xx)s?$/
/** The cuts that the question may ask for, the likeliest first; empty where no noun of it stands like one. */
export function cutsAsked(text: string, catalogue: Catalogue): CutAsked[] {
  if (text.length > CHARS_MAX || /["`\n]/.test(text)) return []
  const tokens = tokensOf(text)
  const cuts: CutAsked[] = []
  for (let length = Math.min(NOUN_WORDS_MAX, tokens.length); length > 0; length--)
    for (let at = 0; at + length <= tokens.length && cuts.length < CUTS_MAX; at++) {
      const found = cutAt(tokens, at, length, catalogue)
      if (found !== null) cuts.push(found)
    }
  return cuts.sort((a, b) => Number(b.isMarked) - Number(a.isMarked))
}

function tokensOf(text: string): Token[] {
  return text
    .replace(/[?!.]+(?=\s|$)/g, '')
    .replace(/ [-\u2013\u2014] /g, ', ')
    .split(' ')
    .filter((said) => said !== '')
    .map((said) => ({ text: said.replace(/[,;:]+$/, ''), isEnd: /[,;:]$/.test(said) }))
}

function cutAt(tokens: readonly Token[], at: number, length: number, catalogue: Catalogue): CutAsked | null {
  const words = tokens.slice(at, at + length)
  // A mark within it parts the noun.
  if (words.slice(0, -1).some(({ isEnd }) => isEnd)) return null
  const noun = words.map(({ text }) => text).join(' ')
  const last = words.at(-1)?.text ?? ''
  const isEnd = words.at(-1)?.isEnd === true
  const before = tokens[at - 1]?.text ?? ''
  const [after = '', next = ''] = isEnd ? [] : tokens.slice(at + length, at + length + 2).map(({ text }) => text)
  if (FUNCTION_WORDS.has(words[0]?.text ?? '') || NO_CUT.test(before)) return null
  const fields = fieldsOf(noun, catalogue)
  if (fields.length === 0) return null
  const isSeveral = lemmaOf(last) !== last
  const isHit = MOST.test(after) || (HIT.test(after) && (MOST.test(next) || next === 'by'))
  // "Bookings split by channel": what is split is no cut.
  const isSpread = SPREAD.test(after) && !/^(?:by|per|into|up|for)$/.test(next)
  const isMarked = isSpread || FIRST.test(before) || isHit
  const isOfCode = CODE.test(before) || /^fail(?:ed|ing)$/.test(before)
  const isSeen = at === 0 && isSeveral && SEEING.test(after)
  // "Web error reasons": what a service or a route is told apart by.
  const isOfName = isSeveral && at > 0 && isName(before, catalogue) && (at + length === tokens.length || isEnd)
  const isCodes = CODES.test(lemmaOf(noun)) && isSeveral
  if (!isMarked && !(isSeveral && isOfCode) && !isSeen && !isCodes && !isOfName) return null
  const core = coreOf(tokens, at, length) || headOf(words)
  if (core === '') return null
  return {
    noun,
    fields,
    cores: formsOf(core, isCodes),
    order: tokens.some((one) => LEAST.test(one.text)) ? 'lowest' : 'highest',
    isMarked,
    isOfNames: isCodes || isOfName,
  }
}

function isName(word: string, { services, operations }: Catalogue): boolean {
  return [...services.map(({ name }) => name), ...operations].some((name) => name.toLowerCase() === word)
}

/** "Permit kind breakdown" is of permits. */
function headOf(words: readonly Token[]): string {
  const [head, more] = words
  return head === undefined || more === undefined ? '' : `${lemmaOf(head.text)}s`
}

const NO_TOKEN: Token = { text: '', isEnd: false }

/** What is left of the question without the noun and the words that make it a cut. */
function coreOf(tokens: readonly Token[], at: number, length: number): string {
  let [from, to] = [at, at + length]
  const isCutting = ({ text }: Token): boolean =>
    SPREAD.test(text) ||
    MOST.test(text) ||
    HIT.test(text) ||
    SEEING.test(text) ||
    /^(?:the|by|has|have|had)$/.test(text)
  const isBefore = ({ text }: Token): boolean => FIRST.test(text) || JOINS.test(text)
  while (from > 0 && isBefore(tokens[from - 1] ?? NO_TOKEN)) from--
  while (to < tokens.length && isCutting(tokens[to] ?? NO_TOKEN)) to++
  const kept = [...tokens.slice(0, from), ...tokens.slice(to)].map(({ text }) => text)
  while (GRAMMAR.test(kept[0] ?? '')) kept.shift()
  while (GRAMMAR.test(kept.at(-1) ?? '') || MOST.test(kept.at(-1) ?? '')) kept.pop()
  return kept.join(' ')
}

/** Codes are those of requests; of other things the words themselves go first. */
function formsOf(core: string, isCodes: boolean): string[] {
  const plain = core.replace(/^how many /, '')
  const requests = [`how many requests of ${plain}`, `how many requests ${plain}`]
  const said = [core, `how many ${plain}`]
  return [...new Set(isCodes ? [...requests, ...said] : [...said, ...requests])]
}

/** The fields that a noun means: of status codes those of requests, else the keys that go by it. */
function fieldsOf(noun: string, catalogue: Catalogue): FieldChoice[] {
  const said = noun.split(' ').map(lemmaOf).join(' ')
  const codes = CODES.exec(said)
  if (codes !== null) return codesOf(codes[1] ?? '', catalogue)
  if (NO_FIELD.test(said)) return []
  const keys = [...keysOf(noun, catalogue), ...keysEndingIn(said, catalogue)].map(
    ({ key, scope, signal }): FieldChoice => ({ field: key, scope, signals: [signal] }),
  )
  const built = fieldOf(noun, catalogue)
  return built?.scope === 'builtin' ? [built, ...keys] : keys
}

/** "Grpc status codes" are under a key of their own, others where requests have them. */
function codesOf(kind: string, catalogue: Catalogue): FieldChoice[] {
  const named = kind.split(' ').filter((word) => word !== '' && !/^(?:response|status|return|result|http)$/.test(word))
  const own = catalogue.keys.filter(
    ({ key }) => /code$/.test(key) && named.length > 0 && named.every((word) => key.toLowerCase().includes(word)),
  )
  const keys: FieldChoice[] = own.map(({ key, scope, signal }) => ({ field: key, scope, signals: [signal] }))
  const usual = (signal: 'spans' | 'logs'): FieldChoice[] =>
    statusKeys(catalogue, signal).map((field) => ({ field, scope: 'attribute', signals: [signal] }))
  return named.length > 0 ? keys : [...usual('spans'), ...usual('logs')]
}

/** "Record type" of `dns.record_type`. */
function keysEndingIn(noun: string, { keys }: Catalogue): Catalogue['keys'] {
  const words = noun.split(' ')
  if (words.length < 2) return []
  return keys.filter(({ key }) => key.toLowerCase().split(/[._-]/).slice(-words.length).join(' ') === noun)
}
