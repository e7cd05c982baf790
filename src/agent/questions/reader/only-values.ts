/**
 * "Are only ios users affected?", "is it limited to region north?": whether requests fail that carry another value of
 * the same key. A yes means that hardly any other does.
 */
import type { Plan } from '../plan/plan.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { failedBy } from './affected.ts'
import type { Scope } from './decision.ts'
import { LEAD, ONLY_TAIL } from './incident-forms.ts'
import { classOfRequests, type KnownValue, valueFor } from './known-values.ts'
import { letteredAsKeys } from './lettered.ts'
import { type QuestionState, useRest } from './state.ts'
import { lemmaOf } from './words.ts'

const FAILING =
  '(?:failing|fails?|affected|hit|broken|impacted|in trouble|down|suffer(?:s|ing)?|(?:having|has|have|seeing|sees?|getting|gets?) (?:errors|failures|problems|issues|trouble|it))'
const TROUBLE = '(?:it|this|that|(?:the|our) (?:[a-z-]{2,20} )?(?:incident|outage|problem|issue|trouble|failure)s?)'
const FORMS = [
  `${LEAD}(?:is|are|was|were|do|does|did) (?:${TROUBLE} )?(?:only|just|solely) (.{2,60}?) (?:(?:that|who|which) )?(?:(?:is|are|was|were) )?${FAILING}${ONLY_TAIL}`,
  `${LEAD}(?:is|was) ${TROUBLE} (?:only|just|solely) (?:(?:on|in|for|with|from|about) )?(.{2,60}?)${ONLY_TAIL}`,
  `${LEAD}(?:do|does|did) ${TROUBLE} (?:only|just|solely) (?:affect|hit|concern|touch|break|happen (?:on|to|for|with|in|at)) (.{2,60}?)${ONLY_TAIL}`,
  `${LEAD}(?:is|was) ${TROUBLE} (?:limited|restricted|confined) to (.{2,60}?)${ONLY_TAIL}`,
].map((form) => new RegExp(form))
const NO_NAME = /^(?:the|our|an?|of|on|in|from|with|who|use|using|request|call|traffic|one|order|app|side|people)$/

/** The plan of such a question about a value of the data; null for any other. */
export function onlyOfValue(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const said = FORMS.map((form) => form.exec(state.text)?.[1]).find((part) => part !== undefined)
  if (said !== undefined) letteredAsKeys(state)
  const value = said === undefined ? null : (letterSaid(said, conditions) ?? valueSaid(said, state))
  const isOfIt = ({ on, ...rest }: Plan['conditions'][number]): boolean =>
    on === 'attribute' && 'key' in rest && rest.key === value?.key
  if (value === null || value.scope === undefined || !conditions.every(isOfIt)) return null
  const isOfSpans = state.context.catalogue.keys.some(({ key, signal }) => key === value.key && signal === 'spans')
  if (!isOfSpans) return null
  useRest(state)
  const plan = failedBy({ field: value.key, scope: value.scope }, [], time)
  return { ...plan, isYesNo: true, onlyAsked: value.value }
}

/** "Zone A", read as a condition already. */
function letterSaid(said: string, conditions: Plan['conditions']): KnownValue | null {
  const [only, more] = conditions
  if (only?.on !== 'attribute' || more !== undefined || only.not === true) return null
  const { key, scope, values } = only
  const [value = ''] = values
  return said.split(' ').at(-1) === value.toLowerCase() && scope !== undefined ? { key, scope, value, count: 0 } : null
}

/** The value that the words name, with or without the noun of its key and of people. */
function valueSaid(said: string, state: QuestionState): KnownValue | null {
  const words = said.split(/[\s,]+/).filter((word) => !NO_NAME.test(lemmaOf(word)) && !PEOPLE.test(lemmaOf(word)))
  // Lines may carry the same value under another key.
  const named = (text: string): KnownValue | null => classOfRequests(text, state) ?? valueFor(state, text)
  const whole = words.length === 0 ? null : named(words.join(' '))
  if (whole !== null || words.length !== 2) return whole
  const found = words.flatMap((word) => named(word) ?? [])
  const [only, more] = found
  const other = words.find((word) => word !== only?.value.toLowerCase()) ?? ''
  const isKey = only?.key.toLowerCase().split(/[._-]/).includes(lemmaOf(other)) === true
  return only !== undefined && more === undefined && isKey ? only : null
}
