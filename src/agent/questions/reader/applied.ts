/** The end of the accounting: conditions that what is asked for cannot be restricted by are left out, not forgotten. */

import { isAccessPlan } from '../access/access-services.ts'
import { statusKeys } from '../execute/filters.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan, PlanCondition } from '../plan/plan.ts'
import { keysOf } from './fields.ts'
import type { QuestionState } from './state.ts'

type Of = 'logs' | 'spans' | 'metrics' | 'services' | 'releases' | 'senders' | 'calls'

/** The plan with the conditions that restrict it; the others are said to be left out. */
export function withApplied(state: QuestionState, plan: Plan): Plan {
  const { catalogue } = state.context
  // Requests that access lines tell are listed as these lines.
  if (isAccessPlan(plan, catalogue)) return plan.intent === 'list' ? { ...plan, of: 'logs' } : plan
  const of = restrictedOf(plan)
  if (of === null) return plan
  const conditions = plan.conditions.flatMap((condition): PlanCondition[] => {
    const applied = appliedTo(of, inSignal(state, of, condition), catalogue)
    if (applied === null && !isToldAnyway(plan, condition)) leaveOut(state, plan, condition)
    return applied === null ? [] : [applied]
  })
  if (plan.intent === 'deployments') return { ...plan, conditions: [...conditions, ...unseenVersions(state)] }
  return plan.intent === 'measure' ? grouped(state, of, { ...plan, conditions }) : { ...plan, conditions }
}

/** "When was 9.9.9 deployed?": a version that nothing carries is asked for all the same. */
function unseenVersions({ leftOut }: QuestionState): PlanCondition[] {
  const values = leftOut.filter((word) => /^v?\d+(?:\.\d+){1,3}$/.test(word))
  if (values.length === 0) return []
  leftOut.splice(0, leftOut.length, ...leftOut.filter((word) => !values.includes(word)))
  return [{ on: 'attribute', key: 'service.version', scope: 'resource', values }]
}

/** "Was 4.7.0 the reason?": which version was deployed is part of the answer. */
function isToldAnyway(plan: Plan, condition: PlanCondition): boolean {
  return plan.intent === 'cause' && plan.aspect === 'deployment' && isOfVersion(condition)
}

/** What broke, when and why is told for the whole system, whatever the question says of it. */
const OF_EVERYTHING: ReadonlySet<string> = new Set(['what', 'why', 'since', 'how_long', 'mechanism'])

function leaveOut(state: QuestionState, plan: Plan, condition: PlanCondition): void {
  const words = wordsOf(condition, state)
  if (state.leftOut.includes(words)) return
  state.leftOut.push(words)
  const isOfAll = plan.intent === 'timeline' || (plan.intent === 'cause' && OF_EVERYTHING.has(plan.aspect))
  if (isOfAll && condition.on !== 'service' && condition.on !== 'text') state.unrestricted.push(words)
}

/** Groups by the key that what is measured carries; a noun that it carries under no key is left out. */
function grouped(state: QuestionState, of: Of, plan: Extract<Plan, { intent: 'measure' }>): Plan {
  if (of !== 'logs' && of !== 'spans') return plan
  const { keys } = state.context.catalogue
  const groupBy = plan.groupBy.flatMap((group) => {
    const known = keys.filter(({ key, scope }) => key === group.field && scope === group.scope)
    if (group.scope === 'builtin' || known.length === 0 || known.some(({ signal }) => signal === of)) return [group]
    const last = partsOf(group.field).at(-1) ?? group.field
    const noun = /^(?:id|name|type|code)$/.test(last) ? (partsOf(group.field).at(-2) ?? last) : last
    const named = keysOf(noun, state.context.catalogue).filter(({ signal }) => signal === of)
    // "Card against sepa": grouped by the key whose values are compared.
    const own =
      named.find(({ key }) => plan.conditions.some((one) => one.on === 'attribute' && one.key === key)) ?? named[0]
    if (own !== undefined) return [{ field: own.key, scope: own.scope }]
    // Lines may state it without carrying it.
    if (of === 'logs') return [group]
    state.leftOut.push(noun)
    return []
  })
  return { ...plan, groupBy }
}

/** Logs and spans may have the same thing under two keys, `scheme` and `card.scheme`: that of what is asked for. */
function inSignal({ context }: QuestionState, of: Of, condition: PlanCondition): PlanCondition {
  if (condition.on !== 'attribute' || (of !== 'logs' && of !== 'spans')) return condition
  const isThere = context.catalogue.keys.some(
    ({ key, scope, signal }) => key === condition.key && scope === condition.scope && signal === of,
  )
  const parts = partsOf(condition.key)
  const own = isThere
    ? undefined
    : context.values.find(
        ({ key, signal, values }) =>
          signal === of &&
          partsOf(key).some((part) => parts.includes(part)) &&
          condition.values.every((value) => values.some((one) => one.value === value)),
      )
  return own === undefined ? condition : { ...condition, key: own.key, scope: own.scope }
}

function partsOf(key: string): string[] {
  return key.toLowerCase().split(/[._]/)
}

