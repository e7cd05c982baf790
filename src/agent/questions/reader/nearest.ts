/** The nearest questions that can be answered, for a question back. */

import type { Plan } from '../plan/plan.ts'
import { servicesOf } from '../plan/plan.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import type { QuestionState } from './state.ts'
import { editDistance, type Word } from './words.ts'

/** What may be asked where nothing of a question could be placed. */
export const GENERAL_READINGS = ['what broke?', 'how many errors in the last hour?', 'is everything ok now?']

/** Returns questions that could be answered instead of one that could not, nearest first. */
export function nearestReadings(state: QuestionState, plan: Plan | null): string[] {
  const replaced = state.words
    .filter(({ usedBy }) => usedBy === 'left out')
    .flatMap((word) => replacements(state, word))
  const rest = withoutLeftOut(state, plan)
  const service = plan === null ? undefined : servicesOf(plan)[0]
  const usual =
    service === undefined
      ? GENERAL_READINGS
      : [`is ${service} healthy?`, `show me errors of ${service}`, `error rate of ${service} in the last hour`]
  return [...new Set([...replaced, ...rest, ...usual])].slice(0, 3)
}

/** Shorter words are too near to too many. */
const NAME_MIN = 5

/** The question with a word that could not be placed replaced by the nearest the project has. */
function replacements(state: QuestionState, word: Word): string[] {
  const { services, templates } = state.context.catalogue
  const names = services.map(({ name }) => name)
  const tokens = [...new Set(templates.flatMap((template) => template.tokens))].filter((token) =>
    /^[a-z]{4,}$/.test(token),
  )
  const valued = state.context.values
    .flatMap(({ values }) => values.map(({ value }) => value))
    .filter((value) => value.length <= 40)
  // A word of the language that is spelled alike would make a question that nobody has.
  if (word.text.length < NAME_MIN) return []
  return [
    ...[...names, ...valued].map((name) => ({ name, most: Math.floor(Math.max(word.text.length, name.length) / 4) })),
    ...tokens.map((name) => ({ name, most: word.text.length > 6 ? 1 : 0 })),
  ]
    .map(({ name, most }) => ({ name, most, distance: editDistance(word.text, name.toLowerCase(), 3) }))
    .filter(({ name, most, distance }) => distance <= Math.min(3, most) && name[0]?.toLowerCase() === word.text[0])
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 2)
    .map(({ name }) => state.text.replace(word.text, name))
}

function withoutLeftOut(state: QuestionState, plan: Plan | null): string[] {
  if (plan === null || state.leftOut.length === 0) return []
  const text = state.words
    .filter(({ usedBy }) => usedBy === 'left out')
    .reduce(
      (question, word) =>
        question.replace(new RegExp(`(?:\\b(?:for|of|in|by|with|from|the|all) )?${RegExp.escape(word.text)} ?`), ''),
      state.text,
    )
    .trim()
  return text === '' || text === state.text || !isWhole(state, text)
    ? []
    : [`${text.replace(/\?$/, '')}? (without ${state.leftOut.map((word) => `"${word}"`).join(', ')})`]
}

/** Whether what is left still asks something: its verb or noun is among the words that were understood. */
function isWhole({ words, phrases }: QuestionState, text: string): boolean {
  const isLost = phrases.some(({ at, length }) =>
    words.slice(at, at + length).some(({ usedBy }) => usedBy === 'left out'),
  )
  const said = text.match(/[a-z0-9][\w.-]*/g) ?? []
  const telling = said.filter(isContentWord)
  return !isLost && said.length >= 3 && telling.length >= 2
}
