/** What holds for a reading however the question was read. */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { type Plan, without } from '../questions/plan/plan.ts'
import { ofAppRoutes } from '../questions/reader/app-routes.ts'
import { countedOnce } from '../questions/reader/begun-and-ended.ts'
import { isCountForUnit, isOtherKind } from '../questions/reader/check-reading.ts'
import { countedNoun, isWithoutNoun } from '../questions/reader/counted-noun.ts'
import { withDenialSaid, withLackSaid } from '../questions/reader/denied-lines.ts'
import { ofDone } from '../questions/reader/done-asked.ts'
import { firstOfAll } from '../questions/reader/events-asked.ts'
import { extremeOfField } from '../questions/reader/extreme-field.ts'
import { isOfSpans } from '../questions/reader/fit-measure.ts'
import { isOfOwnerOnly } from '../questions/reader/gauge-asked.ts'
import { hadTo, ofHadTo } from '../questions/reader/had-to.ts'
import { untoldOf } from '../questions/reader/history-ids.ts'
import { ofKeyAmounts } from '../questions/reader/key-amounts.ts'
import { ofLacking } from '../questions/reader/lacking.ts'
import { metricOfPlan, restrictedToSeries } from '../questions/reader/metric-series.ts'
import { GENERAL_READINGS } from '../questions/reader/nearest.ts'
import { oppositeSaid } from '../questions/reader/opposite-lines.ts'
import { isOfOtherEvent } from '../questions/reader/other-event.ts'
import { isParticleUntold } from '../questions/reader/particle-untold.ts'
import { isHalfTold, isVerbUntold, isWithoutVerb } from '../questions/reader/passed-verb.ts'
import { isPeakLost } from '../questions/reader/peak-asked.ts'
import { isShareOfAll, ofPredicate } from '../questions/reader/predicate-lines.ts'
import { isWithoutRepetition } from '../questions/reader/repetition.ts'
import { isStockOfEvent } from '../questions/reader/stock-or-event.ts'
import { shareThrough } from '../questions/reader/succeeded.ts'
import { toldApart } from '../questions/reader/told-apart.ts'
import { byWhoDid } from '../questions/reader/who-did.ts'
import { ofWhole } from '../questions/reader/whole-not-part.ts'
import { cleaned, wordsOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { SEVERAL_PEOPLE } from '../questions/vocabulary/people.ts'

/** A part of a query that has no words here would change what is counted. */
export function withoutRefused(reading: Reading, refused: readonly string[]): Reading {
  const because = `I cannot read ${refused.map((part) => `"${part}"`).join(', ')}`
  return askedBack(reading, because)
}

/** The reading without a plan, asked back. */
export function askedBack(reading: Reading, because: string): Reading {
  return { ...reading, plans: [], notes: [], leftOut: [], askBack: { because, readings: GENERAL_READINGS } }
}

/** The reading of those that have none; asked back where nothing tells them apart. */
export function lackingOnly(reading: Reading): Reading {
  const plans = reading.plans.flatMap((plan) => ofLacking(plan) ?? [])
  return plans.length === 1 && reading.plans.length === 1
    ? { ...reading, plans }
    : askedBack(reading, 'I could not tell those apart that have none')
}

/** However a question was read: people are told apart, and the largest of numbers is one of them. */
export function meantOf(question: string, asked: Plan, catalogue: Catalogue): Plan {
  const plan = withLackSaid(ofOutcome(withoutDoers(cleaned(question), asked)), catalogue)
  const said = ofHadTo(cleaned(question), ofPredicate(question, plan, catalogue), catalogue)
  const apart = extremeOfField(question, toldApart(question, said, catalogue), catalogue)
  const restricted = restrictedToSeries(
    question,
    ofKeyAmounts(question, ofRoutes(apart, catalogue), catalogue),
    catalogue,
  )
  const whole = shareThrough(cleaned(question), ofWhole(cleaned(question), restricted, catalogue))
  const once = countedOnce(question, byWhoDid(question, ofAppRoutes(question, whole, catalogue), catalogue), catalogue)
  return withDenialSaid(question, firstOfAll(ofDone(cleaned(question), once), catalogue), catalogue)
}

const DONE_BY = new RegExp(
  `^(?:(?:so|and|ok|but) )*how many .{2,60} (?:were|was|got|get|are|been) (?:[a-z]{2,12}ly )?[a-z]{3,20}(?:ed|en|nt) by ${SEVERAL_PEOPLE}(?: (?:themselves|today|tonight|so far|in|since|between|over|during)\\b.{0,60})?\\W*$`,
)

/** "How many bookings got cancelled by customers": who did it, and no group. */
function withoutDoers(text: string, plan: Plan): Plan {
  const isCount = plan.intent === 'measure' && (plan.measure.of === 'records' || plan.measure.of === 'requests')
  return isCount && plan.groupBy.length === 1 && DONE_BY.test(text) ? { ...plan, groupBy: [] } : plan
}

/** However a question was read, a plan that tells another kind of thing, or a half of it, is asked back. */
export function ofAskedKind(reading: Reading, question: string, catalogue: Catalogue): Reading {
  const [plan, more] = reading.plans
  if (plan === undefined || reading.relation !== 'new' || reading.language !== 'en') return reading
  const text = cleaned(question)
  const isOnly = more === undefined
  if (isOnly && isHalf(text, plan, reading, catalogue)) return askedBack(reading, 'I could not tell what is asked')
  if (isOnly && isShareOfAll(text, plan)) return askedBack(reading, 'I could not tell which of them are meant')
  if (isOnly && isWithoutRepetition(text, plan, catalogue))
    return askedBack(reading, 'nothing here tells what was done again')
  if (isOnly && isOfOtherEvent(text, plan, catalogue))
    return askedBack(reading, 'the lines of what was done state no number')
  if (isOnly && isStockOfEvent(text, plan))
    return askedBack(reading, 'a gauge of how many there are does not tell what was done')
  if (isOnly && isCauseForRanking(text, plan)) return askedBack(reading, 'I could not tell what is to be ranked')
  const denied = isOnly ? oppositeSaid(text, plan, catalogue) : null
  if (denied !== null) return askedBack(reading, `the log lines only say "not ${denied}"`)
  const done = isOnly ? hadTo(text, plan) : null
  if (done !== null) return askedBack(reading, `nothing here tells who had to "${done}"`)
  const untold = plan.conditions.map((one) => untoldOf(text, one, catalogue)).find((noun) => noun !== null)
  if (untold !== undefined && untold !== null) return askedBack(reading, `I could not find "${untold}"`)
  const metric = metricOfPlan(plan)
  const isOfOwner = metric !== null && isOfOwnerOnly(text, metric, catalogue)
  const isInOtherUnit = isCountForUnit({ text, context: { catalogue } }, plan)
  return isOnly && (isOfOwner || isInOtherUnit || isOtherKind(text, plan, catalogue) || isPeakLost(text, plan))
    ? askedBack(reading, 'I could not tell what is asked')
    : reading
}

const RANKS =
  /\b(?:which|who|what)(?: [a-z-]+){0,4}? (?:(?:the )?(?:most|least)(?: often)?|more often)\b|\bmost (?:often|frequent(?:ly)?)\b/
const ASKS_TROUBLE =
  /\b(?:why|root cause|broke|broken|wrong|happened|going on|culprit|to blame|fault|problems?|trouble|hit|affected|suffer\w*|slow\w*|hurt\w*|most (?:important|urgent|critical|severe|serious|pressing|relevant|likely|worrying))\b/

/** "Cranes that stopped because of wind, which one most often": the cause of the trouble ranks nothing. */
function isCauseForRanking(text: string, plan: Plan): boolean {
  const isCause = plan.intent === 'cause' && (plan.aspect === 'what' || plan.aspect === 'why')
  return isCause && RANKS.test(text) && !ASKS_TROUBLE.test(text)
}

/** Whether a plan counts something without what was done with it, or what was done without what it was done with. */
function isHalf(text: string, plan: Plan, { notes }: Reading, catalogue: Catalogue): boolean {
  if (isWithoutVerb(text, plan, catalogue) || isVerbUntold(text, plan)) return true
  if (isWithoutNoun(text, plan, catalogue) && !isNounTaken(text, notes)) return true
  if (isParticleUntold(text, plan, catalogue)) return true
  // What was taken for other words is said, and told by those.
  return !notes.some((note) => note.startsWith('I took')) && isHalfTold(text, plan, catalogue)
}

/** Whether the answer says of the noun as well which lines it was taken for. */
function isNounTaken(text: string, notes: readonly string[]): boolean {
  const head = countedNoun({ text, words: wordsOf(text) }).at(-1)?.text
  const taken = notes.flatMap((note) => /^I took "([^"]*)" as the lines that say/.exec(note)?.[1] ?? [])
  return head !== undefined && taken.some((said) => said.split(' ').includes(head))
}

