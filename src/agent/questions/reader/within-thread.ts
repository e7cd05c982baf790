/**
 * A short follow-up behind an answer about one thing is about that thing. Where it could only be read as a question about
 * the whole system, that answer would be the broader one: it is asked back instead.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { isOfTrouble, type Plan, type PlanCondition, type PlanOf } from '../plan/plan.ts'
import type { Reading } from '../reading.ts'
import { isLostTurn, isShort } from './lost-turns.ts'
import { countedOf } from './move-base.ts'
import type { Previous } from './state.ts'
import { asksForLine, isOfErrors, SHARE_OF_ALL } from './subject-moves.ts'

/** Asks for everything, or for the trouble by its name. */
const OF_ALL =
  /\b(?:overall|everything|all|every|total|system|systems|platform|in general|generally|incident|outage|trouble|broke|broken|break|whole|any|anything|anyone|something|services?|ok|okay|else|root cause|errors?|failures?|failed|failing|fail|requests?|traffic|latency|now what|next|do|fix|release|releases|deploy\w*|version|restart\w*|healthy|down|up|slow|worst hit)\b/
/** Leans on the last answer, whatever was asked back before. */
const BARE =
  /^(?:(?:so|and|but|ok|okay|hm+|well) )*(?:why|how come|(?:the |(?:for )?(?:what|which) )?reasons?|what (?:is|was|are|were) the (?:reasons?|causes?)(?: (?:for|of|behind) (?:it|that|this|those))?|(?:show|give|see)(?: me)? (?:the|a|one|its) (?:trace|log lines?|example)|still|is it still(?: .{1,20})?|since when|who is affected|who|when|normal|is (?:it|that) (?:normal|usual)|how long(?: did it last| (?:was|is|were) (?:it|that|this|they) (?:down|off|gone|away|out|offline))?|what was the downtime|trend|full line|so up or down|does it (?:still|come back).{0,20}|by how much|how long did the (?:whole|entire|full) (?:request|thing|trace|call) take)\W*$/

export const NOT_ANSWERED = 'your last question was not answered, so I cannot tell what this goes on from'

/** Says nothing by itself, and was read as a question about everything. */
export function isBareOfAll(text: string, plan: Plan): boolean {
  return isOfAll(plan) && BARE.test(text.trim())
}

/** Why a reading is broader than its thread; null where it stays within, or was a question of its own. */
export function broaderThanThread(
  text: string,
  { plans, relation }: Pick<Reading, 'plans' | 'relation'>,
  previous: Previous | undefined,
  isLastOpen: boolean,
  catalogue: Catalogue,
): string | null {
  const [plan, more] = plans
  if (previous !== undefined && !isLastOpen && isUnbound(text, plans, previous.plan, catalogue))
    return lostSubject(previous)
  // The line of what was counted, and no line that says "full".
  const isOfLine =
    asksForLine(text) && plans.some((one) => one.conditions.some(({ on }) => on === 'text' || on === 'templates'))
  if (previous !== undefined && !isLastOpen && isOfLine && plan !== undefined && !holdsAny(plan, previous.plan))
    return lostSubject(previous)
  if (
    previous !== undefined &&
    !isLastOpen &&
    plan !== undefined &&
    more === undefined &&
    isLostTurn(text, plan, previous)
  )
    return lostSubject(previous)
  const isShare =
    plan?.intent === 'measure' && plan.measure.of === 'ratio' && SHARE_OF_ALL.test(text.trim().replace(/\W+$/, ''))
  if (previous !== undefined && !isLastOpen && isShare && isNarrow(previous.plan) && !holdsAny(plan, previous.plan))
    return `I could not tell which share of ${subjectOf(previous)} is meant`
  const isLeaning = LEANS.test(text) && text.split(/\s+/).length <= LEANING_WORDS_MAX && relation === 'new'
  if (isLastOpen && isLeaning && more === undefined && plan !== undefined && isCounted(plan) && !isNarrow(plan))
    return NOT_ANSWERED
  // "And lobbies?" behind a question that was not answered: what of them, it said.
  const isOfOther = isLastOpen && AND_OTHER.test(text) && plan !== undefined && more === undefined
  if (isOfOther && relation === 'new' && plan.intent === 'measure' && isCount(plan) && isBareThing(plan))
    return NOT_ANSWERED
  if (previous !== undefined && !isLastOpen && relation === 'follow_up' && isOnlyOfValues(text, plan, previous.plan))
    return lostSubject(previous)
  const isDistinct = plan?.intent === 'measure' && plan.measure.of === 'distinct' && !isNarrow(plan)
  if (previous !== undefined && !isLastOpen && isDistinct && DISTINCT.test(text.trim()) && isNarrow(previous.plan))
    return lostSubject(previous)
  const isOfOnes = plan !== undefined && more === undefined && ONES.test(text) && isOfAllFailures(plan)
  if (previous !== undefined && !isLastOpen && isOfOnes && isOfOne(previous.plan, catalogue))
    return lostSubject(previous)
  if (plan === undefined || more !== undefined || !isShort(text) || !isOfAll(plan)) return null
  const isBare = BARE.test(text.trim())
  if (isLastOpen && (isBare || MEANWHILE.test(text))) return NOT_ANSWERED
  if (previous === undefined || isLastOpen) return null
  // "Did anything fail meanwhile?" behind a restart is about that time.
  const isOfMoment =
    previous.plan.intent === 'deployments' &&
    (MEANWHILE.test(text) || HOW_LONG.test(text) || (previous.plan.isRestart === true && OF_RESTARTED.test(text)))
  if (isOfMoment && isOfTrouble(plan)) return lostSubject(previous)
  if (!isOfOne(previous.plan, catalogue)) return null
  // What is to be done about the trouble of the system says nothing of what is told every day.
  if (plan.intent === 'cause' && plan.aspect === 'next_step' && !/\b(?:incident|outage|trouble)\b/.test(text))
    return lostSubject(previous)
  // What a metric does is told by what broke.
  if (isOfMetric(previous.plan) && CAUSE.test(text)) return null
  if (!isBare && OF_ALL.test(text)) return null
  return lostSubject(previous)
}

