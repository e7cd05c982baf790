/**
 * Amounts that lines carry under a key of the question's own noun: "how many gems did the ember skin bring in" are the
 * gems of what was paid, and no count of lines; "highest kmh a van reported" is of every line with `kmh`, as all of them
 * say which van.
 */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import { isNegated, type Plan, type PlanCondition, type PlanOf } from '../plan/plan.ts'
import { statesAmount } from './counted-amounts.ts'
import { isUndone, NOT_DONE } from './fit-values.ts'
import { templateCondition } from './texts.ts'
import { cleaned, lemmaOf } from './words.ts'

/** The plan, of the amounts themselves. */
export function ofKeyAmounts<T extends Plan>(question: string, plan: T, catalogue: Catalogue): T | PlanOf<'measure'> {
  if (plan.intent !== 'measure') return plan
  if (plan.measure.of === 'number' && plan.measure.signal === 'logs')
    return ofDone(cleaned(question), withoutCarrier(plan, catalogue), catalogue)
  return summed(cleaned(question), plan, catalogue)
}

/** "How many gems did …" of lines that carry `gems`: added up, of what was done where others say that it was refused. */
function summed(text: string, plan: PlanOf<'measure'>, catalogue: Catalogue): PlanOf<'measure'> {
  const noun = /\bhow many ([a-z]{3,30}s) (?:did|does|do|were|was|have|has)\b/.exec(text)?.[1]
  const { measure } = plan
  const isPlain = plan.groupBy.length === 0 && plan.per === null && plan.against === null
  if (noun === undefined || !isPlain || !catalogue.keys.some(({ key, signal }) => key === noun && signal === 'logs'))
    return plan
  const said = plan.conditions.find((one) => one.on === 'text' && one.not !== true && one.text === noun)
  // "How many litres": so many different amounts were hardly meant.
  const isOfAmounts =
    measure.of === 'distinct' && measure.key === noun && !/\b(?:distinct|different|unique)\b/.test(text)
      ? isNumeric(catalogue, noun)
      : measure.of === 'records' && said !== undefined
  if (!isOfAmounts) return plan
  const stating = catalogue.templates.filter(({ template }) => statesAmount(template, noun))
  const done = NOT_DONE.test(text) || /\bfail/.test(text) ? stating : stating.filter((one) => !isUndone(one))
  const isPart = done.length > 0 && done.length < stating.length
  const ofDone = isPart ? templateCondition([noun], done) : null
  const conditions = [...plan.conditions.filter((one) => one !== said), ...(ofDone === null ? [] : [ofDone])]
  return { ...plan, measure: { of: 'number', key: noun, signal: 'logs', statistic: 'sum' }, conditions, isYesNo: false }
}

function isNumeric({ values }: Catalogue, noun: string): boolean {
  const own = values.find(({ key }) => key === noun)?.values ?? []
  return own.length > 0 && own.every(({ value }) => /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value))
}

/** A sum over lines of what came of it and of what was refused is of the former, unless the latter is asked for. */
function ofDone(text: string, plan: PlanOf<'measure'>, { templates }: Catalogue): PlanOf<'measure'> {
  if (plan.measure.of !== 'number' || plan.measure.statistic !== 'sum') return plan
  if (NOT_DONE.test(text) || /\bfail/.test(text)) return plan
  const conditions = plan.conditions.map((one) => {
    if (one.on !== 'templates' || isNegated(one)) return one
    const own = templates.filter(({ id }) => one.ids.includes(id))
    const done = own.filter((template) => !isUndone(template))
    return done.length < own.length ? (templateCondition(one.words.split(' '), done) ?? one) : one
  })
  return { ...plan, conditions }
}

/** "A van reported" restricts nothing where all lines that state the number say which van. */
function withoutCarrier(plan: PlanOf<'measure'>, { templates }: Catalogue): PlanOf<'measure'> {
  if (plan.measure.of !== 'number') return plan
  const { key } = plan.measure
  const stating = templates.filter((one) => hasKey(one, key))
  const isOfAll = (one: PlanCondition): boolean =>
    one.on === 'templates' &&
    !isNegated(one) &&
    /^[a-z]{3,30}$/.test(one.words) &&
    lemmaOf(one.words) !== lemmaOf(key) &&
    isMore(stating.filter(({ id }) => !one.ids.includes(id))) &&
    stating.every((template) => hasKey(template, lemmaOf(one.words)))
  return stating.length === 0 || !plan.conditions.some(isOfAll)
    ? plan
    : { ...plan, conditions: plan.conditions.filter((one) => !isOfAll(one)) }
}

/** Whether there are further lines, and none that says that nothing came of it: what was refused brought no money in. */
function isMore(others: readonly KnownTemplate[]): boolean {
  return others.length > 0 && !others.some((template) => isUndone(template))
}

/** `kmh=<*>`, `"van":`, `van.id=`: a line has it under this key. */
function hasKey({ template }: KnownTemplate, key: string): boolean {
  return new RegExp(`(?<![\\w.])${RegExp.escape(key)}(?:[._]id)?["']?\\s?[=:]`, 'i').test(template)
}
