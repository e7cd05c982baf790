/**
 * "Which channel had no refunds?", "which printer has never run out of paper?": those of a key that none were counted of.
 * They are asked as those with most, and the answer names the values that are not among the groups.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import { attributeField } from './fields.ts'

const LEAD = '^((?:so |and |but |ok |hey )*(?:which|what) (?:of the |of our )?)([a-z][a-z -]{1,30}?)'
const HAD_NO = new RegExp(
  `${LEAD} (?:had|has|have|got|gets|made|makes|sent|sends|saw|sees|did not have|does not have) (?:no|zero|not a single|not any|any) ([a-z].{2,80}?)(?: at all| whatsoever)?( (?:today|in the|since|between|before|after|so far)\\b.{0,40})?\\W*$`,
  'i',
)
const NEVER = new RegExp(
  `${LEAD} (?:has |have |had |was |were |is |are )?(?:never|not once|not ever) ((?:been |had |got )?)([a-z].{2,80}?)( (?:today|in the|since|between|before|after|so far)\\b.{0,40})?\\W*$`,
  'i',
)

/** The question for those with most, where it asks for those without; null for any other, or where no key goes by the noun. */
export function askedOfLacking(question: string, catalogue: Catalogue): string | null {
  if (question.length > 160) return null
  const none = HAD_NO.exec(question)
  const [, lead = '', noun = '', what = '', when = ''] = none ?? []
  if (none !== null && isKey(noun, catalogue)) return `${lead}${noun} had the most ${what}${when}`
  const never = NEVER.exec(question)
  const [, start = '', thing = '', been = '', done = '', time = ''] = never ?? []
  if (never === null || !isKey(thing, catalogue)) return null
  return `${start}${thing} ${/^been/i.test(been) ? 'was ' : ''}${done} most often${time}`
}

/** The plan, of those that have none; null where it is in no groups of one key. */
export function ofLacking(plan: Plan): Plan | null {
  const isGrouped = plan.intent === 'measure' && plan.groupBy.length === 1 && plan.groupBy[0]?.scope === 'attribute'
  const isCount = plan.intent === 'measure' && (plan.measure.of === 'records' || plan.measure.of === 'requests')
  return isGrouped && isCount ? { ...plan, limit: GROUPS_MAX, isLackingAsked: true } : null
}

const GROUPS_MAX = 100

function isKey(noun: string, catalogue: Catalogue): boolean {
  return attributeField(noun, catalogue)?.scope === 'attribute'
}
