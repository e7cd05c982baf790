/** Reads a measure of requests whose noun or condition only log lines say, by the requests that these lines belong to. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Desk } from '../questions/execute/filters.ts'
import { isSaidOfEach, type TracedThing, tracedPart, tracedThings } from '../questions/execute/traced-things.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan, PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { groundOver } from '../questions/reader/covering/covering.ts'
import { routesOfThing } from '../questions/reader/routes.ts'
import { type QuestionState, type ReadContext, stateOf, tellingWords } from '../questions/reader/state.ts'
import { templatesWith } from '../questions/reader/texts.ts'
import type { Traced } from '../questions/reader/traced.ts'
import type { Word } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

/** So many words of a question are looked for as nouns; each costs some look-ups. */
const NOUNS_MAX = 3
/** More words that restrict the requests are read in other ways. */
const SAID_MAX = 3

/** Asks for a share, a duration or a number of requests of some duration. */
const IS_MEASURE =
  /\b(?:share|percent(?:age)?|fraction|proportion|part|portion|rates?|ratio|quota|median|average|avg|mean|p\d{2,3}|\d{2}th percentile|slow(?:er|est)?|fast(?:er|est)?|quick(?:er|est)?|long(?:er|est)?|short(?:er|est)?|time|times|duration|durations|latency|latencies|how long|(?:takes?|took|taking|needs?|needed) (?:more|over|above|less|under|at least)|per (?:second|minute|hour)|a minute|how many (?:out )?of)\b|%/

type ReadWith = (traced: Traced) => Promise<Reading>

/** The reading of such a question; null where no word of it means requests of one operation. */
export async function traceQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  context: ReadContext,
  read: ReadWith,
): Promise<Reading | null> {
  const state = stateOf(question, context, {})
  if (!IS_MEASURE.test(state.text) || catalogue.records.spans === 0 || catalogue.records.logs === 0) return null
  if (state.quoted.length > 0 || state.traceId !== null || state.recordId !== null) return null
  const desk: Desk = { ctx, catalogue, partial: new Set() }
  const words = tellingWords(state).filter(({ text }) => /^[a-z][a-z-]{2,}$/.test(text))
  const services = state.named.flatMap(({ services: some }) => (some.length === 1 ? some : []))
  for (const noun of nounsOf(words, catalogue).slice(0, NOUNS_MAX)) {
    const [thing] = await tracedThings(desk, noun.text, services)
    if (thing === undefined) continue
    const others = words.filter((word) => word !== noun && !thing.service.includes(word.text)).slice(0, SAID_MAX)
    const also = await alsoSaid(desk, thing, others)
    const found = await readWith(desk, context, { ...thing, also }, others, read)
    if (found !== null) return found
  }
  return ofRoute(desk, state, words, read, context)
}

/** Words that are no participles and that lines say. */
function nounsOf(words: readonly Word[], catalogue: Catalogue): Word[] {
  return words.filter(({ text }) => !/ed$/.test(text) && templatesWith([text], catalogue, []).length > 0)
}

async function alsoSaid(desk: Desk, thing: TracedThing, others: readonly Word[]): Promise<string[]> {
  const said = await Promise.all(others.map(({ text }) => isSaidOfEach(desk, thing, text)))
  return others.flatMap(({ text }, at) => (said[at] === true ? [text] : []))
}

async function readWith(
  desk: Desk,
  context: ReadContext,
  thing: TracedThing,
  others: readonly Word[],
  read: ReadWith,
): Promise<Reading | null> {
  const note = `I took "${thing.noun}" as the requests \`${thing.operation}\` of ${thing.service}, which log lines with that word belong to.`
  const plain = await read({ thing, part: null })
  if (await isAnswer(desk, plain, context)) return { ...plain, notes: [...plain.notes, note] }
  const rest = others.filter(({ text }) => !thing.also.includes(text))
  if (rest.length === 0) return null
  const among: PlanCondition[] = [
    { on: 'service', values: [thing.service] },
    { on: 'operation', values: [thing.operation] },
  ]
  const part = await tracedPart(
    desk,
    [thing.noun, ...thing.also],
    rest.map(({ text }) => text),
    among,
  )
  if (part === null) return null
  const whole = await read({ thing, part })
  return (await isAnswer(desk, whole, context)) ? { ...whole, notes: [...whole.notes, note] } : null
}

/** "How many percent of the payments are declined", where payments are made on a route: which of these lines say it of. */
async function ofRoute(
  desk: Desk,
  { named }: QuestionState,
  words: readonly Word[],
  read: ReadWith,
  context: ReadContext,
): Promise<Reading | null> {
  const services = named.flatMap(({ services: some }) => (some.length === 1 ? some : []))
  for (const noun of words) {
    const { made } = routesOfThing(noun.text, desk.catalogue.operations)
    const rest = words.filter((word) => word !== noun)
    if (made.length === 0 || rest.length === 0 || rest.length > SAID_MAX) continue
    const among: PlanCondition[] = [
      ...(services.length === 0 ? [] : [{ on: 'service' as const, values: services }]),
      { on: 'operation', values: made.slice(0, 50) },
    ]
    const part = await tracedPart(
      desk,
      [noun.text],
      rest.map(({ text }) => text),
      among,
    )
    const found = part === null ? null : await read({ thing: null, part })
    if (found !== null && (await isAnswer(desk, found, context))) return found
  }
  return null
}

/** Whether one plan is left that measures these requests, and there are any. */
async function isAnswer(desk: Desk, { plans, leftOut, askBack }: Reading, context: ReadContext): Promise<boolean> {
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