/** What the conditions of a plan are put to; null where they do not restrict what is said. */
function restrictedOf(plan: Plan): Of | null {
  switch (plan.intent) {
    case 'measure': {
      const { measure } = plan
      if (measure.of === 'metric') return 'metrics'
      if (measure.of === 'records' || ('among' in measure && measure.among !== undefined)) return 'logs'
      return 'signal' in measure && measure.signal === 'logs' ? 'logs' : 'spans'
    }
    case 'list':
      return plan.of === 'logs' ? 'logs' : 'spans'
    case 'patterns':
      return 'logs'
    case 'common':
    case 'calls':
      return 'spans'
    case 'anomaly':
      return plan.subject.of === 'metric' ? 'metrics' : 'spans'
    case 'cause':
    case 'state':
    case 'health':
    case 'timeline':
      return 'services'
    case 'versions':
    case 'deployments':
      return 'releases'
    case 'dependencies':
      return 'calls'
    case 'delivery':
      return 'senders'
    default:
      return null
  }
}

function appliedTo(of: Of, condition: PlanCondition, catalogue: Catalogue): PlanCondition | null {
  // Whose releases, who calls and who sends can be asked of services only; words of lines say how it was asked.
  if (of === 'releases' && isOfVersion(condition)) return condition
  // Whom a service calls may be told by the name of a store or a broker.
  if (
    (of === 'senders' || of === 'calls') &&
    condition.on === 'attribute' &&
    /^(?:db|messaging|peer)\./.test(condition.key)
  )
    return condition
  if (of === 'releases' || of === 'senders' || of === 'calls')
    return condition.on === 'attribute' || (of === 'senders' && condition.on === 'service' && condition.not === true)
      ? null
      : condition
  switch (condition.on) {
    case 'service':
      return of === 'services' && condition.not === true ? null : condition
    case 'attribute':
      return of === 'services' || !isCarried(of, condition, catalogue) ? null : condition
    case 'trace':
    case 'text':
      return of === 'logs' || of === 'spans' ? condition : null
    case 'templates':
      return of === 'logs' ? condition : null
    case 'operation':
      return of === 'logs' || of === 'metrics' ? null : condition
    case 'number':
      return isBoundIn(of, condition, catalogue) ? condition : null
    case 'status_code':
      return statusApplied(of, condition, catalogue)
    default:
      return condition
  }
}

function isOfVersion(condition: PlanCondition): boolean {
  return condition.on === 'attribute' && /version/i.test(condition.key) && condition.not !== true
}

/** Whether anything of the signal carries the key: of what does not, the number would be none. */
function isCarried(of: Of, { key, scope }: Extract<PlanCondition, { on: 'attribute' }>, { keys }: Catalogue): boolean {
  const own = keys.filter((known) => known.key === key && known.scope === scope)
  return own.length === 0 || of === 'metrics' || own.some(({ signal }) => signal === of)
}

/** Whether anything of the signal carries the number: requests have none that only lines state. */
function isBoundIn(of: Of, { key }: Extract<PlanCondition, { on: 'number' }>, { keys }: Catalogue): boolean {
  if (key === 'duration') return of === 'spans'
  const own = keys.filter((known) => known.key === key)
  return (of === 'spans' || of === 'logs') && (own.length === 0 || own.some(({ signal }) => signal === of))
}

/** Logs without a key for it may have the code in their text; of spans without one only failures are known. */
function statusApplied(
  of: Of,
  condition: Extract<PlanCondition, { on: 'status_code' }>,
  catalogue: Catalogue,
): PlanCondition | null {
  if (of !== 'logs' && of !== 'spans') return null
  if (statusKeys(catalogue, of).length > 0) return condition
  const isClass = condition.from !== condition.to
  if (of === 'spans') return isClass && condition.from === 500 ? { on: 'outcome', is: 'failed' } : null
  const isKnownElsewhere = statusKeys(catalogue, 'spans').length > 0
  const isSaidInLines = catalogue.templates.some(({ template }) => /HTTP\/|\bstatus(?:_?code)?[ =:"]/i.test(template))
  return isClass || isKnownElsewhere || !isSaidInLines || condition.not === true
    ? null
    : { on: 'text', text: String(condition.from), mode: 'all' }
}

/** Whether a word of the question names the key of a value: what nobody asked for is not said to be left out. */
function isKeySaid(key: string, words: QuestionState['words']): boolean {
  const last = partsOf(key)
    .filter((part) => !/^(?:id|name|type|code)$/.test(part))
    .at(-1)
  return words.some(({ text, lemma }) => text === key.toLowerCase() || text === last || lemma === last)
}

/** As the question may have said it. */
function wordsOf(condition: PlanCondition, { words, text }: QuestionState): string {
  switch (condition.on) {
    case 'text':
      return condition.text
    case 'templates':
      return condition.words
    case 'attribute':
      return [...(isKeySaid(condition.key, words) ? [condition.key] : []), condition.values.join(', ')].join(' ')
    case 'operation':
    case 'service':
      return condition.values.slice(0, 3).join(', ')
    case 'number':
      return `${condition.key} ${condition.op.startsWith('g') ? 'over' : 'under'} ${condition.value}`
    case 'status_code':
      return condition.from === condition.to
        ? `${/\b(?:status|code)\b/.test(text) ? 'status ' : ''}${condition.from}`
        : `status ${Math.floor(condition.from / 100)}xx`
    case 'trace':
      return condition.id
    default:
      return condition.is
  }
}
