/**
 * The check of a reading: signs that a plan answers another question than the one that was put, although each of its
 * words has a place. They were chosen over answers to questions that nobody had seen, by how many wrong answers each
 * would have turned into a question back for each right one lost (docs/design/questions-eval.md).
 */

import type { Catalogue } from '../grounding/catalogue.ts'
import { isNegated, isOfEvents, type Plan } from '../plan/plan.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { isInUnit, unitAsked, unitOfMetric } from '../vocabulary/units.ts'
import type { QuestionState } from './state.ts'

/** "How do I get diesel out of a jacket" asks for no remedy of an outage. */
const ASKS_REMEDY =
  /\b(?:start|begin|dig\w*|investigat\w*|where|fix\w*|solve\w*|resolv\w*|repair\w*|mitigat\w*|remed\w*|next|do|should|recover\w*|workaround|stop\w*|help|back up|restor\w*|roll\w*|check|look|first|outage|incident|problem|trouble|error\w*|fail\w*|broken|down)\b(?<!how do)/
/** Words that ask for a quantity, whatever else a question says. */
const ASKS_AMOUNT =
  /\bhow (?:many|much)\b|\b(?:share|fraction|percentage|proportion|number|average|mean|median|total|sum) of\b|\bshare in\b|\bon average\b|\bin total\b|\bmost (?:often|common|frequent(?:ly)?)\b|\b(?:failure|fail|error|success|refusal|rejection|decline|denial|drop|hit|delivery|conversion)[- ](?:rate|ratio|share|percentage) (?:of|for|on|at|in|among)\b|\bper (?:second|minute|hour|day)\b|^(?:average|mean|median|avg|total|p\d\d)\b/
/** "How many requests were hit" asks how bad it was, "for how many minutes" how long. */
const ASKS_HARM =
  /\b(?:affected|impact\w*|hit|lost|hurt|how bad|fail(?:s|ed|ing|ures?)?|how many (?:minutes|hours|seconds))\b/
/** "How big was the biggest recording": of things, and not how bad it was. */
const ASKS_SIZE =
  /\bhow [a-z]+ (?:is|are|was|were) (?:the |our )?(?:[a-z]{2,20}est|most [a-z]+) (?!outage|incident|problem|issue|impact)[a-z]/
/** What only somebody says who asks what is wrong. */
const ASKS_TROUBLE =
  /\b(?:what|why|how|where|who|wrong|going on|happen\w*|root cause|culprit|cause|analys\w*|assess\w*|diagnos\w*|investigat\w*|explain|summary|summari[sz]e|problem|issue|status|sitrep|rca|tl;?dr|incident|cannot|can not|is down|are down)\b/
/** "Total usd recorded", "sum of the invoices": of amounts that lines state, not of lines. */
const ASKS_SUM =
  /\b(?:total|overall|summed) (?:amount|time|cost|costs|price|value|revenue|volume|size|duration|weight|distance|bytes|minutes|seconds|hours|usd|eur|gbp|chf|dollars?|euros?|money|kwh)\b|\b(?:sum|total) of (?:all |the |our )*(?!(?:requests|errors|failures|failed|calls|spans|lines|records|logs?|warnings|traces)\b)[a-z]{3,}/
/** "Embeddings since the release": what is counted since then, and nothing about the release. */
const SINCE_RELEASE =
  /\b(?:since|before|after) (?:the |our |its )?(?:[\w.-]+ )?(?:release|rollout|deploy(?:ment)?|rollback|update|upgrade)\b/
/** "Rentals ended ok" names something, and asks for no state. */
const ASKS_STATE =
  /^\W*(?:(?:so|and|but|ok|okay|hey|hi|hello|please|pls|well|now|guys|@\w+)\W+)*(?:is|are|was|were|do|does|did|has|have|had|can|could|how|what|any|anything|anyone|all|everything|still|it|we|things|status|state|quick|which|who)\b|\b(?:status|sitrep|state of)\b/
/** "When did the last nowcast finish" is about something else than trouble. */
const ASKS_BEGINNING =
  /\b(?:start\w*|beg[aiu]n\w*|br[eo]a?k\w*|stop\w*|fail\w*|error\w*|trouble|outage|incident|issues?|problems?|down|slow\w*|wrong|crash\w*|lost|affected|since when|from when|first|it|this|that)\b/
