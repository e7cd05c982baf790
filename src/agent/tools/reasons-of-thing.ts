/**
 * "Bags rejected at drop-off and why", "reasons for failed logins", "wrong wifi passwords tonight", read as what broke. A
 * cause is of everything that fails. Where lines tell of the thing that is named, and told of it before any trouble, what
 * these lines say is the reason, and no outage; where no reason is asked for, they are counted.
 */

import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { chosenLines } from '../questions/grounding/chosen-lines.ts'
import type { Plan, PlanOf } from '../questions/plan/plan.ts'
import { countedOf } from '../questions/reader/move-base.ts'
import type { Previous } from '../questions/reader/state.ts'
import { isDenying, isOfSuccess } from '../questions/reader/texts.ts'
import { dayUpTo } from '../questions/reader/when.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'

const LEAD = /^(?:(?:so|and|but|ok|okay|hey|hi|hm+|again|please|pls)[, ]+)*/
const THE = '(?:(?:the|our|all|some|any|so many|most|these|those|other|main|top|different|typical|usual|common) )*'
/** Each has the thing, with what was done with it, in its group. */
const WHY_OF: readonly RegExp[] = [
  new RegExp(`^why (?:do|did|does) (?:${THE}[a-z]+ )?(?:get|see|have|receive|end up with) ${THE}(.{3,80})$`),
  new RegExp(`^(?:why|how come) (?:are|were|is|was|do|did|does|have|has|had) ${THE}(.{3,80})$`),
  new RegExp(
    `^(?:(?:what|which) (?:are |is |were |was )?|list |show (?:me )?|any )?(?:the )?${THE}(?:reasons?|explanations?) (?:for|of|behind|why|that) ${THE}(.{3,80})$`,
  ),
  /^(.{3,80}?)[,;:.–—-]* ?(?:and |with )?(?:why|(?:the |for what |for which |what |by )?reasons?|what for|how come|why not)$/,
]
/** Asks what is wrong, whatever else it names. */
const ASKS_CAUSE =
  /\b(?:why|what|whats|how|who|which|where|when|since|until|reasons?|causes?|caused|root|broke|broken|breaks?|happen\w*|going on|problems?|issues?|incident|outage|trouble|explain|summary|status|rca|culprit|blame|fault|down|slow\w*|cannot|can't|cant|complain\w*|(?:is|are|was|were|did|does|do|has|have|can|could|should|will|would)n?'?t?)\b/
/** What happened to "them" is told by the thread. */
const POINTS = /\b(?:it|they|them|that|this|those|these|there)\b/
/** Asks for a change, whose reason is no refusal. */
const COMPARES = /\b(?:more|less|fewer|[a-z]{3,}er than|than|instead|longer|slower|faster|higher|lower)\b/
/** Lines that everyday tells have at least this part of what an even course would have in the first third. */
const EVERYDAY_MIN = 0.4
const EARLY = 1 / 3

