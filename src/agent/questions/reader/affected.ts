/** Who was hit: people, customers, regions whose requests failed, or who could not do something. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan, PlanOf, PlanTime } from '../plan/plan.ts'
import { SEVERAL_PEOPLE } from '../vocabulary/people.ts'
import { ableRoutes } from './able-routes.ts'
import type { Scope } from './decision.ts'
import { type FieldChoice, spanField } from './fields.ts'
import { type QuestionState, useRest } from './state.ts'
import { lemmaOf } from './words.ts'

const UNABLE =
  /\b(?:how many|which|what) (?:different |distinct |of our )?[a-z-]{3,40} (?:could not|(?:are|were) (?:not able|unable) to|was (?:not able|unable) to|can ?not|failed to|did not manage to|struggled to|kept failing to|(?:had|have|has|having|saw) (?:trouble|problems?|difficult(?:y|ies)|issues)(?: in| with)?) ((?:[a-z-]+ ?){1,5}?)(?= (?:in|since|during|between|today|within|after|before|from|yesterday|because)\b|\W*$)/

const TROUBLED = /^(?:trouble|problems?|difficult(?:y|ies)|issues)$/

/** "How many users could not post messages?": those whose requests on the routes of that failed during the incident. */
export function peopleUnable(state: QuestionState, scope: Scope): Plan | null {
  const said = UNABLE.exec(state.text)?.[1]?.split(' ')
  if (said === undefined) return null
  const words = state.words.filter(({ usedBy, text }) => usedBy === null && said.includes(text))
  const { routes } = ableRoutes(words, [], state.context.catalogue)
  const conditions = routes.length === 0 ? [] : [{ on: 'operation' as const, values: [...routes] }]
  const plan = affected(state, { ...scope, conditions: [...scope.conditions, ...conditions] })
  if (plan === null) return null
  if (routes.length === 0) state.notes.push('This counts all failed requests, whatever their route.')
  for (const word of state.words) if (TROUBLED.test(word.text)) word.usedBy = 'condition'
  for (const negation of state.negations) negation.isUsed = true
  useRest(state)
  const isOpen = scope.time.basis === 'last_with_telemetry' && plan.time.anchor !== undefined
  return isOpen ? { ...plan, time: { ...plan.time, anchor: 'onset' } } : plan
}

/** Where no request tells people apart, the answer is about requests, and says so. */
export function ofPeople({ text, notes }: QuestionState, impact: Plan): Plan {
  const people = new RegExp(
    `\\b(?:how many|which|number of|share of|percentage of) (?:\\w+ )?(${SEVERAL_PEOPLE})\\b`,
  ).exec(text)?.[1]
  if (people !== undefined) notes.push(`Requests do not say which ${people} they are from, so this counts requests.`)
  return impact
}

const HIT_WORST =
  /^(?:so |and |but |ok |hey )*(?:(?:which|what|the|our) )*([a-z][a-z-]{2,30}) (?:(?:is|are|was|were|got|that) )*(?:(?:hit|affected|hurt|impacted|harmed|struck) (?:the )?(?:worst|hardest|most|worse)|suffer(?:s|ed|ing)? (?:the )?(?:most|worst))\b/

/** "Warehouse hit worst by the leader thing": whose requests failed most during the incident. */
export function hitWorst(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const noun = HIT_WORST.exec(state.text)?.[1]
  const { catalogue } = state.context
  const field = noun === undefined ? null : (spanField(noun, catalogue) ?? namesOf(noun, catalogue))
  if (field === null || field.scope === 'builtin' || /^service(?:\.name)?$/.test(field.field)) return null
  for (const word of state.words) if (word.usedBy !== 'time') word.usedBy = 'condition'
  const services = conditions.filter(({ on }) => on === 'service')
  return failedBy({ field: field.field, scope: field.scope }, services, time)
}

/** "Which advisers" of `adviser.firm`: the one key of requests that names those who are called so. */
function namesOf(noun: string, { keys }: Catalogue): FieldChoice | null {
  const found = keys.filter(({ key, signal, scope }) => {
    const [first = '', last = '', more] = key.toLowerCase().split(/[._-]/)
    const isName = /^(?:id|name|firm|company|org|organi[sz]ation|office|agency|login|email|account)$/.test(last)
    return signal === 'spans' && scope === 'attribute' && more === undefined && first === lemmaOf(noun) && isName
  })
  const [only, second] = found
  return only === undefined || second !== undefined ? null : { field: only.key, scope: only.scope, signals: ['spans'] }
}