const ASKS_ANYTHING =
  /\b(?:what|when|which|who|why|how|where|was|were|is|are|did|does|has|have|any|list|show|versions?)\b/

/** "Rentals ended ok", read as one of rental-service, is no question for its health. */
export function isUnaskedState(question: string, { intent }: Plan): boolean {
  return (intent === 'health' || intent === 'state') && !ASKS_STATE.test(question)
}

/** Why a plan is hardly what was asked; null where nothing speaks against it. */
export function doubtOf(state: QuestionState, plan: Plan): string | null {
  const { text, leftOut } = state
  const isDoubtful =
    isOtherIntent(text, leftOut, plan) ||
    isSumOfAmounts(text, plan) ||
    isCountForUnit(state, plan) ||
    isEveryLine(text, plan) ||
    isAllOthers(text, plan) ||
    isOtherKind(text, plan, state.context.catalogue)
  if (isShareOfAll(plan)) return 'I could not tell which share is meant'
  return isDoubtful ? 'I could not tell what is asked' : null
}

/** A share of nothing in particular, or requests that say a word: in other words nothing was said. */
export function isOfEverything(plan: Plan): boolean {
  if (plan.intent !== 'measure') return false
  const { measure, conditions } = plan
  if (measure.of === 'ratio' && measure.share === 'matching')
    return measure.among === undefined && conditions.every(({ on }) => on === 'service')
  const isOfSpans = measure.of === 'requests' || measure.of === 'duration' || measure.of === 'ratio'
  return isOfSpans && conditions.some(({ on }) => on === 'text')
}

/** "Which share of searches finds nothing?": nothing in the plan says which ones, and all of them are always 100 %. */
function isShareOfAll(plan: Plan): boolean {
  return plan.intent === 'measure' && plan.measure.of === 'ratio' && plan.groupBy.length === 0 && isOfEverything(plan)
}

/** A plan about trouble, a release or callers, where something is to be counted or words of the question have no place. */
function isOtherIntent(text: string, leftOut: readonly string[], plan: Plan): boolean {
  const isAmount = ASKS_AMOUNT.test(text)
  const isLeft = leftOut.length > 0
  // "How is tenant colgate doing" of a tenant that there is not.
  if (TOLD_OF_WHOLE.test(plan.intent) && leftOut.some((word) => isNamedOf(text, word))) return true
  switch (plan.intent) {
    case 'cause':
      if (plan.aspect === 'since' && isLeft) return !ASKS_BEGINNING.test(text)
      if (plan.aspect === 'next_step') return isLeft && !ASKS_REMEDY.test(text)
      if (plan.aspect === 'impact') return isLeft || (isAmount && !ASKS_HARM.test(text)) || ASKS_SIZE.test(text)
      if (plan.aspect === 'what') return (isAmount && !isAboutTrouble(text)) || (isLeft && !ASKS_TROUBLE.test(text))
      return (plan.aspect === 'why' || plan.aspect === 'sure') && isAmount && !/\bwhy\b|\bcause|\breason\b/.test(text)
    case 'state':
      return isLeft && !ASKS_STATE.test(text)
    case 'health':
      return isAmount && plan.premise !== null && !['failing', 'slow', 'down'].includes(plan.premise)
    case 'dependencies':
    case 'coverage':
      return isLeft
    case 'deployments':
      return plan.isRestart === true && isLeft
    case 'versions':
      return SINCE_RELEASE.test(text) && !ASKS_ANYTHING.test(text)
    default:
      return false
  }
}

const TOLD_OF_WHOLE = /^(?:state|cause|timeline|health)$/

/** Whether a word stands behind the noun that says whose name it is. */
function isNamedOf(text: string, word: string): boolean {
  const words = text.split(/[^\p{L}\p{N}_.-]+/u)
  const at = words.indexOf(word)
  return at > 0 && PEOPLE.test(words[at - 1] ?? '')
}

/** "How many minutes has it been broken, and what is the cause?" */
function isAboutTrouble(text: string): boolean {
  return /\b(?:root cause|what (?:broke|happened|is wrong|is going on)|why)\b/.test(text)
}

