/** "Are more than 10 % of the requests failing?", "did over a third of the previews fail": a share, and a yes or no. */
import type { Measure } from '../plan/plan.ts'
import { linesShare, ratioOf } from './line-shares.ts'
import { has, type QuestionState } from './state.ts'

export interface ShareBound {
  readonly is: 'above' | 'below'
  /** From 0 to 1. */
  readonly share: number
}

const PARTS: Readonly<Record<string, number>> = {
  half: 1 / 2,
  third: 1 / 3,
  quarter: 1 / 4,
  fifth: 1 / 5,
  tenth: 1 / 10,
}
const BOUND =
  /\b(?:(more than|over|above|at least|higher than|greater than|exceed(?:s|ed|ing)?)|(less than|fewer than|under|below|lower than|at most)) (?:(?:a |one |the )?(half|third|quarter|fifth|tenth)\b|(\d{1,3}(?:\.\d+)?) ?(?:%|percent\b|per cent\b))(?: of\b)?/
const IS_YES_NO = /^(?:so |and |but |hey |ok |please )*(?:is|are|was|were|do|does|did|has|have|had)\b(?! (?:you|u)\b)/

/** The share that a yes-or-no question compares with; null where it names none. */
export function shareBoundOf({ text }: Pick<QuestionState, 'text'>): ShareBound | null {
  const found = IS_YES_NO.test(text) ? BOUND.exec(text) : null
  if (found === null) return null
  const [, above, , part, percent] = found
  const share = part === undefined ? Number(percent) / 100 : (PARTS[part] ?? 0)
  return share > 1 ? null : { is: above === undefined ? 'below' : 'above', share }
}

/** The measure of that share; takes the words that name it as used. */
export function boundedShare(state: QuestionState): Measure | null {
  const bound = shareBoundOf(state)
  const found = BOUND.exec(state.text)
  if (bound === null || found === null) return null
  const end = found.index + found[0].length
  for (const word of state.words) if (word.start < end && word.end > found.index) word.usedBy = 'shape'
  for (const word of state.words)
    if (/^(?:share|percentage|rate|fraction|proportion)$/.test(word.text)) word.usedBy ??= 'shape'
  const isFailed = has(state, 'failed_word', 'failure_noun', 'premise_failing', 'failure_ratio', 'error_noun')
  if (isFailed) return ratioOf(state, 'failed')
  if (has(state, 'success_noun', 'success_ratio')) return ratioOf(state, 'succeeded')
  return linesShare(state)
}
