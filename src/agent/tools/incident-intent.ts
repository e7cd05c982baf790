/**
 * A question of any incident in words that no form knows: "are we out of the woods", "who blinked first", "sev1 or sev3".
 * Where nothing else reads it, or reads it as a number of everything, it is told by its words as a whole, and read as the
 * plain question of that intent, which the answer says first.
 */
import type { AgentContext } from '../contract.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { type Classified, classifyIntent, unknownWords, withoutServices } from '../questions/intents/classify.ts'
import { SERVICE_WORD, wordsOf } from '../questions/intents/features.ts'
import type { IncidentIntent } from '../questions/intents/intents.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import {
  isOfTrouble,
  type Plan,
  type PlanCondition,
  type PlanOf,
  type PlanTime,
  servicesOf,
} from '../questions/plan/plan.ts'
import { failing, worsening } from '../questions/reader/course-of-failures.ts'
import { windowOf } from '../questions/reader/follow-up-time.ts'
import type { Previous } from '../questions/reader/state.ts'
import { troubleIn } from '../questions/reader/turn-clause.ts'
import { dayUpTo, iso } from '../questions/reader/when.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import type { Asked } from './read-grounded.ts'
import { behindTrouble } from './turn-by-clause.ts'

/** From this probability on an unread question is read so, and one that was read as something else. */
const UNREAD_MIN = 0.3
const INSTEAD_MIN = 0.6
/** A cause that was read, and what was taken for an order or another topic, is seldom anything else. */
const SURELY_MIN = 0.75
const MINUTES_MS = 600_000
const HOUR_MS = 3_600_000

/** Words at the beginning that ask nothing. */
const LEAD = '^(?:(?:so|and|ok|but|well)[, ]+)*'

/** What a question of an incident stands for: a plan, or a plain question that is read in its place. */
export type Plain = { readonly said: string } & (
  | { readonly plan: Plan; readonly asked?: undefined }
  | { readonly plan?: undefined; readonly asked: Asked }
)
type Found = { readonly question: string } | { readonly plan: Plan; readonly said: string }

/** What the question stands for; null where it was read, names other things, or is none of these. */
export function plainOfIncident(ctx: AgentContext, catalogue: Catalogue, said: Asked, own: Reading): Plain | null {
  const { question, previous, isLastOpen } = said
  if (own.language !== 'en' || catalogue.lastMs === null || isPrecise(question)) return null
  const trouble = previous === undefined ? null : troubleIn(previous, catalogue)
  if (previous !== undefined && (trouble === null || !isOfTrouble(trouble.plan))) return null
  const text = cleaned(question)
  const names = catalogue.services.map(({ name }) => name)
  const found = classifyIntent(text, names)
  if (found === null || !isMissed(own, found, trouble) || asksOther(found.intent, text)) return null
  if (isYesNoOfState(own, found.intent, text) || namesOwn(text, names, catalogue)) return null
  if (previous === undefined && (isLastOpen === true || POINTING.test(text))) return null
  const named = names.filter((name) => isNamed(name, text)).toSorted((a, b) => b.length - a.length)
  const time = trouble === null ? lastHour(catalogue.lastMs) : windowOf(trouble.plan.time)
  const plain = plainOf(found.intent, { text, service: named[0], time, trouble, catalogue, askedAtMs: ctx.askedAtMs })
  if (plain === null || 'plan' in plain) return plain
  const asked = trouble === null ? { ...said, question: plain.question } : behindTrouble(said, plain.question, trouble)
  return { said: plain.question, asked }
}

/** Whether a name stands in a text as a word of its own. */
function isNamed(name: string, text: string): boolean {
  return withoutServices(text, [name]).includes(SERVICE_WORD)
}

/** A quote, an id, a path, a clock time or a number of things asks for those. */
function isPrecise(question: string): boolean {
  return /["`/{}=<>]|\d{1,2}:\d\d|\d{4,}|\b(?!500|502|503|504|404)\d{2,}\b|\b(?!sev\d)[a-z]+[-_]?\d+\b/i.test(
    question.replace(/\b\d+(?:st|nd|rd|th)\b/g, ''),
  )
}