/** "How often did notice-batch run": all lines of a service are no number of what it did. */
function isEveryLine(text: string, plan: Plan): boolean {
  if (plan.intent !== 'measure' || plan.measure.of !== 'records' || plan.groupBy.length > 0 || plan.per !== null)
    return false
  const isOfServiceAlone = plan.conditions.length > 0 && plan.conditions.every(({ on }) => on === 'service')
  return (
    isOfServiceAlone && /\bhow (?:many|often)\b|\b(?:number|count) of (?!all\b)/.test(text) && !SAYS_LINES.test(text)
  )
}

/** "How often did people record without consent": all lines that lack a word are no number of what was done without it. */
function isAllOthers(text: string, plan: Plan): boolean {
  if (plan.intent !== 'measure' || plan.measure.of !== 'records' || SAYS_LINES.test(text)) return false
  const others = plan.conditions.filter(({ on }) => on !== 'service')
  return (
    others.some(({ on }) => on === 'text' || on === 'templates') &&
    others.every(isNegated) &&
    !/\b(?:errors?|warnings?|failures?|exceptions?|severity|level)\b/.test(text)
  )
}

const SAYS_LINES =
  /\b(?:logs?|logged|logging|lines?|records?|entries|entry|messages?|events?|syslog|telemetry|write|wrote|emit\w*|say|said)\b/

function isSumOfAmounts(text: string, plan: Plan): boolean {
  const isCount =
    plan.intent === 'measure' &&
    (plan.measure.of === 'records' || plan.measure.of === 'requests' || plan.measure.of === 'spans')
  return isCount && plan.conditions.some(({ on }) => on === 'templates' || on === 'text') && ASKS_SUM.test(text)
}

/** "MB uploaded today?": neither a count nor a metric of pieces is an amount of megabytes. */
export function isCountForUnit(
  { text, context }: Pick<QuestionState, 'text'> & { readonly context: Pick<QuestionState['context'], 'catalogue'> },
  plan: Plan,
): boolean {
  const unit = unitAsked(text)
  if (unit === null || plan.intent !== 'measure') return false
  const { measure } = plan
  if (measure.of !== 'metric') return measure.of === 'records' || measure.of === 'requests' || measure.of === 'spans'
  const metric = context.catalogue.metrics.find(({ name }) => name === measure.metric)
  return metric !== undefined && !isInUnit(unit, metric)
}

/** Whether a plan tells something of another kind than the question as it was typed, in whichever way it was read. */
export function isOtherKind(text: string, plan: Plan, catalogue: Pick<Catalogue, 'metrics'>): boolean {
  return (
    isCauseForShare(text, plan) ||
    isLengthOfWork(text, plan) ||
    isLevelForEvents(text, plan) ||
    isWithoutGroups(text, plan) ||
    isCountForTime(text, plan, catalogue) ||
    isTimeForCount(text, plan) ||
    isCountForMoney(text, plan) ||
    isPaceForShare(text, plan) ||
    isGroupOfOne(text, plan) ||
    isAllForPart(text, plan) ||
    isCountForMean(text, plan) ||
    isCountForPieces(text, plan) ||
    isCountForMuch(text, plan)
  )
}

/** "Mean wait": how long it is, and no number of lines that say so. */
function isCountForMean(text: string, plan: Plan): boolean {
  const isPlain = plan.intent === 'measure' && plan.per === null && plan.intervalMs === null
  return isPlain && isOfEvents(plan) && ASKS_MEAN.test(text)
}

const ASKS_MEAN =
  /^(?:(?:so|and|ok|but|what is|whats|what was|show|show me|give me|the|our) )*(?:mean|average|avg|median|p\d\d) (?!(?:number|count|amount|daily|hourly|rate|requests?|calls?|traffic|load)\b)[a-z]/

/** "How many pieces of door-roller were reserved": each time, several of them. */
function isCountForPieces(text: string, plan: Plan): boolean {
  const noun = /\bhow many (pieces|units|items|copies) of (?!(?:them|these|those|the)\b)[a-z]/.exec(text)?.[1]
  if (noun === undefined || plan.intent !== 'measure' || !isOfEvents(plan)) return false
  const isSaid = (words: string): boolean => words.split(' ').some((word) => word === noun || `${word}s` === noun)
  return !plan.conditions.some(
    (one) => (one.on === 'templates' && isSaid(one.words)) || (one.on === 'text' && isSaid(one.text)),
  )
}

