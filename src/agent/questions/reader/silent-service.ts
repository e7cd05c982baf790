/**
 * What is asked of a service that went silent: why ("lab results stopped coming in, how come?"), when, and whether it
 * still does its work. Its own last lines tell of that, and not the trouble of the rest.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { isSilentBy } from '../grounding/silence.ts'
import { type Plan, type PlanOf, servicesOf } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import type { Scope } from './decision.ts'
import { windowOf } from './follow-up-time.ts'
import { onlyService, type Previous, type QuestionState, useRest } from './state.ts'
import { lemmaOf, stemOf } from './words.ts'

const LEAD = '^(?:(?:so|and|but|ok|okay|hey|hi|please|pls|well|then) )*'
const REASON =
  /\b(?:why|how come|what happened|what made|reasons?|explanation|what (?:is|was|'s|s|are)? ?(?:up|wrong|the (?:matter|problem|issue|trouble)|going on|it) with|what caused|who stopped|where (?:are|is|did|have|has)|how so)\b/
const STOPPED =
  /\b(?:stop(?:s|ped|ping)?|silent|quiet|dark|mute|dead|died|missing|vanished|disappeared|gone|no longer|any ?more|no more|no new|nothing|none|no [a-z-]+ (?:[a-z-]+ )?(?:since|for)|not (?:been )?(?:coming|arriving|sent|written|running|sending|writing|working|imported|exported|delivered|mailed|received|seen|getting)|ceased?|halt(?:ed)?|dried up|paused?|quit|ended|inactive)\b/
const MOMENT =
  /^(?:(?:so|and|but|ok) )*(?:when|since when|at what time|what time|how long|since what time)\b.{0,80}\b(?:stop(?:s|ped)?|quiet|silent|dark|dead|die|died|vanish(?:ed)?|disappear(?:ed)?|last (?:do|did|work(?:ed)?|run|ran|active|seen|heard|alive|something|send|sent|write|wrote|written))\b/
const STILL = new RegExp(
  `${LEAD}(?:is|are|does|do|has|have) (?:the |our )?(.{2,60}?) still (?!(?:fail|broken|down|slow|crash|erro|time|timing|hang|not|affected|ok\\b|fine|healthy|up\\b))(?:doing |do |being |been |in |at )?[a-z]{2,20}\\b`,
)
const DID_STOP = new RegExp(
  `${LEAD}(?:did|has|have) (?:the |our )?(.{2,60}?) (?:stop(?:ped)?|ceased?|quit|given up|give up|gone (?:quiet|silent|dark)|died|die)\\b`,
)
/** What is in trouble is no silence. */
const FAILING =
  /\b(?:fail(?:s|ed|ing|ures?)?|errors?|slow\w*|timeouts?|[45]\d\d|latency|restart\w*|releases?|deploy\w*)\b/
/** Words that say that something comes or stops, and when. */
const NO_NOUN =
  /^(?:stop\w*|com(?:e|es|ing)|arriv\w+|silent|quiet|dark|mute|dead|died|missing|vanished|disappeared|gone|go|goes|went|long(?:er)?|anymore|more|new|nothing|ceased?|halt\w*|dried|paused?|quit|sent|send\w*|writ\w+|running|work\w*|import(?:s|ed|ing)?|export(?:ed|ing)|delivered|mailed|received|seen|get\w*|got|happen\w*|reasons?|cause\w*|explanation|while|time|since|ago|minutes?|hours?|today|now|suddenly|what|why|how|when|up|wrong|matter|problem|issue|trouble|still|last|any|service|job|worker|we|they|there|it|in|out|do|does|did|is|are|has|have|been|being|for|no|not|any|the|our|a|an|of|and|so|but)$/
const NOUNS_MAX = 3

/** Services that sent often enough that their silence by now is no chance. */
function silentServices({ context }: QuestionState): string[] {
  const { catalogue, askedAtMs } = context
  // Of a project that sends nothing any more, no service is more silent than the others.
  const untilMs = Math.min(askedAtMs, catalogue.lastMs ?? askedAtMs)
  return catalogue.services
    .filter((one) => isSilentBy(untilMs, { ...one, records: one.logs + one.spans + one.metrics }))
    .map(({ name }) => name)
}