/** "How many hosts", "disk usage", "worse than": a number of things, a reading, half a question. */
function asksOther(intent: IncidentIntent, text: string): boolean {
  if (HALF.test(wordsOf(text).at(-1) ?? '')) return true
  const [, counted] = /\bhow many ([a-z]+)/.exec(text) ?? []
  if (counted !== undefined && !COUNTED.test(counted)) return true
  if (intent === 'rule_out' && OPEN.test(text)) return true
  return intent === 'rule_out' && /\b(?:errors?|usage|utili[sz]ation|high|low|percent|every|all|each)\b/.test(text)
}

/** "Why does the disk fill up" asks for more than a yes or no. */
const OPEN = new RegExp(`${LEAD}(?:why|when|where|who|which|how|what(?! about))\\b`)
/** A question that ends with one of these is not said to its end. */
const HALF = /^(?:than|to|of|for|with|and|or|the|a)$/
const COUNTED =
  /^(?:requests?|calls?|errors?|failures?|failed|fail|users?|customers?|people|tenants?|clients?|accounts?|services?|times?|of|did|do|does|are|were|have|has|minutes?|hours?|different|more|bad|systems?|components?|folks|orgs?)$/
/** Points at what was said before, and nothing was. */
const POINTING = /\b(?:they|them|those|these)\b|^\S+$/

/** "Is everything ok?" is answered with yes or no. */
function isYesNoOfState({ plans }: Reading, intent: IncidentIntent, text: string): boolean {
  return plans[0]?.intent === 'state' && intent === 'unaffected' && (YES_NO.test(text) || ALL.test(text))
}

/**
 * Whether a word that is none of operations stands in names, values or lines of the project, or where a thing stands: it asks
 * for that thing.
 */
function namesOwn(text: string, names: readonly string[], catalogue: Catalogue): boolean {
  const unknown = unknownWords(text, names).filter((word) => word.length >= WORD_MIN && !/^\d/.test(word))
  if (unknown.length === 0) return false
  const own = wordsOfProject(catalogue)
  return unknown.some(
    (word) =>
      own.has(word) ||
      own.has(word.replace(/s$/, '')) ||
      new RegExp(`${BEFORE_THING}${RegExp.escape(word)}\\b`).test(text),
  )
}

const WORD_MIN = 4
const BEFORE_THING =
  '(?:^|\\b(?:the|our|my|are|is|were|was|do|does|did|by|of|for|from|in|on|at|about|to|per|every|each|any|some|which) )'

const WORDS = new WeakMap<Catalogue['templates'], ReadonlySet<string>>()

function wordsOfProject({ templates, operations, metrics, values }: Catalogue): ReadonlySet<string> {
  const known = WORDS.get(templates)
  if (known !== undefined) return known
  const texts = [
    ...templates.map(({ template }) => template),
    ...operations,
    ...metrics.map(({ name }) => name),
    ...values.flatMap(({ values: of }) => of.map(({ value }) => value)),
  ]
  const words = new Set(texts.flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/)))
  WORDS.set(templates, words)
  return words
}

/** Not read, or as something that is told of everything. */
function isMissed(own: Reading, { intent, probability }: Classified, trouble: Previous | null): boolean {
  const [plan, more] = own.plans
  if (plan === undefined) {
    const { remark } = own
    if (remark === undefined) return probability >= UNREAD_MIN && !TOLD.test(own.askBack?.because ?? '')
    return (remark.kind === 'off_topic' || remark.kind === 'refusal') && probability >= SURELY_MIN
  }
  const least = plan.intent === 'cause' ? SURELY_MIN : INSTEAD_MIN
  if (more !== undefined || probability < least || isAnswer(plan, intent, trouble)) return false
  return own.leftOut.length > 0 || isBroad(plan, intent)
}

/** What is known and cannot be told is an answer. */
const TOLD = /^what failed does not/

/** Intents that a plan which was read by its form may have been meant for. */
const MEANT: Partial<Record<Plan['intent'], readonly IncidentIntent[]>> = {
  leadup: ['recurring'],
  dependencies: ['dependencies'],
  state: ['example', 'first_sign', 'recurring', 'rule_out', 'sure', 'trend', 'unaffected', 'usual'],
}
/** "All green?" */
const ALL = new RegExp(`${LEAD}(?:all|everything|everybody|everyone) `)
const YES_NO = new RegExp(`${LEAD}(?:is|are|was|were|do|does|did|has|have|can|could|will)\\b`)

