/**
 * "Chunks with a confidence under 0.66", "orders over 500 eur", "more than 3 retries": a limit on a number that records
 * carry or that lines state, taken out of the question, so that the rest of it is read by itself.
 */
import { lemmaOf } from './words.ts'

export type BoundOp = 'gt' | 'gte' | 'lt' | 'lte'

export interface BoundAsked {
  /** As the question says it. */
  readonly said: string
  readonly op: BoundOp
  readonly value: number
  /** What the number goes by: a unit behind it, else a noun beside it; none where any that the thing has is meant. */
  readonly names: readonly string[]
  /** The question without it, in the forms that are tried. */
  readonly rests: readonly string[]
  /** The same without the noun before it, where that is what the number is called; empty where nothing would be left. */
  readonly unnamed: string
  readonly noun: string
  /** Whether it may be how long requests took. */
  readonly isOfTime: boolean
}

const OPS: readonly (readonly [RegExp, BoundOp])[] = [
  [/^(?:at least|no less than|not less than|not under|not below|>=)$/, 'gte'],
  [/^(?:at most|no more than|not more than|not over|not above|up to|<=)$/, 'lte'],
  [/^(?:(?:more|greater|higher|larger|bigger|longer|heavier|older) than|over|above|exceeding|beyond|>)$/, 'gt'],
  [/^(?:(?:less|fewer|lower|smaller|shorter|lighter|younger) than|under|below|<)$/, 'lt'],
]
const BOUND =
  /(?<![\w.-])(at least|at most|no (?:less|more) than|not (?:less|more) than|not (?:under|below|over|above)|up to|(?:more|greater|higher|larger|bigger|longer|heavier|older|less|fewer|lower|smaller|shorter|lighter|younger) than|over|above|exceeding|beyond|under|below|[<>]=?) ?(?:an? (?:total|amount|value) of )?([$\u20ac\u00a3]?)(\d{1,12}(?:[.,]\d{1,6})?)(k?) ?(?:([a-z][a-z_-]{0,30})(?![\w.]))?/g
const SYMBOLS: Readonly<Record<string, string>> = { $: 'usd', '\u20ac': 'eur', '\u00a3': 'gbp' }
/** Behind a number it is a share, a moment, or how often something was. */
const OTHER_BEHIND =
  /^ ?(?:%|percent|times\b|\d)|^[^a-z]*(?:ago|earlier|later|before (?:the|that|it)|after (?:the|that|it)|per (?:second|minute|hour))\b/
const NO_NAME =
  /^(?:times|percent|am|pm|utc|of|in|on|at|by|per|for|from|to|and|or|since|during|between|after|before|today|yesterday|last|this|the|that|which|who|were|was|are|is|did|do|have|had|behind|late|long|left|each|by|with|via|than|so|now|please|or|if|any|a|an|not|we|you|i|it)$/
/** How long something took; minutes and hours may be a window instead. */
const OF_TIME = /^(?:ms|msecs?|millis|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hours?)$/
const OF_WINDOW = /^(?:mins?|minutes?|h|hours?|days?|weeks?)$/
/** Words between the number's name and the limit, and before the name. */
const LINKS =
  /^(?:was|were|is|are|of|at|being|be|came|come|stayed|fell|dropped|went|got|rose|has|have|had|took|take|takes|taking|lasted|lasting|valued|worth|costing|costs?|weighing|weighed|weighs|only|just|still)$/
const LEADS =
  /^(?:with|had|having|have|has|whose|where|when|because|as|since|due|to|for|by|an?|the|its|their|that|which|who|and|if|carrying|carry|of|at|stating|showing|reporting|reported|low|high)$/

/**
 * "Less than 8 percent left" where records carry a number of that name, "over 70 percent similarity" where lines state
 * it before theirs: the number by its name.
 */
export function withPercentNamed(text: string, isNamed: (name: string) => boolean): string {
  return text.replace(PERCENT, (whole, op: string, value: string, noun: string | undefined, rest: string) => {
    if (noun !== undefined && isNamed(lemmaOf(noun))) return `with ${lemmaOf(noun)} ${op} ${value}${rest}`
    const own = ['percent', 'pct', 'percentage'].find(isNamed)
    const left = noun !== undefined && /^(?:left|remaining|full|charge|or)$/.test(noun) ? '' : (noun ?? '')
    return own === undefined ? whole : `with ${own} ${op} ${value} ${left}${rest}`.trim()
  })
}