/** The plan of such a question; null for any other, and where what it names still sends. */
export function silentAsked(state: QuestionState, scope: Scope): Plan | null {
  const { text } = state
  if (state.quoted.length > 0 || text.length > 200 || FAILING.test(text) || scope.time.basis === 'asked') return null
  const isPart = STOPPED.test(text) && IS_PART.test(text)
  const isReason = isPart || (REASON.test(text) && STOPPED.test(text))
  const isMoment = MOMENT.test(text)
  const isStill = STILL.test(text)
  if (!isReason && !isMoment && !isStill && !DID_STOP.test(text)) return null
  const silent = silentServices(state)
  // "Do weights still come in" is told by the lines of weights, whoever writes them.
  const isByName = isStill && !isReason && !isMoment
  const service = silent.length === 0 ? null : silentSaid(state, silent, isByName)
  if (service === null) return null
  useRest(state)
  for (const open of [state.leftOut, state.unknown, state.notes]) open.splice(0)
  for (const negation of state.negations) negation.isUsed = true
  const isNamed = state.named.some(({ services }) => services.includes(service))
  if (!isNamed) state.notes.push(`I took this as a question about ${service}.`)
  const plan: PlanOf<'delivery'> = {
    intent: 'delivery',
    conditions: [{ on: 'service', values: [service] }],
    time: scope.time,
  }
  if (isReason) return { ...plan, isReasonAsked: true, ...(isPart ? { isPartAsked: true } : {}) }
  return isMoment ? plan : { ...plan, isYesNo: true, ...(isStill ? {} : { isSilenceAsked: true }) }
}

/** The silent service that the question names, or whose name and lines have its nouns. */
function silentSaid(state: QuestionState, silent: readonly string[], isByName: boolean): string | null {
  const named = onlyService(state)
  if (named !== null) return silent.includes(named) ? named : null
  if (state.named.some(({ how }) => how === 'exact')) return null
  const nouns = state.words
    .filter(({ text, usedBy }) => usedBy !== 'time' && !NO_NOUN.test(text) && !FUNCTION_WORDS.has(text))
    .map(({ text }) => text)
  if (nouns.length === 0 || nouns.length > NOUNS_MAX) return null
  const fitting = silent.filter((service) => isAbout(service, nouns, state, isByName))
  const [only, more] = fitting
  return only !== undefined && more === undefined ? only : null
}

/** Whether all of the nouns are words of its name or of its lines; one alone has to be of nobody else's name. */
function isAbout(service: string, nouns: readonly string[], { context }: QuestionState, isByName: boolean): boolean {
  const { templates, services } = context.catalogue
  const tokens = new Set(
    templates.filter((one) => one.service === service).flatMap((one) => one.tokens.map((token) => lemmaOf(token))),
  )
  const isNamed = (name: string, noun: string): boolean =>
    name
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .some((part) => stemOf(part) === stemOf(noun) || (noun.length > 4 && part.startsWith(lemmaOf(noun))))
  const ofName = nouns.filter((noun) => isNamed(service, noun))
  const isKnown = nouns.every((noun) => ofName.includes(noun) || tokens.has(lemmaOf(noun)))
  if (!isKnown) return false
  if (ofName.length === 0) return !isByName && isOnlyIn(service, nouns, context.catalogue)
  return nouns.length > 1 || !services.some(({ name }) => name !== service && isNamed(name, nouns[0] ?? ''))
}

/** Whether the noun, which stands last, is a word of its lines alone, and of no route. */
function isOnlyIn(service: string, nouns: readonly string[], { templates, operations, services }: Catalogue): boolean {
  const noun = lemmaOf(nouns.at(-1) ?? '')
  const isIn = (name: string): boolean => name.toLowerCase().includes(noun)
  return (
    noun.length > 3 &&
    !operations.some(isIn) &&
    !services.some(({ name }) => name !== service && isIn(name)) &&
    !templates.some((one) => one.service !== service && one.tokens.some((token) => lemmaOf(token) === noun))
  )
}