/** Nothing of the project restricts it but services, outcomes and levels, and no time was named. */
function isBroad(plan: Plan, intent: IncidentIntent): boolean {
  if (plan.time.basis === 'asked' && plan.time.anchor !== 'onset') return false
  const meant = MEANT[plan.intent]
  if (meant !== undefined) return meant.includes(intent)
  // "Should we roll back?" asks for yes or no.
  if (isCause(plan, 'next_step')) return intent === 'release'
  if (plan.intent === 'cause') return /^(?:what|why|anything|impact|mechanism|sure)$/.test(plan.aspect)
  if (plan.intent === 'measure') return isPlain(plan) && plan.conditions.every(isOfAny)
  return plan.intent === 'list' && plan.conditions.every(isOfAny)
}

/** A number of records or requests in no groups, compared with nothing. */
function isPlain(plan: PlanOf<'measure'>): boolean {
  const isCount = /^(?:records|requests|spans|duration)$/.test(plan.measure.of)
  const isCompared = plan.against !== null || plan.course !== undefined || plan.isTrendAsked === true
  return isCount && !isCompared && plan.groupBy.length === 0
}

/** Also a text of words that are said of any incident, such as lines that say "stopped". */
function isOfAny(condition: PlanCondition): boolean {
  if (condition.on === 'service' || condition.on === 'outcome' || condition.on === 'severity') return true
  if (condition.on !== 'text' && condition.on !== 'templates') return false
  const said = condition.on === 'text' ? condition.text : condition.words
  return wordsOf(said).every((word) => OF_ANY.test(word))
}

const OF_ANY =
  /^(?:stop(?:ped|s)?|start(?:ed|s)?|chang(?:e|es|ed)|notice|full|new|clear(?:ed)?|recover(?:ed|y)?|end(?:ed|s)?)$/

/** Plans that answer an intent as it is. */
const ANSWERS: Partial<Record<IncidentIntent, (plan: Plan, trouble: Previous | null) => boolean>> = {
  affected: (plan) => isCause(plan, 'affected', 'impact', 'besides') || isByGroup(plan),
  cause: (plan) => isOfTrouble(plan) || plan.intent === 'health',
  changes: (plan) => plan.intent === 'deployments' || plan.intent === 'changes' || plan.intent === 'leadup',
  dependencies: (plan, trouble) =>
    (plan.intent === 'dependencies' || plan.intent === 'calls') && (trouble === null || servicesOf(plan).length > 0),
  duration: (plan) => isCause(plan, 'how_long', 'since'),
  example: (plan) => (plan.intent === 'list' && plan.conditions.length > 0) || isOneRecord(plan),
  first_sign: (plan) => plan.intent === 'leadup' || (plan.intent === 'list' && plan.order === 'oldest'),
  health: (plan) => plan.intent === 'health' || plan.intent === 'state',
  impact: (plan) => isCause(plan, 'impact') || plan.intent === 'measure',
  load: (plan) => isCause(plan, 'mechanism') || (plan.intent === 'measure' && plan.measure.of === 'requests'),
  messages: (plan) =>
    plan.intent === 'patterns' || plan.intent === 'meaning' || (plan.intent === 'list' && plan.conditions.length > 0),
  next_step: (plan) => isCause(plan, 'next_step', 'remedy'),
  ongoing: (plan) => plan.intent === 'state' || plan.intent === 'health',
  onset: (plan) => isCause(plan, 'since', 'how_long') || plan.intent === 'timeline',
  people: (plan) => isByGroup(plan) || (plan.intent === 'measure' && plan.measure.of === 'distinct'),
  release: (plan) => isCause(plan, 'deployment', 'remedy') || isChange(plan),
  routes: isByGroup,
  rule_out: (plan) => isCause(plan, 'mechanism', 'impact', 'deployment') || isByGroup(plan),
  silent: (plan) => plan.intent === 'coverage' || plan.intent === 'life',
  summary: (plan) => plan.intent === 'cause' || plan.intent === 'timeline',
  sure: (plan) => isCause(plan, 'sure'),
  timeline: (plan) => plan.intent === 'timeline',
  // What fails against the time before it began tells nothing of its course.
  trend: (plan) => plan.intent === 'measure' && (plan.time.basis === 'now' || plan.time.basis === 'asked'),
  trigger: (plan) => plan.intent === 'leadup' || isCause(plan, 'deployment'),
  unaffected: (plan) => isCause(plan, 'unaffected', 'besides'),
  usual: (plan) => plan.intent === 'anomaly' || (plan.intent === 'measure' && plan.isUsualAsked !== undefined),
  victim: (plan) => plan.intent === 'cause',
}

