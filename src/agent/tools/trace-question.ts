/** Reads a measure of requests whose noun or condition only log lines say, by the requests that these lines belong to. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Desk } from '../questions/execute/filters.ts'
import {
  isSaidOfEach,
  type TracedPart,
  type TracedThing,
  tracedPart,
  tracedPartOf,
  tracedRefusal,
  tracedThings,
} from '../questions/execute/traced-things.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import type { Plan, PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { timeOf } from '../questions/reader/asked-time.ts'
import { groundOver } from '../questions/reader/covering/covering.ts'
import { routesOfThing } from '../questions/reader/routes.ts'
import { type QuestionState, type ReadContext, stateOf, tellingWords } from '../questions/reader/state.ts'
import { templatesWith } from '../questions/reader/texts.ts'
import type { Word } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { FUNCTION_WORDS } from '../questions/vocabulary/function-words.ts'
import { SMALL_WORDS } from '../questions/vocabulary/small-words.ts'

/** So many words of a question are looked for as nouns; each costs some look-ups. */
const NOUNS_MAX = 3
/** More words that restrict the requests are read in other ways. */
const SAID_MAX = 3

/** Asks for a share, a duration or a number of requests of some duration. */
const IS_MEASURE =
  /\b(?:share|percent(?:age)?|fraction|proportion|part|portion|rates?|ratio|quota|median|average|avg|mean|p\d{2,3}|\d{2}th percentile|slow(?:er|est)?|fast(?:er|est)?|quick(?:er|est)?|long(?:er|est)?|short(?:er|est)?|time|times|duration|durations|latency|latencies|(?:takes?|took|taking|needs?|needed) (?:more|over|above|less|under|at least)|per (?:second|minute|hour)|a minute|out of|how long)\b|%/
/** "Average kilobytes per document" is no length of time, "average fee" neither. */
const OF_AMOUNTS =
  /\b(?:[kmgt]i?b|(?:kilo|mega|giga)?bytes?|size|sizes|amounts?|value|euros?|eur|usd|dollars?|cents|price|cost|number of|count of)\b/
const STATISTIC = /\b(?:average|avg|mean|median|max(?:imum)?|highest|lowest|min(?:imum)?)\b/
const OF_TIME =
  /\b(?:time|times|duration|durations|latency|long|takes?|took|needs?|needed|slow(?:er|est)?|fast(?:er|est)?|ms|milliseconds)\b/
/** "Refused rate per region" is one number for each. */
const BY_GROUP = /\bper (?!second|minute|hour|cent)|\b(?:for each|for every|in each|grouped by|broken down)\b/

function isOfOther(text: string): boolean {
  return OF_AMOUNTS.test(text) || BY_GROUP.test(text) || (STATISTIC.test(text) && !OF_TIME.test(text))
}

const SHARE_WORD = /^(?:shares?|percent|percentage|fraction|proportion|part|portion|rates?|ratio|quota|%|100|hundred)$/

interface Asked {
  readonly state: QuestionState
  readonly context: ReadContext
  readonly desk: Desk
  /** What a share is taken of, or what is counted. */
  readonly head: Word | null
  /** Reads the question again with the requests that a word of it means. */
  readonly read: (thing: TracedThing) => Promise<Reading>
  /** How it was read without. */
  readonly reading: Reading
}

/** The reading of such a question; null where no word of it means requests of one operation. */
export async function traceQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  context: ReadContext,
  reading: Reading,
  read: Asked['read'],
): Promise<Reading | null> {
  const state = stateOf(question, context, {})
  if (!IS_MEASURE.test(state.text) || isOfOther(state.text)) return null
  if (catalogue.records.spans === 0 || catalogue.records.logs === 0) return null
  if (state.quoted.length > 0 || state.traceId !== null || state.recordId !== null) return null
  const asked: Asked = {
    ...{ state, context, read, reading, head: headOf(state) },
    desk: { ctx, catalogue, partial: new Set() },
  }
  const telling = tellingWords(state)
  const words = state.words.filter(
    (word) =>
      (word === asked.head || telling.includes(word)) &&
      word.usedBy === null &&
      /^[a-z][a-z-]{2,}$/.test(word.text) &&
      !SHARE_WORD.test(word.text),
  )
  for (const noun of nounsOf(words, catalogue).slice(0, NOUNS_MAX)) {
    const [thing] = await tracedThings(asked.desk, noun.text, servicesOf(state))
    const found = thing === undefined ? null : await ofThing(asked, thing, noun, words)
    if (found !== null) return found
  }
  return SHARE_ASKED.test(state.text) ? ofShare(asked) : null
}

const SHARE_ASKED = /\b(?:share|percent(?:age)?|fraction|proportion|part|rates?|ratio|out of)\b|%/

function servicesOf({ named }: QuestionState): string[] {
  return named.flatMap(({ services, how }) => (services.length === 1 && how === 'exact' ? services : []))
}

/** What a share is taken of or what is counted, which may be an everyday word: "share of runs", "how many results". */
function headOf({ text, words }: QuestionState): Word | null {
  const found =
    /\b(?:share|percent(?:age)?|fraction|proportion|part|rates?|ratio) of (?:(?:all|the|our|total) )*/.exec(text) ??
    /\bhow many (?:(?:% of|out of (?:100|a hundred)|of|all|the|our) )*/.exec(text)
  const end = found === null ? -1 : found.index + found[0].length
  const word = words.find(({ start }) => start === end)
  return word !== undefined && word.usedBy !== 'time' && word.text !== word.lemma ? word : null
}

