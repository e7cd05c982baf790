/**
 * What "its", "it" and "then" mean in a thread: the one service that the last answer was about, and its window. A whole
 * question that leans on them would be read without either, and so of everything.
 */
import { type Catalogue, CLASS_VALUES_MAX } from '../grounding/catalogue.ts'
import { type Plan, type PlanTime, servicesOf } from '../plan/plan.ts'
import { WHOM } from '../vocabulary/whom.ts'
import { keysOf } from './fields.ts'
import { metricBeside } from './metric-beside.ts'
import { serviceOf } from './service-of-thread.ts'
import type { Previous } from './state.ts'

const OWN =
  /\bits (?=(?:(?:own|total|failed|average|median|slowest|biggest|last|first|latest|current) )?(?:requests?|calls?|errors?|warnings?|failures?|latency|latencies|p\d{2,3}|error rate|failure rate|success rate|traffic|logs?|lines?|routes?|endpoints?|operations?|response times?|durations?|throughput|restarts?|versions?|callers?|dependencies|log lines?)\b)/i
/** What "its requests" reaches up to: the service is named behind it. */
const NOUN =
  /^(?:(?:own|total|failed|average|median|slowest|biggest|last|first|latest|current) )?(?:error rate|failure rate|success rate|response times?|log lines?|[a-z]\w*)/i
const IT_DID =
  /\bdid it (?=(?:write|log|send|sent|wrote|logged|get|receive|handle|serve|answer|make|process|emit|produce)\b)/i
const DEPENDS =
  /\b(depends?|depend|rel(?:y|ies)) on it\b|\b(calls?|uses?|needs?|talks? to|hits?|calling|using) it\b|\b(upstream|downstream) (?:of|from) it\b/gi
const AT_IT =
  /\b(on|from|to|behind|for|by|of|in) (?:it|that service|this service|the same service)(?=[\s?.!]*$| (?:in|since|between|before|after|during|over|today|now)\b)/i

/** "What share of its requests is that": of what was counted. */
const IS_SHARE = /\b(?:share|percent(?:age)?|part|fraction)\b.{0,40}\b(?:that|those|it|these|them)\b/

/** "And 404, how many?" behind others that were counted. */
const COUNT_BEHIND = /^((?:and|but|what about|how about) [^,\n]{1,40}), how many[\s?.!]*$/i

/** "And in the half hour before": before the last window, and not the last window some time earlier. */
const WINDOW_BESIDE =
  /(\b(?:half (?:an )?hour|quarter (?:of an )?hour|hour|\d{1,3} ?(?:min(?:ute)?s?|hours?|h|m)) (?:before|after))[\s?.!]{0,5}$/i
/** "Any for postvan?" */
const ANY_FOR = /^(?:and |so )?(?:any|anything|some|those|the ones) (?=(?:for|from|of|at|in|by|on|with) \S)/i

type Known = Pick<Catalogue, 'services' | 'metrics' | 'templates' | 'keys' | 'values'>

/** The question with the service and the window that its pronouns mean. */
export function inThread(question: string, previous: Previous, catalogue: Known): string {
  const short = question.replace(COUNT_BEHIND, '$1').replace(WINDOW_BESIDE, '$1 that').replace(ANY_FOR, '')
  if (short !== question && previous.plan.intent === 'measure') return short
  return (
    limitOfLast(question, previous, catalogue) ??
    metricBeside(question, previous, catalogue) ??
    versionOfLast(question, previous, catalogue) ??
    worstHit(question, previous, catalogue) ??
    alsoHit(question, previous) ??
    valueHit(question, previous, catalogue) ??
    ofServiceAsked(question, previous, catalogue) ??
    madeSlower(question, previous, catalogue) ??
    whenReleased(question, previous, catalogue) ??
    sinceRelease(question, previous, catalogue) ??
    afterRelease(question, previous) ??
    besideRelease(question, previous, catalogue) ??
    whatThen(question, previous) ??
    howManyFailed(question, previous) ??
    inThreadTime(withNames(question, previous, catalogue), previous)
  )
}

