/** Requests of services that send no spans: their own log lines about requests tell how many there were. */
import { statusKeys } from '../execute/filters.ts'
import type { KnownTemplate } from '../grounding/catalogue.ts'
import type { Measure } from '../plan/plan.ts'
import type { QuestionState } from './state.ts'
import { templateCondition } from './texts.ts'

/** A line of a request: access lines with method and path, or what middleware logs when a request has ended. */
const ACCESS =
  /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD)\b["\s]+\/|"(?:GET|POST|PUT|PATCH|DELETE|HEAD|<\*>) <\*> HTTP|\brequest (?:completed|errored|finished|handled|served|done)\b|\bhttp request\b/i
const METHOD_AND_STATUS = /\b(?:method|verb)["']?[=:].*\b(?:status|statusCode|status_code|code)["']?[=:]/i
const CODE_KEY = /["']?\b(statusCode|status_code|httpStatus|http_status|status)["']?[=:]/

/** Null where the question is not of requests of such services alone; otherwise the measure of their lines. */
export function untracedRequests(state: QuestionState, measure: Measure): Measure | null {
  const { conditions, context } = state
  if (measure.of !== 'requests' || context.catalogue.records.spans === 0) return null
  const services = conditions.flatMap((condition) =>
    condition.on === 'service' && condition.not !== true ? condition.values : [],
  )
  const known = context.catalogue.services.filter(({ name }) => services.includes(name))
  if (known.length === 0 || known.some(({ spans, logs }) => spans > 0 || logs === 0)) return null
  const lines = context.catalogue.templates.filter(
    ({ service, template }) => services.includes(service) && isOfRequest(template),
  )
  const condition = templateCondition([], lines)
  const names = services.join(' and ')
  if (condition?.on !== 'templates' || !withCodes(state, lines)) {
    state.askBack = {
      because: `${names} ${services.length === 1 ? 'sends' : 'send'} no spans, and no log line tells of such requests`,
      readings: [`how many log records of ${services[0] ?? ''}`, `errors of ${services[0] ?? ''}`, 'what broke?'],
    }
    return measure
  }
  conditions.push({ ...condition, words: 'requests' })
  const outcome = conditions.findIndex((one) => one.on === 'outcome')
  if (outcome >= 0) conditions.splice(outcome, 1, { on: 'severity', is: 'error', orWorse: true })
  state.notes.push(`${names} sends no spans, so I counted its log lines about requests.`)
  return { of: 'records' }
}

function isOfRequest(template: string): boolean {
  return ACCESS.test(template) || METHOD_AND_STATUS.test(template)
}

/** Puts a status code as these lines state it; false where they cannot tell it. */
function withCodes({ conditions, context }: QuestionState, lines: readonly KnownTemplate[]): boolean {
  if (statusKeys(context.catalogue, 'logs').length > 0) return true
  for (const condition of [...conditions]) {
    if (condition.on !== 'status_code') continue
    const key = lines.map(({ template }) => CODE_KEY.exec(template)?.[0]).find((found) => found !== undefined)
    if (key === undefined || condition.from !== condition.to) return false
    const not = condition.not === true ? { not: true } : {}
    const text = `${key.replace(/^["']/, '')}${condition.from}`
    conditions.splice(conditions.indexOf(condition), 1, { on: 'text', text, mode: 'substring', ...not })
  }
  return true
}
