/** Requests of services that send no spans: their own log lines about requests tell how many there were. */
import { accessServices, accessServicesIn } from '../access/access-services.ts'
import { statusKeys } from '../execute/filters.ts'
import type { KnownTemplate } from '../grounding/catalogue.ts'
import type { Measure, PlanCondition } from '../plan/plan.ts'
import { asksForCodes, type Shape, takeCodeWords } from './shape.ts'
import { has, negated, type QuestionState } from './state.ts'
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
      because: `no spans come from ${names}, and no log line tells of such requests`,
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

/** What is asked of access lines, with its groups as these lines tell them. */
export interface AccessAsked {
  readonly measure: Measure
  readonly shape: Shape
}

/** What access lines tell something apart by, by the words for it. */
const GROUPS: readonly (readonly [RegExp, string])[] = [
  [
    /(?:^|[._])(?:status|code|status_?code|statuscode)$|status_?code|^(?:http )?(?:status(?: code)?|codes?|response)$/i,
    'status_code',
  ],
  [/(?:^|[._])(?:method|verb)$|request_?method/i, 'method'],
  [/(?:^|[._])(?:path|route|url|uri|endpoint|operation|page|target)$/i, 'operation'],
  [/(?:^|[._])(?:client|client_?ip|ip|address|remote_?addr|caller|source)$/i, 'client'],
  [/(?:^|[._])(?:user_?agent|agent|browser|original)$/i, 'user_agent'],
]
const METHODS = /^(?:post|put|patch|delete|head|options|get)s?$/

/**
 * Requests of a gateway or web server that sends access lines and no spans; null where the question is not of such
 * services alone. Words that these lines tell (methods, errors, what they are grouped by) are taken.
 */
export function accessAsked(state: QuestionState, measure: Measure, shape: Shape): AccessAsked | null {
  const { conditions, context } = state
  const { catalogue } = context
  const isOfLevel = conditions.some(({ on }) => on === 'severity')
  const services = servicesMeant(state, measure)
  if (services.length === 0) return null
  const lines = catalogue.templates.filter(({ service }) => services.includes(service))
  const isUnlevelled = lines.every(({ severity }) => severity === 'unspecified' || severity === 'info')
  const isOfRequests = measure.of === 'requests' || measure.of === 'duration' || measure.of === 'ratio'
  const isOfErrors = measure.of === 'records' && isOfLevel && isUnlevelled && !has(state, 'log_noun', 'warn_noun')
  const isOfCodes = measure.of === 'records' && asksForCodes(state)
  if ((!isOfRequests && !isOfErrors && !isOfCodes) || ('among' in measure && measure.among !== undefined)) return null
  const names = services.join(' and ')
  const isOfTime = conditions.some((condition) => condition.on === 'number' && condition.key === 'duration')
  if ((measure.of === 'duration' || isOfTime) && !lines.some(({ access }) => access === 'timed')) {
    state.askBack = {
      because: `${names} sends access lines that do not state how long a request took`,
      readings: [`how many requests of ${services[0] ?? ''}`, `requests of ${services[0] ?? ''} by status`],
    }
    return { measure, shape }
  }
  if (isOfErrors) asOutcome(conditions)
  takeMethods(state)
  takeWords(
    state,
    lines.flatMap(({ tokens }) => tokens),
  )
  state.notes.push(`${names} ${services.length === 1 ? 'sends' : 'send'} no spans, so I counted access lines.`)
  return { measure: isOfErrors || isOfCodes ? { of: 'requests' } : measure, shape: grouped(state, shape) }
}

/** The services named, or all with access lines where the project has no spans at all. */
function servicesMeant({ conditions, context }: QuestionState, measure: Measure): readonly string[] {
  const { catalogue } = context
  const named = accessServicesIn(conditions, catalogue)
  if (named.length > 0 || conditions.some(({ on }) => on === 'service')) return named
  const onRoute = conditions.find((condition) => condition.on === 'operation')
  const isOfSpans =
    onRoute?.on === 'operation' ? onRoute.values.some((name) => catalogue.operations.includes(name)) : true
  if (catalogue.records.spans > 0 && isOfSpans) return []
  const all = measure.of === 'records' ? [] : accessServices(catalogue)
  if (all.length > 0) conditions.push({ on: 'service', values: all })
  return all
}

/** Lines without levels: an error is a request that failed. */
function asOutcome(conditions: PlanCondition[]): void {
  const at = conditions.findIndex(({ on }) => on === 'severity')
  const severity = conditions[at]
  if (severity?.on !== 'severity') return
  const isTold = conditions.some(({ on }) => on === 'outcome' || on === 'status_code')
  conditions.splice(at, 1, ...(isTold ? [] : [{ on: 'outcome' as const, is: 'failed' as const }]))
}

/** "POSTs", "DELETE requests": a method without a path. */
function takeMethods(state: QuestionState): void {
  for (const word of state.words) {
    const isWritten = new RegExp(`\\b${RegExp.escape(word.text.replace(/s$/, ''))}(?:s|'s)?\\b`, 'i').exec(
      state.written,
    )?.[0]
    const isMethod = METHODS.test(word.text) && isWritten !== undefined && /^[A-Z]{3,7}/.test(isWritten)
    if (word.usedBy !== null || !isMethod) continue
    const isNot = negated(state, [word])
    word.usedBy = 'operation'
    const value = word.text.replace(/s$/, '').toUpperCase()
    state.conditions.push({ on: 'operation', values: [value], ...(isNot ? { not: true } : {}) })
  }
}

/** "Access lines", "traffic", "hits": words for the lines themselves restrict nothing. */
function takeWords({ words }: QuestionState, tokens: readonly string[]): void {
  for (const word of words)
    if (
      word.usedBy === null &&
      /^(?:access|http|https|hit|traffic)$/.test(word.lemma) &&
      !tokens.includes(`/${word.text}`)
    )
      word.usedBy = 'no condition'
}

/** Groups under the names that access lines have for them. */
function grouped(state: QuestionState, shape: Shape): Shape {
  const groupBy = shape.groupBy.map((group) => {
    const own = GROUPS.find(([name]) => name.test(group.field))?.[1]
    if (own === undefined || group.field === 'service') return group
    return own === 'operation' ? { field: own, scope: 'builtin' as const } : { field: own, scope: 'attribute' as const }
  })
  if (groupBy.length === 0 && asksForCodes(state)) {
    takeCodeWords(state)
    return { ...shape, groupBy: [{ field: 'status_code', scope: 'attribute' }] }
  }
  const { unknownGroup } = shape
  const own = unknownGroup === null ? undefined : GROUPS.find(([name]) => name.test(unknownGroup))?.[1]
  if (own === undefined) return { ...shape, groupBy }
  state.askBack = null
  for (const word of state.words) if (word.text === unknownGroup) word.usedBy ??= 'shape'
  const scope = own === 'operation' ? ('builtin' as const) : ('attribute' as const)
  return { ...shape, unknownGroup: null, groupBy: [...groupBy, { field: own, scope }] }
}