/** Words that are no participles and that lines say. */
function nounsOf(words: readonly Word[], catalogue: Catalogue): Word[] {
  return words.filter(({ text }) => !/ed$/.test(text) && templatesWith([text], catalogue, []).length > 0)
}

/** "Median time for a pre-translation": read with the requests that its lines belong to. */
async function ofThing(asked: Asked, thing: TracedThing, noun: Word, words: readonly Word[]): Promise<Reading | null> {
  const others = words.filter((word) => word !== noun && !thing.service.includes(word.text)).slice(0, SAID_MAX)
  const said = await Promise.all(others.map(({ text }) => isSaidOfEach(asked.desk, thing, text)))
  const also = others.flatMap(({ text }, at) => (said[at] === true ? [text] : []))
  const note = `I took "${noun.text}" as the requests \`${thing.operation}\` of ${thing.service}, which log lines with that word belong to.`
  const plain = await asked.read({ ...thing, also })
  if (await isAnswer(asked, plain)) return { ...plain, notes: [...plain.notes, note] }
  if (!SHARE_ASKED.test(asked.state.text)) return null
  const among: PlanCondition[] = [
    { on: 'service', values: [thing.service] },
    { on: 'operation', values: [thing.operation] },
  ]
  return shareOf(asked, noun, note, (rest) =>
    tracedPart(
      asked.desk,
      rest.filter((word) => !also.includes(word)),
      among,
    ),
  )
}

/** "How many percent of the payments are declined", where payments are made on a route, or a service is called so. */
async function ofShare(asked: Asked): Promise<Reading | null> {
  const { state, desk, head } = asked
  if (head === null) return null
  const services = servicesOf(state)
  const { made } = routesOfThing(head.text, desk.catalogue.operations)
  const among: PlanCondition[] = [
    ...(services.length === 0 ? [] : [{ on: 'service' as const, values: services }]),
    { on: 'operation', values: made.slice(0, 50) },
  ]
  const byRoute = made.length === 0 ? null : await shareOf(asked, head, null, (rest) => tracedPart(desk, rest, among))
  if (byRoute !== null) return byRoute
  const called = state.named.find(({ at, length, how }) => how !== 'exact' && length === 1 && state.words[at] === head)
  const [service, other] = called?.services ?? []
  const byService =
    service === undefined || other !== undefined
      ? null
      : await shareOf(asked, head, null, (rest) => tracedPartOf(desk, service, rest))
  return byService ?? shareOf(asked, head, null, (rest) => tracedRefusal(desk, head.text, rest))
}

/** A share of requests by what lines say of some of them: each word is the noun, one of the lines, or grammar. */
async function shareOf(
  { state, context, desk, reading }: Asked,
  noun: Word,
  note: string | null,
  partOf: (rest: readonly string[]) => Promise<TracedPart | null>,
): Promise<Reading | null> {
  if (state.against !== null || state.negations.length > 0 || state.beside !== null) return null
  const open = state.words.filter(
    ({ text, lemma, usedBy }, at) =>
      usedBy === null &&
      state.words[at] !== noun &&
      !SHARE_WORD.test(text) &&
      !FUNCTION_WORDS.has(text) &&
      !FUNCTION_WORDS.has(lemma),
  )
  const telling = open.filter(({ text }) => !SMALL_WORDS.has(text))
  for (const words of open.length === telling.length ? [open] : [open, telling]) {
    const part = words.length === 0 || words.length > SAID_MAX ? null : await partOf(words.map(({ text }) => text))
    if (part === null) continue
    const plan = plainMeasure({
      measure: { of: 'ratio', share: 'matching', among: [...part.among] },
      conditions: [part.lines],
      time: timeOf(state),
    })
    const { askBack: _, ...read } = reading
    const found: Reading = { ...read, plans: [plan], leftOut: [], notes: note === null ? [] : [note] }
    if (await isAnswer({ desk, context }, found)) return found
  }
  return null
}

/** Whether one plan is left that measures these requests, and there are any. */
async function isAnswer(
  { desk, context }: Pick<Asked, 'desk' | 'context'>,
  { plans, leftOut, askBack }: Reading,
): Promise<boolean> {
  const [plan, more] = plans
  if (plan === undefined || more !== undefined || leftOut.length > 0 || askBack !== undefined) return false
  if (!isOfRequests(plan)) return false
  const ground = groundOver({ ...plan, groupBy: [], against: null, intervalMs: null }, context)
  const found = await execute(desk.ctx, desk.catalogue, ground)
  return found.kind === 'measure' && found.value !== null
}

function isOfRequests(plan: Plan): plan is PlanOf<'measure'> {
  if (plan.intent !== 'measure') return false
  const { measure, conditions } = plan
  if (measure.of === 'ratio' && measure.among !== undefined) return measure.among.some(({ on }) => on === 'operation')
  const isRequests = measure.of === 'ratio' || measure.of === 'duration' || measure.of === 'requests'
  return isRequests && conditions.some(({ on }) => on === 'operation')
}