/** "How much rent did we collect": an amount of it, and no number of lines. */
function isCountForMuch(text: string, plan: Plan): boolean {
  return plan.intent === 'measure' && isOfEvents(plan) && plan.per === null && ASKS_MUCH.test(text)
}

const ASKS_MUCH =
  /^(?:(?:so|and|ok|but) )*how much (?!(?:traffic|load|errors?|logs?|lines?|log|requests?|calls?|failures?|trouble|time|of|more|less|slower|faster|worse|better|data|is|was|are|were|did|do|does|has|have)\b)[a-z]{3,20} (?:did|was|were|have|has|had|do|does|is|are)\b/

/** "Exam-portal queue", where nothing measures one: all requests of the service are no queue. */
function isAllForPart(text: string, plan: Plan): boolean {
  if (plan.intent !== 'measure' || plan.groupBy.length > 0 || !NAMES_PART.test(text)) return false
  const isCount = plan.measure.of === 'records' || plan.measure.of === 'requests'
  return (
    isCount && plan.per === null && plan.conditions.length > 0 && plan.conditions.every(({ on }) => on === 'service')
  )
}

const NAMES_PART =
  /^(?:(?:so|and|the|our|show|show me|how many|what is|whats) )*(?:[a-z][\w.-]+ (?:queue|backlog|instances?|pods?|replicas?|containers?|nodes|hosts|threads|heap|disk)|(?:queue|backlog|instances?|pods?|replicas?|containers?|nodes|hosts|threads|heap|disk) (?:of|for|on) (?:the |our )?[a-z][\w.-]+)\W*$/

/** "Proportion of sign-ins with wrong credentials": why something broke is no share. */
function isCauseForShare(text: string, plan: Plan): boolean {
  const isCause = plan.intent === 'cause' && ['what', 'why', 'anything', 'mechanism'].includes(plan.aspect)
  return isCause && (SHARE_FIRST.test(text) || /^(?!.*\bwhy\b).{3,60} (?:by|per) reasons?\W*$/.test(text))
}

const SHARE_FIRST =
  /^(?:(?:and|so|what|which|the|give me|show me) )*(?:share|proportion|percentage|fraction|per ?cent|ratio) of (?!\w+ and\b)/

/** "How many minutes did we bill": an amount of what was done, and no length of trouble. */
function isLengthOfWork(text: string, plan: Plan): boolean {
  const isLength = plan.intent === 'cause' && plan.aspect === 'how_long'
  return isLength && COUNTS_WORK.test(text) && !SAYS_TROUBLE.test(text)
}

const COUNTS_WORK = /\bhow many (?:\w+ )?(?:seconds|minutes|mins|hours) (?:did|do|have|has|were|was|are|is) /
const SAYS_TROUBLE =
  /\b(?:fail\w*|los(?:e|es|ing|t)|br[eo]a?ke?\w*|down\w*|outage|trouble|incident|problem|issues?|lasted|last\W*$|take|took|taken|slow\w*|silent|unavailable|affected|unhealthy|bad|wrong|errors?|dead|gone|away|offline|unreachable|in production|running|live|out|stuck|blocked|it|that|this)\b/

/** "How often did a printer run out of paper", "how many messages did it consume": what a gauge stands at counts nothing. */
function isLevelForEvents(text: string, plan: Plan): boolean {
  if (plan.intent !== 'measure' || plan.measure.of !== 'metric') return false
  const { statistic } = plan.measure
  if (statistic === 'increase' || statistic === 'rate' || statistic === 'sum') return false
  return COUNTS_EVENTS.test(text) && !SAYS_STATISTIC.test(text)
}

const COUNTS_EVENTS =
  /\bhow often (?:did|do|does|was|were|has|have)\b|\bhow many (?:[a-z-]+ ){1,3}(?:did|were (?!(?:there|online|open|waiting|connected|in|running|busy|idle|used|free)\b))/
const SAYS_STATISTIC =
  /\b(?:average|mean|median|max|maximum|(?<!\d )min|minimum|most|least|highest|lowest|peak|typical\w*|usual\w*|at (?:once|best|worst)|on hand|p\d\d)\b/

