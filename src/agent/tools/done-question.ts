/** Reads a noun of a verb that only lines say ("joins" of "participant joined") as the requests on which that is done. */
import type { AgentContext } from '../contract.ts'
import { doneRequests } from '../questions/execute/done-requests.ts'
import type { TracedThing } from '../questions/execute/traced-things.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan, PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'

const ASKS_LINES = /\b(?:logs?|logged|lines?|records?|entries|messages?|events?)\b/i
const SLOWEST = /\b(?:slowest|fastest|longest|an?|each|per|average|mean|median|p\d\d) (?:[a-z-]+ )?$/

/** Behind "join" of "the slowest join", and not behind "refresh" of "a refresh token". */
const IS_HEAD =
  /^(?:\W*$|[,;?!.]| (?:times?|durations?|latency|takes?|took|needs?|needed|lasts?|lasted|in|on|of|for|by|from|since|before|after|right|now|today|requests?|trace|which)\b)/

/** The reading by such requests; null where no word means any, or what was read needs none. */
export async function doneQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  { plans, relation, language, remark }: Reading,
  read: (thing: TracedThing) => Promise<Reading>,
): Promise<Reading | null> {
  if (relation !== 'new' || language !== 'en' || remark !== undefined || question.length > 300) return null
  if (catalogue.records.spans === 0 || catalogue.records.logs === 0 || ASKS_LINES.test(question)) return null
  if (plans.length > 1 || (plans[0] !== undefined && !isCountOfLines(plans[0]))) return null
  const text = question.toLowerCase()
  const nouns = [...text.matchAll(/(?<![\w./-])[a-z]{4,20}(?![\w./-])/g)]
    .filter(
      ({ 0: word, index }) =>
        /[^s]s$/.test(word) || (SLOWEST.test(text.slice(0, index)) && IS_HEAD.test(text.slice(index + word.length))),
    )
    .map(([word]) => word)
  for (const noun of [...new Set(nouns)]) {
    const found = await doneRequests({ ctx, catalogue, partial: new Set() }, noun)
    if (found === null) continue
    const { thing, said, lines } = found
    const reading = await read(thing)
    if (!isAnswer(reading, thing)) return null
    const done = await countOfDone(ctx, catalogue, reading.plans[0], lines)
    if (done !== null)
      return {
        ...reading,
        plans: [done],
        notes: [...reading.notes, `I took "${noun}" as the lines that say "${said}".`],
      }
    const note = `I took "${noun}" as the requests \`${thing.operation}\` of ${thing.service}, in which "${said}" is logged.`
    return { ...reading, notes: [...reading.notes, note] }
  }
  return null
}

/** "Renewals last hour?", some of whose requests were refused: what was done is what lines say; null where all were. */
async function countOfDone(
  ctx: AgentContext,
  catalogue: Catalogue,
  plan: Plan | undefined,
  lines: PlanCondition,
): Promise<PlanOf<'measure'> | null> {
  if (plan?.intent !== 'measure' || plan.measure.of !== 'requests' || plan.groupBy.length > 0) return null
  if (plan.per !== null || plan.intervalMs !== null || plan.against !== null) return null
  if (!plan.conditions.every(({ on }) => on === 'operation' || on === 'service')) return null
  const done: PlanOf<'measure'> = { ...plan, measure: { of: 'records' }, conditions: [lines] }
  const [asked, told] = await Promise.all([countOf(ctx, catalogue, plan), countOf(ctx, catalogue, done)])
  return told > 0 && told < asked ? done : null
}

/** What was read as lines that say the noun, or their groups. */
function isCountOfLines(plan: Plan): boolean {
  return (
    plan.intent === 'measure' &&
    plan.measure.of === 'records' &&
    // Whether lines say it now is no number of things.
    !(plan.isYesNo === true && plan.time.basis === 'now') &&
    plan.conditions.some(({ on }) => on === 'templates' || on === 'text')
  )
}

/** Whether one plan is left, and it is about these requests. */
function isAnswer({ plans, leftOut, askBack }: Reading, { operation }: TracedThing): boolean {
  const [plan, more] = plans
  if (plan === undefined || more !== undefined || leftOut.length > 0 || askBack !== undefined) return false
  if (plan.intent !== 'measure' && plan.intent !== 'list') return false
  if (plan.intent === 'measure' && !['requests', 'duration', 'ratio'].includes(plan.measure.of)) return false
  return plan.conditions.some((one) => one.on === 'operation' && one.not !== true && one.values.includes(operation))
}
