/** "Wave D", "pier B", "danger level 4": one of several of a kind that lines call by a letter or a number behind its noun. */
import type { PlanCondition } from '../plan/plan.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { negated, type QuestionState } from './state.ts'

const LETTER =
  /(?<![\w'])([a-z]{3,20}) ([A-Z]|\d{1,4})(?![\w'.:-]|,\d| ?(?:ms|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|percent|times|kg|km|eur|euros?)\b|%)/g
/** "First 3", "code 404", "over 5 minutes": a number behind these tells how many, or is read as what it is elsewhere. */
const NO_KIND =
  /^(?:first|last|next|top|past|previous|over|under|above|below|least|most|than|code|codes|status|http|port|error|errors|after|before|every|within|about|around|exactly|version|release)$/

/** "zone B", "pier 4": one of several of a kind. */
export function isLettered(text: string): boolean {
  return /^[a-z]{3,20} (?:[a-z]|\d{1,4})$/i.test(text)
}

/** Takes the noun and its letter or number as a text of lines. */
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
    const isNumber = /^\d/.test(letter)
    if (isNumber && (NO_KIND.test(noun) || !isContentWord(noun))) return []
    const behind = new RegExp(`(?<![\\w-])${RegExp.escape(noun)} (?:<\\*>|${RegExp.escape(letter)})(?![\\w%.:-])`, 'i')
    const isSaid = (template: string): boolean =>
      isNumber ? behind.test(template) : template.toLowerCase().includes(`${noun} <*>`)
    if (!templates.some(({ template }) => isSaid(template))) return []
    word.usedBy = 'condition'
    name.usedBy = 'condition'
    const isNot = negated(state, [word, name])
    return [{ on: 'text', text: said, mode: 'phrase', ...(isNot ? { not: true } : {}) }]
  })
}

/** Of requests, "zone B" is the value of a key `zone`: such texts of lines become conditions on what requests carry. */
export function letteredAsKeys({ conditions, context }: QuestionState): void {
  for (const [at, condition] of conditions.entries()) {
    if (condition.on !== 'text') continue
    const [, noun = '', letter = ''] = /^([a-z]{3,20}) ([a-z]|\d{1,4})$/i.exec(condition.text) ?? []
    const known = context.values.find(
      ({ key, signal, values }) =>
        signal === 'spans' &&
        key.toLowerCase().split(/[._-]/).at(-1) === noun.toLowerCase() &&
        values.some(({ value }) => value === letter),
    )
    if (noun === '' || known === undefined) continue
    const { key, scope } = known
    conditions[at] = { on: 'attribute', key, scope, values: [letter], ...(condition.not === true ? { not: true } : {}) }
  }
}
