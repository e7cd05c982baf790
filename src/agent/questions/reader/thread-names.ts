/**
 * What "its", "it" and "then" mean in a thread: the one service that the last answer was about, and its window. A whole
 * question that leans on them would be read without either, and so of everything.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { type PlanTime, servicesOf } from '../plan/plan.ts'
import type { Previous } from './state.ts'

const OWN =
  /\bits (?=(?:(?:own|total|failed|average|median|slowest|biggest|last|first|latest|current) )?(?:requests?|calls?|errors?|warnings?|failures?|latency|latencies|p\d{2,3}|error rate|failure rate|success rate|traffic|logs?|lines?|routes?|endpoints?|operations?|response times?|durations?|throughput|restarts?|versions?|callers?|dependencies|log lines?)\b)/i
/** What "its requests" reaches up to: the service is named behind it. */
const NOUN =
  /^(?:(?:own|total|failed|average|median|slowest|biggest|last|first|latest|current) )?(?:error rate|failure rate|success rate|response times?|log lines?|[a-z]\w*)/i
const DEPENDS =
  /\b(depends?|depend|rel(?:y|ies)) on it\b|\b(calls?|uses?|needs?|talks? to|hits?|calling|using) it\b|\b(upstream|downstream) (?:of|from) it\b/gi
const AT_IT = /\b(on|from|to|behind|for|by) it(?=[\s?.!]*$| (?:in|since|between|before|after|during|over|today|now)\b)/i

/** "What share of its requests is that": of what was counted. */
const IS_SHARE = /\b(?:share|percent(?:age)?|part|fraction)\b.{0,40}\b(?:that|those|it|these|them)\b/

type Known = Pick<Catalogue, 'services' | 'metrics'>

/** The question with the service and the window that its pronouns mean. */
export function inThread(question: string, previous: Previous, catalogue: Known): string {
  return (
    limitOfLast(question, previous, catalogue) ??
    inThreadTime(withNames(question, previous, catalogue.services), previous)
  )
}

/** The question with the service in the place of such words; as it was where it names one, or the thread none. */
function withNames(question: string, previous: Previous, services: Catalogue['services']): string {
  const service = serviceOf(previous)
  const lower = question.toLowerCase()
  const isNamed = services.some(({ name }) => lower.includes(name.toLowerCase()))
  if (service === null || isNamed || /["`\n]/.test(question) || IS_SHARE.test(lower)) return question
  const own = OWN.exec(question)
  if (own !== null) {
    const behind = question.slice(own.index + own[0].length)
    const noun = NOUN.exec(behind)?.[0] ?? ''
    return `${question.slice(0, own.index)}the ${noun} of ${service}${behind.slice(noun.length)}`
  }
  const depending = question.replace(DEPENDS, (said) => said.replace(/\bit$/i, service))
  return depending === question ? question.replace(AT_IT, `$1 ${service}`) : depending
}

function serviceOf({ plan, suspect }: Previous): string | null {
  if (plan.intent === 'health') return plan.service
  const [only, more] = servicesOf(plan)
  if (more !== undefined) return null
  const isOfTrouble = plan.intent === 'cause' || plan.intent === 'timeline' || plan.intent === 'state'
  return only ?? (isOfTrouble ? (suspect ?? null) : null)
}

const THEN =
  /^(.{3,100}?),? (?:then|at that time|in that time|in the same time|over the same time|in that window)([?.!\s]*)$/i
const HAS_TIME = /\b(?:last|since|until|before|after|between|ago|today|now|yesterday)\b|\d:\d\d/i

/** "P50 of web then": in the window of the last number, where one was asked for. */
function inThreadTime(question: string, { plan: { intent, time } }: Previous): string {
  const said = THEN.exec(question)?.[1]
  const isAsked =
    time.anchor === undefined && (time.basis === 'asked' || (time.basis === 'inherited' && time.phrase !== undefined))
  if (
    said === undefined ||
    intent !== 'measure' ||
    !isAsked ||
    HAS_TIME.test(said) ||
    !/\b(?:of|for|on|in) \S/.test(said)
  )
    return question
  return `${said} between ${clockOf(time.from)} and ${clockOf(time.to)}`
}

function clockOf(at: PlanTime['from']): string {
  return at.slice(11, 19)
}

const LIMIT =
  /^(?:(?:and|so|ok|but) )*(?:what(?:'s| is| are)? |whats )?(?:the |its |their )?(?:limit|capacity|ceiling|upper limit|quota|max(?:imum)? allowed)(?: (?:of|for|on) (?:it|that|them|those|this))?[\s?.!]*$/i
/** Asked in passing: what follows goes on from the metric itself. */
export function asksOfLimit(question: string): boolean {
  return LIMIT.test(question)
}

const IS_LIMIT = /^(?:limit|max|maximum|capacity|size|total|quota)$/

/** "What is the limit?" behind `file_descriptor.count`: the metric of the same name that ends in it; null where there is none. */
function limitOfLast(question: string, { plan }: Previous, { metrics }: Known): string | null {
  if (plan.intent !== 'measure' || plan.measure.of !== 'metric' || !LIMIT.test(question)) return null
  const parts = plan.measure.metric.split(/[._]/)
  const begin = parts.slice(0, -1).join(' ')
  const found = metrics.filter(({ name }) => {
    const own = name.split(/[._]/)
    return (
      (own.slice(0, -1).join(' ') === begin || own.slice(0, -1).join(' ') === parts.join(' ')) &&
      IS_LIMIT.test(own.at(-1) ?? '')
    )
  })
  const [only, more] = found.filter(({ name }) => plan.measure.of === 'metric' && name !== plan.measure.metric)
  if (only === undefined || more !== undefined) return null
  const services = servicesOf(plan)
  return services.length === 1 ? `last value of ${only.name} of ${services[0]}` : `last value of ${only.name}`
}
