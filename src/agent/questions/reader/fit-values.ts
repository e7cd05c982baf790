/** Values that are added up or told apart, of the records that have them: lines of what was done, or requests. */
import type { KnownTemplate } from '../grounding/catalogue.ts'
import { isNegated, type Measure } from '../plan/plan.ts'
import { keysOf } from './fields.ts'
import { has, type QuestionState } from './state.ts'
import { isDenied, isOfFailure, succeeded, templateCondition } from './texts.ts'
import { lemmaOf } from './words.ts'

/** The measure over the records that tell most of what it counts. */
export function withValuesFitted(state: QuestionState, measure: Measure): Measure {
  if (measure.of !== 'number' && measure.of !== 'distinct') return measure
  if (measure.signal === 'logs') onlyOfDone(state)
  return measure.of === 'distinct' ? (distinctOfRequests(state, measure) ?? measure) : measure
}

/** Says that something was done, or that it was not. */
const DONE = /^[a-z]{2,20}(?:ed|en|id|nt|ought|old|ade)$/
export const NOT_DONE = /\b(?:not|without|never|held|kept|postponed|refused|rejected|declined|failed|skipped)\b/

/** "Euros paid out", "hubs updated": lines that say it was not done ("payout held: account missing") tell none of it. */
function onlyOfDone(state: QuestionState): void {
  const { conditions, context, words } = state
  const at = conditions.findIndex((one) => one.on === 'templates' && !isNegated(one))
  const lines = conditions[at]
  if (lines?.on !== 'templates') return
  const found = context.catalogue.templates.filter(({ id }) => lines.ids.includes(id))
  const said = words.flatMap(({ text, usedBy }) => (usedBy === 'template' ? [text] : []))
  const kept = ofWhatWasDone(state, said, found)
  if (kept.length === 0 || kept.length === found.length) return
  const condition = templateCondition(lines.words.split(' '), kept)
  if (condition !== null) conditions.splice(at, 1, condition)
}

/** Of lines that are found by words of what was done, those that do not say the opposite. */
export function ofWhatWasDone(
  state: QuestionState,
  said: readonly string[],
  found: readonly KnownTemplate[],
): readonly KnownTemplate[] {
  if (NOT_DONE.test(state.text) || has(state, 'failed_word', 'failure_noun', 'error_noun')) return found
  const done = said.filter((word) => DONE.test(word))
  const isOfUndone = (word: string): boolean => found.every((one) => one.tokens.includes(word) && isUndone(one))
  if (found.length < 2 || done.length === 0 || done.some(isOfUndone)) return found
  const plain = found.filter((one) => !isUndone(one))
  const calm = succeeded(plain)
  // "Stored with worn tyres", a warning, tells of what was stored as well.
  const saysSo = (one: KnownTemplate): boolean =>
    /^warn/i.test(one.severity) && done.every((word) => one.tokens.includes(word) && !isDenied(word, one))
  const kept = plain.filter((one) => calm.includes(one) || saysSo(one))
  return kept.length > 0 ? kept : found
}

export function isUndone(template: KnownTemplate): boolean {
  return isOfFailure(template) || NOT_DONE.test(template.tokens.join(' '))
}

/** A key that tells which one it is: `customer.id` of customers, and not `device.type` of devices. */
const WHICH = /^(?:id|name|slug|key|no|number|uid|login)$/

/** "How many customers in the last hour?": told by requests, where more of them carry who it was than lines do. */
function distinctOfRequests(state: QuestionState, measure: Extract<Measure, { of: 'distinct' }>): Measure | null {
  const { conditions, context } = state
  const { key, what, scope } = measure
  const isOfLines =
    has(state, 'log_noun', 'warn_noun', 'info_noun', 'debug_noun') ||
    conditions.some(({ on }) => on === 'templates' || on === 'text' || on === 'severity' || on === 'trace')
  // A value that lines carry beside it may stand on other requests than who it was.
  const isTold = conditions.some(
    (one) =>
      one.on === 'attribute' &&
      context.catalogue.keys.some((known) => known.key === one.key && known.signal === 'logs'),
  )
  if (measure.signal !== 'logs' || key === undefined || isOfLines || isTold) return null
  const own = context.catalogue.keys.find((one) => one.key === key && one.scope === scope && one.signal === 'logs')
  const noun = what.split(' ').map(lemmaOf).at(-1) ?? what
  const told = keysOf(what, context.catalogue).find((one) => {
    const parts = one.key
      .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '.')
      .toLowerCase()
      .split(/[._-]/)
    const last = parts.at(-1) ?? ''
    return one.signal === 'spans' && (one.key === key || (parts.includes(noun) && (last === noun || WHICH.test(last))))
  })
  if (told === undefined || told.records <= (own?.records ?? 0)) return null
  return { of: 'distinct', what, signal: 'spans', key: told.key, scope: told.scope }
}