const WHY =
  /^(?:(?:any idea )?why|how come|how so|(?:(?:what is|what's|what was|any|and) )?(?:the |a )?(?:reasons?|cause|explanation)(?: (?:for|of) (?:that|this|it|the silence))?|what happened(?: (?:there|to it|then))?|why (?:did|has|is|was|does) (?:it|that|this|they)(?: .{0,40})?|what (?:made|stopped) it(?: stop)?)$/
const SINCE =
  /^(?:since when|for how long|how long|when)(?: (?:did|has|is|was) (?:it|that|this|they)(?: been)?(?: (?:stop\w*|go (?:quiet|silent|dark)|gone (?:quiet|silent|dark)|(?:been )?(?:quiet|silent|dark|dead|down)|die|died|so|like that))?)?(?: already| now| exactly)?$/
const TROUBLE =
  '(?:(?:[\\w.-]{2,40} ){0,2}(?:incident|outage|problems?|trouble|failures?|disruption|issues?|mess|crash))'
const PART = new RegExp(
  `^(?:(?:is|was|are|were|could|can|might) (?:it|that|this|those|these|they) (?:be )?(?:(?:also|just|all|maybe|then|really|perhaps) )*(?:(?:a|an|the) )?)?(?:part of|(?:result|consequence|symptom|effect|side effect) of|caused by|because of|due to|related to|connected (?:to|with)|linked (?:to|with)|down to|from|fallout of|relevant (?:to|for)|belong(?:s|ing)? to) (?:(?:the|this|that|our|same|current|big|main) )*${TROUBLE}$|^(?:do|does|did|has|have) (?:it|that|this|those|these|they) (?:belong to|(?:have |got )?(?:anything|something|to do|much)(?: to do)? with) (?:(?:the|this|that|our|same|current|big|main) )*${TROUBLE}$|^(?:anything|something) to do with (?:(?:the|this|that|our|same|current|big|main) )*${TROUBLE}$`,
)

/** "Web is quiet, is that related to the incident?" */
const IS_PART = new RegExp(
  `\\b(?:part of|related to|connected (?:to|with)|linked (?:to|with)|because of|due to|caused by|belong(?:s|ing)? to|(?:anything|something|to) do with) (?:(?:the|this|that|our|same|current|big|main) )+${TROUBLE}\\b`,
)

/** Whether a follow-up asks if what was told belongs to the incident. */
export function asksForPart(text: string): boolean {
  return PART.test(text)
}

/** "Reason?", "when did it stop?", "is that part of the incident?" after a service that is silent. */
export function silenceMove(text: string, previous: Previous, state: QuestionState): Plan | null {
  const isWhy = WHY.test(text)
  const isPart = asksForPart(text)
  if (!isWhy && !isPart && !SINCE.test(text)) return null
  const service = silentOf(previous, silentServices(state), STOPPED.test(text))
  if (service === null) return null
  useRest(state)
  const { anchor: _, ...time } = windowOf(previous.plan.time)
  const plan: PlanOf<'delivery'> = {
    intent: 'delivery',
    conditions: [{ on: 'service', values: [service] }],
    time,
  }
  if (isPart) return { ...plan, isReasonAsked: true, isPartAsked: true }
  return isWhy ? { ...plan, isReasonAsked: true } : plan
}

/** The silent service that the last answer was about; of a number, where the question says that it stopped. */
function silentOf({ plan }: Previous, silent: readonly string[], isStopSaid: boolean): string | null {
  const isOfSending = plan.intent === 'delivery' || plan.intent === 'coverage' || plan.intent === 'health'
  const isOfLast = plan.intent === 'list' && (plan.isTimeAsked === true || plan.limit === 1)
  if (!isOfSending && !isOfLast && !(isStopSaid && plan.intent === 'measure')) return null
  const named = plan.intent === 'health' ? [plan.service] : servicesOf(plan)
  if (named.length === 0 && plan.intent === 'delivery') return silent.length === 1 ? (silent[0] ?? null) : null
  const [only, more] = named
  return only !== undefined && more === undefined && silent.includes(only) ? only : null
}
