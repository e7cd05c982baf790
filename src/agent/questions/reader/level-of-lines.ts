/**
 * "Nozzle heater errors?" of lines that say "nozzle heater error" and are sent as warnings: what is called an error need
 * not be logged as one. Where no line that says the words can have the level, the level goes; the answer says so, unless
 * the lines use the word themselves.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan, PlanCondition } from '../plan/plan.ts'
import type { Reading } from '../reading.ts'
import { lemmaOf } from './words.ts'

type Severity = Extract<PlanCondition, { on: 'severity' }>

const RANKS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
/** The level itself is asked for. */
const ASKS_LEVEL =
  /\b(?:log(?:ged|s)?|level|severity|lines?|entries|records?)\b|\b(?:error|warn(?:ing)?)[ -](?:level|log|line)|\bas (?:an? )?(?:errors?|warnings?)\b/i
/** Only a noun, which may be of the lines: "card errors", "nozzle heater failures". */
const NOUN = /\b(?:errors?|failures?|warnings?|problems?|refusals?|issues?)\b/i

/** The reading, without a level that none of its lines has. */
export function withLevelOfLines(reading: Reading, question: string, catalogue: Catalogue): Reading {
  const [plan, more] = reading.plans
  if (plan === undefined || more !== undefined || ASKS_LEVEL.test(question)) return reading
  const level = levelOf(plan)
  if (level === null || (reading.relation === 'new' && !NOUN.test(question))) return reading
  const said = linesOf(plan, catalogue)
  const isBelow = said.length > 0 && said.every(({ severity }) => rankOf(severity) < rankOf(level.is))
  if (!isBelow) return reading
  const conditions = plan.conditions.filter((one) => one !== level)
  const isSaid = said.every(({ tokens }) => tokens.some((token) => lemmaOf(token.toLowerCase()) === level.is))
  const levels = [...new Set(said.map(({ severity }) => namedAs(severity)))].join(' and ')
  const note = `These lines are sent as ${levels}, not as ${namedAs(level.is)}.`
  return { ...reading, plans: [{ ...plan, conditions }], notes: isSaid ? reading.notes : [...reading.notes, note] }
}

function levelOf(plan: Plan): Severity | null {
  if (plan.intent !== 'measure' && plan.intent !== 'list' && plan.intent !== 'patterns') return null
  if (plan.intent === 'measure' && plan.measure.of !== 'records' && plan.measure.of !== 'distinct') return null
  const [level, more] = plan.conditions.filter((one): one is Severity => one.on === 'severity')
  return level === undefined || more !== undefined || level.not === true || rankOf(level.is) < rankOf('warn')
    ? null
    : level
}

/** The patterns that every condition on words takes. */
function linesOf(plan: Plan, { templates }: Catalogue): Catalogue['templates'] {
  const said = plan.conditions.filter((one) => one.on === 'templates')
  if (said.length === 0 || said.some((one) => one.not === true)) return []
  return templates.filter(({ id }) => said.every((one) => one.ids.includes(id)))
}

const rankOf = (severity: string): number => RANKS.findIndex((one) => severity.toLowerCase().startsWith(one))

function namedAs(severity: string): string {
  const [name = ''] = RANKS.filter((one) => severity.toLowerCase().startsWith(one))
  return name === 'warn'
    ? 'warnings'
    : name === 'error'
      ? 'errors'
      : name === 'fatal'
        ? 'fatal errors'
        : `${name} lines`
}
