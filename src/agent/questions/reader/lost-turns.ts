/**
 * Follow-ups of a few words that were read as a question about everything, or as one about nothing in their thread. They
 * are asked back: "why?" behind releases, "how long do they take?" behind a gauge, "what does it mean?" behind a share.
 */
import type { Plan } from '../plan/plan.ts'
import type { Previous } from './state.ts'

/** More words are a question of their own. */
const WORDS_MAX = 6

/** Whether a follow-up has so few words that it leans on its thread. */
export function isShort(text: string): boolean {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length <= WORDS_MAX
}

/** Asks for everything, or for trouble, in so many words. */
const OF_ALL =
  /\b(?:overall|everything|all|every|system|systems|platform|general|generally|anything|anyone|incident|outage|root cause|errors?|failures?|fail\w*|broke\w*|break|slow\w*|requests?|traffic|ok|okay|healthy|down)\b/
const MEANING = /^(?:(?:and|so|ok|but) )*what (?:does|do|did) (?:it|this|that(?: one)?|they|these|those) mean\W*$/
const RELATED = /\b(?:related|connected|linked) (?:to|with) (?:the|that|this) (?:incident|outage|trouble)\b/

/** "Is that the cause?" is asked of releases. */
const BLAMES =
  /\b(?:cause|culprit|reason|trigger|guilty|blame|fault|responsible|related|connected|linked|behind (?:it|that|this)|do with|explains?|matter|coincidence)\b/

const POINTS = /\b(?:that|this|those|these|there|them)\b/

/** Whether a plan says nothing of what the thread is about. */
export function isLostTurn(text: string, plan: Plan, { plan: base }: Pick<Previous, 'plan'>): boolean {
  if (!isShort(text)) return false
  if (MEANING.test(text))
    return base.intent === 'health' || (base.intent === 'measure' && base.measure.of !== 'records')
  if (plan.intent === 'state' && isOfPart(base)) return true
  // "Anyone else with that problem?", "anything failing there?" behind some lines or requests.
  const isOfTrouble = plan.intent === 'cause' && /^(?:anything|what|impact)$/.test(plan.aspect)
  if (isOfTrouble && isOfPart(base) && plan.conditions.length === 0 && POINTS.test(text)) return true
  if (RELATED.test(text) && base.intent === 'health') return plan.conditions.length === 0
  const isOfLevel = plan.conditions.some(({ on }) => on === 'severity' || on === 'outcome')
  // A gauge has no errors, and all requests are all of them.
  if (isOfMetric(base) && isOfLevel && plan.intent === 'measure') return true
  const isShare = plan.intent === 'measure' && plan.measure.of === 'ratio' && plan.measure.share === 'matching'
  if (isShare && isOfLevel && plan.groupBy.length === 0 && isOfLogs(base)) return true
  const isOfNothing = plan.conditions.every(({ on }) => on === 'severity' || on === 'outcome')
  if (!isOfNothing) return false
  const isDuration = plan.intent === 'measure' && plan.measure.of === 'duration'
  if (isDuration && (isOfLogs(base) || base.intent === 'deployments' || isOfMetric(base))) return true
  const isDistinct = plan.intent === 'measure' && plan.measure.of === 'distinct'
  if (isDistinct && (base.intent === 'health' || base.intent === 'deployments')) return true
  if (RELATED.test(text)) return plan.intent === 'cause' && plan.aspect === 'what' && base.intent === 'measure'
  if (plan.intent === 'state') return base.intent === 'deployments' && !OF_ALL.test(text)
  const isOfReleases = base.intent === 'deployments' && base.isRestart !== true && !BLAMES.test(text)
  const isTold =
    plan.intent === 'cause' || plan.intent === 'list' || plan.intent === 'measure' || plan.intent === 'meaning'
  return isOfReleases && isTold && plan.time.basis !== 'asked' && !OF_ALL.test(text) && plan.conditions.length === 0
}

function isOfLogs(plan: Plan): boolean {
  if (plan.intent === 'list') return plan.of === 'logs'
  return plan.intent === 'patterns' || (plan.intent === 'measure' && plan.measure.of === 'records')
}

function isOfMetric(plan: Plan): boolean {
  return plan.intent === 'measure' && plan.measure.of === 'metric'
}

/** Of some requests or lines, told by more than that they failed. */
function isOfPart(plan: Plan): boolean {
  return (
    plan.intent === 'measure' &&
    plan.conditions.some(({ on }) => on === 'attribute' || on === 'operation' || on === 'templates' || on === 'text')
  )
}
