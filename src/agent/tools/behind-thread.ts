/**
 * What a follow-up goes on from. It is the last answer; where the follow-up cannot be read behind that, it is what was
 * answered before questions that changed no subject, the lines behind their messages, or what failed behind a cause.
 */
import { eventsOf } from '../questions/execute/events-meant.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan } from '../questions/plan/plan.ts'
import { countedOf, failedSince } from '../questions/reader/move-base.ts'
import { areOfSame } from '../questions/reader/open-fragments.ts'
import { countedForShare, fittedShare, shareOfThread } from '../questions/reader/share-of-thread.ts'
import {
  countsNothing,
  isOfThread,
  isWholeAlone,
  namesOtherThing,
  restrictedAs,
} from '../questions/reader/stands-alone.ts'
import type { OpenQuestion, Previous } from '../questions/reader/state.ts'
import { withService } from '../questions/reader/thread-names.ts'
import { isBareOfAll, NOT_ANSWERED } from '../questions/reader/within-thread.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { askedBack } from './settled-reading.ts'

interface Thread {
  readonly question: string
  readonly previous?: Previous | undefined
  readonly isLastOpen?: boolean | undefined
  readonly open?: OpenQuestion | undefined
}

/** The reading in its thread; `read` reads the question as one behind the thread that it is given. */
export async function behindThread<T extends Thread>(
  thread: T,
  catalogue: Catalogue,
  read: (thread: T) => Promise<Reading>,
): Promise<Reading> {
  const aside = (await behindAside(thread, read)) ?? (await shareInThread(thread, catalogue, read))
  if (aside !== null) return aside
  const counted = behindShare(thread)
  if (counted !== null) return behindThread(counted, catalogue, read)
  const first = await read(thread)
  const { previous, isLastOpen = false, open } = thread
  if (previous === undefined && !isLastOpen) return first
  const own = await ofOtherThing(thread, first, catalogue, read)
  if (own !== null) return own
  if (isLastOpen && isGuessBehindOpen(first, thread.question)) return askedBack(first, NOT_ANSWERED)
  if (previous === undefined || isSettled(first, thread.question)) return first
  if (!isLastOpen) {
    const other = await behindOthers(thread, previous, catalogue, read)
    if (other !== null || first.plans.length > 0) return other ?? first
    const alone = (question: string): Promise<Alone | null> => readAlone({ ...thread, question }, read)
    return (
      (await ofItsService(thread.question, previous, catalogue, alone)) ??
      (await ofOtherGauge(thread.question, previous, alone)) ??
      byReason(thread.question, previous, first) ??
      (await byItself(thread.question, alone)) ??
      first
    )
  }
  const asked = previous.question
  const broad = first.plans.length > 0 ? askedBack(first, NOT_ANSWERED) : first
  if (open === undefined || asked === undefined) return broad
  const closed = { ...thread, isLastOpen: false, open: undefined }
  const isSame = areOfSame(open) || isOfThread(open, previous)
  if (!isSame && shareOfThread(thread.question, previous, catalogue)?.isVerbSaid !== true) return broad
  const again = await read(closed)
  const found = isFollowUp(again)
    ? again
    : ((await shareInThread(closed, catalogue, read)) ?? (await behindOthers(closed, previous, catalogue, read)))
  if (found === null) return broad
  const note = `"${open.question}" was not answered, so this goes on from "${asked}".`
  return { ...found, notes: [note, ...found.notes] }
}

const CUTS = /^(?:(?:and|so|but|ok|okay|now|then)[, ]+)*(?:by|per|only|just|grouped by|split by|broken down by) [a-z]/i

/** "By item" behind "why" of the orders that were refused: of those, which the cause was asked of in passing. */
async function behindAside<T extends Thread>(
  thread: T,
  read: (thread: T) => Promise<Reading>,
): Promise<Reading | null> {
  const { previous, question, isLastOpen = false } = thread
  const base = previous?.before
  const isTrouble = previous?.plan.intent === 'cause' || previous?.plan.intent === 'state'
  if (previous === undefined || isLastOpen || !isTrouble || base?.intent !== 'measure' || !CUTS.test(question))
    return null
  const isOfThing = base.conditions.some(({ on }) => on !== 'service' && on !== 'outcome' && on !== 'severity')
  if (!isOfThing) return null
  const found = await read({ ...thread, previous: { ...previous, plan: base, before: undefined, last: undefined } })
  return isFollowUp(found) && found.leftOut.length === 0 ? found : null
}

/** "Which garage most often?" behind a share is about those that were counted for it. */
function behindShare<T extends Thread>(thread: T): T | null {
  const { previous, question, isLastOpen = false } = thread
  const counted = previous === undefined || isLastOpen ? null : countedForShare(question, previous.plan)
  return counted === null || previous === undefined ? null : { ...thread, previous: { ...previous, plan: counted } }
}

