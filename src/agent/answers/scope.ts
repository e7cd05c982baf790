/** Writes what a plan is about: "failed requests of `checkout` with status 502". */
import { code } from '../embedded/markdown.ts'
import { isNegated, type Measure, type Plan, type PlanCondition, type PlanOf } from '../questions/plan/plan.ts'
import { clock, span } from './format.ts'

const LEVELS = {
  trace: 'trace',
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
  fatal: 'fatal',
} as const

/** The counted thing in the plural, with the conditions that are part of its name. */
export function nounOf(measure: Measure, conditions: readonly PlanCondition[]): string {
  const outcome = conditions.find((condition) => condition.on === 'outcome')
  const severity = conditions.find((condition) => condition.on === 'severity' && condition.not !== true)
  switch (measure.of) {
    case 'requests':
      return outcome?.on === 'outcome' ? `${outcome.is === 'failed' ? 'failed' : 'successful'} requests` : 'requests'
    case 'spans':
      return 'spans'
    case 'distinct':
      return `distinct ${measure.what.endsWith('s') || measure.what === 'people' ? measure.what : `${measure.what}s`}`
    default:
      return severity?.on === 'severity' ? severityNoun(severity.is, severity.orWorse) : 'log records'
  }
}

function severityNoun(is: keyof typeof LEVELS, orWorse: boolean): string {
  if (is === 'error' && orWorse) return 'errors'
  if (is === 'warn' && !orWorse) return 'warnings'
  if (is === 'warn') return 'warnings and errors'
  if (is === 'fatal') return 'fatal errors'
  return `${LEVELS[is]} records${orWorse ? ' or worse' : ''}`
}

/** The other conditions, each as it was understood. */
export function conditionsOf(
  conditions: readonly PlanCondition[],
  besides: readonly PlanCondition['on'][] = ['outcome', 'severity'],
): string {
  const told = conditions.filter((condition) => !besides.includes(condition.on) || isNegated(condition))
  const first = told.find(isStatus)
  return told
    .filter((condition) => condition === first || !isStatus(condition))
    .map((condition) => (condition === first ? statusWords(told.filter(isStatus)) : wordsFor(condition)))
    .filter((words) => words !== '')
    .join(' ')
}

type StatusCondition = PlanCondition & { readonly on: 'status_code' }

function isStatus(condition: PlanCondition): condition is StatusCondition {
  return condition.on === 'status_code' && condition.not !== true
}

/** Several of them are alternatives. */
function statusWords(conditions: readonly StatusCondition[]): string {
  const codes = conditions.map(({ from, to }) => (from === to ? String(from) : classesOf(from, to)))
  return `with status ${codes.join(' or ')}`
}

function classesOf(from: number, to: number): string {
  const first = Math.floor(from / 100)
  const last = Math.floor(to / 100)
  return last === first + 1 ? `${first}xx or ${last}xx` : `${first}xx`
}

function wordsFor(condition: PlanCondition): string {
  switch (condition.on) {
    case 'service':
      return `${condition.not === true ? 'except' : 'of'} ${condition.values.map((name) => code(name, 80)).join(', ')}`
    case 'operation':
      return `${condition.not === true ? 'not on' : 'on'} ${condition.values
        .slice(0, 3)
        .map((name) => code(name, 80))
        .join(', ')}${condition.values.length > 3 ? ' \u2026' : ''}`
    case 'status_code':
      return statusWords([condition]).replace(/^with/, condition.not === true ? 'without' : 'with')
    case 'outcome':
      return condition.is === 'failed' ? 'that failed' : 'that succeeded'
    case 'severity':
      return `${condition.not === true ? 'not ' : ''}of severity ${condition.is}${condition.orWorse ? ' or worse' : ''}`
    case 'attribute':
      return `${condition.not === true ? 'without' : 'with'} ${code(condition.key, 80)} ${condition.values.map((value) => code(value, 80)).join(' or ')}`
    case 'number':
      return boundWords(condition)
    case 'text':
      return `${condition.not === true ? 'without' : 'with'} the ${condition.mode === 'phrase' || condition.mode === 'substring' ? 'text' : 'words'} ${code(condition.text, 120)}`
    case 'templates':
      return `that ${condition.not === true ? 'do not say' : 'say'} ${code(condition.words, 80)}`
    case 'trace':
      return `of trace ${code(condition.id)}`
  }
}

const BOUNDS = { gt: 'over', gte: 'of at least', lt: 'under', lte: 'of at most' } as const

function boundWords({ key, op, value, isInBody }: Extract<PlanCondition, { on: 'number' }>): string {
  const isTime = key === 'duration'
  const name = isTime ? 'a duration' : code(key, 60)
  return `${isInBody === true ? 'that state' : 'with'} ${name} ${BOUNDS[op]} ${value}${isTime ? ' ms' : ''}`
}

/** Why this window was chosen. Said if the question did not name one. */
export function basisNote(plan: Plan, askedAtMs: number, lastRecord: string | null): string {
  const ageMs = lastRecord === null ? 0 : askedAtMs - Date.parse(lastRecord)
  // How things are is told of the last minutes, which the answer names.
  if (plan.intent === 'state' || plan.intent === 'leadup') return ''
  if (plan.time.basis === 'now')
    return ageMs > 600_000 && lastRecord !== null
      ? `Nothing has arrived since ${clock(lastRecord, askedAtMs)}, ${span(ageMs)} ago: these are the last minutes that have telemetry.`
      : ''
  if (plan.time.basis !== 'last_with_telemetry') return ''
  // What is deployed or restarted is looked for in a whole day.
  if (plan.intent === 'deployments' || plan.intent === 'versions' || plan.intent === 'life')
    return 'You named no time, so this is the last day with telemetry.'
  const lengthMs = Date.parse(plan.time.to) - Date.parse(plan.time.from)
  if ((plan.intent === 'list' || plan.intent === 'measure') && lengthMs > 3_660_000)
    return 'You named no time, so this is all telemetry of the last day.'
  return ageMs > 600_000
    ? 'You named no time, so this is the last hour that has telemetry.'
    : 'You named no time, so this is the last hour with telemetry.'
}

/** What a measure counts, in the plural. */
export function subject({ measure, conditions }: PlanOf<'measure'>): string {
  return nounOf(measure, conditions)
}

/** The conditions of a measure that are no part of its subject, with a space before them. */
export function scope({ conditions, measure }: PlanOf<'measure'>): string {
  const words = conditionsOf(
    conditions,
    measure.of === 'requests' || measure.of === 'records' ? ['outcome', 'severity'] : ['severity'],
  )
  return words === '' ? '' : ` ${words}`
}