function isByGroup(plan: Plan): boolean {
  return plan.intent === 'measure' && plan.groupBy.length > 0
}

function isOneRecord({ intent }: Plan): boolean {
  return intent === 'trace' || intent === 'record'
}

function isChange({ intent }: Plan): boolean {
  return intent === 'deployments' || intent === 'release'
}

function isAnswer(plan: Plan, intent: IncidentIntent, trouble: Previous | null): boolean {
  return ANSWERS[intent]?.(plan, trouble) === true
}

function isCause(plan: Plan, ...aspects: readonly PlanOf<'cause'>['aspect'][]): boolean {
  return plan.intent === 'cause' && aspects.includes(plan.aspect)
}

interface About {
  readonly text: string
  readonly service: string | undefined
  readonly time: PlanTime
  readonly trouble: Previous | null
  readonly catalogue: Catalogue
  readonly askedAtMs: number
}

const ASPECTS: Partial<Record<IncidentIntent, readonly [PlanOf<'cause'>['aspect'], said: string]>> = {
  affected: ['affected', 'which services are affected'],
  cause: ['what', 'what broke'],
  duration: ['how_long', 'how long did it last'],
  impact: ['impact', 'how bad is it'],
  next_step: ['next_step', 'what should be done next'],
  onset: ['since', 'when did it start'],
  recurring: ['recurring', 'did this happen before'],
  release: ['deployment', 'is a release to blame'],
  summary: ['what', 'what broke'],
  sure: ['sure', 'how sure is that'],
  unaffected: ['unaffected', 'which services are not affected'],
}

/** Said of one service. */
const OF_SERVICE: Partial<Record<IncidentIntent, (service: string, text: string) => string>> = {
  cause: (service) => `why is ${service} failing`,
  dependencies: (service, text) => (CALLERS.test(text) ? `who calls ${service}` : `what does ${service} call`),
  duration: (service) => `how long was ${service} failing`,
  example: (service) => `show me a failed request of ${service}`,
  first_sign: (service) => `what was the first error of ${service}`,
  health: (service) => `is ${service} healthy`,
  impact: (service) => `what share of the requests of ${service} failed`,
  messages: (service) => `what are the most frequent errors of ${service}`,
  ongoing: (service) => `is ${service} healthy`,
  onset: (service) => `since when is ${service} failing`,
  routes: (service) => `which routes of ${service} fail`,
  victim: (service) => `is ${service} the cause`,
}
/** "What does it call?": in a thread, of the service where the trouble began. */
const OF_ORIGIN: ReadonlySet<IncidentIntent> = new Set(['dependencies'])
const CALLERS =
  /\b(?:who|callers?|consumers?|clients?|depend(?:s|ing)? (?:on|upon)|upstream|in front|relies|rely|downstream of|behind)\b/

/** Of the whole project; in a thread, of its incident. */
const PLAIN: Partial<Record<IncidentIntent, string>> = {
  people: 'is it all customers or just some',
  silent: 'which services are silent',
  first_sign: 'what was the first error since it started',
}

