/** Conditions and measure made to fit each other, and what cannot be left out. */

import { hasRequests } from '../access/access-services.ts'
import type { KnownKey } from '../grounding/catalogue.ts'
import type { Measure, PlanCondition } from '../plan/plan.ts'
import { servicesOf, without } from '../plan/plan.ts'
import type { Tag } from '../vocabulary/english.ts'
import { letteredAsKeys } from './lettered.ts'
import { nounOfRoutes, requestsTold } from './routes.ts'
import { has, phraseWords, type QuestionState, type TextHits } from './state.ts'
import { succeeded, templateCondition, templatesWith } from './texts.ts'
import { lemmaOf } from './words.ts'

/** "How many check-ins have failed": where no line says it, requests do. What nothing can tell is left out. */
export function withOutcome(state: QuestionState, measure: Measure): Measure {
  const { conditions, context } = state
  if (measure.of === 'duration' && !conditions.some(({ on }) => on === 'outcome')) {
    // "P95 of failed requests": of those that ended so.
    const said = /\b(fail|success)(?:ed|ing|ful) (?:requests?|calls?)\b/.exec(state.text)?.[1]
    if (said !== undefined && hasRequests(conditions, context.catalogue))
      conditions.push({ on: 'outcome', is: said === 'fail' ? 'failed' : 'succeeded' })
    else if (has(state, 'success_noun')) state.leftOut.push('successful')
    else if (has(state, 'failed_word', 'failure_noun')) state.leftOut.push('failed')
    return measure
  }
  if (measure.of !== 'records' && measure.of !== 'distinct' && measure.of !== 'number') return measure
  const isTold = conditions.some(({ on }) => on === 'outcome' || on === 'severity')
  if (isTold) return measure
  const open = (tag: Tag): boolean =>
    state.phrases.some(
      (phrase) => phrase.tag === tag && phraseWords(state, phrase).every(({ usedBy }) => usedBy === 'measure'),
    )
  const isFailed = open('failed_word') || open('failure_noun')
  if (!isFailed && !open('success_noun')) return measure
  const isOfLines = conditions.some(({ on }) => on === 'templates' || on === 'text')
  if (context.catalogue.records.spans > 0 && measure.of === 'records' && !isOfLines) {
    conditions.push({ on: 'outcome', is: isFailed ? 'failed' : 'succeeded' })
    return { of: 'requests' }
  }
  if (measure.of === 'distinct' && measure.signal === 'spans') {
    conditions.push({ on: 'outcome', is: isFailed ? 'failed' : 'succeeded' })
    return measure
  }
  if (measure.of === 'records' && asRequests(state, isFailed ? 'failed' : 'successful')) return { of: 'requests' }
  state.leftOut.push(isFailed ? 'failed' : 'successful')
  return measure
}

/** "How many claims failed" where lines tell of claims and none of them of a failure: requests on their route do. */
function asRequests({ conditions, context, quoted }: QuestionState, outcome: 'failed' | 'successful'): boolean {
  const lines = conditions.filter(({ on }) => on === 'templates' || on === 'text')
  const [said] = lines
  if (said?.on !== 'templates' || said.not === true || lines.length > 1 || quoted.length > 0) return false
  const told = requestsTold(`${outcome} ${said.words}`, context.catalogue.operations)
  if (told === null || told.outcome === null) return false
  conditions.splice(conditions.indexOf(said), 1, { on: 'operation', values: told.routes })
  conditions.push({ on: 'outcome', is: told.outcome })
  return true
}

/** Whether a measure is read from spans. */
export function isOfSpans({ of, ...rest }: Measure): boolean {
  if ('among' in rest && rest.among !== undefined) return false
  return (
    of === 'requests' ||
    of === 'ratio' ||
    of === 'duration' ||
    of === 'spans' ||
    ('signal' in rest && rest.signal === 'spans')
  )
}

/** Requests have no message: a sentence in quotes is one of log lines. */
export function textsOfLines({ conditions, leftOut }: QuestionState): void {
  for (const condition of conditions)
    if (condition.on === 'text' && (condition.not === true || /\s/.test(condition.text)))
      leftOut.push(`"${condition.text}", which only log lines can say`)
}