/** "Any errors?" of requests, which have no severity: those that failed. */
function ofOutcome(plan: Plan): Plan {
  if (plan.intent !== 'measure' || !isOfSpans(plan.measure)) return plan
  const isOfErrors = plan.conditions.some((one) => one.on === 'severity' && one.is === 'error' && one.not !== true)
  const { measure } = plan
  const isShare = measure.of === 'ratio'
  if (!isOfErrors || (measure.of === 'ratio' && measure.share === 'matching')) return plan
  const conditions = without(plan.conditions, 'severity')
  const isSaid = isShare || conditions.some(({ on }) => on === 'outcome')
  return { ...plan, conditions: isSaid ? conditions : [...conditions, { on: 'outcome', is: 'failed' }] }
}

/** "The endpoint with the most errors": lines have no route, and the requests that failed have one. */
function ofRoutes(plan: Plan, { records }: Catalogue): Plan {
  const isOfLines = plan.intent === 'measure' && plan.measure.of === 'records' && records.spans > 0
  if (!isOfLines || !plan.groupBy.some(({ field, scope }) => field === 'operation' && scope === 'builtin')) return plan
  const others = without(plan.conditions, 'severity')
  const isOfErrors = plan.conditions.some((one) => one.on === 'severity' && one.is === 'error' && one.not !== true)
  if (!isOfErrors || others.some(({ on }) => on !== 'service')) return plan
  return { ...plan, measure: { of: 'requests' }, conditions: [...others, { on: 'outcome', is: 'failed' }] }
}