/** A share of what the thread counts, read with its noun and its verb. */
async function shareInThread<T extends Thread>(
  thread: T,
  catalogue: Catalogue,
  read: (thread: T) => Promise<Reading>,
): Promise<Reading | null> {
  const { previous, question, isLastOpen = false } = thread
  const share = previous === undefined || isLastOpen ? null : shareOfThread(question, previous, catalogue)
  if (share === null) return null
  let fitted: Plan | null = null
  let reading: Reading | null = null
  for (const whole of share.wholes) {
    const alone = await readAlone({ ...thread, question: whole }, read)
    fitted = alone === null ? null : fittedShare(alone.plan, share, catalogue)
    reading = alone?.reading ?? reading
    if (fitted !== null) break
  }
  fitted ??= fittedShare(null, share, catalogue)
  if (fitted === null) return null
  const plain = reading ?? (await read(thread))
  const { askBack: _, open: __, ...rest } = plain
  return { ...rest, notes: [], leftOut: [], plans: [fitted], relation: 'follow_up' }
}

/** What names a thing of its own behind a turn that was not answered, or another thing than that of the thread. */
async function ofOtherThing<T extends Thread>(
  thread: T,
  first: Reading,
  catalogue: Catalogue,
  read: (thread: T) => Promise<Reading>,
): Promise<Reading | null> {
  const { previous, question, isLastOpen = false } = thread
  if (first.remark !== undefined || first.language !== 'en') return null
  const isUnread = isLastOpen && first.plans.length === 0
  const isOther =
    !isLastOpen && previous !== undefined && !isAlike(first, previous) && namesOtherThing(question, previous)
  if (!isUnread && !isOther) return null
  // "Were refunds failing too": beside what was asked before, but it names its own thing.
  const named = question.replace(LEAD, '')
  const bare = isUnread ? named.replace(BESIDES, '') : named
  const alone = await readAlone({ ...thread, question: bare, isLastOpen: false, open: undefined }, read)
  if (alone === null || !isWholeAlone(bare, alone.plan)) return null
  return isUnread || previous === undefined
    ? alone.reading
    : { ...alone.reading, plans: [restrictedAs(alone.plan, previous.plan, catalogue)] }
}

const BESIDES = /,? (?:too|also|as well|then|though|anyway)[ ?.!]{0,5}$/i
const GOES_ON = /^(?:and|but|also|or)\b/i

/** "How many of those were express", "what fraction of desktop visits": of what, only the turn before it says. */
const OF_TURN =
  /\b(?:of|among) (?:them|those|these)\b(?! (?:services|requests|errors)\b)|\bthe (?:[a-z]+ )?ones\b|^(?:(?:and|so|ok|but)[, ]+)*(?:(?:what|which) |as (?:an? )?)?(?:share|fraction|percentage|percent|proportion|%) of (?:all |the |our )*[\w-]+(?: [\w-]+)?[\s?.!]*$/i

/**
 * Behind a turn that was not answered: "and photographed again", where what was taken for its words may be of all there
 * is, and what is a part of that turn.
 */
function isGuessBehindOpen({ plans, notes, relation }: Reading, question: string): boolean {
  if (plans.length === 0 || relation !== 'new') return false
  const isTaken = notes.some((note) => note.startsWith('I took'))
  return (isTaken && GOES_ON.test(question.trim())) || OF_TURN.test(question.trim())
}

/** A plain count behind a plain count of other lines: what the thread is restricted by is kept. */
function isAlike({ plans: [plan, more] }: Reading, { plan: base }: Previous): boolean {
  if (plan?.intent !== 'measure' || more !== undefined || base.intent !== 'measure') return false
  return (
    base.groupBy.length === 0 && plan.measure.of === base.measure.of && !plan.conditions.some(({ on }) => on === 'text')
  )
}

interface Alone {
  readonly reading: Reading
  readonly plan: Plan
}

/** A question read without its thread to one plan, with all of its words; null where it is not. */
async function readAlone<T extends Thread>(thread: T, read: (thread: T) => Promise<Reading>): Promise<Alone | null> {
  const reading = await read({ ...thread, previous: undefined, isLastOpen: false, open: undefined })
  const [plan, more] = reading.plans
  const isWhole = more === undefined && reading.leftOut.length + reading.notes.length === 0
  return plan !== undefined && isWhole ? { reading, plan } : null
}

type ReadAlone = (question: string) => Promise<Alone | null>

/** What could not be read at all, with the service that "it" means. */
async function ofItsService(
  asked: string,
  previous: Previous,
  catalogue: Catalogue,
  alone: ReadAlone,
): Promise<Reading | null> {
  const question = withService(asked, previous, catalogue)
  return question === null ? null : ((await alone(question))?.reading ?? null)
}

const BY_REASON =
  /^(?:(?:and|so|but|ok|okay|now|then)[, ]+)*(?:(?:split |grouped |broken down )?(?:by|per) (?:the )?(?:reasons?|causes?)|(?:for )?(?:which|what) reasons?)[\s?.!]*$/i

