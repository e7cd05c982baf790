/**
 * A state that is asked of a part of all: "are the scales working at nordpark?", "is only northlake hit?". Where requests
 * carry the part, theirs are looked at, and never how all is.
 */
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan, PlanCondition } from '../plan/plan.ts'
import { askedOrLately } from './noun-state.ts'
import { type QuestionState, useRest } from './state.ts'

const YES_NO = /^(?:so |and |but |ok |hey |please )*(?:is|are|was|were|do|does|did|can|has|have|any|anything)\b/
const TROUBLE =
  '(?:it|this|that|all this|they|(?:the |this |that )?(?:[a-z-]{2,30} ){0,2}?(?:problem|issue|incident|outage|trouble|errors?|failures?|mess|disruption))'
const HIT = '(?:hit|affected|concerned|touched|impacted|involved|broken|failing|down|hurt)'
/** "Is only northlake affected or the others as well?", "is the trouble only at suedring?" */
const ONLY_PART = new RegExp(
  `^(?:so |and |but |ok |hey )*(?:(?:is|are|was|were|does|did) )?(?:${TROUBLE} )?(?:(?:hit|affect|concern|happen|happening) )?(?:just|only) (?:(?:at|in|on|for|with|from) )?(?:the )?[\\w.-]{2,40}(?: ${HIT})?(?:(?:,| -)? or .{2,50})?\\W*$`,
)

type OfRequests = Extract<PlanCondition, { on: 'attribute' }>

/** The plan of the part that a question about a state names; the plan itself for any other question. */
export function ofPart(state: QuestionState, plan: Plan): Plan {
  if (plan.intent !== 'health' && plan.intent !== 'state' && plan.intent !== 'cause') return plan
  const parts = plan.conditions.filter((one) => isOfRequests(state, one))
  const others = plan.conditions.filter((one) => !isOfRequests(state, one))
  const [part, more] = parts
  if (part === undefined || others.some(({ on }) => on !== 'service')) return plan
  if (plan.intent === 'cause')
    return ONLY_PART.test(state.text) && more === undefined ? eachPart(state, part, plan) : plan
  if (!YES_NO.test(state.text) || (plan.intent === 'health' && !isWell(plan.premise))) return plan
  const isBad = plan.intent === 'health' ? plan.premise !== null : plan.asks === 'bad'
  useAll(state)
  return plainMeasure({
    measure: { of: 'ratio', share: isBad ? 'failed' : 'succeeded' },
    conditions: plan.conditions,
    time: askedOrLately(state, plan.time),
    isYesNo: true,
  })
}

function isWell(premise: Extract<Plan, { intent: 'health' }>['premise']): boolean {
  return premise === null || premise === 'failing' || premise === 'down'
}

/** Whose requests failed during the incident, part by part. */
function eachPart(state: QuestionState, part: OfRequests, { time }: Plan): Plan {
  useAll(state)
  return plainMeasure({
    measure: { of: 'requests' },
    conditions: [{ on: 'outcome', is: 'failed' }],
    time: { ...time, anchor: 'incident' },
    groupBy: [{ field: part.key, scope: part.scope }],
    limit: 20,
  })
}

function isOfRequests({ context }: QuestionState, one: PlanCondition): one is OfRequests {
  return (
    one.on === 'attribute' &&
    one.not !== true &&
    context.catalogue.keys.some(
      ({ key, scope, signal }) => key === one.key && scope === one.scope && signal === 'spans',
    )
  )
}

function useAll(state: QuestionState): void {
  useRest(state)
  // What says that there is trouble is told by what failed.
  for (const tag of ['unusual', 'what_broke', 'impact'] as const)
    for (const phrase of [...state.phrases].filter((one) => one.tag === tag))
      for (const word of state.words.slice(phrase.at, phrase.at + phrase.length)) word.usedBy = 'condition'
  for (const open of [state.leftOut, state.unknown, state.unrestricted]) open.splice(0)
}
