/**
 * "What do the failed requests have in common?", "what is different about the 503s on /pay?", "is there a pattern in the
 * failures?": which requests are meant, by the words of the question or by the thread.
 */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { PlanCondition, PlanOf, PlanTime } from '../questions/plan/plan.ts'
import { isOfSpans } from '../questions/reader/fit-measure.ts'
import { windowOf } from '../questions/reader/follow-up-time.ts'
import { countedOf } from '../questions/reader/move-base.ts'
import type { Previous } from '../questions/reader/state.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

const LEAD = '^(?:(?:so|and|but|ok|okay|hey|hm+|well|then)[, ]+)*'
const WHAT = '(?:what|anything|something|do we know what)'
const SAID = '(.{2,80}?)'
const END = '[\\s?.!]{0,5}$'
const FORMS = [
  `${LEAD}${WHAT} (?:do|does|did|would) ${SAID} (?:all )?have in common(?: with (?:each other|one another))?(?: (.{2,80}?))?${END}`,
  `${LEAD}(?:do|does|did) ${SAID} (?:all )?(?:have|share) (?:anything|something|a (?:common )?(?:pattern|cause|factor|trait))(?: in common)?(?: (.{2,80}?))?${END}`,
  `${LEAD}what (?:do|does|did) ${SAID} (?:all )?share${END}`,
  `${LEAD}(?:(?:what(?:'s| is| are)|is there|are there|do you see|can you see|any|anything|something|the|a) )+(?:in )?(?:the )?(?:common|patterns?|common (?:denominator|factor|thread|ground|pattern|trait)s?|commonalit(?:y|ies)|similarit(?:y|ies)) (?:to|in|between|among|behind|across|of|for|with) ${SAID}${END}`,
  `${LEAD}(?:how|in what way) (?:do|are|did|were) ${SAID} (?:differ|different) (?:from|to|than) .{2,60}?${END}`,
  `${LEAD}what(?:'s| is| was| makes) (?:so )?(?:different|special|unusual|distinctive) (?:about|with|in) ${SAID}${END}`,
  `${LEAD}what (?:sets|tells|makes) ${SAID} (?:apart|different)(?: from .{2,60}?)?${END}`,
  `${LEAD}what (?:connects|links|unites|ties together) ${SAID}${END}`,
].map((form) => new RegExp(form))

const POINTS =
  /^(?:all (?:of )?)?(?:it|that|this|those|them|these|they|all|the failed ones|the failing ones|the bad ones)$/
const REQUESTS = /^(?:requests?|calls?|ones?|transactions?|traces?|responses?|queries)$/
const FAILED = /\b(?:fail(?:ed|ing|ures?|s)?|broken|errored|erroring|errors?|unsuccessful|bad|affected)\b/
const SLOW = /\b(?:slow|slowest|slower|long(?:est)?|lagging|laggy)\b/
const STATUS = /\b[1-5](?:\d\d|xx)s?\b/

/** The reading of such a question; null of any other. */
export async function commonQuestion(
  catalogue: Catalogue,
  question: string,
  previous: Previous | undefined,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const text = question.trim().toLowerCase()
  if (text.length > 200 || /["`\n]/.test(text)) return null
  const found = FORMS.map((form) => form.exec(text)).find((match) => match !== null)
  const said = found?.[1]?.trim()
  if (found === undefined || said === undefined) return null
  const place = found[2]?.trim() ?? ''
  const isOfThread = POINTS.test(cleaned(said)) && place === ''
  if (isOfThread) return previous === undefined ? null : ofThread(previous, catalogue)
  return ofWords(`${said} ${place}`.trim(), read)
}

/** Of the requests that the thread is about: those that were counted, else those that fail. */
function ofThread({ plan: base }: Previous, catalogue: Catalogue): Reading | null {
  const counted = countedOf(base)
  const isOfTrouble = base.intent === 'cause' || base.intent === 'state' || base.intent === 'timeline'
  if (!isOfTrouble && (counted === null || !isOfSpans(counted.measure))) return null
  const conditions = isOfTrouble ? base.conditions.filter(({ on }) => on === 'service') : (counted?.conditions ?? [])
  const { lastMs } = catalogue
  const isSlow = base.intent === 'measure' && base.measure.of === 'duration'
  return {
    ...{ notes: [], leftOut: [], relation: 'follow_up', language: 'en' },
    lastRecord: lastMs === null ? null : new Date(lastMs).toISOString(),
    plans: [common(conditions, windowOf(base.time), isSlow)],
  }
}

/** Of the requests that the words name, read as a count of them. */
async function ofWords(said: string, read: (question: string) => Promise<Reading>): Promise<Reading | null> {
  const isSlow = SLOW.test(said)
  const isFailed = FAILED.test(said)
  if (!isSlow && !isFailed && !STATUS.test(said)) return null
  const rest = said
    .split(/\s+/)
    .filter((word) => !SLOW.test(word) && !FAILED.test(word) && !REQUESTS.test(word) && word !== 'all')
    .join(' ')
    .replace(/^(?:the|these|those|our|that|which)(?: |$)/, '')
  const forms = [`how many ${isFailed ? 'failed ' : ''}requests ${rest}`, `how many ${rest}`]
  for (const form of forms) {
    const reading = await read(form.trim())
    const [plan, more] = reading.plans
    const isRead = plan?.intent === 'measure' && more === undefined && reading.leftOut.length === 0
    if (!isRead || plan.measure.of !== 'requests' || plan.groupBy.length > 0) continue
    return { ...reading, plans: [common(plan.conditions, plan.time, isSlow)] }
  }
  return null
}

/** What failed, and during the incident where no other time is asked for. */
function common(conditions: readonly PlanCondition[], time: PlanTime, isSlow: boolean): PlanOf<'common'> {
  const isEnded = conditions.some(({ on }) => on === 'outcome' || on === 'status_code')
  return {
    intent: 'common',
    of: isSlow ? 'slow' : 'requests',
    conditions: isSlow || isEnded ? [...conditions] : [...conditions, { on: 'outcome', is: 'failed' }],
    time: isSlow || time.basis === 'asked' ? time : { ...time, anchor: 'incident' },
  }
}