function plainOf(intent: IncidentIntent, about: About): Found | null {
  const { text, service, time, trouble, catalogue } = about
  const named = service ?? (OF_ORIGIN.has(intent) ? trouble?.suspect : undefined)
  const ofService = named === undefined ? undefined : OF_SERVICE[intent]?.(named, text)
  if (ofService !== undefined) return { question: ofService }
  const aspect = ASPECTS[intent]
  if (aspect !== undefined)
    return { plan: { intent: 'cause', aspect: aspect[0], conditions: [], time }, said: aspect[1] }
  const plain = PLAIN[intent]
  if (plain !== undefined) return { question: plain }
  switch (intent) {
    case 'trigger': {
      const day = dayUpTo(about.askedAtMs, catalogue.firstMs ?? about.askedAtMs)
      const before = { ...day, anchor: 'onset' as const, anchorSide: 'before' as const, anchorLengthMs: MINUTES_MS }
      return { plan: { intent: 'leadup', conditions: [], time: before }, said: 'what came just before it' }
    }
    case 'changes':
      return {
        plan: { intent: 'deployments', conditions: [], time: dayUpTo(about.askedAtMs, catalogue.firstMs ?? 0) },
        said: 'what was deployed or configured today',
      }
    case 'timeline':
      return { plan: { intent: 'timeline', conditions: [], time }, said: 'what happened in which order' }
    case 'ongoing':
    case 'health': {
      const isOver = OVER.test(text)
      const asks = isOver ? ('over' as const) : ('bad' as const)
      return {
        plan: { intent: 'state', asks, conditions: [], time: now(catalogue.lastMs ?? about.askedAtMs) },
        said: isOver ? 'is it over' : 'is it still going on',
      }
    }
    case 'trend':
      return { plan: course(about), said: 'is it getting better or worse' }
    case 'usual':
      return { plan: usual(about), said: 'is this usual' }
    case 'example':
      return {
        question: /\b(?:log|line|message|stack|text|raw)/.test(text)
          ? 'show me an error line'
          : 'show me a failed request',
      }
    case 'messages':
      return { question: `what are the most frequent errors${trouble === null ? '' : ' since it started'}` }
    case 'load':
      return { question: trouble === null ? 'did traffic go up' : 'did traffic go up when it started' }
    case 'routes':
      return { question: /\bslow|latency|long\b/.test(text) ? 'which routes are slow' : 'which routes fail' }
    case 'rule_out': {
      const part = /\b(?:pods?|hosts?|nodes?|instances?|machines?|boxe?s?|versions?|regions?|zones?)\b/.exec(text)?.[0]
      if (part !== undefined) return { question: `is it only one ${part.replace(/s$/, '')}` }
      const suspect = SUSPECT.exec(text)?.[0]
      return suspect === undefined ? null : { question: `is it the ${PLAIN_SUSPECT[suspect] ?? suspect}` }
    }
    default:
      return null
  }
}

const OVER =
  /\b(?:over|stop(?:ped|s)?|resolved?|fixed|gone|clear(?:ed)?|recover(?:ed|s)?|back|ok(?:ay)?|fine|good|healthy|safe|green|normal|works?|working|done|ended|finished|woods|calm|quiet|stable|up|alive|bed|clean|happy|relax|healed|settled)\b/
const SUSPECT =
  /\b(?:database|db|network|cpu|processor|memory|ram|oom|disk|storage|dns|third party|third-party|vendor|provider|supplier|cloud|external|outside|certificate|queue|cache|configuration|config)\b/
const PLAIN_SUSPECT: Readonly<Record<string, string>> = {
  db: 'database',
  ram: 'memory',
  oom: 'memory',
  storage: 'disk',
  dns: 'network',
  cpu: 'processor',
  vendor: 'third party',
  provider: 'third party',
  supplier: 'third party',
  cloud: 'third party',
  external: 'third party',
  outside: 'third party',
  'third-party': 'third party',
  config: 'configuration',
}

function lastHour(lastMs: number): PlanTime {
  return { from: iso(lastMs - HOUR_MS), to: iso(lastMs), basis: 'last_with_telemetry' }
}

function now(lastMs: number): PlanTime {
  return { ...lastHour(lastMs), basis: 'now' }
}

function course({ catalogue, askedAtMs }: About): Plan {
  const plan = worsening(catalogue.records, lastHour(catalogue.lastMs ?? askedAtMs))
  return { ...plan, isYesNo: false, isBetterOrWorseAsked: true }
}

/** Since trouble began against the time before it; without any, the last hour against the one before it. */
function usual({ catalogue }: About): Plan {
  const time = lastHour(catalogue.lastMs ?? 0)
  const fromMs = Date.parse(time.from)
  const against: PlanTime = { from: iso(fromMs - HOUR_MS), to: time.from, basis: 'inherited', anchor: 'onset' }
  return plainMeasure({ ...failing(catalogue.records), time, against, isUsualAsked: 'usual' })
}
