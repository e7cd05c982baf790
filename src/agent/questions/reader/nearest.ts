/** The nearest questions that can be answered, for a question back. */
import type { Plan } from '../plan/plan.ts'
import { servicesOf } from '../plan/plan.ts'
import type { QuestionState } from './state.ts'
import { editDistance, type Word } from './words.ts'

/** Returns questions that could be answered instead of one that could not, nearest first. */
export function nearestReadings(state: QuestionState, plan: Plan | null): string[] {
  const replaced = state.words
    .filter(({ usedBy }) => usedBy === 'left out')
    .flatMap((word) => replacements(state, word))
  const rest = withoutLeftOut(state, plan)
  const service = plan === null ? undefined : servicesOf(plan)[0]
  const usual =
    service === undefined
      ? ['what broke?', 'how many errors in the last hour?', 'is everything ok now?']
      : [`is ${service} healthy?`, `show me errors of ${service}`, `error rate of ${service} in the last hour`]
  return [...new Set([...replaced, ...rest, ...usual])].slice(0, 3)
}

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
  return [...names, ...valued, ...tokens]
    .map((name) => ({ name, distance: editDistance(word.text, name.toLowerCase(), 3) }))
    .filter(({ name, distance }) => distance <= Math.min(3, Math.floor(Math.max(word.text.length, name.length) / 3)))
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
  return text === '' || text === state.text
    ? []
    : [`${text.replace(/\?$/, '')}? (without ${state.leftOut.map((word) => `"${word}"`).join(', ')})`]
}
