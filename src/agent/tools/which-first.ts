/** Answers which of two failed first: the first failure of each is read and looked up by itself. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan, PlanOf } from '../questions/plan/plan.ts'
import { type FirstAsked, firstAsked } from '../questions/reader/which-first.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { askedBack } from './settled-reading.ts'

/** The reading of such a question, both first failures and which came first; null of any other. */
export async function whichFirst(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const asked = firstAsked(cleaned(question))
  if (asked === null) return null
  const readings = await Promise.all(asked.questions.map(read))
  const plans = readings.map(firstOf)
  const [one, other] = plans
  const [reading] = readings
  if (reading === undefined) return null
  if (one === null || one === undefined || other === null || other === undefined) {
    const open = asked.names.filter((_, at) => plans[at] === null).map((name) => `"${name}"`)
    return askedBack(reading, `I could not tell when ${open.join(' and ')} first failed`)
  }
  const times = await Promise.all([one, other].map((plan) => firstTime(ctx, catalogue, plan)))
  // Where only one of them failed, "which broke first" asks which is to blame.
  if (asked.isYesFor === null && times.includes(null)) return null
  const { askBack: _, ...rest } = reading
  return {
    ...rest,
    plans: [one, other].filter((_plan, at) => times[at] !== null),
    notes: [orderOf(asked, times), ...readings.flatMap(({ notes }) => notes)],
    leftOut: [],
    relation: 'new',
  }
}

/** The list whose first record is asked for; null where anything else was read. */
function firstOf({ plans, leftOut, relation }: Reading): PlanOf<'list'> | null {
  const [plan, more] = plans
  const isFirst = plan?.intent === 'list' && plan.isTimeAsked === true && plan.order === 'oldest'
  return isFirst && more === undefined && leftOut.length === 0 && relation === 'new' ? plan : null
}

async function firstTime(ctx: AgentContext, catalogue: Catalogue, plan: Plan): Promise<number | null> {
  if (plan.intent !== 'list') return null
  const found = await execute(ctx, catalogue, plan)
  const at = found.kind === 'list' ? (found.logs[0]?.time ?? found.spans[0]?.time) : undefined
  return at === undefined ? null : Date.parse(at)
}

/** So close together the one is hardly told from the other: clocks differ, and a request ends after what it calls. */
const TOGETHER_MS = 1_000

function orderOf(
  { names: [one, other], isYesFor }: FirstAsked,
  [a = null, b = null]: readonly (number | null)[],
): string {
  if (a === null || b === null) {
    const none =
      a === null && b === null ? `neither ${one} nor ${other} failed` : `${a === null ? one : other} did not fail`
    return `No: ${none} in that time.`
  }
  const gap = Math.abs(a - b)
  if (gap < TOGETHER_MS)
    return `${isYesFor === null ? 'Neither' : 'No'}: ${one} and ${other} began to fail within the same second.`
  const first = a < b ? one : other
  const isYes = (isYesFor === 'first') === a < b
  return `${isYesFor === null ? '' : isYes ? 'Yes: ' : 'No: '}${first} failed first, ${secondsOf(gap)} before ${first === one ? other : one}.`
}

function secondsOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
