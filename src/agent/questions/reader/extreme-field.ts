/**
 * "Highest took_ms in the logs of lot-catalog", "biggest payout": the largest of the numbers that records carry under
 * this name, and not the value that most records have.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan, PlanOf } from '../plan/plan.ts'
import { cleaned, lemmaOf } from './words.ts'

const EXTREME =
  /\b(?:(highest|biggest|largest|longest|greatest|maximum|max)|lowest|smallest|shortest|minimum|min) ([a-z][\w.]{2,40})\b(?! (?:with|by|has|have|had the|gets?|that (?:gets?|has|have))\b)/

/** "Most stops on one route": of one thing the number itself is asked for. */
const MOST_OF_ONE =
  /\b(?:(most)|fewest|least) ([a-z][\w.]{2,40})(?: [a-z]{3,20}ed)? (?:on|in|of|for|per|at|by|with) (?:one|a|an|any|a single|a given)\b/

/** The plan, of the numbers themselves where their superlative is asked for and records are grouped by them. */
export function extremeOfField<T extends Plan>(question: string, plan: T, catalogue: Catalogue): T | PlanOf<'measure'> {
  const text = cleaned(question)
  const [, most, noun = ''] = EXTREME.exec(text) ?? ofOne(text, catalogue) ?? []
  if (noun === '' || plan.intent !== 'measure' || plan.groupBy.length !== 1) return plan
  const { measure, groupBy, against, per } = plan
  const [group] = groupBy
  const isCount = measure.of === 'records' || measure.of === 'requests'
  if (!isCount || group === undefined || group.scope === 'builtin' || against !== null || per !== null) return plan
  if (![noun, lemmaOf(noun)].includes(group.field.toLowerCase())) return plan
  const signal = measure.of === 'records' ? 'logs' : 'spans'
  if (!catalogue.keys.some((known) => known.key === group.field && known.signal === signal)) return plan
  return {
    ...plan,
    measure: { of: 'number', key: group.field, signal, statistic: most === undefined ? 'min' : 'max' },
    groupBy: [],
  }
}

/** A key by this name whose values are numbers. */
function ofOne(text: string, { values }: Catalogue): RegExpExecArray | null {
  const found = MOST_OF_ONE.exec(text)
  const own = values.find(({ key }) => [found?.[2], lemmaOf(found?.[2] ?? '')].includes(key.toLowerCase()))
  const isNumber = own?.values.every(({ value }) => /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value))
  return isNumber === true ? found : null
}