/** The reading of such a question; null of any other, and where no line tells of the thing. */
export async function reasonsOfThing(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  read: (question: string) => Promise<Reading>,
  previous: Previous | undefined,
): Promise<Reading | null> {
  const [plan, more] = reading.plans
  if (plan?.intent !== 'cause' || more !== undefined || reading.language !== 'en') return null
  const ofThread = previous === undefined ? null : await reasonsOfThread(ctx, catalogue, question, reading, previous)
  if (ofThread !== null) return ofThread
  if (plan.conditions.some(({ on }) => on === 'service')) return null
  const text = cleaned(question)
    .replace(LEAD, '')
    .replace(/[\s?.!,]{1,10}$/, '')
  if (text.length > 160 || /["`\n]/.test(question)) return null
  const said = WHY_OF.map((form) => form.exec(text)?.[1]).find((thing) => thing !== undefined)
  const thing = said ?? (ASKS_CAUSE.test(text) ? null : text)
  if (thing === null || POINTS.test(thing) || COMPARES.test(thing)) return null
  const counted = await countOfThing(thing, read)
  if (counted === null) return null
  if (said === undefined) return counted.reading
  if (counted.plan.measure.of === 'records' && !isOfRefused(counted.plan, catalogue)) return null
  if (!(await isEveryday(ctx, catalogue, counted.plan))) return null
  const grouped = await read(`${thing} by reason`)
  const [byReason, further] = grouped.plans
  const isGrouped = byReason?.intent === 'measure' && further === undefined && byReason.groupBy.length > 0
  if (isGrouped && grouped.leftOut.length + grouped.notes.length === 0) return grouped
  const { conditions, time } = counted.plan
  const isOfRequests = counted.plan.measure.of === 'requests'
  const lines: PlanOf<'patterns'> = {
    ...{ intent: 'patterns', conditions: [...conditions], time, limit: 10 },
    ...(isOfRequests ? { isOfRequests: true } : {}),
  }
  const found = await execute(ctx, catalogue, lines)
  if (found.kind !== 'patterns' || (isOfRequests && (found.requests?.total ?? 0) === 0)) return null
  return { ...counted.reading, plans: [lines] }
}

const BARE_WHY =
  /^(?:(?:and|so|but|ok|okay)[, ]+)*(?:why(?: not)?|how come|for what reasons?|what (?:is|was|are|were) the reasons?|why (?:did|do|does|were|was|are|is) (?:they|those|these|that|it) not(?: \S{2,20})?)[\s?.!]*$/i

/** "Why not?" behind lines that say that something was not done, as they do every day: what they say. */
async function reasonsOfThread(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  previous: Previous,
): Promise<Reading | null> {
  const counted = BARE_WHY.test(question.trim()) ? countedOf(previous.plan) : null
  if (counted?.measure.of !== 'records' || !isOfRefused(counted, catalogue)) return null
  if (!(await isEveryday(ctx, catalogue, counted))) return null
  const { conditions, time } = counted
  const { unrestricted: _, ...rest } = reading
  const lines: PlanOf<'patterns'> = { intent: 'patterns', conditions: [...conditions], time, limit: 10 }
  return { ...rest, plans: [lines], notes: [], leftOut: [], relation: 'follow_up' }
}

/** The thing as a count of its lines, or of requests that were refused; null where it is read as neither. */
async function countOfThing(
  thing: string,
  read: (question: string) => Promise<Reading>,
): Promise<{ readonly reading: Reading; readonly plan: PlanOf<'measure'> } | null> {
  const reading = await read(`how many ${thing}`)
  const [plan, more] = reading.plans
  if (plan === undefined || more !== undefined || !isCount(plan) || reading.leftOut.length > 0) return null
  return { reading, plan }
}

function isCount(plan: Plan): plan is PlanOf<'measure'> {
  if (plan.intent !== 'measure' || plan.groupBy.length > 0 || plan.against !== null) return false
  if (plan.measure.of === 'records')
    return plan.conditions.some((one) => (one.on === 'templates' || one.on === 'text') && one.not !== true)
  const isRefused = plan.conditions.some(
    (one) => one.on === 'status_code' && one.from >= 400 && one.to < 500 && one.not !== true,
  )
  return plan.measure.of === 'requests' && isRefused
}

/** Whether the lines say that something was not done: what was done has no reason to ask for. */
function isOfRefused({ conditions }: PlanOf<'measure'>, catalogue: Catalogue): boolean {
  const own = chosenLines(conditions, catalogue)
  return own.length > 0 && own.every((one) => isDenying(one) || !isOfSuccess(one))
}

/** Whether the first third of the last day has its part of them: what an outage brings has none before. */
export async function isEveryday(ctx: AgentContext, catalogue: Catalogue, plan: PlanOf<'measure'>): Promise<boolean> {
  const { firstMs, lastMs } = catalogue
  if (firstMs === null || lastMs === null) return false
  const day = dayUpTo(lastMs + 1, firstMs)
  const fromMs = Date.parse(day.from)
  const third = { ...day, to: new Date(fromMs + (lastMs - fromMs) * EARLY).toISOString() }
  const [all = 0, early = 0] = await Promise.all(
    [day, third].map((time) => countOf(ctx, catalogue, { ...plan, per: null, intervalMs: null, time })),
  )
  return all > 0 && early >= all * EARLY * EVERYDAY_MIN
}