const PERCENT =
  /(?:with |at |having )?(at least|at most|(?:no )?(?:more|less|higher|lower|fewer|greater) than|over|above|under|below|[<>]=?) (\d{1,3}(?:[.,]\d{1,3})?) ?(?:%|percent)(?: ([a-z]{3,20}))?(.*)$/

/** The limit that a question states; null of none, of several, and of a share, a moment or a window. */
export function boundAsked(text: string): BoundAsked | null {
  if (text.length > 200 || /["`]/.test(text)) return null
  const found = [...text.matchAll(BOUND)].filter((one) => isBound(text, one))
  const [only, more] = found
  if (only === undefined || more !== undefined) return null
  const [whole, comparison = '', symbol = '', digits = '', thousand = '', behind = ''] = only
  const op = OPS.find(([words]) => words.test(comparison))?.[1]
  if (op === undefined) return null
  const isNamed = behind !== '' && !NO_NAME.test(behind)
  const end = only.index + whole.length - (isNamed ? 0 : behind.length)
  const value = Number(digits.replace(',', '.')) * (thousand === 'k' ? 1000 : 1)
  const before = text.slice(0, only.index).trim().split(' ')
  const after = text.slice(end).trim()
  const unit = SYMBOLS[symbol] ?? (isNamed ? behind : '')
  // "Of 500 eur", "was 0.66": what says that the number is one of the name before it.
  const links: string[] = []
  while (before.length > 1 && LINKS.test(before.at(-1) ?? '')) links.unshift(before.pop() ?? '')
  const last = before.at(-1)?.replace(/[^\w.-]/g, '') ?? ''
  const noun = LEADS.test(last) || NO_NAME.test(last) ? '' : last
  // "With a risk score over 90": a name of two words goes as a whole.
  const isOfTwo = noun !== '' && /^(?:with|having|whose|an?|the|their)$/.test(before.at(-3) ?? '')
  const withoutName = withoutLeads(before.slice(0, isOfTwo ? -2 : -1))
  const verbs = links.filter((word) => /^(?:was|were|is|are)$/.test(word))
  const rests = [joined(withoutLeads(before), after), joined([...before, ...verbs], after)]
  return {
    said: whole.trim(),
    op,
    value,
    names: [unit, lemmaOf(noun)].filter((name) => name !== ''),
    rests: [...new Set(rests)],
    unnamed: noun !== '' && withoutName.length > 0 ? joined(withoutName, after) : '',
    noun: lemmaOf(noun),
    isOfTime: OF_TIME.test(unit),
  }
}

/** The question whether a number was ever over or under the limit that stands at the end; null of any other. */
export function everThere(text: string): string | null {
  const asked = boundAsked(text)
  const plain = text.replace(/[\s?.!]+$/, '')
  if (asked === null || !plain.endsWith(asked.said)) return null
  const what = plain.slice(0, -asked.said.length).trim()
  return /^(?:is|are|was|were|do|does|did|has|have|had|how|which|what|when|who|any)\b/.test(what) || what === ''
    ? null
    : `was ${what} ever ${asked.said}`
}

function isBound(text: string, found: RegExpMatchArray): boolean {
  const [whole, said = '', , digits = '', , behind = ''] = found
  const at = found.index ?? 0
  const number = at + whole.length - behind.length
  if (OTHER_BEHIND.test(text.slice(number)) || OTHER_BEHIND.test(text.slice(at + whole.length))) return false
  // "Over 5 minutes", "under 2 hours", "over 3 days": a window as much as a limit.
  if (OF_WINDOW.test(behind) && !/\bthan\b|least|most|exceed/.test(said)) return false
  // "Errors over 500", "below 10:30": a class of codes, a clock time.
  if (/^[:.]\d/.test(text.slice(at + whole.length)) || /^-/.test(text.slice(at + whole.length))) return false
  return !(/^[1-5]\d\d$/.test(digits) && /\b(?:status|codes?|http)\b/.test(text))
}

function withoutLeads(words: readonly string[]): string[] {
  const kept = [...words]
  while (kept.length > 0 && LEADS.test(kept.at(-1) ?? '')) kept.pop()
  return kept
}

function joined(before: readonly string[], after: string): string {
  return `${before.join(' ')} ${after}`.trim().replace(/ (?=[?.!,])/g, '')
}