/** "Why did it stop?", "is it up?" behind several that restarted: of which, nobody knows. */
const OF_RESTARTED =
  /\b(?:why|how come) (?:did|was|has|had|is) (?:it|that|they|this)\b|\b(?:is|are) (?:it|that|they|this) (?:up|back|down|ok|okay|running|alive|healthy|stable)\b/
/** Behind a gauge the lines that carry the same value, which nobody asked for. */
function isOnlyOfValues(text: string, plan: Plan | undefined, base: Plan): boolean {
  if (plan?.intent !== 'measure' || plan.measure.of !== 'records' || !isOfMetric(base)) return false
  return plan.conditions.every(({ on }) => on === 'attribute') && !/\b(?:lines?|logs?|records?|entries)\b/.test(text)
}

const HOW_LONG = /\bhow long (?:was|is|were) (?:it|that|this|they)\b/
const MEANWHILE = /\b(?:meanwhile|in the meantime|during (?:it|that|this)|because of (?:it|that|this))\b/

/** "How many different accounts", where a service is called so. */
const DISTINCT = /^(?:(?:and|so|ok|but) )*(?:how many (?:different|distinct|unique)|which|who|whose) (?:\S+ ?){1,5}$/

/** "Webhook for it delivered?" read without what it means. */
const LEANS =
  /\b(?:for|from|to|with|on|at|behind|by|about|among|did|does|do|have|has|can|could|are|were|was|is) (?:it|them|those|these|they)\b(?! (?:take|last|go|all|services|errors|requests)\b)/
const AND_OTHER = /^(?:and|what about|how about)(?: (?:the|our))? [a-z][\w-]{2,20}(?: [a-z][\w-]{2,20})?\W*$/
const OF_THEM = /\bof (?:them|those|these)\b/
const LEANING_WORDS_MAX = 10

function isUnbound(text: string, [plan, more]: readonly Plan[], base: Plan, catalogue: Catalogue): boolean {
  const isNumber = plan?.intent === 'measure' && (plan.measure.of === 'number' || plan.measure.of === 'duration')
  if (plan === undefined || more !== undefined || !(LEANS.test(text) || (isNumber && OF_THEM.test(text)))) return false
  if (text.split(/\s+/).length > LEANING_WORDS_MAX || !isOfOne(base, catalogue)) return false
  if (isOfMetric(plan) && isOfMetric(base)) return false
  return isCounted(plan) && !holdsAny(plan, base)
}

function isCounted({ intent }: Plan): boolean {
  return intent === 'measure' || intent === 'list'
}

/** Asks for everything in so many words, behind an answer about one service. */
const OF_SYSTEM =
  /\b(?:overall|everything|all|every|total|system|systems|platform|in general|generally|else|others?|rest|incident|outage|root cause|any|anything|anyone|services?|dependenc\w+|deploy\w*|release\w*|changed?|changes|instead|elsewhere)\b/