/** "How much did tenants spend", "campaign with the highest spend": what lines or requests there are is no money. */
function isCountForMoney(text: string, plan: Plan): boolean {
  const isCount = plan.intent === 'measure' && isOfEvents(plan)
  const isList = plan.intent === 'list' && /\bhow much\b/.test(text)
  const metric = plan.intent === 'measure' && plan.measure.of === 'metric' ? plan.measure.metric : null
  const isOtherMetric = metric !== null && !IS_MONEY.test(metric)
  return (isCount || isList || isOtherMetric) && ASKS_MONEY.test(text)
}

const IS_MONEY =
  /spen[dt]|cost|price|revenue|turnover|amount|income|earn|balance|paid|pay|owed|invoice|bill|money|cents|usd|eur|gbp|jpy|chf/i

const ASKS_MONEY =
  /\b(?:open|outstanding|unpaid|lost|refunded|total|overall|average|missing) amounts? of\b|\bhow many (?:euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf|cents)\b|\bhow much (?:money )?(?:(?:did|do|does|has|have|had|was|were|is|are) )(?:[\w.-]{1,40} ){0,5}?(?:spen[dt]|paid|pay|earn(?:ed)?|cost|owed?|invoiced|billed)\b|\b(?:highest|largest|biggest|lowest|smallest|most|least) (?:spend|spending|revenue|turnover|costs?|price|amount|income|earnings|balance)\b/

/** "Records per zone on average": how many there are of the one in the other, and no length of time. */
function isTimeForCount(text: string, plan: Plan): boolean {
  if (plan.intent !== 'measure' || !EACH_HAS.test(text)) return false
  return plan.measure.of === 'duration' || (plan.measure.of === 'number' && plan.measure.key === 'duration')
}

const EACH_HAS =
  /^(?:(?:so|and|what is|whats|show|show me|the|our|average|mean|median|number of|avg) )*(?!(?:ms|millis|milliseconds|seconds|minutes|hours)\b)[a-z-]{3,30}s (?:per|for each|in each|of each) [a-z-]{3,30}(?: (?:on average|in the mean|on the median))?\W*$/

/** "Time to join by region", "how quickly do we send mails": lengths of time, and no number of lines or of what waits. */
function isCountForTime(text: string, plan: Plan, { metrics }: Pick<Catalogue, 'metrics'>): boolean {
  if (plan.intent !== 'measure' || plan.per !== null || !(ASKS_TIME.test(text) || ASKS_SPEED.test(text))) return false
  if (isOfEvents(plan)) return true
  const { measure } = plan
  const metric = measure.of === 'metric' ? metrics.find(({ name }) => name === measure.metric) : undefined
  return metric !== undefined && !IS_TIME.test(unitOfMetric(metric)) && !NAMES_TIME.test(metric.name)
}

const IS_TIME = /^(?:ns|us|ms|s|min|h|d|secs?|seconds?|minutes?|hours?|millis(?:econds)?|milliseconds?)$/i
const NAMES_TIME = /time|duration|latency|delay|lag|age|seconds|wait/i
const ASKS_TIME =
  /^(?:(?:so|and|what is|whats|show|show me|the|our) )*(?:(?:average|avg|mean|median|typical|usual|normal|max|maximum|min|minimum|longest|shortest|worst|best|slowest|fastest|p\d\d) )?(?:time (?:needed |required |taken |it takes |it took )?to (?!now\b|time\b)[a-z]{3,}|(?:db|database|query|sql|redis|cache|waiting|processing|response|queue) time\b|time (?:spent|lost|wasted) )|^(?:(?:so|and|what is|whats|show|show me|the|our|total|sum of) )*(?:hours|minutes|seconds) (?:[a-z]{3,}ed|spent|lost|sold|sent|run|driven)\b/
const ASKS_SPEED =
  /^(?:(?:so|and|ok|but) )*(?:how (?:quickly|fast|long) (?:do|does|did|can) |how many (?:ms|milliseconds|seconds|minutes) (?:does it take |did it take |it takes |it took )?to [a-z]{3,})/

/** "Fill rate", "win rate": a share of what was tried, and no lines a second. */
function isPaceForShare(text: string, plan: Plan): boolean {
  return plan.intent === 'measure' && plan.per !== null && SHARE_RATE.test(text) && !SAYS_PACE.test(text)
}

