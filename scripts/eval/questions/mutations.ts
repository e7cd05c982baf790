/**
 * Questions with one word changed, and whether the reading shows it. A word that is replaced by one that exists nowhere
 * has to be said to be left out or asked back; another name of the same kind has to change the plan; a word whose loss
 * changes nothing has to be one that carries no condition.
 */
import { FUNCTION_WORDS } from '../../../src/agent/questions/vocabulary/function-words.ts'
import { SMALL_WORDS } from '../../../src/agent/questions/vocabulary/small-words.ts'
import type { ReadQuestionResult } from '../../../src/agent/tools/read-question.ts'

export type Change = 'unknown' | 'other' | 'dropped'

export interface Mutant {
  readonly change: Change
  /** The word as it stands in the question. */
  readonly word: string
  readonly text: string
  /** What stands in its place; empty where it was dropped. */
  readonly by: string
}

/** What of one kind a project has, such as its services: each may stand in the place of each other. */
export type Names = readonly (readonly string[])[]

/** A word of no language and no project. */
export const UNKNOWN = 'zorblat'

const CONTENT = /(?<![\w/{}:@#%$~*.'"-])[A-Za-z][A-Za-z0-9_-]{2,60}(?![\w/{}@#%$~*'"-]|[.:]\w)/g

/** Words of a question that may carry a condition, with their places. */
function contentWords(text: string): { readonly word: string; readonly at: number }[] {
  // What is pasted is looked for as it stands.
  const asked = text.replace(/"[^"]*"|\{[^{}]*\}|`[^`]*`/g, (pasted) => '"'.repeat(pasted.length))
  return [...asked.matchAll(CONTENT)]
    .map(({ 0: word, index: at }) => ({ word, at }))
    .filter(({ word }) => !FUNCTION_WORDS.has(word.toLowerCase()))
}

function namesIn(text: string, names: Names): { readonly word: string; readonly at: number; readonly by: string }[] {
  return names.flatMap((kind) =>
    kind.flatMap((name, index) => {
      const at = text.toLowerCase().indexOf(name.toLowerCase())
      const end = at + name.length
      const isWhole = at >= 0 && !/[\w.-]/.test(text[at - 1] ?? ' ') && !/[\w-]/.test(text[end] ?? ' ')
      const by = kind[(index + 1) % kind.length] ?? name
      return isWhole && by !== name ? [{ word: text.slice(at, end), at, by }] : []
    }),
  )
}

/** All questions with one word of this one changed. */
export function mutantsOf(text: string, names: Names): Mutant[] {
  const put = (at: number, word: string, by: string): string =>
    `${text.slice(0, at)}${by}${text.slice(at + word.length)}`.replace(/ {2,}/g, ' ').trim()
  const words = contentWords(text)
  return [
    ...words.map(({ word, at }): Mutant => ({ change: 'unknown', word, by: UNKNOWN, text: put(at, word, UNKNOWN) })),
    ...namesIn(text, names).map(({ word, at, by }): Mutant => ({ change: 'other', word, by, text: put(at, word, by) })),
    ...words.map(({ word, at }): Mutant => ({ change: 'dropped', word, by: '', text: put(at, word, '') })),
  ]
}

/** A record, a trace or a text that is named by itself: words beside it restrict nothing. */
const NAMED_BY_ITSELF: ReadonlySet<string> = new Set(['trace', 'record', 'meaning'])

/** Whether a reading gives an answer that words restrict, and no refusal or the like. */
export function isAnswered({ plans, remark }: ReadQuestionResult): boolean {
  return remark === undefined && plans.some(({ intent }) => !NAMED_BY_ITSELF.has(intent))
}

/** Whether the change of a word is lost: the answer is given as if it had not been made. */
export function isHole(mutant: Mutant, whole: ReadQuestionResult, changed: ReadQuestionResult): boolean {
  if (!isAnswered(changed)) return false
  if (mutant.change === 'unknown') return !saysOf(changed, mutant.by)
  if (!isAnswered(whole)) return false
  const isSame = JSON.stringify(withoutWords(whole)) === JSON.stringify(withoutWords(changed))
  if (mutant.change === 'other') return isSame && !saysOf(changed, mutant.by)
  return isSame && !isWithoutCondition(mutant.word) && !saysOf(whole, mutant.word)
}

/** Plans without what a question called the lines it means. */
function withoutWords({ plans }: ReadQuestionResult): unknown {
  return plans.map((plan) => ({
    ...plan,
    conditions: plan.conditions.map((condition) => (condition.on === 'templates' ? condition.ids : condition)),
  }))
}

/** Whether the first sentences or a condition of a reading have a word. */
function saysOf({ notes, leftOut, plans }: ReadQuestionResult, word: string): boolean {
  const told = plans.map((plan) => [plan.conditions, plan.intent === 'measure' ? plan.measure : null])
  return JSON.stringify([notes, leftOut, told]).toLowerCase().includes(word.toLowerCase())
}

function isWithoutCondition(word: string): boolean {
  const lower = word.toLowerCase()
  return FUNCTION_WORDS.has(lower) || SMALL_WORDS.has(lower)
}
