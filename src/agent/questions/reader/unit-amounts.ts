/** "MB stored today", "how many litres were pumped?": what lines state in that unit is added up. */
import type { Measure, Statistic } from '../plan/plan.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { unitAsked, unitNames } from '../vocabulary/units.ts'
import { freeWords, has, type QuestionState } from './state.ts'
import { isOfFailure, templateCondition, templatesWith } from './texts.ts'

/** The sum, or another statistic, of amounts that lines state in the unit of the question; null where none do. */
export function amountInUnit(state: QuestionState, statistic: Statistic | null, isGrouped = false): Measure | null {
  const unit = unitAsked(state.text) ?? unitOfMass(state)
  const names = unit === null ? null : unitNames(unit)
  if (names === null || has(state, 'request_noun', 'error_noun', 'rate')) return null
  if (has(state, 'by') && !isGrouped) return null
  const { catalogue } = state.context
  // Records may carry it under a key of that name, which is summed up as any other.
  if (catalogue.keys.some(({ key }) => key.toLowerCase() === unit)) return null
  const services = state.conditions.flatMap((one) => (one.on === 'service' && one.not !== true ? one.values : []))
  const free = freeWords(state).filter(({ text }) => text !== unit && !SMALL_WORDS.has(text))
  if (free.length === 0 && services.length === 0 && !isGrouped) return null
  const told =
    free.length === 0
      ? catalogue.templates.filter(({ service }) => services.length === 0 || services.includes(service))
      : templatesWith(
          free.map(({ text }) => text),
          catalogue,
          services,
        )
  const isFailureAsked = has(state, 'failed_word', 'failure_noun')
  // "MB uploaded" are not those of uploads that were refused.
  const kept = told.filter((template) => isFailureAsked || !isOfFailure(template))
  const stating = kept.filter(({ template }) => slotIn(template, names) !== null)
  // A number with its unit may be one variable: then the lines decide whether they state it.
  const found = stating.length > 0 ? stating : kept.filter(({ template }) => template.includes('<*>'))
  const slots = new Set(found.map(({ template }) => slotIn(template, names) ?? unit))
  const [slot] = slots
  const condition = templateCondition(
    free.map(({ text }) => text),
    found,
  )
  if (slot === undefined || slot === null || slots.size > 1 || condition === null) return null
  for (const word of state.words) if (free.includes(word) || word.text === unit) word.usedBy = 'template'
  state.conditions.push(condition)
  return { of: 'number', key: slot, unit: slot, signal: 'logs', isInBody: true, statistic: statistic ?? 'sum' }
}

/** "How much wheat was stored?" of lines that say "22 t wheat stored": in tonnes; null where lines do not agree on a unit. */
function unitOfMass({ text, words, context: { catalogue } }: QuestionState): string | null {
  const noun = /^(?:(?:so|and|but) )*how much ([a-z]{3,20}) (?:was|were|has been|have been|did we)\b/.exec(text)?.[1]
  if (noun === undefined || words.some((word) => word.text === noun && word.usedBy !== null)) return null
  const units = new Set(catalogue.templates.flatMap(({ template }) => unitStatedOf(noun, template) ?? []))
  const [only] = units
  return units.size === 1 && only !== undefined ? only : null
}

/** "22 t wheat", "340 l of milk"; null for a bare number. */
function unitStatedOf(noun: string, template: string): string | null {
  const stated = new RegExp(`${NUMBER} ?([a-z]{1,12}) (?:of )?${RegExp.escape(noun)}\\b`, 'i').exec(template)?.[1]
  return stated !== undefined && unitNames(stated) !== null ? stated.toLowerCase() : null
}

/** Of a pattern that was seen once the number itself stands in its place. */
const NUMBER = '(?:<\\*>|(?<![\\w.])\\d{1,18}(?:\\.\\d{1,18})?)'

/** What stands for the unit beside a number: `<*> MB`, `kilobytes=<*>`, `"size_kb":<*>`. */
function slotIn(template: string, names: readonly string[]): string | null {
  for (const name of names) {
    const keyed = new RegExp(
      `(?<![\\w.])((?:\\w{1,30}[_.])?${RegExp.escape(name)})["']?\\s?[=:]\\s?["']?${NUMBER}`,
      'i',
    ).exec(template)
    if (keyed?.[1] !== undefined) return keyed[1]
  }
  for (const name of names) {
    const behind = new RegExp(`${NUMBER} ?(${RegExp.escape(name)})\\b`, 'i').exec(template)
    if (behind?.[1] !== undefined) return behind[1]
  }
  return null
}