const SHARE_RATE =
  /\b(?:fill|win|hit|miss|success|failure|conversion|bounce|acceptance|rejection|refusal|approval|decline|completion|retention|utili[sz]ation|occupancy|loss|no-show|churn|match) rate\b/
const SAYS_PACE = /\b(?:per|each|every|an?) (?:second|sec|minute|min|hour|day)\b|\/ ?(?:s|sec|min|h)\b/

/** "Who of the bidders times out the most", read as the services of one service: the first of one says nothing. */
function isGroupOfOne(text: string, plan: Plan): boolean {
  if (!/^(?:(?:so|and) )?(?:who|which|what)\b.{3,80}\b(?:most|least)\b/.test(text)) return false
  if (plan.intent !== 'measure' || plan.groupBy.length !== 1 || plan.groupBy[0]?.field !== 'service') return false
  const ofService = plan.conditions.find(({ on }) => on === 'service')
  const isOnlyOne = ofService?.on === 'service' && ofService.not !== true && ofService.values.length === 1
  return isOnlyOne && plan.conditions.length === 1
}

/** "Which plans were renewed how often?", "who validated how many?", "tenants ranked by 429": of all together is no answer. */
function isWithoutGroups(text: string, plan: Plan): boolean {
  if (plan.intent !== 'measure' || plan.groupBy.length > 0) return false
  if (plan.measure.of === 'metric') return plan.per === null && plan.intervalMs === null && FOR_EACH_END.test(text)
  const isPlain = plan.per === null && plan.intervalMs === null && plan.against === null && plan.measure.of !== 'number'
  const isCount = isPlain && isOfEvents(plan)
  return ASKS_GROUPS.test(text) || (isPlain && FOR_EACH.test(text)) || (isCount && ASKS_NAME.test(text))
}

/** "Studio hit hardest", "tenant with the most refusals": a name, and no number of all. */
const ASKS_NAME =
  /^(?:(?:so|and) )?(?:which|what) (?!(?:is|are|was|were|of|ones?)\b)[a-z-]{3,30} (?:[a-z]{3,20}s|[a-z]{3,20}ed) (?:the )?(?:most|least|fewest)(?: often| (?:of (?:the |them)?)?[a-z-]{3,30})?\W*$|^(?:(?:so|and) )?(?:which|what) [a-z-]{3,30}s (?:have|did|do) (?:we|you|they|people|customers|users) [a-z]{3,20}\W*$|^(?:(?:so|and) )?who\b.{3,60}\bthe (?:most|least)\W*$|^(?:(?:so|and|which|what|the|our) )*[a-z-]{3,30} (?:(?:(?:is|was|were|got|that) )*(?:hit|affected|hurt|impacted|struck) (?:the )?(?:worst|hardest|most)|with (?:the )?(?:most|highest|fewest|least|lowest) )/

/** "Order failure rate per order type": one number for each, which a number of all together is not. */
const FOR_EACH =
  /\b(?:per|for each|for every|in each|of each|by each) (?!(?:second|sec|minute|min|hour|hr|day|week|cent|request|call|unit|one|of|the|session|time)\b)[a-z][a-z._-]{2,}/

/** Behind a metric: "partner connections per bidder". */
const FOR_EACH_END =
  /\b(?:per|for each|for every) (?!(?:second|sec|minute|min|hour|hr|day|week|cent|request|call|unit|one|session|time|node|pod|host|instance)\b)[a-z][a-z._-]{2,}\W*$/

const ASKS_GROUPS =
  /^(?:so |and |but |ok |hey )*(?:which|what|who)\b(?! of (?:them|these|those)\b).{3,60}\bhow (?:many|often|much)\b(?: times)?\W*$|^(?:our |the )?[a-z-]{3,30} ranked by |^(?:our |the )?favou?rite (?!time)/

/** Whether a part of a message that was not understood asks for a number or a yes of its own. */
export function asksForItself(part: string): boolean {
  return /\bhow (?:many|much|often)\b|\b(?:share|percentage|number) of\b|^\W*(?:and |so )?(?:did|does|do|has|have) (?!you\b)/i.test(
    part,
  )
}