/** Conditions and measure made to fit each other; null where they cannot, which is then asked back. */
export function adjusted(state: QuestionState, measure: Measure, hits: TextHits | null): Measure | null {
  const { conditions, context } = state
  const drop = (...on: readonly PlanCondition['on'][]): void => {
    const kept = without(conditions, ...on)
    conditions.splice(0, conditions.length, ...kept)
  }
  if (measure.of === 'records' && isWithoutLevels(state)) {
    drop('severity')
    conditions.push({ on: 'outcome', is: 'failed' })
    state.notes.push('Its log records state no level, so I counted failed requests.')
    return adjusted(state, { of: 'requests' }, hits)
  }
  // "Client errors (4xx)": the code says which, and lines about them state no error.
  const isOfClients = conditions.some(
    (one) => one.on === 'status_code' && one.not !== true && one.from >= 400 && one.to < 500,
  )
  if (measure.of === 'records' && isOfClients && conditions.some(({ on }) => on === 'severity')) {
    drop('severity')
    if (context.catalogue.records.spans > 0) return adjusted(state, { of: 'requests' }, hits)
  }
  // "Error rate of 503s": which share of the requests they are. All of them failed.
  const isOfCode = measure.of === 'ratio' && measure.share === 'failed' && !RETURNED.test(state.text)
  if (isOfCode && measure.among === undefined && isOfFailures(conditions))
    return adjusted(state, { ...measure, share: 'matching' }, hits)
  if (isOfSpans(measure)) {
    letteredAsKeys(state)
    const isKept = measure.of === 'requests' || measure.of === 'spans' || measure.of === 'distinct'
    if (!isKept && measure.of !== 'duration') drop('outcome')
    const isOfErrors = conditions.some((one) => one.on === 'severity' && one.is !== 'warn' && one.not !== true)
    if (conditions.some(({ on }) => on === 'severity')) drop('severity')
    const isTold = conditions.some(({ on }) => on === 'outcome' || on === 'status_code')
    // "How many accounts hit the error": those whose requests failed.
    if (measure.of === 'distinct' && isOfErrors && !isTold) conditions.push({ on: 'outcome', is: 'failed' })
  }
  if (measure.of === 'records' && conditions.some(({ on }) => on === 'outcome')) {
    const said = conditions.find((condition) => condition.on === 'outcome')
    drop('outcome')
    state.leftOut.push(said?.on === 'outcome' ? said.is : 'failed')
  }
  const attributes = conditions.flatMap((condition) => (condition.on === 'attribute' ? [condition] : []))
  const signal = isOfSpans(measure) ? 'spans' : 'logs'
  for (const condition of attributes) {
    const { key, scope } = inSignal(state, condition, signal)
    const signals = context.catalogue.keys
      .filter((known) => known.key === key && known.scope === scope)
      .map((known) => known.signal)
    if (signals.length === 0 || signals.includes(signal) || measure.of === 'metric') continue
    if (measure.of === 'records' && signals.includes('spans')) {
      const [value = ''] = condition.values
      const isOfLines = has(state, 'log_noun', 'warn_noun', 'info_noun', 'debug_noun')
      const isSaid = (hits?.[value.toLowerCase()] ?? 0) > 0 || (isOfLines && SAYS_OR_HAS.test(state.text))
      if (condition.values.length === 1 && isSaid) {
        // Log records state it in their text only, or were asked for by what they say.
        const not = condition.not === true ? { not: true } : {}
        conditions.splice(conditions.indexOf(condition), 1, { on: 'text', text: value, mode: 'phrase', ...not })
        continue
      }
      if (isOfLines) {
        state.leftOut.push(`${key} ${condition.values.join(', ')}, which no log record carries`)
        continue
      }
      const said = conditions.find((condition) => condition.on === 'templates')
      const owner = said?.on === 'templates' ? ownersNamed(said.ids, attributes, context.catalogue) : []
      if (owner.length > 0) {
        // "Transcode jobs failed": the lines are those of transcode-worker, which the word names as well.
        drop('attribute')
        conditions.push({ on: 'service', values: owner })
        return measure
      }
      const isFailure = said?.on === 'templates' && /\b(?:fail\w*|error\w*)\b/.test(said.words)
      const told =
        said?.on === 'templates' && said.not !== true ? requestsTold(said.words, context.catalogue.operations) : null
      if (told !== null) {
        // "Payments over paywise": lines tell of payments, and requests on the route say over whom.
        drop('templates', 'severity')
        conditions.push({ on: 'operation', values: told.routes })
        if (told.outcome !== null) conditions.push({ on: 'outcome', is: told.outcome })
        state.notes.push(`Only requests carry ${key}, so I counted requests.`)
        return { of: 'requests' }
      }
      if (said?.on === 'templates' && !isFailure) {
        state.leftOut.push(said.words)
        return measure
      }
      if (isFailure) {
        drop('templates')
        conditions.push({ on: 'outcome', is: 'failed' })
      }
      // Only requests carry the attribute: errors of a tenant are its failed requests.
      const severity = conditions.find((condition) => condition.on === 'severity')
      drop('severity')
      if (severity?.on === 'severity' && (severity.is === 'error' || severity.is === 'fatal'))
        conditions.push({ on: 'outcome', is: 'failed' })
      state.notes.push(`Only requests carry ${key}, so I counted requests.`)
      return { of: 'requests' }
    }
    const isId = condition.values.every((value) => /\d{3}/.test(value))
    if (signal === 'spans' && isId) {
      // Requests may carry an id under any key.
      const texts = condition.values.map((text): PlanCondition => ({ on: 'text', text, mode: 'phrase' }))
      if (condition.not === true || texts.length > 1) state.leftOut.push(`${key} ${condition.values.join(', ')}`)
      else conditions.splice(conditions.indexOf(condition), 1, ...texts)
      continue
    }
    if (measure.of === 'requests' && signals.includes('logs') && conditions.some(({ on }) => on === 'outcome')) {
      state.leftOut.push(`${key} ${condition.values.join(', ')}, which only log records carry`)
      continue
    }
    if (measure.of === 'requests' && signals.includes('logs')) {
      drop('outcome')
      inLinesOf(state)
      state.notes.push(`Only log records carry ${key}, so I counted log records.`)
      return { of: 'records' }
    }
    state.leftOut.push(key)
  }
  return measure
}