const HURT =
  '(?:suffer(?:s|ed|ing)?|hit|affected|hurt|harmed|impacted|disturbed|infected|(?:dragged|pulled|brought|taken) down|broken|failing|failed|struggl(?:ed|ing)|(?:had|have|having) (?:trouble|problems?|issues|errors))'
const BY_WHAT = '(?:by|from|because of|due to|thanks to|through|under|when|while|as a result of|in the wake of)'
const SERVICES_HIT = new RegExp(
  `^(?:so |and |but |ok |hey |please )*(?:(?:list|show|show me|name|give me|which|what|all) )*(?:(?:the|of|our|all|other) )*(?:micro-?services|services|systems|components)(?: (?:else|that|which|are|were|was|is|got|have|has|been|also))* ${HURT}(?: (?:too|also|as well|badly|most))? ${BY_WHAT} (.{2,80})$`,
)
/** What hits services and is no trouble of a service: a status, a kind of error. */
const OF_KIND = /\d|\b(?:errors?|timeouts?|exceptions?|limits?|warnings?|rejections?|refusals?|retries)\b/

/** "Services hit by the pipe-registry failure": the chain that the investigation finds, and no requests of that service. */
export function servicesHit({ text, words, named }: QuestionState, { time }: Scope): Plan | null {
  const what = SERVICES_HIT.exec(text)?.[1]
  if (what === undefined || (named.length === 0 && OF_KIND.test(what))) return null
  for (const word of words) word.usedBy ??= 'intent'
  return { intent: 'cause', aspect: 'impact', conditions: [], time }
}

/** "How many users are affected?": those whose requests failed during the incident; null where requests do not name them. */
export function affected(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const many = state.words.findIndex(({ text }) => text === 'many' || text === 'which' || text === 'different')
  const noun = many < 0 ? undefined : state.words[many + 1]
  const field = noun === undefined ? null : spanField(noun.text, state.context.catalogue)
  if (noun === undefined || field === null || field.scope === 'builtin' || isKindOf(field.field, noun.lemma))
    return null
  const isWhich = state.words[many]?.text === 'which'
  // A key that only lines carry tells whose lines are errors.
  if (!field.signals.includes('spans')) {
    const isService = field.field === 'service' || field.field === 'service.name'
    if (!isWhich || isService || !field.signals.includes('logs')) return null
    noun.usedBy = 'measure'
    return plainMeasure({
      measure: { of: 'records' },
      conditions: [...conditions, { on: 'severity', is: 'error', orWorse: true }],
      time: { ...time, anchor: 'incident' },
      groupBy: [{ field: field.field, scope: field.scope }],
      limit: 20,
    })
  }
  noun.usedBy = 'measure'
  if (isWhich) return failedBy({ field: field.field, scope: field.scope }, conditions, time)
  return plainMeasure({
    measure: { of: 'distinct', what: noun.lemma, signal: 'spans', key: field.field, scope: field.scope },
    conditions: [...conditions, { on: 'outcome', is: 'failed' }],
    time: { ...time, anchor: 'incident' },
  })
}

/** What failed during the incident, told apart by a key of requests. */
export function failedBy(
  group: PlanOf<'measure'>['groupBy'][number],
  conditions: Plan['conditions'],
  time: PlanTime,
): PlanOf<'measure'> {
  return plainMeasure({
    measure: { of: 'requests' },
    conditions: [...conditions, { on: 'outcome', is: 'failed' }],
    time: { ...time, anchor: 'incident' },
    groupBy: [group],
    limit: 20,
  })
}

/** "How many claims could not be stored" where `claim.type` is all there is of claims: that is no number of them. */
function isKindOf(key: string, noun: string): boolean {
  const [last = '', before] = key.toLowerCase().split(/[._-]/).reverse()
  return before === noun && /^(?:type|kind|class|category|status|state|method)$/.test(last)
}
