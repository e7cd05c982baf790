/** What a plan that was read becomes: an answer, a remark, or a question back. */

import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../reading.ts'
import { reason } from './ask-back.ts'
import { LINE_NOUNS } from './follow-up-tags.ts'
import { idsNowhere } from './ids.ts'
import { isMisleading, isOtherName } from './left-out.ts'
import { nearestReadings } from './nearest.ts'
import { asTyped } from './own-words.ts'
import { doubtAbout } from './passed-over.ts'
import { isOffTopic } from './remark-of.ts'
import { isToldOf } from './service-names.ts'
import type { Previous, QuestionState, ReadContext } from './state.ts'

export function settle(state: QuestionState, plan: Plan | null, previous: Previous | null, goesOn: boolean): Reading {
  const shared = {
    notes: state.notes,
    leftOut: asTyped(
      state,
      state.leftOut.filter((words) => !state.unrestricted.includes(words)),
    ),
    unrestricted: asTyped(state, state.unrestricted),
    relation: goesOn ? ('follow_up' as const) : ('new' as const),
    lastRecord: lastRecord(state.context),
    language: 'en',
  }
  const services = state.context.catalogue.services.map(({ name }) => name)
  if (goesOn && isOtherName(state, plan)) state.unknown.push(...state.leftOut)
  state.unknown.push(...asTyped(state, idsNowhere(state, plan)))
  if (isOffTopic(state, plan)) return { ...shared, leftOut: [], notes: [], plans: [], remark: { kind: 'off_topic' } }
  if (state.unknown.length > 0) {
    const names = state.unknown.map((name) => `"${name}"`).join(', ')
    // What lines or routes tell of is no name without telemetry.
    const isTold = state.unknown.every((name) => isToldOf(state, name.toLowerCase()))
    const askBack = isTold
      ? { because: `${ASKED_OF} ${names}`, readings: nearestReadings(state, plan) }
      : { because: `I have no telemetry of ${names}`, readings: services.slice(0, 12) }
    return { ...shared, leftOut: [], plans: [], askBack }
  }
  if (state.askBack !== null) return { ...shared, plans: [], askBack: state.askBack }
  if (plan === null || isMisleading(state, plan) || (!goesOn && isEmpty(state, plan))) {
    return {
      ...shared,
      leftOut: [],
      plans: [],
      askBack: { because: reason(state), readings: nearestReadings(state, plan) },
    }
  }
  const doubt = doubtAbout(state, plan, goesOn ? previous : null)
  if (doubt !== null)
    return { ...shared, leftOut: [], plans: [], askBack: { because: doubt, readings: nearestReadings(state, plan) } }
  const told = wholeMorning(state, plan)
  return { ...shared, plans: withReleases(state, told) }
}

/** How the answer begins where a thing that lines or routes tell of is named, and nothing that could be told of it. */
export const ASKED_OF = 'I could not tell what is asked of'

const DAY_MS = 24 * 3_600_000
const NOON_MS = 12 * 3_600_000
const AFTERNOON_MS = 5 * 3_600_000

/** "A timeline of this morning", asked soon after noon: what began before lunch and goes on is meant as well. */
function wholeMorning(state: QuestionState, plan: Plan): Plan {
  const isOfTrouble = plan.intent === 'timeline' || plan.intent === 'cause' || plan.intent === 'deployments'
  const { askedAtMs } = state.context
  const endMs = Date.parse(plan.time.to)
  const isMorning = plan.time.basis === 'asked' && /^(?:in |during )?this morning$/i.test(plan.time.phrase ?? '')
  if (!isOfTrouble || !isMorning || endMs % DAY_MS !== NOON_MS || askedAtMs <= endMs) return plan
  if (askedAtMs > endMs + AFTERNOON_MS) return plan
  state.notes.push('I took "this morning" as today up to now.')
  return { ...plan, time: { ...plan.time, to: new Date(askedAtMs).toISOString() } }
}

/** "What changed in the last hour?": what was released is asked for as well as what the lines say anew. */
function withReleases({ text, context }: QuestionState, plan: Plan): Plan[] {
  const isOfAll = plan.intent === 'changes' && plan.against === null && /\bchange[ds]?\b/.test(text)
  if (!isOfAll) return [plan]
  const { anchor: _, ...time } = plan.time
  const releases: Plan = { intent: 'deployments', conditions: plan.conditions, time }
  // Where telemetry begins within the window, every line is new.
  const isFromStart = plan.time.anchor === undefined && Date.parse(plan.time.from) < (context.catalogue.firstMs ?? 0)
  return isFromStart ? [releases] : [plan, releases]
}

const OF_RECORDS: readonly string[] = [...LINE_NOUNS, 'rate']

/** Nothing in the question was recognised: a count of everything would answer another question. */
function isEmpty(state: QuestionState, plan: Plan): boolean {
  // "Can people check out?" shows no records.
  if (plan.intent === 'list' && plan.of === 'logs')
    return plan.conditions.length === 0 && !state.phrases.some(({ tag }) => tag === 'log_noun')
  if (plan.intent !== 'measure' || plan.measure.of !== 'records') return false
  const isSaid = state.phrases.some(({ tag }) => [...LINE_NOUNS, 'rate', 'highest', 'lowest'].includes(tag))
  // "Which room most often": of what, nobody said.
  const isRankOfAll = plan.groupBy.length > 0 && plan.groupBy.every(({ scope }) => scope !== 'builtin')
  if (isRankOfAll && plan.conditions.length === 0 && !state.phrases.some(({ tag }) => OF_RECORDS.includes(tag)))
    return true
  const isListOfValues = plan.groupBy.length > 0 && /\bcount by \S/.test(state.text)
  return plan.conditions.length === 0 && !isSaid && !isListOfValues
}

export function empty(context: ReadContext): Reading {
  return { plans: [], notes: [], leftOut: [], relation: 'new', lastRecord: lastRecord(context), language: 'en' }
}

export function lastRecord({ catalogue }: ReadContext): string | null {
  return catalogue.lastMs === null ? null : new Date(catalogue.lastMs).toISOString()
}
