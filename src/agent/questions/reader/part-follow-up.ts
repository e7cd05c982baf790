/** "How many of them are about refunds?": of the lines that were counted, those that say so. */
import type { KnownTemplate } from '../grounding/catalogue.ts'
import type { Plan, PlanCondition } from '../plan/plan.ts'
import { servicesOf } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { valueFor } from './known-values.ts'
import { withValuesInLines } from './line-words.ts'
import { countedOf } from './move-base.ts'
import type { Previous, QuestionState } from './state.ts'
import { templateCondition, templatesWith } from './texts.ts'

const ABOUT =
  /^(?:how many|what number)(?: of (?:them|those|these))? (?:(?:are|were|is|was) (?:about|because of|due to)|(?:say|said|mention|mentioned|complain about|complained about|talk about|tell of)) (?:the |an? |some |any )?([a-z][\w '-]{2,60})$/
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

/** The count of such a part, with what has to be said first; null for any other question. */
export function partAbout(
  text: string,
  { plan }: Previous,
  { context }: QuestionState,
): { plan: Plan; notes: readonly string[] } | null {
  const said = ABOUT.exec(text)?.[1]
  const base = said === undefined ? null : countedOf(plan)
  if (said === undefined || base === null || base.measure.of !== 'records') return null
  const words = said.split(/[ '-]+/).filter((word) => word.length > 2 && !/^(?:the|and|for|any|all)$/.test(word))
  const scoped = { ...context.catalogue, templates: ofConditions(context.catalogue.templates, base.conditions) }
  const saying = (asked: readonly string[]): PlanCondition | null =>
    asked.some((word) => !FUNCTION_WORDS.has(word))
      ? templateCondition(asked, templatesWith(asked, scoped, servicesOf(base)))
      : null
  const whole = saying(words)
  // "Sold out rooms" of lines that say "sold out": what the lines say of the noun.
  const fewer = words.slice(0, -1)
  const found = whole ?? (words.length > 2 ? saying(fewer) : null)
  if (found === null) return null
  const notes = whole === null ? [`I took "${words.join(' ')}" as the lines that say "${fewer.join(' ')}".`] : []
  const others = base.conditions.filter(({ on }) => on !== 'templates')
  return { plan: { ...base, conditions: [...others, found], groupBy: [], per: null, isYesNo: false }, notes }
}

const WITH_VALUE =
  /^(?:and |so |but |ok )*how many(?: of (?:them|those|these)(?: ones)?)(?: (?:were|was|are|is|came|come|went|go|had|have|happened))?(?: (?:at|in|from|for|on|of|by|with|to|via|through))?(?: (?:the|an?))? ([a-z0-9][\w.-]{1,40})\W*$/

/**
 * "How many of those at riverside?": of the lines that were counted, those that carry the value, also where lines of
 * another event say its name. Null where no line carries it.
 */
export function partWithValue(
  text: string,
  { plan }: Previous,
  state: QuestionState,
): { plan: Plan; notes: readonly string[] } | null {
  const said = WITH_VALUE.exec(text)?.[1]
  const base = said === undefined ? null : countedOf(plan)
  if (said === undefined || base === null || base.measure.of !== 'records') return null
  if (!base.conditions.some(({ on }) => on === 'templates') || base.groupBy.length > 0) return null
  const ofLines = state.context.catalogue.keys.filter(({ signal }) => signal === 'logs').map(({ key }) => key)
  const value = valueFor(state, said, new Set(ofLines))
  const isHeld = base.conditions.some((one) => one.on === 'attribute' && one.key === value?.key)
  if (value === null || isHeld || state.conditions.some(({ on }) => on === 'service')) return null
  const carried: PlanCondition = { on: 'attribute', key: value.key, scope: value.scope, values: [value.value] }
  const part: Plan = { ...base, conditions: [...base.conditions, carried], per: null, isYesNo: false }
  // Lines may state the value themselves.
  return { plan: withValuesInLines(part, state.context.catalogue), notes: [] }
}

/** The patterns of lines that conditions may take. */
function ofConditions(templates: readonly KnownTemplate[], conditions: readonly PlanCondition[]): KnownTemplate[] {
  return templates.filter(({ id, service, severity }) =>
    conditions.every((one) => {
      if ('not' in one && one.not === true) return true
      if (one.on === 'service') return one.values.includes(service)
      if (one.on === 'templates') return one.ids.includes(id)
      if (one.on !== 'severity') return true
      const own = LEVELS.findIndex((level) => severity.toLowerCase().startsWith(level.slice(0, 4)))
      const asked = LEVELS.indexOf(one.is)
      return own === asked || (one.orWorse && own > asked)
    }),
  )
}
