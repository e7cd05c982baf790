/** Readings in which a word of the question was passed over, so that nothing restricts what is told. */
import type { Plan } from '../plan/plan.ts'
import { asksForItself, doubtOf } from './check-reading.ts'
import type { Previous, QuestionState } from './state.ts'

/** Why a plan is hardly what was asked; null where nothing speaks against it. `previous` is what a follow-up goes on from. */
export function doubtAbout(state: QuestionState, plan: Plan, previous: Previous | null): string | null {
  if (isSameAgain(state, plan, previous)) return 'I could not tell what is to be different'
  if (previous === null && isOfNothing(state, plan)) return 'you name nothing that I could count or look up'
  if (isStateOfOther(state, plan)) return 'I could not tell whose state is asked for'
  if (isShareOfNothing(state, plan)) return 'I could not tell which share is meant'
  const metric = metricPassedOver(state, plan)
  if (metric !== null) return `I could not measure \`${metric}\` in this way`
  return doubtOf(state, plan)
}

/** Whether a part of a message that was not understood asks for something of its own, or restricts the rest. */
export function asksOrRestricts(part: string): boolean {
  // "Damage=glass, how many photos": a condition by itself.
  if (/^\W*(?:[\w.-]+ ){0,3}[\w.-]{2,40}=[\w.-]{1,40}\W*$/.test(part)) return true
  return /^\W*(?:and |so |but )?(?:where|which|who|whose) .{4,}\?\s*$/i.test(part) || asksForItself(part)
}

/** Says that the same is to be told once more, or in other words. */
const ONCE_MORE =
  /\b(?:again|repeat|same|really|sure|exactly|refresh|update|still|once more|total|all|all in all|altogether|overall|number|count|how many|how much|please|thanks|yes|ok|right|correct|so)\b/

/** "What about the app?" that changes nothing of the last plan: the same number again would be no answer. */
function isSameAgain({ text }: QuestionState, plan: Plan, previous: Previous | null): boolean {
  if (previous === null || plan.intent !== 'measure') return false
  const isOther = /^(?:(?:and|so|but|ok) )*(?:(?:what|how) about|(?:by|for|on|with|in|only|just))\b|\bonly\W*$/.test(
    text,
  )
  const isOfSeveral = /\b(?:both|together|other|others|else)\b/.test(text)
  if (!isOther && (text.split(' ').length > 4 || (ONCE_MORE.test(text) && !isOfSeveral))) return false
  const said = ({ time, ...rest }: Plan): string => JSON.stringify([Object.entries(rest).sort(), time.from, time.to])
  return said(plan) === said(previous.plan)
}

/** "Rise of http_requests_total": a metric whose whole name is written is what is to be measured. */
function metricPassedOver({ text, words, context }: QuestionState, plan: Plan): string | null {
  const isOther = plan.intent === 'measure' && plan.measure.of !== 'metric' && ASKS_VALUE.test(text)
  const named = words.find(({ text }) => /[a-z][._][a-z]/.test(text) && isMetric(text, context.catalogue))
  return isOther ? (named?.text ?? null) : null
}

const ASKS_VALUE =
  /\b(?:rise|rose|increase|rate|sum|max|maximum|min|minimum|mean|average|total|value|how much|trend|grow|gained)\b/

function isMetric(text: string, { metrics, keys }: QuestionState['context']['catalogue']): boolean {
  const isKey = keys.some(({ key }) => key.toLowerCase() === text)
  return !isKey && metrics.some(({ name }) => name.toLowerCase() === text)
}

/** "Has it gone up compared to earlier?" at the beginning of a thread. */
function isOfNothing({ text, conditions }: QuestionState, plan: Plan): boolean {
  const isOfIt =
    /^(?:so |and |but |ok |hey )*(?:is|has|did|does|was) (?:it|that|this) (?:still )?(?:(?:gone?|going|went) (?:up|down)|increas\w*|decreas\w*|ris\w*|fall\w*|fell|drop\w*|grow\w*|higher|lower)\b/.test(
      text,
    )
  return isOfIt && conditions.length === 0 && plan.intent === 'measure' && plan.conditions.length === 0
}

const STATE_OF =
  /^(?:(?:so|and|but|ok|hey) )*(?:do|does|did|is|are|were|can) (?:the |our |all )*(returns|runs|reports|sends|answers|reads|writes|uses|platforms|projects|products)\b/

/** "Do returns at the kiosks work": how the kiosks are is no answer. */
function isStateOfOther({ text, words }: QuestionState, { intent }: Plan): boolean {
  const noun = STATE_OF.exec(text)?.[1]
  const word = words.find((one) => one.text === noun)
  const isUsed = word === undefined || /^(?:service|operation|template|attribute|text)$/.test(word.usedBy ?? '')
  return (intent === 'health' || intent === 'state') && !isUsed
}

const SAYS_SHARE =
  /%|\b(?:shares?|percent(?:age)?s?|fraction|proportion|portion|part|ratio|rate|half|third|quarter|most of|breakdown|split|distribution|distributed|mix)\b/

/** "Which tenant hits its quota most", "how many of those are about quotas": no share is named, and of requests no level. */
function isShareOfNothing({ text }: QuestionState, plan: Plan): boolean {
  if (plan.intent !== 'measure' || plan.measure.of !== 'ratio' || plan.measure.share !== 'matching') return false
  const isOpen =
    plan.measure.among === undefined && plan.conditions.every(({ on }) => on === 'service' || on === 'severity')
  return isOpen && !SAYS_SHARE.test(text)
}
