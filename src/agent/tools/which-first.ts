/** Answers which of two failed first: the first failure of each is read and looked up by itself. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { type FirstAsked, firstAsked } from '../questions/reader/which-first.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { lengthWords } from './length-words.ts'
import { isMoment, type Moment } from './moments.ts'
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
  const told = await Promise.all(asked.questions.map((_, at) => readFirst(asked, at, read)))
  const readings = told.map(({ reading }) => reading)
  const plans = told.map(({ plan }) => plan)
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

/** What comes, and does not fail: "errors of web" may, "the release of web" may not. */
const OF_EVENT =
  /\b(?:releases?|rollouts?|roll-?backs?|deploy(?:ment|s)?|restarts?|reboots?|changes?|starts?|upgrades?|updates?|versions?|settings?|flags?|reload|migration|maintenance)\b/

/** How one of the two is read: as its first failure, else as the moment of what it is, such as a release or a change. */
async function readFirst(
  { questions, events }: FirstAsked,
  at: number,
  read: (question: string) => Promise<Reading>,
): Promise<{ readonly reading: Reading; readonly plan: Moment | null }> {
  const event = events?.[at]
  const isFailure = event === undefined || !OF_EVENT.test(event)
  const reading = await read((isFailure ? questions[at] : event) ?? '')
  const plan = isFailure ? firstOf(reading) : null
  if (plan !== null || event === undefined) return { reading, plan }
  const moment = isFailure ? await read(event) : reading
  const [only, more] = moment.plans
  const isWhole = more === undefined && moment.leftOut.length === 0 && moment.relation === 'new'
  return isMoment(only) && isWhole ? { reading: moment, plan: only } : { reading, plan: null }
}

/** The list whose first record is asked for; null where anything else was read. */
function firstOf({ plans, leftOut, relation }: Reading): PlanOf<'list'> | null {
  const [plan, more] = plans
  const isFirst = plan?.intent === 'list' && plan.isTimeAsked === true && plan.order === 'oldest'
  return isFirst && more === undefined && leftOut.length === 0 && relation === 'new' ? plan : null
}

/** When the first of the records was; of a release or a restart the last one, which is what is meant by it. */
async function firstTime(ctx: AgentContext, catalogue: Catalogue, plan: Moment): Promise<number | null> {
  const found = await execute(ctx, catalogue, plan)
  if (found.kind === 'list') return timeOf(found.logs[0]?.time ?? found.spans[0]?.time)
  if (found.kind !== 'deployments') return null
  return timeOf(found.versionChanges.at(-1)?.at ?? found.records.at(-1)?.time ?? found.changes?.at(-1)?.at)
}

function timeOf(at: string | undefined): number | null {
  return at === undefined ? null : Date.parse(at)
}

/** So close together the one is hardly told from the other: clocks differ, and a request ends after what it calls. */
const TOGETHER_MS = 1_000

function orderOf(
  { names: [one, other], isYesFor, events }: FirstAsked,
  [a = null, b = null]: readonly (number | null)[],
): string {
  if (events !== undefined && (a === null || b === null))
    return `I found no moment of ${[...(a === null ? [one] : []), ...(b === null ? [other] : [])].join(' and ')}.`
  if (a === null || b === null) {
    const none =
      a === null && b === null ? `neither ${one} nor ${other} failed` : `${a === null ? one : other} did not fail`
    return `No: ${none} in that time.`
  }
  const gap = Math.abs(a - b)
  if (gap < TOGETHER_MS)
    return `${isYesFor === null ? 'Neither' : 'No'}: ${one} and ${other} ${events === undefined ? 'began to fail' : 'came'} within the same second.`
  const first = a < b ? one : other
  const isYes = (isYesFor === 'first') === a < b
  return `${isYesFor === null ? '' : isYes ? 'Yes: ' : 'No: '}${first} ${events === undefined ? 'failed' : 'came'} first, ${lengthWords(gap)} before ${first === one ? other : one}.`
}
