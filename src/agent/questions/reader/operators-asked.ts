/**
 * The operators of a question, apart from what they are put to: a mean or an extreme ("avg pdf render time", "slowest
 * answer of roomlink in ms", "viewers watching at peak"), a share with its whole ("as % of holds", "refusals compared to
 * all quotes"), two sides of a count ("did apple decline more payments than google"). What remains is a core that is
 * read by itself. An operator is grammar: it is never a word that the data would have to contain.
 */
import type { Statistic } from '../plan/plan.ts'
import { degreeOf } from '../vocabulary/degrees.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { CURRENCY, MONEY } from './slots.ts'
import { lemmaOf } from './words.ts'

export type Quantity =
  | { readonly kind: 'time' | 'money' | 'any' }
  /** By the name or the unit of the number. */
  | { readonly kind: 'named'; readonly names: readonly string[] }

/** A number of what the core counts. */
export interface NumberAsked {
  readonly statistic: Statistic
  readonly quantity: Quantity
  /** Questions that count the core, the nearest first. */
  readonly counts: readonly string[]
  /** The same asked of a gauge. */
  readonly gauges: readonly string[]
  /** "Per episode": what each number is of, beside the core. */
  readonly each: string | null
}

const CHARS_MAX = 160
const LEAD =
  /^(?:(?:and|so|but|ok|what(?:'s| is| was| are| were)|how many|how much|show(?: me)?|give me|the|our|an?)\s+)+/
const STATISTICS: readonly (readonly [RegExp, Statistic])[] = [
  [/^(?:average|avg|mean)$/, 'mean'],
  [/^median$/, 'p50'],
  [/^(?:highest|biggest|largest|longest|greatest|maximum|max|peak|slowest)$/, 'max'],
  [/^(?:lowest|smallest|shortest|minimum|min|fastest|quickest)$/, 'min'],
]
/** A percentile that names no number is one of a time. */
const OF_TIME = /^(?:slowest|longest|shortest|fastest|quickest|p(?:50|75|90|95|99))$/
const TIME_NOUN = /^(?:time|times|duration|durations|latency|length)$/
/** "In seconds", "in euro": how the number is told, and what kind it is. */
const IN_UNIT = / in (ms|millis(?:econds)?|s|secs?|seconds|mins?|minutes|hours?|eur|euros?|usd|dollars?|cents?|kg|kwh)$/
const TIME_UNIT = /^(?:ms|millis(?:econds)?|s|secs?|seconds|mins?|minutes|hours?)$/
/** "Per episode", "for one order": of each that is counted. */
const OF_EACH = / (?:per|for each|for one|for an?|of one|of each) ([a-z][a-z-]{1,24})$/
const AT_PEAK = / (?:at (?:its |their |the )?(?:peak|maximum|most|highest)|at peak times?)$/
const WINDOW =
  / ((?:(?:in|over|during|within|for) (?:the )?(?:last|past) .{2,25}|last (?:hour|\d{1,3} (?:min(?:ute)?s?|hours?))|(?:since|after|before|between|until) .{0,12}\d.{0,20}|today|tonight|so far))$/
const DAYTIME = / (?:of|over|in|during|throughout|for)? ?(?:the|this|whole| )*(evening|night|day|afternoon|morning)$/
const GROUPED = /\b(?:which|who|whose|where|when|why|by|than|vs|versus|compared|share|percent\w*|and)\b|%/

/** The numbers that may be asked for, the likeliest first; empty of any other question. */
export function numbersAsked(cleanText: string): readonly NumberAsked[] {
  const asked = cleanText.replace(/[\s?.!]+$/, '')
  if (asked.length > CHARS_MAX || /["`\n]/.test(asked)) return []
  const window = WINDOW.exec(asked)?.[1] ?? (DAYTIME.test(asked) ? daytime(asked) : '')
  const open = asked.replace(WINDOW, '').replace(DAYTIME, '').replace(LEAD, '')
  if (GROUPED.test(open)) return []
  const isAtPeak = AT_PEAK.test(open)
  const unit = IN_UNIT.exec(open)?.[1]
  const text = open.replace(AT_PEAK, '').replace(IN_UNIT, '')
  const each = OF_EACH.exec(text)?.[1]
  const words = text
    .replace(OF_EACH, '')
    .split(' ')
    .filter((word) => word !== '')
  const found = isAtPeak ? ([-1, 'max'] as const) : operatorIn(words)
  if (found === null) return []
  const [at, statistic] = found
  const isMost = words[at] === 'most'
  const rest = words.filter((_, index) => index !== at && !(isMost && index === at + 1))
  const { quantity, core } = quantityOf((isMost ? words[at + 1] : words[at]) ?? '', rest, unit)
  // "Avg pages per print": the number goes by its own name, and what is counted stands behind.
  const named = { quantity: { kind: 'named', names: rest } as const, core: [each ?? ''], each: null }
  return [...(each === undefined ? [] : [named]), { quantity, core, each: each ?? null }]
    .filter((one) => one.core.some((word) => !FUNCTION_WORDS.has(word)) && one.core.length <= CORE_MAX)
    .map((one) => {
      const said = one.core.join(' ')
      const counts = [said, severalOf(said)].map((form) => `how many ${form} ${window}`.trim())
      // A gauge is asked by its noun: what those do is told by it.
      const nouns = isAtPeak ? [said, said.replace(/ [a-z]{3,20}ing$/, '')] : []
      const gauges = nouns.map((noun) => `peak ${noun} ${window}`.trim())
      const forms = { counts: [...new Set(counts)], gauges: [...new Set(gauges)] }
      return { statistic, quantity: one.quantity, ...forms, each: one.each }
    })
}

const CORE_MAX = 6

function operatorIn(words: readonly string[]): readonly [number, Statistic] | null {
  for (const [at, word] of words.entries()) {
    // "Most expensive", "most heavy".
    const next = words[at + 1] ?? ''
    const degree = word === 'most' ? degreeOf(next) : null
    if (degree !== null) return [at, degree.little.test(next) ? 'min' : 'max']
    const percentile = /^p(50|75|90|95|99)$/.exec(word)?.[0]
    if (percentile !== undefined) return [at, percentile as Statistic]
    const known = STATISTICS.find(([form]) => form.test(word))
    if (known !== undefined) return [at, known[1]]
  }
  return null
}

function quantityOf(
  operator: string,
  rest: readonly string[],
  unit: string | undefined,
): { readonly quantity: Quantity; readonly core: readonly string[] } {
  const without = (form: RegExp): string[] =>
    rest.filter((word, at) => !form.test(word) && !(word === 'of' && (at === 0 || form.test(rest[at - 1] ?? ''))))
  if (
    OF_TIME.test(operator) ||
    rest.some((word) => TIME_NOUN.test(word)) ||
    (unit !== undefined && TIME_UNIT.test(unit))
  )
    return { quantity: { kind: 'time' }, core: without(TIME_NOUN) }
  const isMoney =
    degreeOf(operator)?.names.test('price') === true || (unit !== undefined && /^(?:cents?|dollars?)$/.test(unit))
  if (isMoney || (unit !== undefined && CURRENCY.test(unit)) || rest.some((word) => MONEY.test(word)))
    return { quantity: { kind: 'money' }, core: without(MONEY) }
  const [first = '', of, ...core] = rest
  // "Highest score of suspicious quotes", "avg pages per print".
  if (of === 'of' && core.length > 0) return { quantity: { kind: 'named', names: [first] }, core }
  return { quantity: { kind: 'any' }, core: rest }
}

function daytime(text: string): string {
  return /\b(?:evening|night)$/.test(text) ? 'tonight' : 'today'
}

function severalOf(said: string): string {
  const [head = '', ...behind] = said.split(/(?= of | in | at | for )/)
  return /s$/.test(head) ? said : `${head}s${behind.join('')}`
}

/** A part and its whole; without a part it is what the thread counts. */
export interface ShareAsked {
  readonly part: string | null
  readonly whole: string
}

const OF_WHOLE =
  /^(.{3,90}?)?(?:,|:| -)? ?\b(?:how (?:often|many) )?(?:compared (?:to|with)|relative to|in relation to|out of|as (?:an? |the )?(?:%|share|percent(?:age)?|proportion|fraction|part) of) (?:all |the total |total |all the |all our )*([a-z][a-z -]{2,50})$/
const OF_THAT =
  /^(?:(?:and|so) )?(?:what|which) (?:%|share|percent(?:age)?|proportion|fraction|part) of (?:all |the total |total |all the |all our )*([a-z][a-z -]{2,50}?) (?:is|are|was|were) (?:that|this|those|these|they|it)$/
const ALL = /\b(?:compared (?:to|with)|relative to|in relation to) (?!all |the total |total )/

export function shareAsked(cleanText: string): ShareAsked | null {
  const text = cleanText.replace(/[\s?.!]+$/, '').replace(/^(?:(?:and|so|ok) )+/, '')
  // "Compared to" sets two sides against each other, unless the other is all of them.
  if (text.length > CHARS_MAX || /["`\n]/.test(text) || ALL.test(text)) return null
  const that = OF_THAT.exec(text)?.[1]
  if (that !== undefined) return { part: null, whole: that }
  const [, part = '', whole] = OF_WHOLE.exec(text) ?? []
  if (whole === undefined) return null
  const said = part
    .replace(/\b(?:how (?:often|many)|what)\b/g, '')
    .replace(/[\s:,-]+$/, '')
    .trim()
  return { part: said === '' ? null : said, whole }
}

const MORE_THAN =
  /^(?:did|do|does|have|has|had|were|was) ([a-z][\w-]*) ([a-z]{2,20}) (?:more|fewer|less) ([a-z][a-z -]{2,40}?) than ([a-z][\w -]{1,30}?)(?: (?:did|do|does|has|have))?$/

/** Both sides of "did A refuse more cards than B", each counted by itself. */
export function countsCompared(cleanText: string): readonly (readonly [string, string])[] {
  const [, one = '', verb = '', noun = '', other = ''] = MORE_THAN.exec(cleanText.replace(/[\s?.!]+$/, '')) ?? []
  if (other === '') return []
  return [
    [one, other].map((side) => `how many ${noun} did ${side} ${verb}`) as [string, string],
    [one, other].map((side) => `how many ${side} ${noun} ${verb}`) as [string, string],
  ]
}

const RANKED =
  /^(?:(?:and|so|ok) )*(?:(?:which|what) ([a-z][a-z-]{1,24}) (?:(?:is|are|was|were|has|have|had|got|gets|sees?|saw|hit|by far) )*(?:the )?(most|worst|least|best|fewest)(?: (?:often|of (?:them|those|these|all)|by far))?|(?:the )?(worst|best) ([a-z][a-z-]{1,24}))$/

/** "Which stand is the worst", "which gate had most of them" of what a thread counts: its group and nothing else. */
export function rankedOf(cleanText: string): { readonly noun: string; readonly order: 'highest' | 'lowest' } | null {
  const [, which, rank, short, of] = RANKED.exec(cleanText.replace(/[\s?.!]+$/, '')) ?? []
  const noun = which ?? of
  if (noun === undefined || noun === 'one') return null
  const order = /^(?:least|best|fewest)$/.test(rank ?? short ?? '') ? 'lowest' : 'highest'
  return { noun: lemmaOf(noun), order }
}
