/** "Wave D", "pier B": one of several of a kind that lines call by a letter behind its noun. */
import type { PlanCondition } from '../plan/plan.ts'
import type { QuestionState } from './state.ts'

const LETTER = /(?<![\w'])([a-z]{3,20}) ([A-Z])(?![\w'.])/g

/** Takes the noun and its letter as a text of lines. */
export function letteredNames(state: QuestionState): void {
  state.conditions.push(...letteredIn(state))
}

/** The texts of all such names, where templates have a variable behind the noun; their words are taken. */
export function letteredIn(state: QuestionState): PlanCondition[] {
  const { templates } = state.context.catalogue
  return [...state.written.matchAll(LETTER)].flatMap(([said, noun = '', letter = '']): PlanCondition[] => {
    const place = state.words.findIndex(
      ({ text, usedBy }, at) => text === noun && usedBy === null && state.words[at + 1]?.text === letter.toLowerCase(),
    )
    const [word, name] = state.words.slice(place, place + 2)
    if (place < 0 || word === undefined || name === undefined || name.usedBy !== null) return []
    if (!templates.some(({ template }) => template.toLowerCase().includes(`${noun} <*>`))) return []
    word.usedBy = 'condition'
    name.usedBy = 'condition'
    return [{ on: 'text', text: said, mode: 'phrase' }]
  })
}