/** "The error rate of those that returned 503" is of these alone. */
const RETURNED =
  /\b(?:that|which|those|ones|who) (?:had |have |were )?(?:returned|returning|gave|answered|ended|came back)\b/

/** Whether only requests with a code of a failure are meant. */
function isOfFailures(conditions: readonly PlanCondition[]): boolean {
  return conditions.some((one) => one.on === 'status_code' && one.not !== true && one.from >= 500)
}

/** Requests on routes that end in a noun, told by the lines that say it: lines have no route. */
function inLinesOf({ conditions, context }: QuestionState): void {
  const noun = nounOfRoutes(conditions)
  const saying = noun === null ? [] : templatesWith([lemmaOf(noun)], context.catalogue, [])
  const lines = noun === null ? null : templateCondition([noun], succeeded(saying))
  const at = conditions.findIndex(({ on }) => on === 'operation')
  if (lines !== null && at >= 0) conditions.splice(at, 1, lines)
}

const SAYS_OR_HAS = /\b(?:say|says|said|saying|mention\w*|contain\w*|lines? with|messages? with)\b/

/** "Errors of pay-desk", none of whose lines states a level while its requests have a status. */
function isWithoutLevels(state: QuestionState): boolean {
  const { conditions, context } = state
  const isOfErrors = conditions.some(
    (condition) => condition.on === 'severity' && condition.not !== true && condition.is === 'error',
  )
  const [service, more] = servicesOf(state)
  const isPlain = conditions.every(({ on }) => on === 'severity' || on === 'service')
  if (!isOfErrors || !isPlain || service === undefined || more !== undefined || has(state, 'log_noun')) return false
  const own = context.catalogue.templates.filter((template) => template.service === service)
  const isSending = context.catalogue.services.some(({ name, spans }) => name === service && spans > 0)
  return isSending && own.length > 0 && own.every(({ severity }) => !STATED_LEVEL.test(severity))
}

const STATED_LEVEL = /^(?:trace|debug|info|warn|error|fatal)$/

/** Log records and spans may have the same thing under two keys, `scheme` and `card.scheme`: that of the signal asked about. */
export function inSignal(
  { conditions, context }: QuestionState,
  condition: Extract<PlanCondition, { on: 'attribute' }>,
  signal: 'logs' | 'spans',
): Extract<PlanCondition, { on: 'attribute' }> {
  const isThere = context.catalogue.keys.some(
    (known) => known.key === condition.key && known.scope === condition.scope && known.signal === signal,
  )
  if (isThere) return condition
  const own = context.values.find(
    (known) =>
      known.signal === signal &&
      known.key.split(/[._]/).some((part) => condition.key.split(/[._]/).includes(part)) &&
      condition.values.every((value) => known.values.some((one) => one.value === value)),
  )
  const other = own ?? unreadKey(context, condition.key, signal)
  if (other === undefined) return condition
  const moved = { ...condition, key: other.key, scope: other.scope }
  conditions.splice(conditions.indexOf(condition), 1, moved)
  return moved
}

/** The only key of a signal that ends in the same word and whose values were not read: `payment.method` for `method`. */
function unreadKey(
  { catalogue, values }: QuestionState['context'],
  key: string,
  signal: 'logs' | 'spans',
): KnownKey | undefined {
  const last = (name: string): string => name.toLowerCase().split(/[._]/).at(-1) ?? ''
  if (TECHNICAL.test(key) || SAYS_NOTHING.test(last(key))) return undefined
  const fits = catalogue.keys.filter(
    (known) =>
      known.signal === signal &&
      last(known.key) === last(key) &&
      !TECHNICAL.test(known.key) &&
      values.every((one) => one.key !== known.key || one.signal !== signal),
  )
  return fits.length === 1 ? fits[0] : undefined
}

/** Keys of protocols and machines: none of them is what people call a thing of the business by. */
const TECHNICAL =
  /^(?:http|db|rpc|net|network|messaging|url|server|client|k8s|host|os|process|telemetry|code|thread|deployment|service|cloud|container|faas|exception|peer)[._]/
/** Ends of keys that do not say of what they are. */
const SAYS_NOTHING = /^(?:name|id|type|code|value|key|status|state|size|count|version|number|time|date)$/

/** Services of the lines found whose names have all the values that were asked for. */
function ownersNamed(
  ids: readonly string[],
  attributes: readonly Extract<PlanCondition, { on: 'attribute' }>[],
  { templates }: QuestionState['context']['catalogue'],
): string[] {
  const owners = [...new Set(templates.filter(({ id }) => ids.includes(id)).map(({ service }) => service))]
  const values = attributes.flatMap((condition) => condition.values.map((value) => value.toLowerCase()))
  return owners.filter((owner) => values.every((value) => owner.toLowerCase().includes(value)))
}
