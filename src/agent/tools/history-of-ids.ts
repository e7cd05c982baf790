/** The records of a thing that a question names by its id, where the question is read as one about more, or not at all. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan, PlanCondition, PlanOf, PlanTime } from '../questions/plan/plan.ts'
import { firstLine } from '../questions/reader/first-line.ts'
import {
  asksForHistory,
  asksForTrouble,
  idsNamed,
  isBareId,
  isOfAll,
  isRestrictedTo,
} from '../questions/reader/history-ids.ts'
import { type ReadContext, stateOf } from '../questions/reader/state.ts'
import type { Reading } from '../questions/reading.ts'

/** What more records have is no id of one thing. */
const RECORDS_MAX = 500
const KEYS_MAX = 4

/**
 * The reading with the records of the ids in the place of what was read; the same where no id is named, or what was read
 * is about it already. Of an id that no record has there is nothing to tell.
 */
export async function withHistoryOfIds(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  context: ReadContext,
  reading: Reading,
): Promise<Reading> {
  if (reading.remark !== undefined || (reading.relation !== 'new' && context.previous !== null)) return reading
  const ids = idsNamed(question, context)
  const [plan, ...others] = reading.plans
  const bare = ids.length === 0 && others.length === 0 ? bareIdOf(question, plan, context) : null
  if (bare !== null && (await isTold(ctx, catalogue, bare))) return { ...reading, plans: [bare] }
  if (ids.length === 0 || (others.length > 0 && !reading.plans.some(isOfAll))) return reading
  const restricted = plan === undefined ? [] : ids.filter(({ text }) => isRestrictedTo(plan, text))
  const isOfIds = restricted.length > 0 && (plan?.intent === 'list' || plan?.intent === 'measure')
  if (plan !== undefined && !reading.plans.some(isOfAll) && !isOfIds) return reading
  if (isOfIds && others.length === 0 && ids.length === restricted.length && (await isTold(ctx, catalogue, plan)))
    return reading
  const plans = await historiesOf(ctx, catalogue, question, context)
  const { askBack: _, open: __, ...read } = reading
  if (isOfIds && plans.length === 0 && !(await areTold(ctx, catalogue, ids, context))) {
    const names = ids.map(({ written }) => `"${written}"`).join(', ')
    return {
      ...read,
      plans: [],
      leftOut: [],
      notes: [],
      askBack: {
        because: `I have no telemetry of ${names}`,
        readings: catalogue.services.slice(0, 12).map(({ name }) => name),
      },
    }
  }
  // What is counted stays a number; an id by itself asks for none.
  const isCounted = plan?.intent === 'measure' && !isBareId(question)
  if (plans.length === 0 || isCounted || (isOfIds && plans.length < ids.length)) return reading
  return { ...read, plans, notes: [], leftOut: [], unrestricted: [] }
}

/** "RTC-889", which is a value that few records carry: what they say, and not how many of the last hour there are. */
function bareIdOf(question: string, plan: Plan | undefined, context: ReadContext): PlanOf<'list'> | null {
  const isCount = plan?.intent === 'measure' && plan.measure.of === 'records' && plan.groupBy.length === 0
  if (!isCount || !isBareId(question) || plan.conditions.length === 0) return null
  return plan.conditions.every(({ on }) => on === 'attribute') ? listOf(context, 'logs', plan.conditions, null) : null
}

/** One list for each id: of what went wrong with it where that is asked and told, lines before requests. */
export async function historiesOf(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  context: ReadContext,
): Promise<PlanOf<'list'>[]> {
  if (!asksForHistory(question)) return []
  const ids = idsNamed(question, context)
  if (ids.length === 0) return []
  // A time that the question names is that of the records as well.
  const { time } = stateOf(question, context, {})
  const found = await Promise.all(
    ids.map((id) => historyOf(ctx, catalogue, id, asksForTrouble(question), context, time)),
  )
  return found.filter((plan) => plan !== null)
}

/** Whether any record has one of the ids, whatever is asked of it. */
async function areTold(
  ctx: AgentContext,
  catalogue: Catalogue,
  ids: readonly { readonly text: string; readonly written: string }[],
  context: ReadContext,
): Promise<boolean> {
  const found = await Promise.all(ids.map((id) => historyOf(ctx, catalogue, id, false, context, null)))
  return found.some((plan) => plan !== null)
}

async function historyOf(
  ctx: AgentContext,
  catalogue: Catalogue,
  id: { readonly text: string; readonly written: string },
  isOfTrouble: boolean,
  context: ReadContext,
  time: PlanTime | null,
): Promise<PlanOf<'list'> | null> {
  const said: PlanCondition = { on: 'text', text: id.text, mode: 'phrase' }
  const lines = listOf(context, 'logs', [said], time)
  const carried = keysLike(catalogue, id.text).map(
    ({ key, scope }): PlanCondition => ({
      on: 'attribute',
      key,
      scope,
      values: [id.written],
    }),
  )
  const requests = carried.map((condition) => listOf(context, 'spans', [condition], time))
  const troubled = [
    also(lines, { on: 'severity', is: 'warn', orWorse: true }),
    ...requests.map((plan) => also(plan, { on: 'outcome', is: 'failed' })),
  ]
  for (const plan of [...(isOfTrouble ? troubled : []), lines, ...requests])
    if (plan !== null && (await isTold(ctx, catalogue, plan))) return plan
  return null
}

function listOf(
  context: ReadContext,
  of: 'logs' | 'spans',
  conditions: PlanCondition[],
  time: PlanTime | null,
): PlanOf<'list'> | null {
  const plan = firstLine(context, [{ on: 'text', text: 'any', mode: 'phrase' }])
  if (plan?.intent !== 'list') return null
  const { isTimeAsked: _, ...list } = plan
  return { ...list, of, conditions, limit: 20, time: time ?? { ...list.time, basis: 'inherited' } }
}

function also(plan: PlanOf<'list'> | null, condition: PlanCondition): PlanOf<'list'> | null {
  return plan === null ? null : { ...plan, conditions: [...plan.conditions, condition] }
}

/** Keys of requests whose values are written like the id. */
function keysLike({ values }: Catalogue, id: string): Catalogue['values'] {
  const shape = shapeOf(id)
  return values
    .filter(
      ({ signal, scope, values: known }) =>
        signal === 'spans' && scope === 'attribute' && known.some(({ value }) => shapeOf(value) === shape),
    )
    .slice(0, KEYS_MAX)
}

/** "C-70429" as "c-9". */
function shapeOf(text: string): string {
  return text.toLowerCase().replace(/\d+/g, '9')
}

async function isTold(ctx: AgentContext, catalogue: Catalogue, plan: Plan): Promise<boolean> {
  if (plan.intent !== 'list' && plan.intent !== 'measure') return false
  const found = await execute(ctx, catalogue, plan)
  if (found.kind === 'measure') return found.value !== null && found.value > 0
  return found.kind === 'list' && found.total > 0 && found.total <= RECORDS_MAX
}