/** "By reason" of lines that say it in their words alone: how often each kind of line is. */
function byReason(question: string, { plan }: Previous, first: Reading): Reading | null {
  const base = countedOf(plan)
  const isOfLines =
    base?.measure.of === 'records' && base.conditions.some(({ on }) => on === 'templates' || on === 'text')
  if (base === null || !isOfLines || !BY_REASON.test(question)) return null
  const { askBack: _, open: __, ...rest } = first
  const patterns: Plan = { intent: 'patterns', conditions: base.conditions, time: base.time, limit: 20 }
  return { ...rest, plans: [patterns], leftOut: [], relation: 'follow_up' }
}

const LEANS =
  /\b(?:it|its|that|those|these|them|they|their|there|this|then|same|ones?|both|others?|rest|instead|too|also|second|first|last)\b/i
const OF_ROUTE =
  /^(?:(?:and|so|but|ok|okay|now|then)[, ]+)*(?:p\d{2,3}|median|average|mean|max|latency|error rate|failure rate|requests|how slow|how many requests)\b.*\S\/\S/i
const WHOLE_WORDS_MIN = 3

/** "P95 of /bids/collect" behind timeouts, which requests do not have: a whole question that nothing joins to its thread. */
async function byItself(question: string, alone: ReadAlone): Promise<Reading | null> {
  const isWhole = question.trim().split(/\s+/).length >= WHOLE_WORDS_MIN && !LEANS.test(question)
  const found = isWhole && OF_ROUTE.test(question) ? await alone(question) : null
  const isNamed = found?.plan.intent === 'measure' && found.plan.conditions.some(({ on }) => on === 'operation')
  return found !== null && isNamed ? found.reading : null
}

const LEAD = /^(?:(?:and|so|but|ok|okay|hm+|what about|how about|now)[, .]+)+/i
const GAUGE_WORDS_MAX = 4

/** "And trucks waiting?" behind how many invoices are on hold: how many of those there are now. */
async function ofOtherGauge(question: string, { plan }: Previous, alone: ReadAlone): Promise<Reading | null> {
  const isOfGauge = plan.intent === 'measure' && plan.measure.of === 'metric'
  const thing = question
    .trim()
    .replace(LEAD, '')
    .replace(/\W{1,5}$/, '')
  if (!isOfGauge || thing.split(/\s+/).length > GAUGE_WORDS_MAX) return null
  const found = await alone(`how many ${thing} right now`)
  return found?.plan.intent === 'measure' && found.plan.measure.of === 'metric' ? found.reading : null
}

/** Behind other plans of the same subject. */
async function behindOthers<T extends Thread>(
  thread: T,
  previous: Previous,
  catalogue: Catalogue,
  read: (thread: T) => Promise<Reading>,
): Promise<Reading | null> {
  const isOfEvents = previous.plan.intent === 'measure' && previous.plan.measure.of === 'requests'
  for (const plan of othersOf(previous, catalogue)) {
    const found = await read({ ...thread, previous: { ...previous, plan, before: undefined, last: undefined } })
    const isMeasure = found.plans.every(({ intent }) => intent === 'measure')
    if (isFollowUp(found) && (isMeasure || !isOfEvents)) return found
  }
  return null
}

/** Lines behind their messages or in a list are counted; behind a cause the requests that failed since it began. */
function othersOf(previous: Previous, catalogue: Catalogue): Plan[] {
  const { plan } = previous
  // What was counted on a route is told by the lines that say of each that it was done.
  const lines = plan.intent === 'measure' && plan.measure.of === 'requests' ? eventsOf(plan, catalogue) : null
  if (lines !== null && plan.intent === 'measure')
    return [{ ...plan, measure: { of: 'records' }, conditions: lines.conditions }]
  if (plan.intent === 'patterns' || plan.intent === 'list') {
    const counted = plan.conditions.length === 0 ? null : countedOf(plan)
    return counted === null ? [] : [counted]
  }
  const failed = failedSince(previous)
  return failed === null ? [] : [failed]
}

function isFollowUp({ plans, relation }: Reading): boolean {
  return plans.length > 0 && relation === 'follow_up'
}

/** "Which airline has the most" says nothing of what. */
const NAMES_NOTHING =
  /^(?:(?:and|so|ok|but) )*(?:which|what|whose) [\w.-]+(?: [\w.-]+)? (?:(?:has|have|had|is|are|was|were|gets?|got|sees?) )?(?:the )?(?:most|worst|highest|hit|affected)(?: (?:hit|affected|hardest|most))?\W*$/i

/** Read as it was meant: an answer to what was asked back, a whole question of its own, talk. */
function isSettled(reading: Reading, question: string): boolean {
  const { plans, relation, notes, remark, language, isBySlots } = reading
  if (remark !== undefined || language !== 'en' || isBySlots === true) return true
  if (plans.length === 0) return false
  if (relation === 'follow_up' || notes.some((note) => note.startsWith('I read this as'))) return true
  const [plan, more] = plans
  if (plan === undefined || more !== undefined) return true
  const isOfAll = plan.intent === 'measure' && plan.conditions.length === 0
  return (
    !(isOfAll && NAMES_NOTHING.test(question.trim())) &&
    !countsNothing(question, plan) &&
    !isBareOfAll(cleaned(question), plan)
  )
}