/** "How many failed?", "still happening?", "who is affected?" behind how one service is: of that service. */
export function ofItsService(text: string, plan: Plan, base: Plan): Plan {
  const service = base.intent === 'health' ? base.service : null
  if (service === null || !isShort(text) || OF_SYSTEM.test(text)) return plan
  if (plan.intent !== 'measure' && plan.intent !== 'list' && plan.intent !== 'cause' && plan.intent !== 'state')
    return plan
  const others = plan.conditions.filter((one) => one.on !== 'service' || !one.values.includes(service))
  const conditions = [{ on: 'service' as const, values: [service] }, ...others]
  const isOfOthers = others.some(({ on }) => on !== 'outcome' && on !== 'severity')
  const isOfNoRecords = plan.intent === 'measure' && (plan.measure.of === 'metric' || plan.measure.of === 'distinct')
  if (isOfOthers || isOfNoRecords) return plan
  if (plan.intent !== 'state') return { ...plan, conditions }
  const premise = /\b(?:normal|usual|ok|okay|fine|back|again)\b/.test(text)
    ? null
    : /\bstop/.test(text)
      ? 'down'
      : 'unusual'
  return { intent: 'health', service, premise, isStillAsked: true, conditions, time: plan.time }
}

const ONE_OF = /\b(?:newest|latest|last|first|oldest|earliest|most recent) ones? (?:of|from|at|in|on|for|by|with)\b/

/** "When was the last one of web?" behind errors: the last error of it, whatever else the words name. */
export function oneOfThread(text: string, plan: Plan, base: Plan): Plan {
  const counted = countedOf(base)
  const isOfRecords = counted?.measure.of === 'records' || counted?.measure.of === 'requests'
  if (counted === null || !isOfRecords || plan.intent !== 'list' || !ONE_OF.test(text)) return plan
  const isNamed = (one: PlanCondition): boolean =>
    plan.conditions.some(
      (own) => own.on === one.on && !(own.on === 'attribute' && one.on === 'attribute' && own.key !== one.key),
    )
  const held = counted.conditions.filter((one) => !isNamed(one))
  const time = plan.time.basis === 'asked' ? plan.time : counted.time
  const of = counted.measure.of === 'records' ? ('logs' as const) : ('spans' as const)
  return { ...plan, of, conditions: [...held, ...plan.conditions], time }
}

/** All there is of a thing. */
function isBareThing({ conditions }: Plan): boolean {
  const [only, more] = conditions
  return more === undefined && (only?.on === 'operation' || only?.on === 'templates' || only?.on === 'text')
}

/** Restricted by more than its service. */
function isNarrow({ conditions }: Plan): boolean {
  return conditions.some(({ on }) => on !== 'service' && on !== 'severity' && on !== 'outcome')
}

function holdsAny(plan: Plan, base: Plan): boolean {
  const held = new Set(base.conditions.map((one) => JSON.stringify(one)))
  return plan.conditions.some((one) => held.has(JSON.stringify(one)))
}

/** Why a follow-up that does not hold what the last question was about is asked back. */
export function lostSubject(previous: Previous): string {
  return `I could not tell what that says of ${subjectOf(previous)}`
}

function subjectOf({ question }: Previous): string {
  return question === undefined ? 'the last answer' : `"${question.slice(0, 80)}"`
}

/** "The last failed one", "the ones with a bad checksum": of what the thread counts. */
const ONES = /\b(?:the|those|these|any|last|first|other) (?:[a-z]+ ){0,2}ones?\b/

function isOfAllFailures(plan: Plan): boolean {
  const conditions = plan.conditions.filter(({ on }) => on !== 'outcome' && on !== 'severity')
  return isOfAll({ ...plan, conditions })
}

/** About all there is: the trouble, or a number that nothing restricts. */
function isOfAll(plan: Plan): boolean {
  if (/^(?:cause|timeline|state|dependencies)$/.test(plan.intent)) return plan.conditions.length === 0
  if (plan.intent === 'list') return plan.conditions.length === 0
  return plan.intent === 'measure' && isCount(plan) && plan.conditions.length === 0
}

function isCount({ measure }: PlanOf<'measure'>): boolean {
  return measure.of !== 'metric' && measure.of !== 'number' && !('among' in measure && measure.among !== undefined)
}

const CAUSE = /\b(?:why|causes?|caused|causing|reason|how come|behind (?:it|that))\b/

function isOfMetric(plan: Plan): boolean {
  if (plan.intent === 'anomaly') return plan.subject.of === 'metric'
  return plan.intent === 'measure' && plan.measure.of === 'metric'
}

/** About one thing that is no failure: lines of an event, a status of clients, a value, a metric. */
function isOfOne(plan: Plan, catalogue: Catalogue): boolean {
  if (isOfMetric(plan) || plan.intent === 'delivery') return true
  if (plan.intent !== 'measure' && plan.intent !== 'list' && plan.intent !== 'patterns') return false
  if (plan.intent === 'measure' && plan.measure.of === 'ratio' && plan.measure.share === 'failed') return false
  const isOfFailure = plan.conditions.some(
    (one) =>
      one.on === 'outcome' ||
      (one.on === 'severity' && one.is !== 'info' && one.is !== 'debug') ||
      (one.on === 'status_code' && one.from >= 500),
  )
  return !isOfFailure && !isOfErrors(plan, catalogue) && plan.conditions.some(({ on }) => on !== 'service')
}