/** The question with the service in the place of such words; as it was where it names one, or the thread none. */
function withNames(question: string, previous: Previous, catalogue: Known): string {
  const { services } = catalogue
  const service = serviceOf(previous, catalogue)
  const lower = question.toLowerCase()
  const isNamed = services.some(({ name }) => lower.includes(name.toLowerCase()))
  const isOfShown = previous.trace !== undefined && /\btraces?\b/.test(lower)
  if (service === null || isNamed || isOfShown || /["`\n]/.test(question) || IS_SHARE.test(lower)) return question
  const own = OWN.exec(question)
  if (own !== null) {
    const behind = question.slice(own.index + own[0].length)
    const noun = NOUN.exec(behind)?.[0] ?? ''
    return `${question.slice(0, own.index)}the ${noun} of ${service}${behind.slice(noun.length)}`
  }
  const doing = question.replace(IT_DID, `did ${service} `)
  if (doing !== question) return doing
  const depending = question.replace(DEPENDS, (said) => said.replace(/\bit$/i, service))
  return depending === question ? question.replace(AT_IT, `$1 ${service}`) : depending
}

const SINCE_IT =
  /^(?=.{3,70}$)((?:is|are|was|were|did|do|does|has|have|any|more|less|fewer|errors?|failures?|how many|how)\b.{0,60}? since(?: it)?|.{3,50}? since (?:then|that|this|that one|the (?:change|update)))[\s?.!]*$/i

const SINCE_END = / since(?: (?:then|that|it|this|that one|the (?:change|update)))?$/i

function isOfRelease(plan: Plan): boolean {
  return (plan.intent === 'deployments' && plan.isRestart !== true) || plan.intent === 'versions'
}

/** "More errors since then?" behind a release: since that. */
function sinceRelease(question: string, previous: Previous, catalogue: Known): string | null {
  const { plan } = previous
  const said = isOfRelease(plan) ? SINCE_IT.exec(question.trim())?.[1] : undefined
  if (said === undefined) return null
  const service = serviceOf(previous, catalogue)
  return `${said.replace(SINCE_END, '')} since the release${service === null ? '' : ` of ${service}`}`
}

const WHEN_ONE =
  /^(?:(?:and|so|ok|but)[ ,]+)*when (?:was|were|did|is) (?:the )?(\S{2,60}?)(?: one| release| rollout)?(?: (?:come out|go out|happen|done|released|rolled out))?[\s?.!]*$/i

/** "When was the billing one?" behind releases. */
function whenReleased(question: string, { plan }: Previous, { services }: Known): string | null {
  const said = isOfRelease(plan) ? WHEN_ONE.exec(question.trim())?.[1]?.toLowerCase() : undefined
  const service = services.find(({ name }) => name.toLowerCase() === said)
  return service === undefined ? null : `when was ${service.name} released`
}

const MADE_SLOWER =
  /^(?:(?:and|so|ok|but)[ ,]+)*did (?:it|that|this|that one|the (?:release|rollout|deploy(?:ment)?|update)) (?:make|slow down) (?:the |our |its )?(.{3,50}?)(?: (slower|faster|worse|any slower|any faster))?[\s?.!]*$/i

/** "Did it make searches slower?" behind a release: these before and after it. */
function madeSlower(question: string, previous: Previous, catalogue: Known): string | null {
  const thing = isOfRelease(previous.plan) ? MADE_SLOWER.exec(question.trim())?.[1] : undefined
  const service = thing === undefined ? null : serviceOf({ ...previous, suspect: undefined }, catalogue)
  if (thing === undefined || /^(?:it|that|this|things?|anything|everything)$/i.test(thing)) return null
  return `p95 latency of ${thing} before and after the release${service === null ? '' : ` of ${service}`}`
}

const HOW_LONG = /\bhow long\b/i
const IT = /\b(?:it|(?:that|this|the same) (?:one|service|component|app))\b|\bthere(?=[\s?.!]*$)/i

/**
 * "Did it restart?", where nothing else was read: with the service that the last answer was about in the place of "it".
 * Null where the question names another, or the thread none.
 */
export function withService(question: string, previous: Previous, catalogue: Known): string | null {
  if (!/^(?:health|deployments|versions|delivery|cause|dependencies)$/.test(previous.plan.intent)) return null
  const service = HOW_LONG.test(question) ? null : serviceOf(previous, catalogue)
  const lower = question.toLowerCase()
  const isNamed = catalogue.services.some(({ name }) => lower.includes(name.toLowerCase()))
  if (service === null || isNamed || !IT.test(question) || /["`\n]/.test(question)) return null
  return question.replace(IT, (said) => (/^there$/i.test(said) ? `at ${service}` : service))
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

const VERSION =
  /^(?:(?:and|so|ok|but) )*(?:which|what) versions?(?: (?:is|was|were|does|did|do|runs?|ran))?(?: (?:it|that|this))?(?: (?:running|run|on|using|used|deployed|live|there|before|now|at the moment|currently|previously|earlier|in use|that|it))*[\s?.!]*$/i

/** "Which version is running now?" behind one service: of that one. */
function versionOfLast(question: string, previous: Previous, catalogue: Known): string | null {
  const service = VERSION.test(question) ? serviceOf(previous, catalogue) : null
  const isOfTrouble = previous.plan.intent === 'cause' && servicesOf(previous.plan).length === 0
  return service === null || isOfTrouble ? null : `which version does ${service} run`
}

const WORST_HIT =
  /^(?:(?:and|so|ok|but) )*who(?: is| was|'s|s)? (?:being )?(?:hit|affected|hurt|suffers?|suffering|impacted) (?:the )?(?:worst|most|hardest|badly)[\s?.!]*$/i
/** "Who is hit the worst?" behind trouble: the customers whose requests fail most. */
function worstHit(question: string, { plan }: Previous, catalogue: Known): string | null {
  const isOfTrouble = plan.intent === 'cause' || plan.intent === 'state' || plan.intent === 'timeline'
  if (!isOfTrouble || !WORST_HIT.test(question)) return null
  const noun = WHOM.find((name) => keysOf(name, catalogue).some(({ signal }) => signal === 'spans'))
  return noun === undefined ? null : `which ${noun} is hit most`
}

const ABOUT_VALUE =
  /^(?:(?:and|so|ok|but|what about|how about|also)[ ,]+)+(?:(?:for|on|in|at|with|via|by|of) )?(?:the )?([a-z0-9][\w.-]{1,30}(?: [a-z0-9][\w.-]{1,30})?)(?: (?:customers?|users?|people|clients?|ones|payments?|too|as well|then))?[\s?.!]*$/i

/** "And google?" behind a cause: whether that value of requests is hit as well, by its name or the beginning of it. */
function valueHit(question: string, { plan }: Previous, { values, services }: Known): string | null {
  const said = plan.intent === 'cause' ? ABOUT_VALUE.exec(question.trim())?.[1]?.toLowerCase() : undefined
  if (said === undefined || services.some(({ name }) => partsOfName(name).includes(said.split(' ')[0] ?? '')))
    return null
  const words = partsOfName(said)
  const found = values
    .filter((known) => known.scope === 'attribute' && known.values.length <= CLASS_VALUES_MAX)
    .flatMap((known) => known.values.map(({ value }) => value))
    .filter((value) => words.every((word, at) => partsOfName(value)[at] === word))
  const [only, more] = new Set(found)
  return only === undefined || more !== undefined ? null : `is ${only} affected`
}

function partsOfName(name: string): string[] {
  return name.toLowerCase().split(/[-_. ]+/)
}

const ALSO_HIT =
  /^(?:(?:and|so|ok|but) )*(?:(?:who|what|which services?) else|which other services?|(?:what|which) others?) (?:also )?(?:suffer(?:s|ed)?|(?:was|is|were|are|got) (?:hit|affected|drawn in|dragged down|impacted|hurt)|broke|felt it)(?: (?:too|as well))?(?: (?:from|by|because of) (?:it|that|this))?[\s?.!]*$/i

/** "Who else suffered from it?" behind trouble: the services that it reached. */
function alsoHit(question: string, { plan }: Previous): string | null {
  const isOfTrouble = plan.intent === 'cause' || plan.intent === 'state' || plan.intent === 'timeline'
  return isOfTrouble && ALSO_HIT.test(question) ? 'which services were affected' : null
}

const IS_BACK =
  /^(?:(?:and|so|ok|but|now)[ ,]+)*is (?:it|that|that one) (?:still (?:happening|down|gone|going on|failing|silent)|back(?: up)?|up(?: again)?|running|alive|ok|okay|healthy|working)(?: (?:now|again|yet|by now))*[\s?.!]*$/i
const WHY =
  /^(?:(?:and|so|ok|but) )*(?:why|why(?: is| was)? (?:that|it|this)|any idea why|what is the reason)[\s?.!]*$/i

const WHY_STOPPED =
  /^(?:(?:and|so|ok|but|then)[ ,]+)*(?:why|how come) (?:did|was|has|had) (?:it|that|that one|they) (?:been )?(?:restart(?:ed)?|reboot(?:ed)?|stop(?:ped)?|killed|evicted|die|died|crash(?:ed)?|go down|gone down|terminated)[\s?.!]*$/i

/** "Is it back?", "why?" behind how one service is, or its restart: of that service, and not of the whole system. */
function ofServiceAsked(question: string, previous: Previous, catalogue: Known): string | null {
  const { plan, suspect } = previous
  const isRestart = plan.intent === 'deployments' && plan.isRestart === true
  // A service that is not to blame was asked about by its name.
  const isOfOther = plan.intent === 'cause' && servicesOf(plan).length === 1 && servicesOf(plan)[0] !== suspect
  if (plan.intent !== 'health' && plan.intent !== 'delivery' && !isRestart && !isOfOther) return null
  const service = plan.intent === 'health' ? plan.service : serviceOf(previous, catalogue)
  if (service === null) return null
  if (IS_BACK.test(question)) return `is ${service} ok now`
  if (WHY_STOPPED.test(question)) return `why did ${service} restart`
  return WHY.test(question) && plan.intent === 'health' ? `why is ${service} failing` : null
}

const AFTER_IT =
  /\b((?:seconds?|minutes?|mins?|hours?) (?:right |just |directly )?(?:after|before)) (?:it|that|this)\b/i

/** "In the 4 minutes after it" behind a release: after the release. */
function afterRelease(question: string, { plan }: Previous): string | null {
  const isRelease = isOfRelease(plan) || (plan.intent === 'cause' && plan.aspect === 'deployment')
  return isRelease && AFTER_IT.test(question) ? question.replace(AFTER_IT, '$1 the release') : null
}

const BESIDE_IT =
  /^(?:(?:and|so|ok|but|then|compare|what about)[, ]+)*(?!(?:did|do|does|is|are|was|were|has|have|how|what|which|why|when|who)\b)(?:the |its )?([a-z\d][\w% -]{2,40}?),? before (?:and|vs\.?|versus|or|against|compared (?:to|with)) after(?: (?:it|that|this|the (?:release|deploy(?:ment)?|change|update)))?[\s?.!]*$/i

/** "Errors before and after?" behind a release: of its service, on both sides of it. */
function besideRelease(question: string, previous: Previous, catalogue: Known): string | null {
  const { plan } = previous
  const isRelease = isOfRelease(plan) || (plan.intent === 'cause' && plan.aspect === 'deployment')
  const said = isRelease ? BESIDE_IT.exec(question.trim())?.[1] : undefined
  const service = said === undefined ? null : serviceOf({ ...previous, suspect: undefined }, catalogue)
  return service === null ? null : `${said} of ${service} before vs after the release of ${service}`
}

const HOW_MANY_THAT =
  /^(?:(?:and|so|ok|but|then)[, ]+)*how many (?:requests|calls|ones|failures) (?:is|are|was|were) (?:that|it|those|they)(?: (?:in all|in total|so far|now))?[\s?.!]*$/i

/** "How many requests is that?" behind a cause: those that failed, and not all of the service. */
function howManyFailed(question: string, { plan }: Previous): string | null {
  return plan.intent === 'cause' && HOW_MANY_THAT.test(question) ? 'how many so far' : null
}

const WHAT_THEN =
  /^(?:(?:and|so|ok|but|then)[, ]+)*what (?:did|did it|was it|was it then|is it|is it then|else|caused it|caused it then|then)[\s?.!]*$/i

/** "So what did?" behind a release that is not to blame. */
function whatThen(question: string, { plan }: Previous): string | null {
  return plan.intent === 'cause' && plan.aspect === 'deployment' && WHAT_THEN.test(question) ? 'what broke' : null
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
